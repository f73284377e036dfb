// Cotangents of values, from the linear part that a Linearizer made.
#pragma once

#include "tensor/differentiate/custom.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>

namespace cotangent::differentiate {

class Transposer {
public:
  /// Whether a value is linear: depends on the placeholders.
  using IsLinear = std::function<bool(mlir::Value)>;
  Transposer(Build &build, IsLinear is_linear) : build_(build), is_linear_(std::move(is_linear)) {}

  /// Adds to the cotangent of a linear value; null is zero.
  void add(mlir::Value value, mlir::Value cotangent);
  /// Null for zero.
  mlir::Value cotangent(mlir::Value value) const { return cotangents_.lookup(value); }
  /// Visits operations backwards.
  void run(llvm::ArrayRef<mlir::Operation *> linear_part);

private:
  void visit(mlir::Operation *operation);
  void transpose_loop(stablehlo::WhileOp loop, llvm::ArrayRef<mlir::Value> cotangents);
  void transpose_branches(mlir::Operation *operation, llvm::ArrayRef<mlir::Value> cotangents);
  // custom.cpp
  void transpose_call(mlir::Operation *operation, llvm::ArrayRef<mlir::Value> cotangents);
  Values transpose_checkpoint(mlir::Operation *operation, const LinearCall &call, mlir::ValueRange arguments,
                              llvm::ArrayRef<mlir::Value> cotangents);
  Values apply_reverse(mlir::Operation *operation, const LinearCall &call, mlir::ValueRange residuals,
                       llvm::ArrayRef<mlir::Value> cotangents);

  Build &build_;
  IsLinear is_linear_;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents_;
  llvm::DenseSet<mlir::Value> zero_where_read_; // cotangents: zero where an operation with `once_mark` reads
};

/// The operations of a block, but its terminator, that depend on linear values, in order; what they compute becomes
/// linear.
llvm::SmallVector<mlir::Operation *> linear_operations(mlir::Block &block, llvm::DenseSet<mlir::Value> &linear_values);
/// Erases operations that nobody uses, backwards; those that are used by others stay.
void erase_unused(llvm::ArrayRef<mlir::Operation *> operations);

} // namespace cotangent::differentiate
