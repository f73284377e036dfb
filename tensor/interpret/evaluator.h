// Runs functions of a module, operation by operation.
#pragma once

#include "tensor/interpret/types.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cotangent::interpret {

/// What a value of the program is while it runs: an array, a token, or a tuple of values.
struct Value {
  Array array;
  std::vector<Value> parts; // of a tuple or a future
  Value() = default;
  Value(Array array) : array(std::move(array)) {}
};
using Values = std::vector<Value>;

class Grid;

/// Where a process stands in its grid.
struct ProcessId {
  int64_t replica = 0, partition = 0;
  auto operator<=>(const ProcessId &) const = default;
};

/// Which process runs; alone, without a grid: the only one of a grid of one.
struct Process {
  Grid *grid = nullptr;
  ProcessId id;
};

/// Values of a region and, behind them, those of the regions around it.
class Scope {
public:
  explicit Scope(const Scope *outer = nullptr) : outer_(outer) {}
  void define(mlir::Value name, Value value) { values_[name] = std::move(value); }
  const Value &find(mlir::Value name) const;

private:
  llvm::DenseMap<mlir::Value, Value> values_;
  const Scope *outer_;
};

/// Where `interpreter.probe` writes, and how often each probe has run.
struct Probes {
  std::string folder;
  std::map<std::string, int64_t> runs;
};

class Evaluator {
public:
  explicit Evaluator(mlir::ModuleOp module, Process process = {}) : module_(module), process_(process) {}

  /// Throws Error: "failed-check" for a `check` operation that does not hold, "unsupported", "bad-module"; the message
  /// begins with the place of the operation.
  Values call(mlir::func::FuncOp function, const Values &inputs);
  Values run_region(mlir::Region &region, std::span<const Value> inputs, const Scope &outer);
  Values evaluate(mlir::Operation &operation, const Scope &scope);

  mlir::func::FuncOp function(llvm::StringRef name) const;
  mlir::ModuleOp module() const { return module_; }
  const Process &process() const { return process_; }

  Probes *probes = nullptr;
  llvm::raw_ostream *output = nullptr; // of interpreter.print
  uint64_t random_state = 0;

private:
  /// Less than 2 KiB of the stack each.
  static constexpr int most_depth = 2048;

  mlir::ModuleOp module_;
  Process process_;
  int depth_ = 0;
};

/// One operation about to be computed: what its handler sees.
struct Step {
  Evaluator &evaluator;
  mlir::Operation &operation;
  const Scope &scope;
  Values operands;                  // dequantised
  std::vector<TensorFacts> results; // element types as computed on

  const Array &array(size_t at) const { return operands[at].array; }
  std::vector<Array> arrays(size_t first, size_t count) const;
  ElementType result_type(size_t at = 0) const { return results[at].type; }
  const Shape &result_shape(size_t at = 0) const { return results[at].shape; }
};

using Handler = Values (*)(Step &step);
/// The handler of an operation by its whole name; null if there is none.
Handler find_handler(llvm::StringRef name);

/// Tables of handlers, a file each.
using HandlerTable = llvm::StringMap<Handler>;
void add_shape_handlers(HandlerTable &table);
void add_reduction_handlers(HandlerTable &table);
void add_algebra_handlers(HandlerTable &table);
void add_control_handlers(HandlerTable &table);
void add_process_handlers(HandlerTable &table);
void add_collective_handlers(HandlerTable &table);
void add_check_handlers(HandlerTable &table);
void add_chlo_handlers(HandlerTable &table);

/// Throws Error with the place of the operation in front.
[[noreturn]] void fail(mlir::Operation &operation, llvm::StringRef kind, const std::string &message);
/// "FILE:LINE:COLUMN"
std::string place_of(mlir::Operation &operation);

} // namespace cotangent::interpret
