// Whether a function of two numbers joins any number of them to one result, however they are grouped.
#pragma once

#include "tensor/build/build.h"

namespace cotangent::tensor_rules {

/// The function is associative up to rounding, and the start is neutral on both sides: f(start, x) = x = f(x, start).
/// Both are tried with some numbers, by the interpreter. False for starts that are no constants, functions that see
/// values around them, and more than one pair of numbers.
bool is_monoid(mlir::Region &function, mlir::Value start);

} // namespace cotangent::tensor_rules
