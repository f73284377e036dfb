#pragma once

#include "tensor/vector_math/exponential.h"
#include "tensor/vector_math/logarithm.h"

/// pow, cbrt, sqrt, rsqrt and hypot.
namespace cotangent::vector_math {

/// log x for 0 < x < infinity with an error of about 2^-66 of the result. As in logarithm.h, but s, s z and
/// L = 2/3 + z P(z) are sums of two numbers.
COTANGENT_VECTOR_INLINE Double2 log_in_two_parts(double x) {
  const auto [mantissa, k] = decompose(x);
  const double f = mantissa - 1.0, under = mantissa + 1.0, under_low = mantissa - (under - 1.0);
  const Double2 s = Double2{f, 0.0} / Double2{under, under_low};
  const Double2 square = s * s;
  const double z = square.high;
  // (L(z) - 2/3) / z on 0 <= z <= 0.0295; 2^-72 of the logarithm.
  const double series =
      z * polynomial(z, 0x1.9999999999995p-2, 0x1.2492492493169p-2, 0x1.c71c71c55fb75p-3, 0x1.745d18408d808p-3,
                     0x1.3b135f39d91cep-3, 0x1.11213209b470bp-3, 0x1.de20fde1ef44ap-4, 0x1.eba1ba1dda267p-4);
  constexpr Double2 two_thirds{0x1.5555555555555p-1, 0x1.5555555555555p-55};
  const Double2 factor = fast_two_sum(two_thirds.high, series);
  const Double2 cubic = s * (square * Double2{factor.high, factor.low + two_thirds.low});
  // ln 2 in two parts of which the first has 42 bits, so that its product with k is exact.
  constexpr double ln2_first = 0x1.62e42fefa38p-1, ln2_second = 0x1.ef35793c7673p-45;
  const Double2 linear = fast_two_sum(2.0 * s.high, cubic.high);
  const Double2 sum = fast_two_sum(k * ln2_first, linear.high);
  return fast_two_sum(sum.high, sum.low + (linear.low + fma(2.0, s.low, fma(k, ln2_second, cubic.low))));
}

/// |x|^y for 0 < |x| < infinity.
template <Float Result> COTANGENT_VECTOR_INLINE double power_of_magnitude(double magnitude, double y) {
  // Beyond 2^66 every power but those of 1 is zero or infinite.
  const double exponent = clamp(y, -0x1p66, 0x1p66);
  if constexpr (std::same_as<Result, float>) {
    const double product = clamp(exponent * log_for_float(magnitude), -160.0, 160.0);
    return exp_for_float(product);
  } else {
    const Double2 product = Double2{exponent, 0.0} * log_in_two_parts(magnitude);
    const double limited = clamp(product.high, -800.0, 800.0);
    return exp_of_sum({limited, limited == product.high ? product.low : 0.0});
  }
}

/// x^y with the special cases of the C standard (F.10.4.4).
template <Float Result> COTANGENT_VECTOR_INLINE double pow_to(double x, double y) {
  const double magnitude = absolute(x), half = 0.5 * y;
  const bool integer = truncate(y) == y, odd = integer && truncate(half) != half;
  const bool zero = x == 0, infinite = magnitude == infinity<double>;
  const double finite_power = power_of_magnitude<Result>(magnitude, y);
  const double edge = zero == (y < 0) ? infinity<double> : 0.0;
  const double power = zero || infinite ? edge : finite_power;
  const double signed_power = odd ? copy_sign(power, x) : power;
  const bool invalid = x < 0 && !infinite && !integer;
  const double number = invalid ? not_a_number<double> : signed_power;
  const double result = x != x || y != y ? x + y : number;
  return x == 1 || y == 0 ? 1.0 : result;
}

COTANGENT_VECTOR_INLINE double pow(double x, double y) { return pow_to<double>(x, y); }
COTANGENT_VECTOR_INLINE float pow(float x, float y) { return float(pow_to<float>(double(x), double(y))); }

/// |x| = 8^n m with m in [2^-1.5, 2^1.5), and z = m^(-1/3) to 2^-50 by a polynomial (2^-17) and one step of third
/// order; `shifted` is n + rounding_shift.
struct CubeRootParts {
  double m, z, shifted;
};

COTANGENT_VECTOR_INLINE CubeRootParts cube_root_parts(Decomposition<double> x) {
  const double shifted = fma(x.exponent, 1.0 / 3.0, rounding_shift<double>);
  const double rest = fma(-3.0, shifted - rounding_shift<double>, x.exponent);
  const bool up = rest > 0, down = rest < 0;
  const double multiple = down ? 0.5 : 1.0, multiple_root = down ? 0x1.428a2f98d728bp0 : 1.0; // multiple^(-1/3)
  const double m = x.mantissa * (up ? 2.0 : multiple), factor = up ? 0x1.965fea53d6e3dp-1 : multiple_root;
  const double first = factor * polynomial(x.mantissa, 0x1.ffc873c4e03c7p0, -0x1.3e2bc6c0864dap1, 0x1.655231d45572fp1,
                                           -0x1.e5b50122c8c75p0, 0x1.668526ba2d50ap-1, -0x1.ba29ac9186f69p-4);
  const double error = fma(-m * first, first * first, 1.0);
  return {m, fma(first * error, fma(error, 2.0 / 9.0, 1.0 / 3.0), first), shifted};
}

/// m z^2, corrected by its residue.
COTANGENT_VECTOR_INLINE double cbrt(double x) {
  const auto [m, z, shifted] = cube_root_parts(decompose(absolute(x)));
  const double root = m * z * z;
  const Double2 square = two_product(root, root);
  const double residue = fma(-square.low, root, fma(-square.high, root, m));
  const double result = copy_sign(scale(fma(residue * (1.0 / 3.0), z * z, root), shifted), x);
  return x != 0 && absolute(x) < infinity<double> ? result : x;
}

COTANGENT_VECTOR_INLINE float cbrt(float x) {
  const auto [m, z, shifted] = cube_root_parts(decompose_normal(absolute(double(x))));
  const float result = copy_sign(float(scale_within_normal(m * z * z, shifted)), x);
  return x != 0 && absolute(x) < infinity<float> ? result : x;
}

COTANGENT_VECTOR_INLINE double sqrt(double x) { return square_root(x); }
COTANGENT_VECTOR_INLINE float sqrt(float x) { return square_root(x); }

/// 1 / sqrt(x): infinite at zero with the sign of the zero, NaN below.
template <Float Real> COTANGENT_VECTOR_INLINE Real rsqrt(Real x) { return Real(1) / square_root(x); }

/// sqrt(x^2 + y^2) without overflow or underflow on the way; infinite if either is, even beside NaN.
COTANGENT_VECTOR_INLINE double hypot(double x, double y) {
  const double first = absolute(x), second = absolute(y), larger = first > second ? first : second;
  const bool huge = larger > 0x1p500, tiny = larger < 0x1p-400;
  const double down = huge ? 0x1p-600 : (tiny ? 0x1p600 : 1.0), up = huge ? 0x1p600 : (tiny ? 0x1p-600 : 1.0);
  const double a = first * down, b = second * down;
  const double big = a > b ? a : b, small = a > b ? b : a;
  const double result = square_root(fma(big, big, small * small)) * up;
  return first == infinity<double> || second == infinity<double> ? infinity<double> : result;
}

COTANGENT_VECTOR_INLINE float hypot(float x, float y) {
  const double first = x, second = y;
  const float result = float(square_root(fma(first, first, second * second)));
  return absolute(x) == infinity<float> || absolute(y) == infinity<float> ? infinity<float> : result;
}

} // namespace cotangent::vector_math
