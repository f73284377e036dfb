// Folds by any region, from left to right.
#pragma once

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

/// A row of accumulators for each of several results: [result][accumulator], null for zero.
using Matrix = llvm::SmallVector<Values>;
/// Row by column; element types are those of the rows of the left one.
Matrix multiply(Build &build, const Matrix &left, const Matrix &right);

/// One step of a tensor [steps, ...].
mlir::Value read_step(Build &build, mlir::Value tape, mlir::Value step);
mlir::Value write_step(Build &build, mlir::Value tape, mlir::Value value, mlir::Value step);
/// A loop over the steps, forwards or backwards. What does not change (`fixed`) is carried too.
Values
loop(Build &build, int64_t steps, bool backwards, mlir::ValueRange fixed, mlir::ValueRange carried,
     llvm::function_ref<Values(Build &, mlir::Value step, mlir::ValueRange fixed, mlir::ValueRange carried)> body);

/// Accumulators of one shape, and what is folded into them: [steps, shape].
struct SequentialFold {
  mlir::Operation *owner;
  mlir::Region &region;
  Values starts, values;
};
/// The tangents of the results. One step changes the accumulators a by a' = A a + B v (A, B: partial derivatives), so
/// the result's tangent is a sum over the steps of weights, products of the A of all later steps and B, times v. Two
/// loops, neither of which sees a tangent, compute the accumulators before each step and, backwards, the weights.
Values fold_tangents(Build &build, const SequentialFold &fold, llvm::ArrayRef<mlir::Value> start_tangents,
                     llvm::ArrayRef<mlir::Value> value_tangents);

} // namespace cotangent::tensor_rules
