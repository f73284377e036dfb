// Exponentials, logarithms, powers and circular functions of complex numbers.
//
// Notation: x + iy is the operand. Formulas are chosen so that only terms of one sign are added; where that is
// impossible, sums are taken with twice the digits.
#include "tensor/reference/complex_functions.h"

namespace cotangent::reference::wide {

namespace {

bool is_finite(const WideComplex &number) { return std::isfinite(number.real()) && std::isfinite(number.imag()); }

Wide squared(Wide number) { return number * number; }

/// Beyond it exponentials of pairs lose too many digits; nobody computes there.
constexpr Wide pair_limit = 1048576;

} // namespace

WideComplex multiply(const WideComplex &lhs, const WideComplex &rhs) {
  if (!is_finite(lhs) || !is_finite(rhs))
    return lhs * rhs; // the library's special cases
  return {sum_of_products(lhs.real(), rhs.real(), -lhs.imag(), rhs.imag()),
          sum_of_products(lhs.real(), rhs.imag(), lhs.imag(), rhs.real())};
}

WideComplex divide(const WideComplex &lhs, const WideComplex &rhs) {
  const Wide norm = squared(rhs.real()) + squared(rhs.imag());
  if (!is_finite(lhs) || !is_finite(rhs) || norm == 0)
    return lhs / rhs;
  return {sum_of_products(lhs.real(), rhs.real(), lhs.imag(), rhs.imag()) / norm,
          sum_of_products(lhs.imag(), rhs.real(), -lhs.real(), rhs.imag()) / norm};
}

/// (x - y)(x + y) + 2ixy
WideComplex square(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  return {(x - y) * (x + y), 2 * x * y};
}

/// Unlike in C there is no value for infinite numbers in both parts.
WideComplex exponential(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (y == 0)
    return {std::exp(x), y};
  const Wide size = std::exp(x);
  return {size * std::cos(y), size * std::sin(y)};
}

/// e^x cos y - 1 = (e^x - 1) cos y - 2 sin^2(y / 2)
WideComplex exponential_minus_one(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (y == 0)
    return {std::expm1(x), y};
  const WideComplex power = exponential(operand);
  if (!is_finite(operand))
    return {power.real() - 1, power.imag()};
  const Wide versine = 2 * squared(std::sin(y / 2));
  Wide real = std::expm1(x) * std::cos(y) - versine;
  if (std::fabs(real) < versine / 64 && std::fabs(y) < pair_limit)
    real = reference::exponential_minus_one(ComplexPair(operand)).real.sum();
  return {real, power.imag()};
}

/// Near the unit circle the logarithm of the modulus comes from |z|^2 - 1.
WideComplex log(const WideComplex &operand) {
  const Wide x = std::fabs(operand.real()), y = std::fabs(operand.imag());
  const Wide angle = std::atan2(operand.imag(), operand.real());
  if (is_infinite(operand))
    return {infinity(), angle};
  const Wide norm = x * x + y * y;
  if (norm > 0.5L && norm < 2) {
    const Pair first = exact_product(x, x), second = exact_product(y, y);
    return {std::log1p(accurate_sum({first.low, second.low, first.high, second.high, -1})) / 2, angle};
  }
  return {std::log(norm) / 2, angle};
}

/// |1 + z|^2 = 1 + 2x + x^2 + y^2
WideComplex log_plus_one(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  const Wide angle = std::atan2(y, 1 + x);
  if (is_infinite(operand))
    return {infinity(), angle};
  if (!is_finite(operand))
    return {not_a_number(), not_a_number()};
  const Pair first = exact_product(x, x), second = exact_product(y, y);
  const Wide above_one = accurate_sum({first.low, second.low, first.high, second.high, 2 * x});
  if (above_one > -0.5L)
    return {std::log1p(above_one) / 2, angle};
  return {std::log(squared(1 + x) + y * y) / 2, angle};
}

Wide logistic(Wide operand) {
  if (operand >= 0)
    return 1 / (1 + std::exp(-operand));
  const Wide power = std::exp(operand);
  return power / (1 + power);
}

/// (e^x + cos y + i sin y) / (e^x + e^-x + 2 cos y), above and below times e^-|x|. The denominator then is
/// (1 - e^-|x|)^2 + 4 e^-|x| cos^2(y / 2).
WideComplex logistic(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (std::isinf(x))
    return {x > 0 ? Wide{1} : Wide{0}, std::copysign(Wide{0}, y)};
  if (y == 0)
    return {logistic(x), y};
  const Wide decay = std::exp(-std::fabs(x)), rest = -std::expm1(-std::fabs(x));
  const Wide double_square = 2 * squared(std::cos(y / 2)); // 1 + cos y
  const Wide denominator = squared(rest) + 2 * decay * double_square;
  const Wide imaginary = std::sin(y) * decay / denominator;
  if (!(x < 0))
    return {(decay * double_square + rest) / denominator, imaginary};
  Wide sum = double_square - rest;
  if (std::fabs(sum) < rest / 64 && std::fabs(y) < pair_limit && rest > 0x1p-50L) {
    const Pair versine = reference::exponential_minus_one(ComplexPair{0, Pair(y)}).real;
    sum = (reference::exponential_minus_one(ComplexPair{Pair(x)}).real + versine + Pair(2)).sum();
  }
  return {decay * sum / denominator, imaginary};
}

WideComplex sqrt(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (std::isinf(y))
    return {infinity(), y};
  if (std::isinf(x)) {
    const Wide other = std::isnan(y) ? y : Wide{0};
    return x > 0 ? WideComplex{x, std::copysign(other, y)} : WideComplex{other, std::copysign(infinity(), y)};
  }
  if (x == 0 && y == 0)
    return {0, y};
  const Wide larger = std::sqrt((std::fabs(x) + std::hypot(x, y)) / 2), smaller = std::fabs(y) / (2 * larger);
  return x >= 0 ? WideComplex{larger, std::copysign(smaller, y)} : WideComplex{smaller, std::copysign(larger, y)};
}

/// The conjugate of the root over the modulus. At zero as 1 / 0.
WideComplex rsqrt(const WideComplex &operand) {
  if (operand.real() == 0 && operand.imag() == 0)
    return {infinity(), not_a_number()};
  if (is_infinite(operand))
    return {0, std::copysign(Wide{0}, -operand.imag())};
  const WideComplex root = sqrt(operand);
  const Wide modulus = std::hypot(operand.real(), operand.imag());
  return {root.real() / modulus, -root.imag() / modulus};
}

WideComplex cbrt(const WideComplex &operand) {
  if (operand.real() == 0 && operand.imag() == 0)
    return {0, operand.imag()};
  const Wide size = std::cbrt(std::hypot(operand.real(), operand.imag()));
  const Wide angle = std::atan2(operand.imag(), operand.real()) / 3;
  return {size * std::cos(angle), angle == 0 ? angle : size * std::sin(angle)};
}

namespace {

/// By squaring, for small integers: exact where the result fits.
ComplexPair integer_power(const ComplexPair &base, int exponent) {
  ComplexPair result = Pair(1), square = base;
  for (int rest = std::abs(exponent); rest != 0; rest >>= 1) {
    if (rest & 1)
      result = result * square;
    if (rest > 1)
      square = square * square;
  }
  return exponent < 0 ? reciprocal(result) : result;
}

/// 0 to the power; as 1 / 0 for negative powers.
WideComplex power_of_zero(const WideComplex &exponent) {
  if (exponent.real() > 0)
    return {0, 0};
  const bool pole = exponent.real() < 0 && exponent.imag() == 0;
  return {pole ? infinity() : not_a_number(), not_a_number()};
}

} // namespace

/// exp(rhs log lhs). The exponential magnifies what the product lacks, so both are taken in pairs.
WideComplex power(const WideComplex &lhs, const WideComplex &rhs) {
  constexpr Wide largest_exponent = 5000, largest_integer = 64;
  const Wide a = rhs.real(), b = rhs.imag();
  if (a == 0 && b == 0)
    return {1, 0};
  if (lhs.real() == 0 && lhs.imag() == 0)
    return power_of_zero(rhs);
  const WideComplex logarithm = log(lhs);
  const Wide size = b == 0 ? a * logarithm.real() : a * logarithm.real() - b * logarithm.imag();
  const Wide angle = b == 0 ? a * logarithm.imag() : a * logarithm.imag() + b * logarithm.real();
  if (!is_finite(lhs) || !(std::fabs(size) < largest_exponent) || !(std::fabs(angle) < 0x1p50L))
    return exponential({size, angle});
  if (b == 0 && std::fabs(a) <= largest_integer && a == std::trunc(a))
    return integer_power(ComplexPair(lhs), static_cast<int>(a)).sum();
  return reference::exponential(ComplexPair(rhs) * reference::logarithm(lhs)).sum();
}

WideComplex sine(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (x == 0)
    return {x, std::sinh(y)};
  if (y == 0)
    return {std::sin(x), std::isfinite(x) ? std::cos(x) * y : y};
  if (std::isinf(y) && !std::isfinite(x))
    return {not_a_number(), y};
  return {std::sin(x) * std::cosh(y), std::cos(x) * std::sinh(y)};
}

WideComplex cosine(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (x == 0)
    return {std::cosh(y), -x * std::copysign(Wide{1}, y)};
  if (y == 0)
    return {std::cos(x), std::isfinite(x) ? -std::sin(x) * y : y};
  if (std::isinf(y) && !std::isfinite(x))
    return {infinity(), not_a_number()};
  return {std::cos(x) * std::cosh(y), -std::sin(x) * std::sinh(y)};
}

WideComplex sinh(const WideComplex &operand) { return swapped(sine(swapped(operand))); }

WideComplex cosh(const WideComplex &operand) { return cosine({operand.imag(), -operand.real()}); }

/// (sin x cos x + i sinh y cosh y) / (cos^2 x + sinh^2 y)
WideComplex tan(const WideComplex &operand) {
  constexpr Wide flat = 40; // from here on the hyperbolic tangent is 1
  const Wide x = operand.real(), y = operand.imag();
  const Wide product = std::sin(x) * std::cos(x);
  if (std::isinf(y))
    return {std::copysign(Wide{0}, std::isfinite(x) ? product : Wide{1}), std::copysign(Wide{1}, y)};
  if (std::fabs(y) > flat)
    return {4 * product * std::exp(-2 * std::fabs(y)), std::isfinite(x) ? std::copysign(Wide{1}, y) : not_a_number()};
  const Wide denominator = squared(std::cos(x)) + squared(std::sinh(y));
  const Wide real = x == 0 ? x : product / denominator;
  return {real, y == 0 ? y : std::sinh(y) * std::cosh(y) / denominator};
}

WideComplex tanh(const WideComplex &operand) { return swapped(tan(swapped(operand))); }

} // namespace cotangent::reference::wide
