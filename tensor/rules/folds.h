// Folds by any region, from left to right.
#pragma once

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

/// A row of accumulators for each of several results: [result][accumulator], null for zero.
using Matrix = llvm::SmallVector<Values>;
/// Row by column; element types are those of the rows of the left one.
Matrix multiply(Build &build, const Matrix &left, const Matrix &right);

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
