// From one element type to another, parts of complex numbers, neighbours of floating-point numbers.
#include "tensor/reference/elementwise.h"
#include "tensor/reference/wide.h"

#include <algorithm>

namespace cotangent::reference {

namespace {

/// Exact: 64 bits fit.
Wide wide_integer(const Element &element) {
  return is_signed(element.type()) ? static_cast<Wide>(element.as_integer()) : static_cast<Wide>(element.as_unsigned());
}

/// The specification leaves open what does not fit; it saturates, and NaN is 0.
Element integer_from(double number, ElementType type) {
  if (type == ElementType::Bool)
    return Element::of_bool(number != 0);
  if (std::isnan(number))
    return Element::zero(type);
  const Element lowest = Element::lowest(type), highest = Element::highest(type);
  if (Wide{number} <= wide_integer(lowest))
    return lowest;
  if (Wide{number} >= wide_integer(highest))
    return highest;
  return Element::of_integer(type, is_signed(type) ? static_cast<int64_t>(number)
                                                   : static_cast<int64_t>(static_cast<uint64_t>(number)));
}

/// To a multiple of 2^exponent, ties to even ones; as infinity if that is too large for a double.
double rounded_to_multiple(double number, int exponent) {
  return std::ldexp(std::nearbyint(std::ldexp(number, -exponent)), exponent);
}

} // namespace

Element convert(const Element &operand, ElementType type) {
  const ElementType from = operand.type();
  if (is_complex(from) && is_complex(type))
    return Element::of_complex(type, operand.as_complex());
  if (is_float(from) || is_complex(from)) {
    const double number = operand.as_float();
    if (is_complex(type))
      return Element::of_complex(type, number);
    return is_float(type) ? Element::of_float(type, number) : integer_from(number, type);
  }
  if (is_complex(type))
    return narrow(type, WideComplex(wide_integer(operand)));
  return is_float(type) ? narrow(type, wide_integer(operand)) : Element::of_integer(type, operand.as_integer());
}

Element bitcast(const Element &operand, ElementType type) {
  return operand.type() == type ? operand : Element::of_bits(type, operand.bits());
}

/// Without mantissa bits ties go to the larger number, as IEEE-754 has it for formats of
/// one digit. Without mantissa bits there is no NaN either: it becomes infinity.
Element reduce_precision(const Element &operand, int exponent_bits, int mantissa_bits) {
  const FloatFormat &format = facts_of(operand.type()).format;
  double number = operand.as_float();
  if (std::isnan(number) && mantissa_bits == 0)
    number = std::copysign(std::numeric_limits<double>::infinity(), number);
  if (!std::isfinite(number) || number == 0)
    return Element::of_float(operand.type(), number);
  if (mantissa_bits < format.mantissa_bits)
    number = rounded_to_multiple(number, std::max(std::ilogb(number), 1 - format.bias) - mantissa_bits);
  if (exponent_bits < format.exponent_bits && number != 0) {
    const int bias = (1 << (exponent_bits - 1)) - 1, exponent = std::ilogb(number);
    if (exponent > bias)
      number = std::copysign(std::numeric_limits<double>::infinity(), number);
    else if (exponent < 1 - bias)
      number = std::copysign(0.0, number);
  }
  return Element::of_float(operand.type(), number);
}

Element complex(const Element &real, const Element &imaginary) {
  const ElementType type = real.type() == ElementType::F64 ? ElementType::C128 : ElementType::C64;
  return Element::of_complex(type, {real.as_float(), imaginary.as_float()});
}

Element conj(const Element &operand) {
  return is_complex(operand.type()) ? Element::of_complex(operand.type(), std::conj(operand.as_complex())) : operand;
}

Element imag(const Element &operand) {
  return Element::of_float(part_of(operand.type()), operand.as_complex().imag()); // 0 for real numbers
}

Element real(const Element &operand) { return Element::of_float(part_of(operand.type()), operand.as_float()); }

/// The bits without the sign, as an integer, grow with the magnitude.
Element next_after(const Element &from, const Element &towards) {
  const ElementType type = from.type();
  const FloatFormat &format = facts_of(type).format;
  const double start = from.as_float(), end = towards.as_float();
  if (std::isnan(start) || std::isnan(end) || start == end)
    return std::isnan(start) ? from : towards;
  const bool up = end > start;
  if (format.specials == Specials::ScaleOnly)
    return Element::of_bits(type, from.bits() + (up ? 1 : -1));
  const uint64_t sign = uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
  if (start == 0)
    return Element::of_bits(type, up ? 1 : sign | 1);
  const uint64_t bits = from.bits() + (up == (start > 0) ? 1 : -1);
  if ((bits & (sign - 1)) == 0 && format.specials == Specials::NegativeZero)
    return Element::zero(type);
  return Element::of_bits(type, bits);
}

} // namespace cotangent::reference
