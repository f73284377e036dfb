// Comparison, choice, and which numbers are finite.
#include "tensor/reference/elementwise.h"

#include <cmath>
#include <limits>

namespace cotangent::reference {

namespace {

template <typename Number> bool holds(ComparisonDirection direction, const Number &lhs, const Number &rhs) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return lhs == rhs;
  case ComparisonDirection::NE:
    return lhs != rhs;
  case ComparisonDirection::GE:
    return lhs >= rhs;
  case ComparisonDirection::GT:
    return lhs > rhs;
  case ComparisonDirection::LE:
    return lhs <= rhs;
  case ComparisonDirection::LT:
    return lhs < rhs;
  }
  return false;
}

/// The real parts decide unless they are equal; a NaN part compares as NaN does.
bool holds(ComparisonDirection direction, const std::complex<double> &lhs, const std::complex<double> &rhs) {
  if (direction == ComparisonDirection::EQ)
    return lhs == rhs;
  if (direction == ComparisonDirection::NE)
    return lhs != rhs;
  return lhs.real() == rhs.real() ? holds(direction, lhs.imag(), rhs.imag()) : holds(direction, lhs.real(), rhs.real());
}

/// An integer that grows along the total order.
int64_t place_in_total_order(const Element &element) {
  const FloatFormat &format = facts_of(element.type()).format;
  const uint64_t bits = element.bits();
  if (format.specials == Specials::ScaleOnly)
    return static_cast<int64_t>(bits);
  const uint64_t sign = uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
  if ((bits & sign) == 0)
    return static_cast<int64_t>(bits);
  if (format.specials == Specials::NegativeZero && bits == sign)
    return std::numeric_limits<int64_t>::min(); // the pattern of the negative zero is a NaN with a sign
  return -1 - static_cast<int64_t>(bits & (sign - 1));
}

bool has_nan(const Element &element) {
  return std::isnan(element.as_complex().real()) || std::isnan(element.as_complex().imag());
}

/// Whether lhs comes before rhs where neither is NaN; -0 before 0.
bool is_less(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  if (is_complex(type))
    return holds(ComparisonDirection::LT, lhs.as_complex(), rhs.as_complex());
  if (is_float(type)) {
    const double left = lhs.as_float(), right = rhs.as_float();
    return left == right ? std::signbit(left) && !std::signbit(right) : left < right;
  }
  return is_signed(type) ? lhs.as_integer() < rhs.as_integer() : lhs.as_unsigned() < rhs.as_unsigned();
}

} // namespace

Element compare(const Element &lhs, const Element &rhs, ComparisonDirection direction, ComparisonType type) {
  const ElementType element_type = lhs.type();
  if (is_complex(element_type))
    return Element::of_bool(holds(direction, lhs.as_complex(), rhs.as_complex()));
  if (is_float(element_type)) {
    if (type == ComparisonType::TOTALORDER)
      return Element::of_bool(holds(direction, place_in_total_order(lhs), place_in_total_order(rhs)));
    return Element::of_bool(holds(direction, lhs.as_float(), rhs.as_float()));
  }
  if (is_signed(element_type))
    return Element::of_bool(holds(direction, lhs.as_integer(), rhs.as_integer()));
  return Element::of_bool(holds(direction, lhs.as_unsigned(), rhs.as_unsigned()));
}

Element maximum(const Element &lhs, const Element &rhs) {
  if (has_nan(lhs) || has_nan(rhs))
    return has_nan(lhs) ? lhs : rhs;
  return is_less(lhs, rhs) ? rhs : lhs;
}

Element minimum(const Element &lhs, const Element &rhs) {
  if (has_nan(lhs) || has_nan(rhs))
    return has_nan(lhs) ? lhs : rhs;
  return is_less(rhs, lhs) ? rhs : lhs;
}

Element clamp(const Element &lowest, const Element &operand, const Element &highest) {
  return minimum(maximum(operand, lowest), highest);
}

Element select(const Element &predicate, const Element &on_true, const Element &on_false) {
  return predicate.as_bool() ? on_true : on_false;
}

Element is_finite(const Element &operand) { return Element::of_bool(std::isfinite(operand.as_float())); }
Element is_inf(const Element &operand) { return Element::of_bool(std::isinf(operand.as_float())); }
Element is_neg_inf(const Element &operand) {
  return Element::of_bool(operand.as_float() == -std::numeric_limits<double>::infinity());
}
Element is_pos_inf(const Element &operand) {
  return Element::of_bool(operand.as_float() == std::numeric_limits<double>::infinity());
}

} // namespace cotangent::reference
