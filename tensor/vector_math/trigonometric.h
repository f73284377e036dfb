#pragma once

#include "tensor/vector_math/scalar.h"

/// sin, cos and tan. The argument is n pi/2 + r with |r| <= pi/4 (f32: n pi + r, in double), where the product n pi/2
/// is subtracted in parts. That is exact enough for |x| up to `near_bound`; the functions named `_any` take every
/// argument, with a branch to the reduction of Payne and Hanek (M. Payne, R. Hanek, "Radian reduction for
/// trigonometric functions", 1983).
namespace cotangent::vector_math {

/// The largest magnitude of an argument of sin, cos and tan (without `_any`) for which their accuracy is stated.
template <Float Real> inline constexpr double near_bound = std::same_as<Real, float> ? 0x1p40 : 0x1p30;

/// pi/2 = half_pi[0] + half_pi[1] + half_pi[2] to 160 bits.
inline constexpr double half_pi[] = {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};
inline constexpr double two_over_pi = 0x1.45f306dc9c883p-1, one_over_pi = 0x1.45f306dc9c883p-2;

/// A number as quadrant * pi/2 + rest; of quadrant only the two low bits count.
struct QuadrantReduction {
  uint64_t quadrant;
  Double2 rest;
};

/// For |x| <= near_bound<double>; infinities and NaN give a NaN rest. The first product is subtracted without error,
/// since the difference is a multiple of 2^-53 below 1.
COTANGENT_VECTOR_INLINE QuadrantReduction reduce_near(double x) {
  const double shifted = fma(x, two_over_pi, rounding_shift<double>), n = shifted - rounding_shift<double>;
  const double first = fma(-n, half_pi[0], x);
  const Double2 second = two_product(n, half_pi[1]), rest = two_sum(first, -second.high);
  return {bits(shifted), {rest.high, fma(-n, half_pi[2], rest.low - second.low)}};
}

/// The same for arguments of float functions, |x| <= near_bound<float>.
COTANGENT_VECTOR_INLINE QuadrantReduction reduce_for_float(double x) {
  const double shifted = fma(x, two_over_pi, rounding_shift<double>), n = shifted - rounding_shift<double>;
  return {bits(shifted), {fma(-n, half_pi[1], fma(-n, half_pi[0], x)), 0.0}};
}

/// For every finite x >= 1. Takes 192 bits of 2/pi from the first one whose product with x is no multiple of 4.
[[gnu::noinline]] inline QuadrantReduction reduce_huge(double x) {
  // 64 zeros, then the bits of 2/pi behind the point.
  static constexpr uint64_t digits[] = {0,
                                        0xa2f9836e4e441529,
                                        0xfc2757d1f534ddc0,
                                        0xdb6295993c439041,
                                        0xfe5163abdebbc561,
                                        0xb7246e3a424dd2e0,
                                        0x06492eea09d1921c,
                                        0xfe1deb1cb129a73e,
                                        0xe88235f52ebb4484,
                                        0xe99c7026b45f7e41,
                                        0x3991d639835339f4,
                                        0x9c845f8bbdf9283b,
                                        0x1ff897ffde05980f,
                                        0xef2f118b5a0a6d1f,
                                        0x6d367ecf27cb09b7,
                                        0x4f463f669e5fea2d,
                                        0x7527bac7ebe5f17b,
                                        0x3d0739f78a5292ea,
                                        0x6bfb5fb11f8d5d08,
                                        0x56033046fc7b6bab,
                                        0xf0cfbc209af4361d};
  using Wide = unsigned __int128;
  const uint64_t pattern = bits(absolute(x));
  const uint64_t mantissa = (pattern & 0x000fffffffffffff) | 0x0010000000000000;
  const int first = int(pattern >> 52) - 1075 + 62; // x = mantissa * 2^(first - 62)
  const uint64_t *word = digits + first / 64;
  const int shift = first % 64;
  const auto window = [&](int at) { return uint64_t(((Wide(word[at]) << 64 | word[at + 1]) << shift) >> 64); };
  // The product modulo 4, times 2^190.
  const Wide low = Wide(mantissa) * window(2), middle = Wide(mantissa) * window(1) + (low >> 64);
  const uint64_t high = mantissa * window(0) + uint64_t(middle >> 64);
  const Wide product = Wide(high) << 64 | uint64_t(middle);
  // The nearest integer is the quadrant, the rest lies in [-1/2, 1/2).
  uint64_t quadrant = high >> 62;
  Wide fraction = product << 2 | uint64_t(low) >> 62;
  const bool negative = fraction >> 127;
  if (negative) {
    ++quadrant;
    fraction = -fraction;
  }
  const int zeros = uint64_t(fraction >> 64) ? __builtin_clzll(uint64_t(fraction >> 64)) : 64;
  fraction <<= zeros;
  const double unit = from_bits(uint64_t(1023 - zeros) << 52);
  const double head = double(uint64_t(fraction >> 75)) * 0x1p-53, tail = double(uint64_t(fraction >> 11)) * 0x1p-117;
  const Double2 rest = Double2{head * unit, tail * unit} * Double2{half_pi[0], half_pi[1]};
  const Double2 normal = fast_two_sum(rest.high, rest.low);
  const bool flip = negative != (x < 0);
  return {x < 0 ? -quadrant : quadrant, {flip ? -normal.high : normal.high, flip ? -normal.low : normal.low}};
}

/// reduce_near or, beyond its bound, reduce_huge.
template <Float Result> COTANGENT_VECTOR_INLINE QuadrantReduction reduce_any(double x) {
  if (absolute(x) > near_bound<Result> && absolute(x) < infinity<double>)
    return reduce_huge(x);
  return reduce_near(x);
}

/// sin (odd = false) or cos (odd = true) of the reduced argument; odd may differ from lane to lane, so the coefficients
/// are selected: (sin r - r) / r^3, 2^-58 of sin, and (cos r - 1 + r^2/2) / r^4, 2^-63 of cos, on |r| <= pi/4 (1 +
/// 2^-11).
COTANGENT_VECTOR_INLINE Double2 sine_or_cosine(Double2 r, bool odd) {
  const double square = r.high * r.high;
  const double series = polynomial(
      square, odd ? 0x1.555555555554cp-5 : -0x1.5555555555549p-3, odd ? -0x1.6c16c16c1521bp-10 : 0x1.111111110f89ep-7,
      odd ? 0x1.a01a019cbe943p-16 : -0x1.a01a019c1471bp-13, odd ? -0x1.27e4f811e28bap-22 : 0x1.71de35793efffp-19,
      odd ? 0x1.1ee9f09c508c6p-29 : -0x1.ae5e66e55d607p-26, odd ? -0x1.8fb0c0bc6aa17p-37 : 0x1.5d9313e2c1feap-33);
  const double half_square = 0.5 * square, cosine = 1.0 - half_square;
  const double factor = square * (odd ? square : r.high);
  // cos = 1 - square/2 + ..., where the difference is rounded; sin(high + low) = sin(high) + low cos(high).
  const double cosine_rest = fma(-r.high, r.low, (1.0 - cosine) - half_square);
  const double sine_rest = fma(-half_square, r.low, r.low);
  return {odd ? cosine : r.high, fma(factor, series, odd ? cosine_rest : sine_rest)};
}

/// sin(x + shift pi/2).
COTANGENT_VECTOR_INLINE double sine_of(QuadrantReduction reduced, uint64_t shift) {
  const uint64_t quadrant = reduced.quadrant + shift;
  const Double2 result = sine_or_cosine(reduced.rest, quadrant & 1);
  return from_bits(bits(result.high + result.low) ^ ((quadrant & 2) << 62));
}

/// tan, as the quotient of sine and cosine in either order.
COTANGENT_VECTOR_INLINE double tangent_of(QuadrantReduction reduced) {
  const bool odd = reduced.quadrant & 1;
  const Double2 sine = sine_or_cosine(reduced.rest, false), cosine = sine_or_cosine(reduced.rest, true);
  const Double2 over = fast_two_sum(odd ? cosine.high : sine.high, odd ? cosine.low : sine.low);
  const Double2 under = fast_two_sum(odd ? sine.high : cosine.high, odd ? sine.low : cosine.low);
  const Double2 quotient = over / under;
  return from_bits(bits(quotient.high + quotient.low) ^ (reduced.quadrant << 63));
}

/// sin r for |r| <= pi/2 (1 + 2^-11), in double with the accuracy of float: 2^-35.
COTANGENT_VECTOR_INLINE double sine_for_float(double r) {
  const double square = r * r;
  return fma(r * square,
             polynomial(square, -0x1.5555554753b07p-3, 0x1.11110c443ce23p-7, -0x1.a017d7b96b6d2p-13,
                        0x1.7170410347b34p-19, -0x1.9a62e788d9881p-26),
             r);
}

/// tan of the reduced argument, 2^-33.
COTANGENT_VECTOR_INLINE double tangent_for_float(QuadrantReduction reduced) {
  const double r = reduced.rest.high, square = r * r;
  const double sine = fma(
      r * square,
      polynomial(square, -0x1.5555554cb1357p-3, 0x1.1111088fe4774p-7, -0x1.a00f98773f454p-13, 0x1.6cd71ac09f8bdp-19),
      r);
  const double cosine = fma(
      square,
      fma(square, polynomial(square, 0x1.55554aaac9014p-5, -0x1.6c0c85e2e9b0ep-10, 0x1.9a00a18088b04p-16), -0.5), 1.0);
  const bool odd = reduced.quadrant & 1;
  const double quotient = (odd ? cosine : sine) / (odd ? sine : cosine);
  return from_bits(bits(quotient) ^ (reduced.quadrant << 63));
}

COTANGENT_VECTOR_INLINE double sin(double x) {
  const double result = sine_of(reduce_near(x), 0);
  return x == 0 ? x : result;
}
COTANGENT_VECTOR_INLINE double cos(double x) { return sine_of(reduce_near(x), 1); }
COTANGENT_VECTOR_INLINE double tan(double x) {
  const double result = tangent_of(reduce_near(x));
  return x == 0 ? x : result;
}

COTANGENT_VECTOR_INLINE float sin(float argument) {
  const double x = argument, shifted = fma(x, one_over_pi, rounding_shift<double>);
  const double n = shifted - rounding_shift<double>;
  const double r = fma(-n, 2 * half_pi[1], fma(-n, 2 * half_pi[0], x));
  const float result = float(from_bits(bits(sine_for_float(r)) ^ (bits(shifted) << 63)));
  return argument == 0 ? argument : result;
}

/// cos x = (-1)^(n + 1) sin r with x = (n + 1/2) pi + r.
COTANGENT_VECTOR_INLINE float cos(float argument) {
  const double x = argument, shifted = fma(x, one_over_pi, -0.5) + rounding_shift<double>;
  const double twice = fma(shifted - rounding_shift<double>, 2.0, 1.0);
  const double r = fma(-twice, half_pi[1], fma(-twice, half_pi[0], x));
  return float(from_bits(bits(sine_for_float(r)) ^ (~bits(shifted) << 63)));
}

COTANGENT_VECTOR_INLINE float tan(float argument) {
  const float result = float(tangent_for_float(reduce_for_float(double(argument))));
  return argument == 0 ? argument : result;
}

COTANGENT_VECTOR_INLINE double sin_any(double x) {
  const double result = sine_of(reduce_any<double>(x), 0);
  return x == 0 ? x : result;
}
COTANGENT_VECTOR_INLINE double cos_any(double x) { return sine_of(reduce_any<double>(x), 1); }
COTANGENT_VECTOR_INLINE double tan_any(double x) {
  const double result = tangent_of(reduce_any<double>(x));
  return x == 0 ? x : result;
}

COTANGENT_VECTOR_INLINE float sin_any(float x) {
  return absolute(x) > near_bound<float> ? float(sin_any(double(x))) : sin(x);
}
COTANGENT_VECTOR_INLINE float cos_any(float x) {
  return absolute(x) > near_bound<float> ? float(cos_any(double(x))) : cos(x);
}
COTANGENT_VECTOR_INLINE float tan_any(float x) {
  return absolute(x) > near_bound<float> ? float(tan_any(double(x))) : tan(x);
}

} // namespace cotangent::vector_math
