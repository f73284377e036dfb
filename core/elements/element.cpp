// Rounding of numbers to the element types, and their bits in memory.
#include "core/elements/element.h"

#include <bit>
#include <cmath>
#include <limits>

namespace cotangent {

static_assert(std::endian::native == std::endian::little, "arrays lie in memory as the host has them");

namespace {

constexpr int double_mantissa = 52, double_bias = 1023;

constexpr uint64_t ones(int bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

/// Of formats with a sign: the bits of the largest finite number.
uint64_t largest_magnitude(const FloatFormat &format) {
  const uint64_t all = ones(format.exponent_bits + format.mantissa_bits);
  if (format.specials == Specials::Ieee)
    return all - (uint64_t{1} << format.mantissa_bits);
  return format.specials == Specials::OneNan ? all - 1 : all;
}

/// Exponent and mantissa of a finite number that is not negative, as if the exponent had no upper limit. A carry out of
/// the mantissa raises the exponent by itself.
uint64_t rounded_magnitude(const FloatFormat &format, double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const int stored_exponent = static_cast<int>(bits >> double_mantissa);
  if (stored_exponent == 0)
    return 0; // far below half of the smallest number of every narrower format
  const uint64_t significand = (bits & ones(double_mantissa)) | uint64_t{1} << double_mantissa;
  const int exponent = stored_exponent - double_bias;
  const int lowest = 1 - format.bias; // subnormal numbers have this exponent too
  int dropped = double_mantissa - format.mantissa_bits;
  if (exponent < lowest)
    dropped += lowest - exponent;
  if (dropped > double_mantissa + 1)
    return 0;
  uint64_t kept = significand >> dropped;
  const uint64_t rest = significand & ones(dropped), half = uint64_t{1} << (dropped - 1);
  kept += rest > half || (rest == half && (kept & 1) != 0);
  if (exponent < lowest)
    return kept;
  return kept + (static_cast<uint64_t>(exponent - lowest) << format.mantissa_bits);
}

/// To powers of two without sign: the bits are the exponent alone.
uint64_t encode_scale(const FloatFormat &format, double value) {
  const uint64_t nan = ones(format.exponent_bits);
  if (std::isnan(value) || std::isinf(value) || value < 0)
    return nan;
  const uint64_t bits = std::bit_cast<uint64_t>(std::fabs(value)); // zero and subnormal numbers end below zero
  const bool up = (bits & ones(double_mantissa)) >= uint64_t{1} << (double_mantissa - 1);
  const int64_t exponent = static_cast<int64_t>(bits >> double_mantissa) - double_bias + format.bias + up;
  if (exponent < 0)
    return 0;
  return static_cast<uint64_t>(exponent) > nan ? nan : static_cast<uint64_t>(exponent);
}

uint64_t encode_nan(const FloatFormat &format, uint64_t sign) {
  switch (format.specials) {
  case Specials::Ieee:
    return sign | ones(format.exponent_bits + 1)
                      << (format.mantissa_bits - 1); // the highest bit of the mantissa: quiet
  case Specials::OneNan:
    return sign | ones(format.exponent_bits + format.mantissa_bits);
  case Specials::NegativeZero:
    return uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
  case Specials::FiniteOnly:
  case Specials::ScaleOnly:
    break;
  }
  return 0;
}

/// 2 to the exponent, which a normal double can have.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + double_bias) << double_mantissa);
}

bool is_nan_pattern(const FloatFormat &format, uint64_t sign, uint64_t magnitude) {
  switch (format.specials) {
  case Specials::Ieee:
    return magnitude > largest_magnitude(format) + 1;
  case Specials::OneNan:
    return magnitude > largest_magnitude(format);
  case Specials::NegativeZero:
    return sign != 0 && magnitude == 0;
  case Specials::FiniteOnly:
  case Specials::ScaleOnly:
    break;
  }
  return false;
}

int64_t wrapped(const ElementFacts &facts, int64_t value) {
  if (facts.kind == ElementKind::Bool)
    return value != 0;
  const int unused = 64 - facts.bits;
  const uint64_t raised = static_cast<uint64_t>(value) << unused;
  return facts.kind == ElementKind::Signed ? static_cast<int64_t>(raised) >> unused
                                           : static_cast<int64_t>(raised >> unused);
}

} // namespace

uint64_t encode(const FloatFormat &format, double value) {
  if (format.mantissa_bits == double_mantissa)
    return std::bit_cast<uint64_t>(value);
  if (format.specials == Specials::ScaleOnly)
    return encode_scale(format, value);
  const uint64_t sign = static_cast<uint64_t>(std::signbit(value)) << (format.exponent_bits + format.mantissa_bits);
  if (std::isnan(value))
    return encode_nan(format, sign);
  const uint64_t largest = largest_magnitude(format);
  const uint64_t magnitude = std::isinf(value) ? largest + 1 : rounded_magnitude(format, std::fabs(value));
  if (magnitude > largest) {
    if (format.specials == Specials::Ieee)
      return sign | (largest + 1);
    return format.specials == Specials::FiniteOnly ? sign | largest : encode_nan(format, sign);
  }
  if (format.specials == Specials::NegativeZero && magnitude == 0)
    return 0;
  return sign | magnitude;
}

double decode(const FloatFormat &format, uint64_t bits) {
  if (format.mantissa_bits == double_mantissa)
    return std::bit_cast<double>(bits);
  if (format.specials == Specials::ScaleOnly) {
    bits &= ones(format.exponent_bits);
    return bits == ones(format.exponent_bits) ? std::numeric_limits<double>::quiet_NaN()
                                              : power_of_two(static_cast<int>(bits) - format.bias);
  }
  const int magnitude_bits = format.exponent_bits + format.mantissa_bits;
  const uint64_t sign = bits >> magnitude_bits & 1, magnitude = bits & ones(magnitude_bits);
  const int exponent = static_cast<int>(magnitude >> format.mantissa_bits);
  const uint64_t mantissa = magnitude & ones(format.mantissa_bits);
  double value;
  if (is_nan_pattern(format, sign, magnitude))
    value = std::numeric_limits<double>::quiet_NaN();
  else if (format.specials == Specials::Ieee && magnitude > largest_magnitude(format))
    value = std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    value = static_cast<double>(mantissa) * power_of_two(1 - format.bias - format.mantissa_bits);
  else
    value = static_cast<double>(mantissa + (uint64_t{1} << format.mantissa_bits)) *
            power_of_two(exponent - format.bias - format.mantissa_bits);
  return sign != 0 ? -value : value;
}

Element Element::of_integer(ElementType type, int64_t value) { return Element(type, wrapped(facts_of(type), value)); }

Element Element::of_float(ElementType type, double value) {
  if (type == ElementType::F64)
    return Element(type, value, 0);
  if (type == ElementType::F32)
    return Element(type, static_cast<float>(value), 0);
  const FloatFormat &format = facts_of(type).format;
  return Element(type, decode(format, encode(format, value)), 0);
}

Element Element::of_complex(ElementType type, std::complex<double> value) {
  if (type == ElementType::C128)
    return Element(type, value.real(), value.imag());
  return Element(type, static_cast<float>(value.real()), static_cast<float>(value.imag()));
}

Element Element::load_any(ElementType type, const std::byte *memory) {
  const ElementFacts &facts = facts_of(type);
  if (type == ElementType::C128) {
    double parts[2];
    std::memcpy(parts, memory, sizeof parts);
    return Element(type, parts[0], parts[1]);
  }
  uint64_t bits = 0;
  std::memcpy(&bits, memory, static_cast<size_t>(facts.bytes));
  return of_bits(type, bits);
}

void Element::store_any(std::byte *memory) const {
  const ElementFacts &facts = facts_of(type_);
  if (type_ == ElementType::C128) {
    std::memcpy(memory, &real_, sizeof real_);
    std::memcpy(memory + sizeof real_, &imaginary_, sizeof imaginary_);
    return;
  }
  const uint64_t stored = is_integer(type_) ? as_unsigned() : bits();
  std::memcpy(memory, &stored, static_cast<size_t>(facts.bytes));
}

Element Element::zero(ElementType type) {
  if (is_float(type))
    return of_float(type, 0);
  return is_complex(type) ? of_complex(type, 0) : of_integer(type, 0);
}

Element Element::one(ElementType type) {
  if (is_float(type))
    return of_float(type, 1);
  return is_complex(type) ? of_complex(type, 1) : of_integer(type, 1);
}

Element Element::lowest(ElementType type) {
  const ElementFacts &facts = facts_of(type);
  if (facts.kind == ElementKind::Signed)
    return of_bits(type, uint64_t{1} << (facts.bits - 1));
  if (facts.kind != ElementKind::Float || facts.format.specials == Specials::ScaleOnly)
    return zero(type);
  return Element(type, -highest(type).real_, 0);
}

Element Element::highest(ElementType type) {
  const ElementFacts &facts = facts_of(type);
  switch (facts.kind) {
  case ElementKind::Bool:
  case ElementKind::Unsigned:
    return of_bits(type, ones(facts.bits));
  case ElementKind::Signed:
    return of_bits(type, ones(facts.bits - 1));
  case ElementKind::Float:
  case ElementKind::Complex:
    break;
  }
  if (facts.format.specials == Specials::Ieee)
    return Element(type, std::numeric_limits<double>::infinity(), 0);
  if (facts.format.specials == Specials::ScaleOnly)
    return of_bits(type, ones(facts.bits) - 1);
  return of_bits(type, largest_magnitude(facts.format));
}

uint64_t Element::bits() const {
  const ElementFacts &facts = facts_of(type_);
  switch (facts.kind) {
  case ElementKind::Float:
    return encode(facts.format, real_);
  case ElementKind::Complex: {
    const uint64_t real = encode(facts.format, real_);
    return type_ == ElementType::C128 ? real : real | encode(facts.format, imaginary_) << 32;
  }
  case ElementKind::Bool:
  case ElementKind::Signed:
  case ElementKind::Unsigned:
    break;
  }
  return as_unsigned() & ones(facts.bits);
}

Element Element::of_bits(ElementType type, uint64_t bits) {
  const ElementFacts &facts = facts_of(type);
  if (facts.kind == ElementKind::Float)
    return Element(type, decode(facts.format, bits), 0);
  if (type == ElementType::C64)
    return Element(type, decode(facts.format, bits & ones(32)), decode(facts.format, bits >> 32));
  if (type == ElementType::C128)
    return Element(type, std::bit_cast<double>(bits), 0);
  return of_integer(type, static_cast<int64_t>(bits));
}

} // namespace cotangent
