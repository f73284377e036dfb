// What stands behind the library steps of a program.
#pragma once

#include "tensor/interpret/evaluator.h"
#include "tensor/plan/program.h"

#include <mutex>

namespace cotangent::plan {

/// What the interpreter needs while it runs single operations of a program; one run at a time.
struct InterpreterState {
  InterpreterState(mlir::ModuleOp module, const std::string &probe_folder, llvm::raw_ostream *output)
      : evaluator(module) {
    evaluator.output = output;
    probes.folder = probe_folder;
    evaluator.probes = &probes;
  }
  InterpreterState(const InterpreterState &) = delete;
  InterpreterState &operator=(const InterpreterState &) = delete;

  interpret::Evaluator evaluator;
  interpret::Probes probes;
  std::mutex lock;
};

/// Outer values that the operation's regions use.
std::vector<mlir::Value> captured_values(mlir::Operation &operation);

/// The element type of what is stored: of quantised tensors, the integers.
ElementType stored_type(mlir::Type type);

/// Runs the operation by the interpreter. Operands: those of the operation, then `captured`.
std::shared_ptr<const library::Call> interpreted_call(mlir::Operation &operation, std::vector<mlir::Value> captured,
                                                      std::shared_ptr<InterpreterState> state);

/// The library's version of an operation; null if it has none. Its operands are those of the operation, the captured
/// values and, if `calls_region` comes back true, a pointer to the code of its region.
std::shared_ptr<const library::Call> library_call(mlir::Operation &operation, bool &calls_region);

} // namespace cotangent::plan
