// Error, gamma, zeta and Bessel functions of real numbers.
#include "runtime/math/polygamma.h"
#include "tensor/reference/elementwise.h"
#include "tensor/reference/wide.h"

#include <algorithm>
#include <numbers>

namespace cotangent::reference {

namespace {

constexpr Wide pi = std::numbers::pi_v<Wide>;
constexpr Wide negligible = 0x1p-70L;

/// B_2, B_4, ...: the Bernoulli numbers that are not zero.
constexpr Wide bernoulli[] = {1.0L / 6,       -1.0L / 30,       1.0L / 42,       -1.0L / 30,
                              5.0L / 66,      -691.0L / 2730,   7.0L / 6,        -3617.0L / 510,
                              43867.0L / 798, -174611.0L / 330, 854513.0L / 138, -236364091.0L / 2730};

bool is_integer_number(Wide number) { return number == std::floor(number); }
bool is_odd(Wide number) { return std::fmod(number, 2) != 0; }

using RealFunction = Wide (*)(Wide);

Element apply(const Element &operand, RealFunction function) {
  if (is_complex(operand.type()))
    return narrow(operand.type(), WideComplex(not_a_number(), not_a_number())); // not defined there
  return narrow(operand.type(), function(operand.as_float()));
}

/// Sum over n >= 0 of (shift + n)^-exponent for exponent > 1, shift > 0: some terms, and for the rest the integral with
/// the corrections of Euler and Maclaurin.
Wide zeta_of_positive(Wide exponent, Wide shift) {
  const Wide enough = exponent + 24;
  Wide sum = 0, place = shift;
  for (; place < enough; place += 1) {
    const Wide term = std::pow(place, -exponent);
    sum += term;
    if (term * (1 + place / (exponent - 1)) <= sum * negligible)
      return sum;
  }
  const Wide power = std::pow(place, -exponent);
  sum += power * place / (exponent - 1) + power / 2;
  Wide factor = power * exponent / place / 2; // exponent (exponent + 1) ... / (2j)! place^-(exponent + 2j - 1)
  int index = 0;
  for (const Wide number : bernoulli) {
    sum += number * factor;
    if (std::fabs(number * factor) < sum * negligible)
      break;
    index += 2;
    factor *= (exponent + index - 1) * (exponent + index) / ((index + 1) * (index + 2) * place * place);
  }
  return sum;
}

/// Negative shifts, integer exponents: the sum over all integers n depends on the fraction of the shift alone, and its
/// two halves are values at positive shifts.
Wide zeta_of_negative(Wide exponent, Wide shift) {
  const Wide above = shift - std::floor(shift), below = std::ceil(shift) - shift;
  const Wide mirrored = zeta_of_positive(exponent, below) - zeta_of_positive(exponent, 1 - shift);
  return zeta_of_positive(exponent, above) + (is_odd(exponent) ? -mirrored : mirrored);
}

Wide hurwitz_zeta(Wide exponent, Wide shift) {
  if (std::isnan(exponent) || std::isnan(shift) || exponent < 1)
    return not_a_number();
  if (exponent == 1)
    return infinity();
  if (std::isinf(shift))
    return shift > 0 ? 0 : not_a_number();
  if (shift > 0)
    return zeta_of_positive(exponent, shift);
  if (is_integer_number(shift))
    return infinity();
  return is_integer_number(exponent) && std::isfinite(exponent) ? zeta_of_negative(exponent, shift) : not_a_number();
}

/// The runtime's function, but poles have no value: on either side is another infinity.
Wide digamma_of(Wide operand) {
  return operand <= 0 && is_integer_number(operand) ? not_a_number() : cotangent_digammal(operand);
}

/// The library's plain function writes the sign of the gamma function to a global variable.
Wide log_gamma(Wide operand) {
#ifdef __GLIBC__
  int sign = 0;
  return lgammal_r(operand, &sign);
#else
  return std::lgamma(operand);
#endif
}

/// (-1)^(n + 1) n! zeta(n + 1, x); by the logarithm of the factorial where that is too large.
Wide polygamma_of(Wide order, Wide operand) {
  constexpr Wide largest_factorial = 1600;
  if (!(order >= 0) || !is_integer_number(order) || std::isinf(order))
    return not_a_number();
  if (order == 0)
    return digamma_of(operand);
  if (std::isnan(operand) || (operand <= 0 && is_integer_number(operand)))
    return not_a_number();
  const Wide sign = is_odd(order) ? 1 : -1;
  if (order <= largest_factorial || operand < 0)
    return sign * std::tgamma(order + 1) * hurwitz_zeta(order + 1, operand);
  Wide relative = 0;
  for (Wide place = operand, term = 1; term > negligible; place += 1) {
    term = std::pow(operand / place, order + 1);
    relative += term;
  }
  return sign * std::exp(log_gamma(order + 1) - (order + 1) * std::log(operand)) * relative;
}

/// An approximation by elementary functions to some thousandths, then steps of third order. Close to 1 the step is
/// taken with the complement, which has all its digits there.
Wide inverse_error_function(Wide operand) {
  constexpr Wide shape = 0.147L;
  constexpr int steps = 4;
  const Wide size = std::fabs(operand);
  if (!(size < 1))
    return size == 1 ? operand * infinity() : not_a_number();
  const Wide complement = 1 - size;
  const Wide logarithm = std::log(complement * (1 + size)), center = 2 / (pi * shape) + logarithm / 2;
  Wide root = std::sqrt(std::max(Wide{0}, std::sqrt(center * center - logarithm / shape) - center));
  for (int step = 0; step < steps; ++step) {
    const Wide slope = 2 * std::numbers::inv_sqrtpi_v<Wide> * std::exp(-root * root);
    const Wide miss = size < 0.5L ? std::erf(root) - size : complement - std::erfc(root);
    const Wide newton = miss / slope;
    root -= newton / (1 + root * newton);
  }
  return std::copysign(root, operand);
}

/// The power series has terms of one sign; the asymptotic one is good enough where its smallest term is negligible.
Wide scaled_bessel_i1(Wide operand) {
  constexpr Wide asymptotic_from = 28;
  const Wide size = std::fabs(operand);
  if (std::isinf(size))
    return std::copysign(Wide{0}, operand);
  Wide sum = 0, term = 1;
  if (size < asymptotic_from) {
    const Wide square = size * size / 4;
    for (Wide index = 0; term > sum * negligible; index += 1) {
      sum += term;
      term *= square / ((index + 1) * (index + 2));
    }
    return operand / 2 * sum * std::exp(-size);
  }
  // The product over odd k up to 2j - 1 of (k^2 - 4) / (8 size), over j!.
  for (Wide index = 1; std::fabs(term) > negligible; index += 1) {
    sum += term;
    const Wide odd = 2 * index - 1;
    term *= (odd * odd - 4) / (8 * size * index);
  }
  return std::copysign(sum / std::sqrt(2 * pi * size), operand);
}

} // namespace

Element bessel_i1e(const Element &operand) { return apply(operand, scaled_bessel_i1); }
Element digamma(const Element &operand) { return apply(operand, digamma_of); }
Element erf(const Element &operand) { return apply(operand, std::erf); }
Element erf_inv(const Element &operand) { return apply(operand, inverse_error_function); }
Element erfc(const Element &operand) { return apply(operand, std::erfc); }
Element lgamma(const Element &operand) { return apply(operand, log_gamma); }

Element polygamma(const Element &order, const Element &operand) {
  return narrow(operand.type(), polygamma_of(order.as_float(), operand.as_float()));
}

Element zeta(const Element &exponent, const Element &shift) {
  return narrow(exponent.type(), hurwitz_zeta(exponent.as_float(), shift.as_float()));
}

} // namespace cotangent::reference
