// Operations that are short for others are written out before a function is planned.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotangent::plan {

/// Replaces batch normalisations, where code of our own can compute them, by the elementary operations of the
/// specification, in its order: each result keeps its bits. Reductions of equal shape become one, so that arrays are
/// read once.
void expand_operations(mlir::func::FuncOp function);

} // namespace cotangent::plan
