#pragma once

#include "tensor/vector_math/scalar.h"

/// asin, acos, atan and atan2.
namespace cotangent::vector_math {

/// pi/2 in two parts.
inline constexpr Double2 quarter_turn{0x1.921fb54442d18p0, 0x1.1a62633145c07p-54};

/// (asin(sqrt z) / sqrt z - 1) / z on 0 <= z <= 1/4; 2^-59 of asin for double, 2^-31 for float.
template <Float Result> COTANGENT_VECTOR_INLINE double asin_series(double z) {
  if constexpr (std::same_as<Result, float>)
    return polynomial(z, 0x1.55554c301bda6p-3, 0x1.333891a6857bdp-4, 0x1.6cabc69b9723dp-5, 0x1.04aa5717b5768p-5,
                      0x1.d7b2ca56450bbp-7, 0x1.33d326010b162p-5);
  else
    return polynomial(z, 0x1.5555555555578p-3, 0x1.333333332df21p-4, 0x1.6db6db722a9e4p-5, 0x1.f1c71a8bf4f56p-6,
                      0x1.6e8bdfdbec0f1p-6, 0x1.1c49decc681f3p-6, 0x1.ca213098f0fc7p-7, 0x1.75783221780dfp-7,
                      0x1.61870f6f9adcbp-7, 0x1.e1933cccc5c9fp-9, 0x1.64f0e0b87a4a3p-6, -0x1.59de32f435e69p-6,
                      0x1.0bdcca06ae345p-5);
}

/// (atan(sqrt z) / sqrt z - 1) / z on 0 <= z <= tan(pi/8)^2; 2^-59 of atan for double, 2^-30 for float.
template <Float Result> COTANGENT_VECTOR_INLINE double atan_series(double z) {
  if constexpr (std::same_as<Result, float>)
    return polynomial(z, -0x1.555549408531bp-2, 0x1.99919e79865a2p-3, -0x1.23b58d8fe66c3p-3, 0x1.b1efd2e2ed817p-4,
                      -0x1.f1f4ccde41076p-5);
  else
    return polynomial(z, -0x1.555555555553dp-2, 0x1.9999999995858p-3, -0x1.24924922ac674p-3, 0x1.c71c70e579f99p-4,
                      -0x1.745cf8c614368p-4, 0x1.3b11173324f18p-4, -0x1.10eb9ec69b19p-4, 0x1.df0da4db97649p-5,
                      -0x1.9cca75d88bc86p-5, 0x1.37be9942e532dp-5, -0x1.2533b943d5b07p-6);
}

/// asin of min(|x|, sqrt((1 - |x|) / 2)), the second where |x| > 1/2: asin |x| = pi/2 - 2 asin(sqrt((1 - |x|) / 2)).
/// `root` is the argument, `rest` the asin less root.
struct AsinParts {
  bool far;
  double root, rest;
};

template <Float Result> COTANGENT_VECTOR_INLINE AsinParts asin_parts(double x) {
  const double magnitude = absolute(x), half = fma(-0.5, magnitude, 0.5);
  const bool far = magnitude > 0.5;
  const double square = far ? half : x * x, root = far ? square_root(half) : magnitude;
  const double error = fma(-root, root, half) / (root + root);
  const double low = far && half > 0 ? error : 0.0;
  return {far, root, fma(root * square, asin_series<Result>(square), low)};
}

template <Float Result> COTANGENT_VECTOR_INLINE double asin_to(double x) {
  const AsinParts parts = asin_parts<Result>(x);
  const double near = parts.root + parts.rest;
  const Double2 difference = fast_two_sum(quarter_turn.high, -2.0 * parts.root);
  const double far = difference.high + (difference.low + fma(-2.0, parts.rest, quarter_turn.low));
  return copy_sign(parts.far ? far : near, x);
}

/// acos x = pi/2 - asin x, or 2 asin(sqrt((1 - x) / 2)) for x > 1/2, or pi - 2 asin(sqrt((1 + x) / 2)) for x < -1/2.
template <Float Result> COTANGENT_VECTOR_INLINE double acos_to(double x) {
  const AsinParts parts = asin_parts<Result>(x);
  const bool negative = x < 0;
  const double multiple = parts.far ? (negative ? 2.0 : 0.0) : 1.0;
  const double factor = parts.far ? (negative ? -2.0 : 2.0) : (negative ? 1.0 : -1.0);
  const Double2 sum = fast_two_sum(multiple * quarter_turn.high, factor * parts.root);
  return sum.high + (sum.low + fma(factor, parts.rest, multiple * quarter_turn.low));
}

/// atan(over / under) for over, under >= 0, not both zero and not both infinite.
template <Float Result> COTANGENT_VECTOR_INLINE double atan_of_quotient(double over, double under) {
  constexpr double tan_pi_8 = 0x1.a827999fcef32p-2, tan_3_pi_8 = 0x1.3504f333f9de6p1;
  // atan q = pi/4 + atan((over - under) / (over + under)) = pi/2 + atan(-under / over).
  const bool middle = over > tan_pi_8 * under, last = over > tan_3_pi_8 * under;
  const Double2 difference = two_sum(over, -under), sum = two_sum(over, under);
  const Double2 numerator{last ? -under : (middle ? difference.high : over), middle && !last ? difference.low : 0.0};
  const Double2 denominator{last ? over : (middle ? sum.high : under), middle && !last ? sum.low : 0.0};
  const double quarters = last ? 1.0 : (middle ? 0.5 : 0.0);
  if constexpr (std::same_as<Result, float>) {
    const double t = numerator.high / denominator.high, square = t * t;
    return fma(quarters, quarter_turn.high, fma(t * square, atan_series<float>(square), t));
  } else {
    const double t = numerator.high / denominator.high, square = t * t;
    const double residue = fma(-t, denominator.low, fma(-t, denominator.high, numerator.high) + numerator.low);
    const double low = residue / denominator.high;
    const Double2 result = fast_two_sum(quarters * quarter_turn.high, t);
    const double rest = fma(t * square, atan_series<double>(square), fma(-square, low, low));
    return result.high + (result.low + fma(quarters, quarter_turn.low, rest));
  }
}

template <Float Result> COTANGENT_VECTOR_INLINE double atan_to(double x) {
  // Beyond 2^60 the result is pi/2 to the last place.
  const double magnitude = absolute(x), limited = magnitude > 0x1p60 ? 0x1p60 : magnitude;
  return copy_sign(atan_of_quotient<Result>(limited, 1.0), x);
}

template <Float Result> COTANGENT_VECTOR_INLINE double atan2_to(double y, double x) {
  const double y_magnitude = absolute(y), x_magnitude = absolute(x);
  const double larger = y_magnitude > x_magnitude ? y_magnitude : x_magnitude;
  const double scaled = larger < 0x1p-800 ? 0x1p200 : 1.0, beyond = larger > 0x1p900 ? 0x1p-120 : scaled;
  const double factor = std::same_as<Result, float> ? 1.0 : beyond;
  // An infinite operand stands for 1 beside 0 or another 1; 0 / 0 is taken as 0 / 1.
  const bool x_infinite = x_magnitude == infinity<double>, y_infinite = y_magnitude == infinity<double>;
  const double finite_over = x_infinite ? 0.0 : y_magnitude * factor, over = y_infinite ? 1.0 : finite_over;
  const double finite_under = y_infinite ? 0.0 : x_magnitude * factor;
  const double under = x_infinite || larger == 0 ? 1.0 : finite_under;
  const bool left = bits(x) >> 63;
  const double near = atan_of_quotient<Result>(over, under);
  const Double2 opposite = fast_two_sum(2.0 * quarter_turn.high, -near);
  const double far = opposite.high + (opposite.low + 2.0 * quarter_turn.low);
  const double result = copy_sign(left ? far : near, y);
  return x != x ? x : (y != y ? y : result);
}

COTANGENT_VECTOR_INLINE double asin(double x) { return asin_to<double>(x); }
COTANGENT_VECTOR_INLINE double acos(double x) { return acos_to<double>(x); }
COTANGENT_VECTOR_INLINE double atan(double x) { return atan_to<double>(x); }
COTANGENT_VECTOR_INLINE double atan2(double y, double x) { return atan2_to<double>(y, x); }
COTANGENT_VECTOR_INLINE float asin(float x) { return float(asin_to<float>(double(x))); }
COTANGENT_VECTOR_INLINE float acos(float x) { return float(acos_to<float>(double(x))); }
COTANGENT_VECTOR_INLINE float atan(float x) { return float(atan_to<float>(double(x))); }
COTANGENT_VECTOR_INLINE float atan2(float y, float x) { return float(atan2_to<float>(double(y), double(x))); }

} // namespace cotangent::vector_math
