// Regions that reductions, maps and scatters apply to elements.
#pragma once

#include "tensor/simplify/rewrite.h"

namespace cotangent::simplify {

/// Whether a region on scalars consists of elementwise operations and constants, and its arguments have the element
/// types of these values.
bool can_lift(mlir::Region &region, mlir::ValueRange arguments);
/// What such a region returns, computed on whole tensors of a shape instead: its operations are made again in front of
/// the rewritten one.
llvm::SmallVector<mlir::Value> lift(mlir::Region &region, mlir::ValueRange arguments, Numbers shape, Edit &edit);

/// The only operation of a region (a, b) -> f(a, b), in this order or, for those that commute, any; or null.
mlir::Operation *only_operation(mlir::Region &region);

/// The region (a, b) -> b.
bool returns_second(mlir::Region &region);

/// How a function of two numbers behaves when it is applied again and again.
struct Folding {
  bool exact = false;      // any order and grouping gives the same bits
  bool idempotent = false; // f(f(a, b), b) = f(a, b)
};
/// By the only operation of a region, on its element type.
Folding folding_of(mlir::Operation *operation);

} // namespace cotangent::simplify
