#pragma once

#include "tensor/vector_math/scalar.h"

/// exp, exp2, expm1 and logistic. With n = rint(x / ln 2) and r = x - n ln 2, |r| <= ln 2 / 2, they are 2^n times a
/// polynomial in r. The polynomials here and in the other headers are minimax fits (weighted least squares, reweighted
/// until the error is level, at 50 to 70 digits; the first coefficients rounded one after the other and the rest fitted
/// again); the comments give the interval, and the error where it matters, relative to the function.
namespace cotangent::vector_math {

/// (exp(r) - 1 - r) / r^2 on |r| <= 0.3467; Result is the type whose precision the result needs. The error is 2^-58
/// of exp for double; the one with `Relative` has 2^-60 of exp - 1. For float 2^-31 of exp - 1.
template <Float Result, bool Relative = false> COTANGENT_VECTOR_INLINE double exp_tail(double r) {
  if constexpr (std::same_as<Result, float>)
    return polynomial(r, 0x1.00000028883a3p-1, 0x1.55555574347c9p-3, 0x1.5554acb96f2ffp-5, 0x1.1110b0bf0966cp-7,
                      0x1.6d755a262be6ep-10, 0x1.a1715fcbbc4a5p-13);
  else if constexpr (Relative)
    return polynomial(r, 0x1p-1, 0x1.5555555555559p-3, 0x1.5555555555558p-5, 0x1.111111110f6a6p-7,
                      0x1.6c16c16c15016p-10, 0x1.a01a01afe8916p-13, 0x1.a01a01ad9f66ap-16, 0x1.71ddf84a930ecp-19,
                      0x1.27e4cb85c4952p-22, 0x1.af5ecf8d7c549p-26, 0x1.1f8d092e5ee64p-29);
  else
    return polynomial(r, 0x1.000000000000ap-1, 0x1.5555555555508p-3, 0x1.55555555506dp-5, 0x1.1111111124a1dp-7,
                      0x1.6c16c184719f3p-10, 0x1.a01a0139dd1e9p-13, 0x1.a019996dee6b3p-16, 0x1.71df04ce05513p-19,
                      0x1.28adefaccb255p-22, 0x1.adb05266dbb45p-26);
}

/// The same in float, 2^-28 of exp.
COTANGENT_VECTOR_INLINE float exp_tail(float r) {
  return polynomial(r, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558aep-5f, 0x1.123982p-7f, 0x1.6a4f28p-10f);
}

/// x = n ln 2 + high + low.
struct ExpReduction {
  double shifted; // n + rounding_shift
  double n, high, low;
};

/// For |x.high| < 1100. The first product is subtracted without rounding error.
COTANGENT_VECTOR_INLINE ExpReduction exp_reduce(Double2 x) {
  const double shifted = fma(x.high, log2e_high, rounding_shift<double>), n = shifted - rounding_shift<double>;
  const double first = fma(-n, ln2_high, x.high), second = fma(-n, ln2_low, x.low);
  const Double2 rest = fast_two_sum(first, second);
  return {shifted, n, rest.high, rest.low};
}

/// exp(high + low), |low| tiny, |high| < 1100.
COTANGENT_VECTOR_INLINE double exp_of_sum(Double2 x) {
  const ExpReduction reduced = exp_reduce(x);
  const double r = reduced.high;
  return scale(1.0 + (r + fma(r * r, exp_tail<double>(r), reduced.low)), reduced.shifted);
}

/// exp x for |x| <= 690 with an error of 2^-31.
COTANGENT_VECTOR_INLINE double exp_for_float(double x) {
  const double shifted = fma(x, log2e_high, rounding_shift<double>), n = shifted - rounding_shift<double>;
  const double r = fma(-n, ln2_high, x);
  return scale_within_normal(fma(r, fma(r, exp_tail<float>(r), 1.0), 1.0), shifted);
}

COTANGENT_VECTOR_INLINE double exp(double argument) {
  const double x = clamp(argument, -746.0, 710.0);
  const double shifted = fma(x, log2e_high, rounding_shift<double>), n = shifted - rounding_shift<double>;
  const double r = fma(-n, ln2_low, fma(-n, ln2_high, x));
  return scale(1.0 + fma(r * r, exp_tail<double>(r), r), shifted);
}

COTANGENT_VECTOR_INLINE float exp(float argument) {
  const float x = clamp(argument, -104.0f, 89.0f);
  const float shifted = fma(x, 0x1.715476p0f, rounding_shift<float>), n = shifted - rounding_shift<float>;
  const float r = fma(-n, -0x1.05c61p-29f, fma(-n, 0x1.62e43p-1f, x));
  return scale(1.0f + fma(r * r, exp_tail(r), r), shifted);
}

COTANGENT_VECTOR_INLINE double exp2(double argument) {
  const double x = clamp(argument, -1080.0, 1025.0);
  const double shifted = x + rounding_shift<double>, rest = x - (shifted - rounding_shift<double>);
  const double r = rest * ln2_high, low = fma(rest, ln2_low, fma(rest, ln2_high, -r));
  return scale(1.0 + (r + fma(r * r, exp_tail<double>(r), low)), shifted);
}

COTANGENT_VECTOR_INLINE float exp2(float argument) {
  const float x = clamp(argument, -152.0f, 129.0f);
  const float shifted = x + rounding_shift<float>, rest = x - (shifted - rounding_shift<float>);
  const float r = rest * 0x1.62e43p-1f, low = fma(rest, -0x1.05c61p-29f, fma(rest, 0x1.62e43p-1f, -r));
  return scale(1.0f + (r + fma(r * r, exp_tail(r), low)), shifted);
}

/// exp(x) - 1 = 2^n ((1 - 2^-n) + (exp(r) - 1)), -40 <= x <= 710: the second factor as a sum, 2^-n (0 where it cannot
/// matter) and n + rounding_shift.
struct ExpMinusOne {
  Double2 value;
  double inverse_power, shifted;
};

COTANGENT_VECTOR_INLINE ExpMinusOne expm1_parts(double x) {
  const ExpReduction reduced = exp_reduce({x, 0.0});
  const double r = reduced.high;
  const double power = from_bits((uint64_t{1023} - bits(reduced.shifted)) << 52);
  const double inverse_power = reduced.n > 1000.0 ? 0.0 : power;
  const Double2 sum = fast_two_sum(1.0 - inverse_power, r);
  const double tail = fma(r * r, exp_tail<double, true>(r), fma(r, reduced.low, reduced.low));
  return {{sum.high, sum.low + tail}, inverse_power, reduced.shifted};
}

COTANGENT_VECTOR_INLINE double expm1(double x) {
  const ExpMinusOne parts = expm1_parts(clamp(x, -40.0, 710.0));
  return copy_sign(scale(parts.value.high + parts.value.low, parts.shifted), x);
}

/// 2^n (exp(r) - 1) + (2^n - 1).
COTANGENT_VECTOR_INLINE float expm1(float argument) {
  const double x = clamp(double(argument), -40.0, 100.0);
  const double shifted = fma(x, log2e_high, rounding_shift<double>), n = shifted - rounding_shift<double>;
  const double r = fma(-n, ln2_high, x), power = scale_within_normal(1.0, shifted);
  return copy_sign(float(fma(power, fma(r * r, exp_tail<float>(r), r), power - 1.0)), argument);
}

/// 1 / (1 + exp(-x)), relatively accurate also where it is small.
COTANGENT_VECTOR_INLINE double logistic(double x) {
  const double decayed = exp_of_sum({clamp(-absolute(x), -746.0, 0.0), 0.0});
  // The quotient less the effect of the rounding error of the sum.
  const Double2 sum = fast_two_sum(1.0, decayed);
  const double quotient = (x < 0 ? decayed : 1.0) / sum.high;
  return fma(-quotient, sum.low, quotient);
}
COTANGENT_VECTOR_INLINE float logistic(float x) {
  const float decayed = exp(-absolute(x)), sum = 1.0f + decayed, low = decayed - (sum - 1.0f);
  const float quotient = (x < 0 ? decayed : 1.0f) / sum;
  return fma(-quotient, low, quotient);
}

} // namespace cotangent::vector_math
