// The arithmetic that the elementwise functions compute in, wider than every element type.
#pragma once

#include "core/elements/element.h"

#include <bit>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>

namespace cotangent::reference {

/// On x86 11 bits more than f64, and an exponent range in which squares of f64 neither overflow nor vanish. Where the
/// compiler has no such type the last digits of f64 and the far ends of its range suffer.
using Wide = long double;
using WideComplex = std::complex<Wide>;

inline Wide not_a_number() { return std::numeric_limits<Wide>::quiet_NaN(); }
inline Wide infinity() { return std::numeric_limits<Wide>::infinity(); }

inline WideComplex wide_complex(const Element &element) {
  return {Wide{element.as_complex().real()}, Wide{element.as_complex().imag()}};
}

/// A double from which rounding to fewer bits gives the same as from the wide number: truncated, the last bit set if
/// something was cut off.
inline double sticky_double(Wide value) {
  const double nearest = static_cast<double>(value);
  if (static_cast<Wide>(nearest) == value || !std::isfinite(nearest))
    return nearest;
  const bool away = std::fabs(static_cast<Wide>(nearest)) > std::fabs(value);
  return std::bit_cast<double>((std::bit_cast<uint64_t>(nearest) - (away ? 1 : 0)) | 1);
}

/// Rounds once.
inline Element narrow(ElementType type, Wide value) {
  return Element::of_float(type, type == ElementType::F64 ? static_cast<double>(value) : sticky_double(value));
}
inline Element narrow(ElementType type, const WideComplex &value) {
  if (type == ElementType::C128)
    return Element::of_complex(type, {static_cast<double>(value.real()), static_cast<double>(value.imag())});
  return Element::of_complex(type, {sticky_double(value.real()), sticky_double(value.imag())});
}

/// A number as the sum of two, of about twice the digits: for sums in which most digits cancel.
struct Pair {
  Wide high = 0, low = 0;

  Pair() = default;
  Pair(Wide number) : high(number) {}
  Pair(Wide high, Wide low) : high(high), low(low) {}
  Wide sum() const { return high + low; }
  Pair operator-() const { return {-high, -low}; }
};

/// The sum and what its rounding lost.
inline Pair exact_sum(Wide lhs, Wide rhs) {
  const Wide sum = lhs + rhs, from_rhs = sum - lhs;
  return {sum, (lhs - (sum - from_rhs)) + (rhs - from_rhs)};
}
inline Pair exact_product(Wide lhs, Wide rhs) {
  const Wide product = lhs * rhs;
  return {product, std::fma(lhs, rhs, -product)};
}

Pair operator+(const Pair &lhs, const Pair &rhs);
Pair operator*(const Pair &lhs, const Pair &rhs);
Pair operator/(const Pair &lhs, const Pair &rhs);
inline Pair operator-(const Pair &lhs, const Pair &rhs) { return lhs + -rhs; }

struct ComplexPair {
  Pair real, imaginary;

  ComplexPair(const Pair &real, const Pair &imaginary = {}) : real(real), imaginary(imaginary) {}
  explicit ComplexPair(const WideComplex &number) : real(number.real()), imaginary(number.imag()) {}
  WideComplex sum() const { return {real.sum(), imaginary.sum()}; }
};

ComplexPair operator+(const ComplexPair &lhs, const ComplexPair &rhs);
ComplexPair operator*(const ComplexPair &lhs, const ComplexPair &rhs);
ComplexPair reciprocal(const ComplexPair &operand);
/// For operands below 1e4 in real part; every power of two in the operand costs a bit.
ComplexPair exponential_minus_one(const ComplexPair &operand);
ComplexPair exponential(const ComplexPair &operand);
/// Of finite numbers but zero.
ComplexPair logarithm(const WideComplex &operand);

/// Rounded as if there were no error on the way, of at most eight finite terms.
Wide accurate_sum(std::initializer_list<Wide> terms);
/// a b + c d of finite numbers, accurate even where the products cancel.
Wide sum_of_products(Wide a, Wide b, Wide c, Wide d);

} // namespace cotangent::reference
