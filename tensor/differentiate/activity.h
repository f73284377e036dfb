// Which values depend on active ones, in a way that has a derivative.
#pragma once

#include "tensor/build/build.h"

#include "llvm/ADT/DenseSet.h"

#include <functional>

namespace cotangent::differentiate {

class Activity {
public:
  using IsActive = std::function<bool(mlir::Value)>;
  /// Values that are active from the start.
  explicit Activity(IsActive known) : known_(std::move(known)) {}

  bool is_active(mlir::Value value) const { return found_.contains(value) || known_(value); }
  void visit(mlir::Block &block);
  /// For each value that a loop carries.
  llvm::SmallVector<bool> of_loop(stablehlo::WhileOp loop);
  /// For each result of `if` and `case`.
  llvm::SmallVector<bool> of_branches(mlir::Operation *operation);

private:
  void visit(mlir::Operation &operation);
  void mark(mlir::ValueRange values, llvm::ArrayRef<bool> active);

  IsActive known_;
  llvm::DenseSet<mlir::Value> found_;
};

} // namespace cotangent::differentiate
