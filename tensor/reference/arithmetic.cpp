// Sums, products, quotients, powers, rounding to integers.
//
// Doubles hold products of all narrower floating-point numbers exactly and have more than twice their digits, so that
// rounding a sum, product or quotient of doubles once more to the narrower format is as good as rounding once.
#include "tensor/reference/complex_functions.h"
#include "tensor/reference/elementwise.h"

namespace cotangent::reference {

namespace {

__extension__ using Signed128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;

Element wrapped(ElementType type, uint64_t value) { return Element::of_integer(type, static_cast<int64_t>(value)); }

bool is_bool(const Element &element) { return element.type() == ElementType::Bool; }

int64_t minus_if(bool negative, int64_t value) { return negative ? -value : value; }

Element integer_power(const Element &base, const Element &exponent) {
  const ElementType type = base.type();
  uint64_t rest = exponent.as_unsigned();
  if (is_signed(type) && exponent.as_integer() < 0) {
    // 0 to a negative power has no value; it is 0 here as the reciprocals of all large numbers are.
    const int64_t number = base.as_integer();
    return Element::of_integer(type, number == 1 ? 1 : number == -1 ? minus_if(rest & 1, 1) : 0);
  }
  uint64_t result = 1, square = base.as_unsigned();
  for (; rest != 0; rest >>= 1) {
    if (rest & 1)
      result *= square;
    square *= square;
  }
  return wrapped(type, result);
}

} // namespace

Element abs(const Element &operand) {
  const ElementType type = operand.type();
  if (is_complex(type))
    return narrow(part_of(type), std::hypot(wide_complex(operand).real(), wide_complex(operand).imag()));
  if (is_float(type))
    return Element::of_float(type, std::fabs(operand.as_float()));
  return is_signed(type) && operand.as_integer() < 0 ? negate(operand) : operand;
}

Element add(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  if (is_bool(lhs))
    return or_(lhs, rhs);
  if (is_complex(type))
    return Element::of_complex(type, lhs.as_complex() + rhs.as_complex());
  if (is_float(type))
    return Element::of_float(type, lhs.as_float() + rhs.as_float());
  return wrapped(type, lhs.as_unsigned() + rhs.as_unsigned());
}

Element subtract(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  if (is_bool(lhs))
    return xor_(lhs, rhs);
  if (is_complex(type))
    return Element::of_complex(type, lhs.as_complex() - rhs.as_complex());
  if (is_float(type))
    return Element::of_float(type, lhs.as_float() - rhs.as_float());
  return wrapped(type, lhs.as_unsigned() - rhs.as_unsigned());
}

Element multiply(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  if (is_bool(lhs))
    return and_(lhs, rhs);
  if (is_complex(type))
    return narrow(type, wide::multiply(wide_complex(lhs), wide_complex(rhs)));
  if (is_float(type))
    return Element::of_float(type, lhs.as_float() * rhs.as_float());
  return wrapped(type, lhs.as_unsigned() * rhs.as_unsigned());
}

/// The specification does not say what integers give by zero, nor the lowest integer by -1: all ones, and the lowest
/// integer, which is what wraps.
Element divide(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  if (is_complex(type))
    return narrow(type, wide::divide(wide_complex(lhs), wide_complex(rhs)));
  if (is_float(type))
    return Element::of_float(type, lhs.as_float() / rhs.as_float());
  if (rhs.as_integer() == 0)
    return Element::of_integer(type, -1);
  if (!is_signed(type))
    return wrapped(type, lhs.as_unsigned() / rhs.as_unsigned());
  return rhs.as_integer() == -1 ? negate(lhs) : Element::of_integer(type, lhs.as_integer() / rhs.as_integer());
}

/// lhs - divide(lhs, rhs) * rhs; the two quotients of `divide` that wrap give the dividend and 0.
Element remainder(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  if (is_complex(type))
    return narrow(type, WideComplex(not_a_number(), not_a_number()));
  if (is_float(type))
    return Element::of_float(type, std::fmod(lhs.as_float(), rhs.as_float()));
  if (rhs.as_integer() == 0)
    return lhs;
  if (!is_signed(type))
    return wrapped(type, lhs.as_unsigned() % rhs.as_unsigned());
  return Element::of_integer(type, rhs.as_integer() == -1 ? 0 : lhs.as_integer() % rhs.as_integer());
}

Element mulhi(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  const int bits = facts_of(type).bits;
  if (is_signed(type))
    return Element::of_integer(type, static_cast<int64_t>(Signed128{lhs.as_integer()} * rhs.as_integer() >> bits));
  return wrapped(type, static_cast<uint64_t>(Unsigned128{lhs.as_unsigned()} * rhs.as_unsigned() >> bits));
}

Element negate(const Element &operand) {
  const ElementType type = operand.type();
  if (is_complex(type))
    return Element::of_complex(type, -operand.as_complex());
  if (is_float(type))
    return Element::of_float(type, -operand.as_float());
  return wrapped(type, -operand.as_unsigned());
}

Element power(const Element &lhs, const Element &rhs) {
  const ElementType type = lhs.type();
  if (is_complex(type))
    return narrow(type, wide::power(wide_complex(lhs), wide_complex(rhs)));
  if (is_float(type))
    return narrow(type, std::pow(Wide{lhs.as_float()}, Wide{rhs.as_float()}));
  return integer_power(lhs, rhs);
}

/// Complex numbers by their modulus, which has no need to fit the type of the parts.
Element sign(const Element &operand) {
  const ElementType type = operand.type();
  if (is_complex(type)) {
    const WideComplex number = wide_complex(operand);
    if (std::isnan(number.real()) || std::isnan(number.imag()))
      return narrow(type, WideComplex(not_a_number(), not_a_number()));
    return number == WideComplex(0) ? Element::zero(type)
                                    : narrow(type, number / std::hypot(number.real(), number.imag()));
  }
  if (is_float(type)) {
    const double number = operand.as_float();
    return std::isnan(number) || number == 0 ? operand : Element::of_float(type, std::copysign(1.0, number));
  }
  return Element::of_integer(type, minus_if(is_signed(type) && operand.as_integer() < 0, operand.as_integer() != 0));
}

Element square(const Element &operand) {
  if (is_complex(operand.type()))
    return narrow(operand.type(), wide::square(wide_complex(operand)));
  return multiply(operand, operand);
}

Element ceil(const Element &operand) { return Element::of_float(operand.type(), std::ceil(operand.as_float())); }
Element floor(const Element &operand) { return Element::of_float(operand.type(), std::floor(operand.as_float())); }
Element round_nearest_afz(const Element &operand) {
  return Element::of_float(operand.type(), std::round(operand.as_float()));
}
Element round_nearest_even(const Element &operand) {
  return Element::of_float(operand.type(), std::nearbyint(operand.as_float())); // nobody changes the rounding mode
}

} // namespace cotangent::reference
