#pragma once

#include "tensor/vector_math/scalar.h"

/// log, log2 and log1p. A positive x is 2^k m with m in [sqrt(1/2), sqrt(2)); with f = m - 1 and s = f / (2 + f),
/// log m = log((1 + s) / (1 - s)) = 2 s + s z L(z), z = s^2.
namespace cotangent::vector_math {

/// x = 2^exponent * mantissa, mantissa in [sqrt(1/2), sqrt(2)).
template <Float Real> struct Decomposition {
  Real mantissa, exponent;
};

/// For 2^-1022 <= x < infinity; `bias` is 1023 + 2^52, or more to lower the exponent.
COTANGENT_VECTOR_INLINE Decomposition<double> decompose_normal(double x, double bias = 0x1p52 + 1023.0) {
  constexpr uint64_t root_half = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000;
  const uint64_t moved = bits(x) + (one - root_half);
  // The biased exponent becomes a double by way of the low bits of 2^52.
  return {from_bits((moved & 0x000fffffffffffff) + root_half), from_bits((moved >> 52) | bits(0x1p52)) - bias};
}

/// For 0 < x < infinity, subnormal numbers included; other x give numbers without meaning.
COTANGENT_VECTOR_INLINE Decomposition<double> decompose(double x) {
  const bool subnormal = x < 0x1p-1022;
  return decompose_normal(subnormal ? x * 0x1p54 : x, subnormal ? 0x1p52 + 1077.0 : 0x1p52 + 1023.0);
}

COTANGENT_VECTOR_INLINE Decomposition<float> decompose(float x) {
  const bool subnormal = x < 0x1p-126f;
  const float normal = subnormal ? x * 0x1p25f : x;
  constexpr uint32_t root_half = 0x3f3504f3, one = 0x3f800000;
  const uint32_t moved = bits(normal) + (one - root_half);
  const int32_t bias = subnormal ? 152 : 127;
  return {from_bits((moved & 0x007fffff) + root_half), float(int32_t(moved >> 23) - bias)};
}

/// L(z) = 2/3 + 2/5 z + ... on 0 <= z <= 0.0295; the error is 2^-59 of the logarithm for double, 2^-37 for float.
template <Float Result> COTANGENT_VECTOR_INLINE double log_series(double z) {
  if constexpr (std::same_as<Result, float>)
    return polynomial(z, 0x1.555554fcddde2p-1, 0x1.999a7bf66ed35p-2, 0x1.24387753cadc8p-2, 0x1.e30580079a17dp-3);
  else
    return polynomial(z, 0x1.5555555555593p-1, 0x1.999999997f9dcp-2, 0x1.249249422d629p-2, 0x1.c71c51d40121dp-3,
                      0x1.74664ab926b68p-3, 0x1.39a07450fccb9p-3, 0x1.2f130d526822fp-3);
}

/// (log(1 + f) - f + f^2 / 2) / f^3 on the mantissas less one; 2^-30 of the logarithm.
COTANGENT_VECTOR_INLINE float log_series(float f) {
  return polynomial(f, 0x1.555548p-2f, -0x1.000008p-2f, 0x1.99a47ap-3f, -0x1.555b9p-3f, 0x1.233ab4p-3f, -0x1.fc3cf8p-4f,
                    0x1.e6e0c2p-4f, -0x1.dda494p-4f, 0x1.13c3acp-4f);
}

/// The values at the ends of the domain: log 0 = -inf, log inf = inf, NaN below zero.
template <Float Real> COTANGENT_VECTOR_INLINE Real log_ends(Real x, Real result) {
  const Real upper = x < infinity<Real> ? result : x; // also NaN
  const Real lower = x < 0 ? not_a_number<Real> : -infinity<Real>;
  return x <= 0 ? lower : upper;
}

/// log(2^doublings (u.high + u.low)) for 0 < u.high < infinity and |u.low| at most half a unit in the last place of
/// u.high. Accurate relative to the logarithm also near 1.
COTANGENT_VECTOR_INLINE double log_of_sum(Double2 u, double doublings = 0.0) {
  const auto [mantissa, exponent] = decompose(u.high);
  const double low_scale = from_bits((uint64_t{1023} - bits(exponent + rounding_shift<double>)) << 52); // 2^-exponent
  const double k = exponent + doublings;
  const double low = u.high > 0x1p1000 ? 0.0 : u.low * low_scale;
  const Double2 f = fast_two_sum(mantissa - 1.0, low);
  const double s = f.high / (2.0 + f.high), z = s * s, half_square = 0.5 * f.high * f.high;
  const double series = z * log_series<double>(z), rest = fma(-2.0 * s, f.low, f.low);
  const double small = fma(s, half_square + series, fma(k, ln2_low, rest));
  return fma(k, ln2_high, f.high - (half_square - small));
}

COTANGENT_VECTOR_INLINE double log(double x) {
  const auto [mantissa, k] = decompose(x);
  const double f = mantissa - 1.0, s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
  const double small = fma(s, fma(z, log_series<double>(z), half_square), k * ln2_low);
  return log_ends(x, fma(k, ln2_high, f - (half_square - small)));
}

COTANGENT_VECTOR_INLINE float log(float x) {
  const auto [mantissa, k] = decompose(x);
  const float f = mantissa - 1.0f;
  const float rest = fma(k, -0x1.05c61p-29f, f * f * fma(f, log_series(f), -0.5f));
  return log_ends(x, fma(k, 0x1.62e43p-1f, f + rest));
}

COTANGENT_VECTOR_INLINE double log2(double x) {
  const auto [mantissa, k] = decompose(x);
  const double f = mantissa - 1.0, s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
  // log m = high + low, then times log2 e in two parts.
  const double high = f - half_square;
  const double low = ((f - high) - half_square) + s * fma(z, log_series<double>(z), half_square);
  const Double2 product = two_product(high, log2e_high), sum = fast_two_sum(k, product.high);
  return log_ends(x, sum.high + (sum.low + fma(low, log2e_high, fma(high, log2e_low, product.low))));
}

COTANGENT_VECTOR_INLINE float log2(float x) {
  const auto [mantissa, k] = decompose(x);
  constexpr float log2e = 0x1.715476p0f, log2e_rest = 0x1.4ae0cp-26f;
  const float f = mantissa - 1.0f, half_square = 0.5f * f * f, high = f - half_square;
  const float low = ((f - high) - half_square) + f * f * f * log_series(f);
  const float product = high * log2e, sum = k + product;
  const float rest = (product - (sum - k)) + fma(low, log2e, fma(high, log2e_rest, fma(high, log2e, -product)));
  return log_ends(x, sum + rest);
}

/// The values at the ends of the domain of log1p.
template <Float Real> COTANGENT_VECTOR_INLINE Real log1p_ends(Real x, Real result) {
  const Real upper = x < infinity<Real> ? result : x;
  const Real lower = x < -1 ? not_a_number<Real> : -infinity<Real>;
  return x <= -1 ? lower : upper;
}

COTANGENT_VECTOR_INLINE double log1p(double x) { return log1p_ends(x, copy_sign(log_of_sum(two_sum(1.0, x)), x)); }

/// log x for 0 < x < infinity with an error of 2^-37.
COTANGENT_VECTOR_INLINE double log_for_float(double x) {
  const auto [mantissa, k] = decompose_normal(x);
  const double f = mantissa - 1.0, s = f / (2.0 + f), z = s * s;
  return fma(k, ln2_high, s * fma(z, log_series<float>(z), 2.0));
}

/// log(1 + x) for -1 < x < 2^300 with an error of 2^-37; |x| is zero or at least 2^-300.
COTANGENT_VECTOR_INLINE double log1p_for_float(double x) {
  const Double2 u = two_sum(1.0, x);
  const auto [mantissa, k] = decompose_normal(u.high);
  const double f = fma(u.low, from_bits((uint64_t{1023} - bits(k + rounding_shift<double>)) << 52), mantissa - 1.0);
  const double s = f / (2.0 + f), z = s * s;
  return fma(k, ln2_high, s * fma(z, log_series<float>(z), 2.0));
}

COTANGENT_VECTOR_INLINE float log1p(float x) { return log1p_ends(x, copy_sign(float(log1p_for_float(double(x))), x)); }

} // namespace cotangent::vector_math
