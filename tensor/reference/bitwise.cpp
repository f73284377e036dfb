// Operations on the bits of integers.
#include "tensor/reference/elementwise.h"

#include <bit>

namespace cotangent::reference {

namespace {

/// Elements wrap to their width by themselves, truth values count as not zero: not of 1 must not be more than one bit.
Element of_pattern(ElementType type, uint64_t pattern) {
  return Element::of_integer(type, static_cast<int64_t>(type == ElementType::Bool ? pattern & 1 : pattern));
}

bool is_beyond_width(const Element &amount) {
  return amount.bits() >= static_cast<uint64_t>(facts_of(amount.type()).bits);
}

} // namespace

Element and_(const Element &lhs, const Element &rhs) { return of_pattern(lhs.type(), lhs.bits() & rhs.bits()); }
Element or_(const Element &lhs, const Element &rhs) { return of_pattern(lhs.type(), lhs.bits() | rhs.bits()); }
Element xor_(const Element &lhs, const Element &rhs) { return of_pattern(lhs.type(), lhs.bits() ^ rhs.bits()); }
Element not_(const Element &operand) { return of_pattern(operand.type(), ~operand.bits()); }

Element count_leading_zeros(const Element &operand) {
  const int unused = 64 - facts_of(operand.type()).bits;
  return Element::of_integer(operand.type(), std::countl_zero(operand.bits()) - unused);
}

Element popcnt(const Element &operand) { return Element::of_integer(operand.type(), std::popcount(operand.bits())); }

Element shift_left(const Element &lhs, const Element &rhs) {
  return of_pattern(lhs.type(), is_beyond_width(rhs) ? 0 : lhs.bits() << rhs.bits());
}

Element shift_right_logical(const Element &lhs, const Element &rhs) {
  return of_pattern(lhs.type(), is_beyond_width(rhs) ? 0 : lhs.bits() >> rhs.bits());
}

/// The highest bit is the sign of unsigned integers, too.
Element shift_right_arithmetic(const Element &lhs, const Element &rhs) {
  const int bits = facts_of(lhs.type()).bits, unused = 64 - bits;
  const int64_t extended = static_cast<int64_t>(lhs.bits() << unused) >> unused;
  const uint64_t amount = is_beyond_width(rhs) ? static_cast<uint64_t>(bits - 1) : rhs.bits();
  return of_pattern(lhs.type(), static_cast<uint64_t>(extended >> amount));
}

} // namespace cotangent::reference
