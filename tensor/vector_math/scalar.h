#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

/// Every function of this folder is inlined without exception: in the loops that the code generator writes, a call that
/// is left over would keep the loop from becoming vector code.
#define COTANGENT_VECTOR_INLINE [[gnu::always_inline]] inline

/// What the elementary functions are made of: bit patterns, fused multiply-add, polynomials, and sums and products with
/// their rounding errors. All of it is free of branches, loops and calls, and correct only under strict IEEE
/// arithmetic with rounding to nearest (no fast-math, no contraction).
namespace cotangent::vector_math {

template <typename Real>
concept Float = std::same_as<Real, float> || std::same_as<Real, double>;

template <Float Real> inline constexpr Real infinity = std::numeric_limits<Real>::infinity();
template <Float Real> inline constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();

COTANGENT_VECTOR_INLINE uint32_t bits(float value) { return __builtin_bit_cast(uint32_t, value); }
COTANGENT_VECTOR_INLINE uint64_t bits(double value) { return __builtin_bit_cast(uint64_t, value); }
COTANGENT_VECTOR_INLINE float from_bits(uint32_t pattern) { return __builtin_bit_cast(float, pattern); }
COTANGENT_VECTOR_INLINE double from_bits(uint64_t pattern) { return __builtin_bit_cast(double, pattern); }

COTANGENT_VECTOR_INLINE float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
COTANGENT_VECTOR_INLINE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
COTANGENT_VECTOR_INLINE float absolute(float x) { return __builtin_fabsf(x); }
COTANGENT_VECTOR_INLINE double absolute(double x) { return __builtin_fabs(x); }
COTANGENT_VECTOR_INLINE float copy_sign(float x, float sign) { return __builtin_copysignf(x, sign); }
COTANGENT_VECTOR_INLINE double copy_sign(double x, double sign) { return __builtin_copysign(x, sign); }
COTANGENT_VECTOR_INLINE float square_root(float x) { return __builtin_sqrtf(x); }
COTANGENT_VECTOR_INLINE double square_root(double x) { return __builtin_sqrt(x); }
COTANGENT_VECTOR_INLINE float truncate(float x) { return __builtin_truncf(x); }
COTANGENT_VECTOR_INLINE double truncate(double x) { return __builtin_trunc(x); }

/// condition ? yes : no of two values that are both computed, so that no branch arises.
template <Float Real> COTANGENT_VECTOR_INLINE Real select(bool condition, Real yes, Real no) {
  return condition ? yes : no;
}

/// x limited to [low, high]; NaN stays NaN.
template <Float Real> COTANGENT_VECTOR_INLINE Real clamp(Real x, Real low, Real high) {
  const Real above = x < low ? low : x;
  return above > high ? high : above;
}

/// c0 + x * (c1 + x * (c2 + ...)), each step one fused multiply-add. (Two chains, of the even and of the odd powers,
/// are no faster in a loop over an array: other elements fill the time in which one waits.)
template <Float Real> COTANGENT_VECTOR_INLINE Real polynomial(Real, Real last) { return last; }
template <Float Real, std::same_as<Real>... Rest>
COTANGENT_VECTOR_INLINE Real polynomial(Real x, Real first, Real second, Rest... rest) {
  return fma(polynomial(x, second, rest...), x, first);
}

/// 1.5 * 2^(digits - 1): adding it to a number of small magnitude rounds that number to an integer, to even in the
/// middle, and leaves the integer in the low bits of the pattern, as two's complement.
template <Float Real>
inline constexpr Real rounding_shift = std::same_as<Real, float> ? Real(0x1.8p23) : Real(0x1.8p52);
template <Float Real> inline constexpr int mantissa_bits = std::numeric_limits<Real>::digits - 1;

/// value * 2^n, where `shifted` is n + rounding_shift and |n| is at most twice the largest exponent. One of the two
/// factors is exact, so a subnormal result is rounded once.
template <Float Real> COTANGENT_VECTOR_INLINE Real scale(Real value, Real shifted) {
  const auto one = bits(Real(1));
  const auto whole = bits(shifted), half = whole >> 1;
  const Real first = from_bits((half << mantissa_bits<Real>)+one);
  const Real second = from_bits(((whole - half) << mantissa_bits<Real>)+one);
  return value * first * second;
}

/// The same for |n| <= 1000, in one multiplication.
COTANGENT_VECTOR_INLINE double scale_within_normal(double value, double shifted) {
  return value * from_bits((bits(shifted) + 1023) << 52);
}

/// scale for double; where the result becomes a float, scale_within_normal suffices.
template <Float Result> COTANGENT_VECTOR_INLINE double scale_to(double value, double shifted) {
  if constexpr (std::same_as<Result, float>)
    return scale_within_normal(value, shifted);
  else
    return scale(value, shifted);
}

/// A number as the unevaluated sum high + low.
struct Double2 {
  double high, low;
};

/// x + y with its rounding error (Knuth).
COTANGENT_VECTOR_INLINE Double2 two_sum(double x, double y) {
  const double sum = x + y, second = sum - x;
  return {sum, (x - (sum - second)) + (y - second)};
}

/// x + y with its rounding error, where |x| >= |y| or x = 0 (Dekker).
COTANGENT_VECTOR_INLINE Double2 fast_two_sum(double x, double y) {
  const double sum = x + y;
  return {sum, y - (sum - x)};
}

/// x * y with its rounding error.
COTANGENT_VECTOR_INLINE Double2 two_product(double x, double y) {
  const double product = x * y;
  return {product, fma(x, y, -product)};
}

COTANGENT_VECTOR_INLINE Double2 operator*(Double2 x, Double2 y) {
  const Double2 product = two_product(x.high, y.high);
  return {product.high, fma(x.high, y.low, fma(x.low, y.high, product.low))};
}

/// x / y to about 100 bits.
COTANGENT_VECTOR_INLINE Double2 operator/(Double2 x, Double2 y) {
  const double reciprocal = 1.0 / y.high, quotient = x.high * reciprocal;
  const double remainder = fma(-quotient, y.low, fma(-quotient, y.high, x.high) + x.low);
  return {quotient, remainder * reciprocal};
}

/// sqrt(x) to about 100 bits; x > 0.
COTANGENT_VECTOR_INLINE Double2 square_root(Double2 x) {
  const double root = square_root(x.high);
  return {root, (fma(-root, root, x.high) + x.low) / (2 * root)};
}

/// ln 2 = ln2_high + ln2_low to 107 bits.
inline constexpr double ln2_high = 0x1.62e42fefa39efp-1, ln2_low = 0x1.abc9e3b39803fp-56;
/// log2 e = log2e_high + log2e_low.
inline constexpr double log2e_high = 0x1.71547652b82fep0, log2e_low = 0x1.777d0ffda0d24p-56;

} // namespace cotangent::vector_math
