// A traced program, compiled.
#pragma once

#include "cotangent/tracing/interface.h"
#include "tensor/execute/loaded_module.h"

#include <atomic>
#include <memory>
#include <vector>

namespace cotangent::execute {
class Executable;
}

namespace cotangent::detail {

struct Program {
  std::shared_ptr<execute::LoadedModule> loaded;
  mlir::OwningOpRef<mlir::ModuleOp> traced; // before it was simplified, if it is kept
  std::shared_ptr<const execute::Executable> executable;
  std::vector<AnyArray> hidden; // arguments behind those of the user: large arrays that the function captured
  mutable std::atomic<int64_t> last_nanoseconds = -1; // of the latest run; -1 before
};

/// Compiles function `main` of the module.
std::shared_ptr<const Program> make_program(const std::shared_ptr<execute::LoadedModule> &loaded,
                                            std::vector<AnyArray> hidden, const ProgramOptions &options);

} // namespace cotangent::detail
