// Regions that reductions, windows and scatters apply to elements: functions of accumulators and values,
// (a0, a1, ..., v0, v1, ...) -> (f0, f1, ...).
#pragma once

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

/// What f(i) does with a(i) and v(i), if it looks at nothing else.
enum class Fold {
  Sum,
  Product,
  Maximum,
  Minimum,
  Second, // v(i)
  Choice, // a(i) or v(i), by conditions on whatever
  Other
};
Fold fold_of(mlir::Region &region, size_t at);

/// What a region of elementwise operations returns, on whole tensors of one shape. Refuses others in the name of
/// `owner`.
Values lift(Build &build, mlir::Region &region, mlir::ValueRange arguments, mlir::Operation *owner);

/// The partial derivatives of a lifted region, [result][argument], null for zero. Of complex functions only those that
/// are differentiable as such have one derivative; others are refused.
llvm::SmallVector<Values> partials_of(Build &build, mlir::Region &region, mlir::ValueRange arguments,
                                      mlir::Operation *owner);

/// Makes of a region whose results `followed` are Choice, Second, Maximum or Minimum one that says too where what is
/// returned comes from: (a..., positions..., v..., positions...), one position for each followed result. Of equal
/// elements that Maximum and Minimum see the first is followed, but an element rather than a start (position -1).
void fill_following(Build &build, mlir::Region &target, mlir::Region &source, llvm::ArrayRef<size_t> followed,
                    mlir::Type position);
/// The integers that positions in a tensor of this shape fit in.
mlir::Type position_element(Build &build, Numbers shape);
/// The position of each element in row-major order.
mlir::Value flat_positions(Build &build, Numbers shape);
/// The elements at positions; where there is none (-1), `otherwise` (rank 0) or zero.
mlir::Value take(Build &build, mlir::Value operand, mlir::Value positions, mlir::Value otherwise);

} // namespace cotangent::tensor_rules
