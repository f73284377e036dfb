// The scalar meaning of every elementwise operation.
#pragma once

#include "core/elements/element.h"

#include <string_view>

namespace cotangent::reference {

// Operands have the types that the specification allows for the operation; two operands have the same type unless
// noted. Floating-point results are rounded once, to the type of the result. Numbers in the formats that lack an
// infinity or a NaN get what `Element::of_float` makes of them.

// Arithmetic. Integers wrap.
Element abs(const Element &operand);                 // the lowest signed integer stays; real for complex numbers
Element add(const Element &lhs, const Element &rhs); // Bool: or
Element ceil(const Element &operand);
/// Integers: truncates; by zero gives all ones; the lowest integer by -1 stays.
Element divide(const Element &lhs, const Element &rhs);
Element floor(const Element &operand);
Element mulhi(const Element &lhs, const Element &rhs);
Element multiply(const Element &lhs, const Element &rhs); // Bool: and
Element negate(const Element &operand);
/// Integers: by squaring. Negative exponents give 0, but for the bases 1 and -1. The zeroth power of all is 1.
Element power(const Element &lhs, const Element &rhs);
/// The sign of the dividend; by zero gives the dividend for integers, NaN otherwise. NaN for complex numbers, for which
/// the specification leaves it open.
Element remainder(const Element &lhs, const Element &rhs);
Element round_nearest_afz(const Element &operand);
Element round_nearest_even(const Element &operand);
Element sign(const Element &operand);
Element square(const Element &operand);
Element subtract(const Element &lhs, const Element &rhs); // Bool: exclusive or

// Bits. Amounts of shifts are unsigned; from the width on nothing is left but the sign of the arithmetic shift.
Element and_(const Element &lhs, const Element &rhs);
Element count_leading_zeros(const Element &operand);
Element not_(const Element &operand);
Element or_(const Element &lhs, const Element &rhs);
Element popcnt(const Element &operand);
Element shift_left(const Element &lhs, const Element &rhs);
Element shift_right_arithmetic(const Element &lhs, const Element &rhs);
Element shift_right_logical(const Element &lhs, const Element &rhs);
Element xor_(const Element &lhs, const Element &rhs);

// Comparison and choice.
enum class ComparisonDirection : uint8_t { EQ, NE, GE, GT, LE, LT };
/// NOTYPE is the natural one of the element type. SIGNED and UNSIGNED are: integers compare as their type says.
enum class ComparisonType : uint8_t { NOTYPE, FLOAT, TOTALORDER, SIGNED, UNSIGNED };
/// Complex numbers compare lexicographically. In the total order -NaN < -infinity < -0 < 0 < infinity < NaN, and only
/// the same bits are equal.
Element compare(const Element &lhs, const Element &rhs, ComparisonDirection direction,
                ComparisonType type = ComparisonType::NOTYPE);
/// NaN wins, and -0 < 0. Complex numbers lexicographically; one with a NaN part wins, the left one if both have.
Element maximum(const Element &lhs, const Element &rhs);
Element minimum(const Element &lhs, const Element &rhs);
/// minimum(maximum(operand, lowest), highest)
Element clamp(const Element &lowest, const Element &operand, const Element &highest);
Element select(const Element &predicate, const Element &on_true, const Element &on_false);
Element is_finite(const Element &operand);
Element is_inf(const Element &operand);
Element is_neg_inf(const Element &operand);
Element is_pos_inf(const Element &operand);

// Between types.
/// Integers wrap to narrower ones. From floating point to integers: truncates; too large saturates, NaN gives 0. To
/// Bool: whether not zero. From complex: the imaginary part is dropped first.
Element convert(const Element &operand, ElementType type);
Element bitcast(const Element &operand, ElementType type); // of the same width
/// Numbers below the normal ones of a narrower exponent become zero.
Element reduce_precision(const Element &operand, int exponent_bits, int mantissa_bits);
Element complex(const Element &real, const Element &imaginary);
Element conj(const Element &operand);
Element imag(const Element &operand);
Element real(const Element &operand);
Element next_after(const Element &from, const Element &towards); // in the format of the element

// Functions of real and complex numbers; the branch cuts and special points of complex ones are those of C, Annex G.
Element acos(const Element &operand);
Element acosh(const Element &operand);
Element asin(const Element &operand);
Element asinh(const Element &operand);
Element atan(const Element &operand);
Element atan2(const Element &lhs, const Element &rhs); // complex: -i log((rhs + i lhs) / sqrt(lhs² + rhs²))
Element atanh(const Element &operand);
Element cbrt(const Element &operand); // complex: the principal root
Element cosh(const Element &operand);
Element cosine(const Element &operand);
Element exponential(const Element &operand);
Element exponential_minus_one(const Element &operand);
Element log(const Element &operand);
Element log_plus_one(const Element &operand);
Element logistic(const Element &operand);
Element rsqrt(const Element &operand);
Element sine(const Element &operand);
Element sinh(const Element &operand);
Element sqrt(const Element &operand);
Element tan(const Element &operand);
Element tanh(const Element &operand);

// Functions of real numbers.
Element bessel_i1e(const Element &operand); // exp(-|x|) I1(x)
Element digamma(const Element &operand);    // NaN at the poles
Element erf(const Element &operand);
Element erf_inv(const Element &operand);
Element erfc(const Element &operand);
Element lgamma(const Element &operand); // log |gamma(x)|, infinity at the poles
/// NaN for orders that are negative or no integers, and at the poles. Order 0 is digamma.
Element polygamma(const Element &order, const Element &operand);
/// The sum over n >= 0 of (shift + n)^-exponent. Exponent 1 gives infinity, smaller ones NaN; so do negative shifts
/// with exponents that are no integers. The poles at integers <= 0: infinity.
Element zeta(const Element &exponent, const Element &shift);

using UnaryFunction = Element (*)(const Element &);
using BinaryFunction = Element (*)(const Element &, const Element &);

/// By the name of the operation, "stablehlo.add" or "chlo.erf"; null for others. Operations that need more than their
/// operands (compare, convert, bitcast_convert, reduce_precision) or three of them (clamp, select) are not here.
UnaryFunction unary_function(std::string_view name);
BinaryFunction binary_function(std::string_view name);

} // namespace cotangent::reference
