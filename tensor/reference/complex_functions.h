// Functions of complex numbers, in the arithmetic that the elementwise operations compute in.
#pragma once

#include "tensor/reference/wide.h"

/// Each part of a result is accurate by itself to some units of the last place of f64, for operands that are f64
/// numbers.
namespace cotangent::reference::wide {

inline bool is_infinite(const WideComplex &number) { return std::isinf(number.real()) || std::isinf(number.imag()); }
/// i times the conjugate: leads from a circular function to its hyperbolic one and back.
inline WideComplex swapped(const WideComplex &number) { return {number.imag(), number.real()}; }

WideComplex acos(const WideComplex &operand);
WideComplex acosh(const WideComplex &operand);
WideComplex asin(const WideComplex &operand);
WideComplex asinh(const WideComplex &operand);
WideComplex atan(const WideComplex &operand);
WideComplex atan2(const WideComplex &lhs, const WideComplex &rhs);
WideComplex atanh(const WideComplex &operand);
WideComplex cbrt(const WideComplex &operand);
WideComplex cosh(const WideComplex &operand);
WideComplex cosine(const WideComplex &operand);
WideComplex divide(const WideComplex &lhs, const WideComplex &rhs);
WideComplex exponential(const WideComplex &operand);
WideComplex exponential_minus_one(const WideComplex &operand);
WideComplex log(const WideComplex &operand);
WideComplex log_plus_one(const WideComplex &operand);
WideComplex logistic(const WideComplex &operand);
WideComplex multiply(const WideComplex &lhs, const WideComplex &rhs);
WideComplex power(const WideComplex &lhs, const WideComplex &rhs);
WideComplex rsqrt(const WideComplex &operand);
WideComplex sine(const WideComplex &operand);
WideComplex sinh(const WideComplex &operand);
WideComplex sqrt(const WideComplex &operand);
WideComplex square(const WideComplex &operand);
WideComplex tan(const WideComplex &operand);
WideComplex tanh(const WideComplex &operand);

Wide logistic(Wide operand);

} // namespace cotangent::reference::wide
