// Numbers as pairs: sums, products, quotients, the exponential function.
#include "tensor/reference/wide.h"

#include "tensor/reference/complex_functions.h"

#include <algorithm>

namespace cotangent::reference {

namespace {

/// Of two numbers of which the first is not smaller.
Pair normalized(Wide high, Wide low) {
  const Wide sum = high + low;
  return {sum, low - (sum - high)};
}

Pair scaled(const Pair &operand, int exponent) {
  return {std::ldexp(operand.high, exponent), std::ldexp(operand.low, exponent)};
}

} // namespace

Pair operator+(const Pair &lhs, const Pair &rhs) {
  const Pair high = exact_sum(lhs.high, rhs.high), low = exact_sum(lhs.low, rhs.low);
  const Pair first = normalized(high.high, high.low + low.high);
  return normalized(first.high, first.low + low.low);
}

Pair operator*(const Pair &lhs, const Pair &rhs) {
  const Pair product = exact_product(lhs.high, rhs.high);
  return normalized(product.high, product.low + (lhs.high * rhs.low + lhs.low * rhs.high));
}

/// Long division, three digits.
Pair operator/(const Pair &lhs, const Pair &rhs) {
  const Wide first = lhs.high / rhs.high;
  Pair rest = lhs - Pair(first) * rhs;
  const Wide second = rest.high / rhs.high;
  rest = rest - Pair(second) * rhs;
  return normalized(first, second) + Pair(rest.high / rhs.high);
}

ComplexPair operator+(const ComplexPair &lhs, const ComplexPair &rhs) {
  return {lhs.real + rhs.real, lhs.imaginary + rhs.imaginary};
}

ComplexPair operator*(const ComplexPair &lhs, const ComplexPair &rhs) {
  return {lhs.real * rhs.real - lhs.imaginary * rhs.imaginary, lhs.real * rhs.imaginary + lhs.imaginary * rhs.real};
}

ComplexPair reciprocal(const ComplexPair &operand) {
  const Pair norm = operand.real * operand.real + operand.imaginary * operand.imaginary;
  return {operand.real / norm, -operand.imaginary / norm};
}

/// The power series at a small fraction of the operand; then e^2x - 1 = (e^x - 1)^2 + 2 (e^x - 1) until it is undone.
ComplexPair exponential_minus_one(const ComplexPair &operand) {
  constexpr int terms = 22, headroom = 4;
  const Wide size = std::max(std::fabs(operand.real.high), std::fabs(operand.imaginary.high));
  const int halvings = size == 0 ? 0 : std::max(0, std::ilogb(size) + 1 + headroom);
  const ComplexPair step{scaled(operand.real, -halvings), scaled(operand.imaginary, -halvings)};
  ComplexPair series = Pair(1);
  for (int term = terms; term > 1; --term)
    series = ComplexPair(Pair(1)) + series * step * ComplexPair(Pair(1) / Pair(static_cast<Wide>(term)));
  series = series * step;
  for (int doubling = 0; doubling < halvings; ++doubling)
    series = series * series + ComplexPair{scaled(series.real, 1), scaled(series.imaginary, 1)};
  return series;
}

/// e^-x is the reciprocal of e^x: next to 1, which is subtracted from it, it would lose its digits.
ComplexPair exponential(const ComplexPair &operand) {
  const ComplexPair one = Pair(1);
  if (operand.real.high < 0)
    return reciprocal(exponential_minus_one({-operand.real, -operand.imaginary}) + one);
  return exponential_minus_one(operand) + one;
}

/// One Newton step from the logarithm in wide numbers: if its exponential misses the operand by the factor 1 + r, it
/// misses log(1 + r) = r - r^2 / 2.
ComplexPair logarithm(const WideComplex &operand) {
  const ComplexPair less_one = ComplexPair(operand) + ComplexPair(Pair(-1)), estimate(wide::log(operand));
  const ComplexPair inverse{-estimate.real, -estimate.imaginary};
  ComplexPair miss = Pair();
  if (estimate.real.high < 0) {
    miss = ComplexPair(operand) * exponential_minus_one(inverse) + less_one;
  } else {
    const ComplexPair power = exponential_minus_one(estimate);
    miss = (less_one + ComplexPair{-power.real, -power.imaginary}) * reciprocal(power + ComplexPair(Pair(1)));
  }
  return estimate + (miss + miss * miss * ComplexPair(Pair(-0.5L)));
}

/// Keeps all terms so far as numbers whose digits do not overlap, smallest first.
Wide accurate_sum(std::initializer_list<Wide> terms) {
  constexpr size_t most = 8;
  Wide parts[most] = {};
  size_t count = 0;
  for (Wide term : terms) {
    for (size_t index = 0; index < count; ++index) {
      const Pair sum = exact_sum(parts[index], term);
      parts[index] = sum.low;
      term = sum.high;
    }
    parts[count++] = term;
  }
  Wide sum = 0;
  for (size_t index = 0; index < count; ++index)
    sum += parts[index];
  return sum;
}

Wide sum_of_products(Wide a, Wide b, Wide c, Wide d) {
  const Pair first = exact_product(a, b), second = exact_product(c, d);
  if (first.high == 0 && second.high == 0)
    return first.high + second.high; // with its sign
  return accurate_sum({first.low, second.low, first.high, second.high});
}

} // namespace cotangent::reference
