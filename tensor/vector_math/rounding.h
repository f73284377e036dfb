#pragma once

#include "tensor/vector_math/scalar.h"

/// Rounding to an integer with halves away from zero, and the remainder of a division with truncated quotient.
namespace cotangent::vector_math {

/// The number before 1/2 is added: half itself would carry the number before 1/2, and odd numbers beyond 2^52 (2^23),
/// over to the next integer.
template <Float Real> COTANGENT_VECTOR_INLINE Real round_afz(Real x) {
  constexpr Real below_half = Real(0.5) - std::numeric_limits<Real>::epsilon() / 4;
  return truncate(x + copy_sign(below_half, x));
}

/// One step of the remainder: low - trunc(low / step) step, exact for low / step < 2^53. The quotient can be rounded up
/// to the next integer, which shows in the sign.
COTANGENT_VECTOR_INLINE double remainder_step(double low, double step) {
  const double rest = fma(-truncate(low / step), step, low);
  return rest < 0 ? rest + step : rest;
}

/// The exact remainder of x / y with the sign of x (fmod of C), for |x / y| < 2^52. Branch-free.
COTANGENT_VECTOR_INLINE double remainder_near(double x, double y) {
  const double dividend = absolute(x), divisor = absolute(y);
  const double whole = remainder_step(dividend, divisor); // NaN for infinite x and for y = 0
  return copy_sign(divisor == infinity<double> && dividend < infinity<double> ? dividend : whole, x);
}
COTANGENT_VECTOR_INLINE float remainder_near(float x, float y) { return float(remainder_near(double(x), double(y))); }

/// The same for every x and y. Divides by y 2^(52 j) with falling j in a loop, which as a rule runs once; a loop over
/// an array that calls this does not become vector code.
COTANGENT_VECTOR_INLINE double remainder(double x, double y) {
  const double divisor = absolute(y);
  double rest = absolute(x);
  if (!(rest < infinity<double>) || !(divisor > 0))
    return not_a_number<double>;
  if (!(divisor < infinity<double>))
    return divisor == infinity<double> ? x : y;
  double step = divisor;
  while (step <= rest * 0x1p-53)
    step *= 0x1p52;
  for (;; step *= 0x1p-52) {
    rest = remainder_step(rest, step);
    if (step == divisor)
      return copy_sign(rest, x);
  }
}
COTANGENT_VECTOR_INLINE float remainder(float x, float y) { return float(remainder(double(x), double(y))); }

} // namespace cotangent::vector_math
