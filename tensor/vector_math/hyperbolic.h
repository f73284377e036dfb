#pragma once

#include "tensor/vector_math/exponential.h"
#include "tensor/vector_math/logarithm.h"

/// sinh, cosh, tanh and their inverses.
namespace cotangent::vector_math {

/// sinh r - r and cosh r - 1 for |r| <= 0.3467; 2^-64 of sinh and of cosh for double, 2^-33 for float.
template <Float Result> COTANGENT_VECTOR_INLINE double sinh_rest(double r, double square) {
  if constexpr (std::same_as<Result, float>)
    return r * square * polynomial(square, 0x1.555555738e96p-3, 0x1.1110b1b592abep-7, 0x1.a17009e334bbdp-13);
  else
    return r * square *
           polynomial(square, 0x1.5555555555555p-3, 0x1.1111111111381p-7, 0x1.a01a019ea62b9p-13, 0x1.71de406382382p-19,
                      0x1.ae4d5a81703fap-26, 0x1.81dfaf0648bb6p-33);
}

template <Float Result> COTANGENT_VECTOR_INLINE double cosh_rest(double square) {
  if constexpr (std::same_as<Result, float>)
    return square * fma(square, polynomial(square, 0x1.5554e6073b11dp-5, 0x1.6d4f037534c93p-10), 0.5);
  else
    return square * fma(square,
                        polynomial(square, 0x1.5555555555558p-5, 0x1.6c16c16c15009p-10, 0x1.a01a01ad78474p-16,
                                   0x1.27e4cc23bf07p-22, 0x1.1f8bbac293a2ap-29),
                        0.5);
}

/// |x| = n ln 2 + r: 2 sinh |x| = 2^n (minus cosh r + plus sinh r) and 2 cosh |x| = 2^n (plus cosh r + minus sinh r)
/// with plus, minus = 1 +- 2^-2n.
struct HyperbolicParts {
  double plus, minus, r, sinh_rest, cosh_rest, shifted;
};

template <Float Result> COTANGENT_VECTOR_INLINE HyperbolicParts hyperbolic_parts(double x) {
  const ExpReduction reduced = exp_reduce({clamp(absolute(x), 0.0, std::same_as<Result, float> ? 100.0 : 712.0), 0.0});
  const double power = from_bits((uint64_t{1023} - 2 * bits(reduced.shifted)) << 52);
  const double inverse = reduced.n > 500.0 ? 0.0 : power, r = reduced.high, square = r * r;
  return {1.0 + inverse,
          1.0 - inverse,
          r,
          sinh_rest<Result>(r, square) + reduced.low,
          fma(r, reduced.low, cosh_rest<Result>(square)),
          reduced.shifted};
}

template <Float Result> COTANGENT_VECTOR_INLINE double sinh_to(double x) {
  const HyperbolicParts parts = hyperbolic_parts<Result>(x);
  const Double2 sum = fast_two_sum(parts.minus, parts.plus * parts.r);
  const double product_error = fma(parts.plus, parts.r, -(parts.plus * parts.r));
  const double rest = fma(parts.minus, parts.cosh_rest, fma(parts.plus, parts.sinh_rest, product_error + sum.low));
  return copy_sign(scale_to<Result>(sum.high + rest, parts.shifted - 1.0), x);
}

template <Float Result> COTANGENT_VECTOR_INLINE double cosh_to(double x) {
  const HyperbolicParts parts = hyperbolic_parts<Result>(x);
  const double rest = fma(parts.minus, parts.r + parts.sinh_rest, parts.plus * parts.cosh_rest);
  return scale_to<Result>(parts.plus + rest, parts.shifted - 1.0);
}

/// tanh |x| = E / (E + 2) with E = exp(2 |x|) - 1 = 2^n v, so v / (v + 2^(1 - n)).
COTANGENT_VECTOR_INLINE double tanh(double x) {
  const ExpMinusOne parts = expm1_parts(clamp(2.0 * absolute(x), 0.0, 40.0));
  const Double2 over = fast_two_sum(parts.value.high, parts.value.low);
  const Double2 sum = two_sum(over.high, 2.0 * parts.inverse_power);
  const Double2 quotient = over / Double2{sum.high, sum.low + over.low};
  return copy_sign(quotient.high + quotient.low, x);
}

/// Below 0.625 a polynomial, (tanh x - x) / x^3 with 2^-28 of tanh; above 1 - 2 / (exp(2 |x|) + 1).
COTANGENT_VECTOR_INLINE float tanh(float x) {
  const float magnitude = absolute(x), square = x * x;
  const float series =
      polynomial(square, -0x1.555534p-2f, 0x1.11075ep-3f, -0x1.b842dap-5f, 0x1.524d84p-6f, -0x1.7682fap-8f);
  const float near = fma(magnitude * square, series, magnitude);
  const float far = 1.0f - 2.0f / (exp(2.0f * magnitude) + 1.0f);
  return copy_sign(select(magnitude < 0.625f, near, far), x);
}

/// u.high + u.low as the argument of log_of_sum wants it.
COTANGENT_VECTOR_INLINE Double2 sum_of(double x, double y, double low) {
  const Double2 sum = two_sum(x, y);
  return fast_two_sum(sum.high, sum.low + low);
}

/// log(|x| + sqrt(x^2 + 1)); beyond 2^500 log(2 |x|).
COTANGENT_VECTOR_INLINE double asinh(double x) {
  const double magnitude = absolute(x);
  const bool large = magnitude > 0x1p500;
  const Double2 square = two_product(x, x), under = sum_of(1.0, square.high, square.low);
  const Double2 root = square_root(under), sum = sum_of(magnitude, root.high, root.low);
  const double result = log_of_sum({large ? magnitude : sum.high, large ? 0.0 : sum.low}, large ? 1.0 : 0.0);
  return copy_sign(magnitude < infinity<double> ? result : magnitude, x);
}

/// log(x + sqrt(x^2 - 1)); beyond 2^500 log(2 x).
COTANGENT_VECTOR_INLINE double acosh(double x) {
  const bool large = x > 0x1p500;
  const Double2 square = two_product(x, x), under = sum_of(square.high, -1.0, square.low);
  const Double2 root = square_root(under), sum = sum_of(x, root.high, root.low);
  const double result = log_of_sum({large ? x : sum.high, large ? 0.0 : sum.low}, large ? 1.0 : 0.0);
  const double finite = x < infinity<double> ? result : x;
  const double inside = x == 1.0 ? 0.0 : finite;
  return x >= 1.0 ? inside : not_a_number<double>;
}

/// log(1 + 2 |x| / (1 - |x|)) / 2.
COTANGENT_VECTOR_INLINE double atanh(double x) {
  const double magnitude = absolute(x);
  const Double2 quotient = Double2{2.0 * magnitude, 0.0} / two_sum(1.0, -magnitude);
  const double inside = 0.5 * log_of_sum(sum_of(1.0, quotient.high, quotient.low));
  const double edge = magnitude == 1.0 ? infinity<double> : not_a_number<double>;
  return copy_sign(magnitude < 1.0 ? inside : edge, x);
}

/// In float: log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))).
COTANGENT_VECTOR_INLINE float asinh(float argument) {
  const double x = absolute(double(argument)), square = x * x;
  const float result = float(log1p_for_float(x + square / (1.0 + square_root(square + 1.0))));
  return copy_sign(absolute(argument) < infinity<float> ? result : absolute(argument), argument);
}

/// log1p(x - 1 + sqrt((x - 1) (x + 1))).
COTANGENT_VECTOR_INLINE float acosh(float argument) {
  const double less = double(argument) - 1.0;
  const float result = float(log1p_for_float(less + square_root(less * (less + 2.0))));
  const float inside = argument < infinity<float> ? result : argument;
  return argument >= 1.0f ? inside : not_a_number<float>;
}

/// log1p(2 |x| / (1 - |x|)) / 2.
COTANGENT_VECTOR_INLINE float atanh(float argument) {
  const double x = absolute(double(argument));
  const float inside = float(0.5 * log1p_for_float(2.0 * x / (1.0 - x)));
  const float edge = x == 1.0 ? infinity<float> : not_a_number<float>;
  return copy_sign(x < 1.0 ? inside : edge, argument);
}

COTANGENT_VECTOR_INLINE double sinh(double x) { return sinh_to<double>(x); }
COTANGENT_VECTOR_INLINE double cosh(double x) { return cosh_to<double>(x); }
COTANGENT_VECTOR_INLINE float sinh(float x) { return float(sinh_to<float>(double(x))); }
COTANGENT_VECTOR_INLINE float cosh(float x) { return float(cosh_to<float>(double(x))); }

} // namespace cotangent::vector_math
