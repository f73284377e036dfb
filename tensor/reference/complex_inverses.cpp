// Inverse circular and hyperbolic functions of complex numbers.
#include "tensor/reference/complex_functions.h"

#include <numbers>

namespace cotangent::reference::wide {

namespace {

constexpr Wide pi = std::numbers::pi_v<Wide>;

Wide quotient_or_zero(Wide numerator, Wide denominator) { return denominator == 0 ? 0 : numerator / denominator; }

/// What arcsin and arccos need, for z in the first quadrant. The ellipse through z with the foci 1 and -1 has the half
/// axis a = (|z + 1| + |z - 1|) / 2; with root = sqrt(a^2 - x^2), arcsin has the real part arctan(x / root), arccos
/// arctan(root / x), and the imaginary part of both is arcosh a, up to the sign.
struct Ellipse {
  Wide root;
  Wide arcosh;
};

/// a - x and a - 1 come from |z + 1| - (x + 1) and from |z - 1| less or plus (x - 1), none of which may cancel: the
/// product of |z - 1| - (x - 1) and |z - 1| + (x - 1) is y^2.
Ellipse ellipse_through(Wide x, Wide y) {
  const Wide far = std::hypot(x + 1, y), near = std::hypot(x - 1, y), square = y * y;
  const Wide far_less = quotient_or_zero(square, far + (x + 1));
  const Wide larger = near + std::fabs(x - 1), smaller = quotient_or_zero(square, larger);
  const Wide half_axis = (far + near) / 2;
  const Wide less_x = (far_less + (x >= 1 ? smaller : larger)) / 2;
  const Wide less_one = (far_less + (x >= 1 ? larger : smaller)) / 2;
  return {std::sqrt(less_x * (half_axis + x)), std::log1p(less_one + std::sqrt(less_one * (half_axis + 1)))};
}

} // namespace

WideComplex acos(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (is_infinite(operand))
    return {std::atan2(std::fabs(y), x), std::copysign(infinity(), -y)};
  if (x == 0 && std::isnan(y))
    return {pi / 2, y};
  const Ellipse ellipse = ellipse_through(std::fabs(x), std::fabs(y));
  return {std::atan2(ellipse.root, x), std::copysign(ellipse.arcosh, -y)};
}

WideComplex asin(const WideComplex &operand) {
  const Wide x = operand.real(), y = operand.imag();
  if (is_infinite(operand))
    return {std::atan2(x, std::fabs(y)), std::copysign(infinity(), y)};
  if (x == 0 && std::isnan(y))
    return operand;
  const Ellipse ellipse = ellipse_through(std::fabs(x), std::fabs(y));
  return {std::atan2(x, ellipse.root), std::copysign(ellipse.arcosh, y)};
}

/// i arccos z or -i arccos z, whichever has a real part that is not negative.
WideComplex acosh(const WideComplex &operand) {
  const WideComplex cosine = acos(operand);
  return {std::fabs(cosine.imag()), std::copysign(cosine.real(), operand.imag())};
}

WideComplex asinh(const WideComplex &operand) { return swapped(asin(swapped(operand))); }

/// Real part: log of |1 + z|^2 / |1 - z|^2 = 1 + 4x / |1 - z|^2, over 4.
WideComplex atanh(const WideComplex &operand) {
  const Wide x = std::fabs(operand.real()), y = operand.imag();
  if (is_infinite(operand)) {
    const Wide angle = std::isnan(y) ? y : std::copysign(pi / 2, y);
    return {std::copysign(Wide{0}, operand.real()), angle};
  }
  if (x == 0 && std::isnan(y))
    return operand;
  const Wide real = std::log1p(4 * x / ((1 - x) * (1 - x) + y * y)) / 4;
  const Wide imaginary = std::atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2;
  return {x == 0 ? operand.real() : std::copysign(real, operand.real()), imaginary};
}

WideComplex atan(const WideComplex &operand) { return swapped(atanh(swapped(operand))); }

/// arctan(lhs / rhs) is accurate; the definition tells whether it is off by a half turn, and the range of angles, in
/// which direction.
WideComplex atan2(const WideComplex &lhs, const WideComplex &rhs) {
  if (lhs.imag() == 0 && rhs.imag() == 0)
    return {std::atan2(lhs.real(), rhs.real()), 0};
  const WideComplex times_i{-lhs.imag(), lhs.real()};
  const WideComplex direct = log(divide(rhs + times_i, sqrt(multiply(lhs, lhs) + multiply(rhs, rhs))));
  const WideComplex estimate =
      rhs == WideComplex(0) ? WideComplex{std::copysign(pi / 2, lhs.real()), 0} : atan(divide(lhs, rhs));
  if (!(std::fabs(direct.imag() - estimate.real()) > pi / 2))
    return estimate;
  const Wide turn = estimate.real() == 0 ? direct.imag() : -estimate.real();
  return {estimate.real() + std::copysign(pi, turn), estimate.imag()};
}

} // namespace cotangent::reference::wide
