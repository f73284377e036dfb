// The words a formula may use. A reader is a class type V (with an integer type I and a condition type C) that defines
// them in its own namespace, so that argument-dependent lookup finds them; a formula never names a namespace.
//
//   V      a floating-point value: input, result or intermediate
//   I      an integer input (exponent or order); may be V itself if the reader has only one type
//   C      the outcome of a comparison
//
//   + - * /  and unary -                                   on V
//   constant(like, c)            V   the constant c (a long double) in the type of `like`
//   less(a, b) less_equal(a, b) equal(a, b)   C   ordered: false if an operand is NaN
//   is_nan(a)                    C
//   both(c, d) either(c, d) negate(c)         C   and, or, not; no short cut, both sides are evaluated
//   select(c, a, b)              V   a if c, else b; both sides are evaluated
//   sin cos sinh cosh exp log sqrt rint fabs j0 j1 y0 y1   V of V, as in libm
//   pow copysign hypot                                     V of (V, V), as in libm
//   digamma(x)                   V   derivative of lgamma
//   integer_constant(like, n)    I   the integer n, of the type the integer arguments below want
//   offset(i, n)                 I   i + n, n a long
//   to_real(like, i)             V   i converted to the type of `like`
//   ldexp(x, i) powi(x, i)       V   x * 2^i, x^i
//   jn(i, x) yn(i, x)            V   Bessel functions of integer order
//   polygamma(i, x)              V   i-th derivative of digamma
//
// Formulas guard a singular point by choosing a harmless *operand* (select(is_zero, 1, x)) rather than a harmless
// result: what is evaluated on the side not taken is then finite, and so are its derivatives when the formula itself is
// differentiated.
#pragma once

#include <concepts>

namespace cotangent::rules {

template <class V, class I, class C>
concept ScalarValue = requires(V a, V b, I i, C c) {
  { a + b } -> std::same_as<V>;
  { a - b } -> std::same_as<V>;
  { a * b } -> std::same_as<V>;
  { a / b } -> std::same_as<V>;
  { -a } -> std::same_as<V>;
  { constant(a, 1.0L) } -> std::same_as<V>;
  { less(a, b) } -> std::same_as<C>;
  { less_equal(a, b) } -> std::same_as<C>;
  { equal(a, b) } -> std::same_as<C>;
  { is_nan(a) } -> std::same_as<C>;
  { both(c, c) } -> std::same_as<C>;
  { either(c, c) } -> std::same_as<C>;
  { negate(c) } -> std::same_as<C>;
  { select(c, a, b) } -> std::same_as<V>;
  { sin(a) } -> std::same_as<V>;
  { cos(a) } -> std::same_as<V>;
  { sinh(a) } -> std::same_as<V>;
  { cosh(a) } -> std::same_as<V>;
  { exp(a) } -> std::same_as<V>;
  { log(a) } -> std::same_as<V>;
  { sqrt(a) } -> std::same_as<V>;
  { rint(a) } -> std::same_as<V>;
  { fabs(a) } -> std::same_as<V>;
  { j0(a) } -> std::same_as<V>;
  { j1(a) } -> std::same_as<V>;
  { y0(a) } -> std::same_as<V>;
  { y1(a) } -> std::same_as<V>;
  { pow(a, b) } -> std::same_as<V>;
  { copysign(a, b) } -> std::same_as<V>;
  { hypot(a, b) } -> std::same_as<V>;
  { digamma(a) } -> std::same_as<V>;
  { integer_constant(a, 1L) } -> std::same_as<I>;
  { offset(i, 1L) } -> std::same_as<I>;
  { to_real(a, i) } -> std::same_as<V>;
  { ldexp(a, i) } -> std::same_as<V>;
  { powi(a, i) } -> std::same_as<V>;
  { jn(i, a) } -> std::same_as<V>;
  { yn(i, a) } -> std::same_as<V>;
  { polygamma(i, a) } -> std::same_as<V>;
};

// Shared pieces of formulas, in the same vocabulary.
template <class V> auto is_zero(V x) { return equal(x, constant(x, 0)); }

// x, or 1 where x is zero: a denominator that never divides by zero.
template <class V> V nonzero(V x) { return select(is_zero(x), constant(x, 1), x); }

// -1, 0 or 1. NaN counts by its sign bit.
template <class V> V sign(V x) { return select(is_zero(x), constant(x, 0), copysign(constant(x, 1), x)); }

} // namespace cotangent::rules
