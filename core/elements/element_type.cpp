// The table of the element types.
#include "core/elements/element_type.h"

namespace cotangent {

namespace {

constexpr FloatFormat no_format{0, 0, 0, Specials::FiniteOnly};
constexpr FloatFormat single_format{8, 23, 127, Specials::Ieee};
constexpr FloatFormat double_format{11, 52, 1023, Specials::Ieee};

constexpr ElementFacts of_float(std::string_view name, std::string_view numpy, FloatFormat format) {
  const int sign_bits = format.specials == Specials::ScaleOnly ? 0 : 1;
  const int bits = sign_bits + format.exponent_bits + format.mantissa_bits;
  return {name, numpy, ElementKind::Float, bits, (bits + 7) / 8, format};
}

constexpr ElementFacts of_integer(std::string_view name, std::string_view numpy, ElementKind kind, int bits) {
  return {name, numpy, kind, bits, (bits + 7) / 8, no_format};
}

} // namespace

constinit const ElementFacts element_facts[element_type_count] = {
    of_integer("i1", "|b1", ElementKind::Bool, 1),
    of_integer("i2", "|i1", ElementKind::Signed, 2),
    of_integer("i4", "|i1", ElementKind::Signed, 4),
    of_integer("i8", "|i1", ElementKind::Signed, 8),
    of_integer("i16", "<i2", ElementKind::Signed, 16),
    of_integer("i32", "<i4", ElementKind::Signed, 32),
    of_integer("i64", "<i8", ElementKind::Signed, 64),
    of_integer("ui2", "|u1", ElementKind::Unsigned, 2),
    of_integer("ui4", "|u1", ElementKind::Unsigned, 4),
    of_integer("ui8", "|u1", ElementKind::Unsigned, 8),
    of_integer("ui16", "<u2", ElementKind::Unsigned, 16),
    of_integer("ui32", "<u4", ElementKind::Unsigned, 32),
    of_integer("ui64", "<u8", ElementKind::Unsigned, 64),
    of_float("f4E2M1FN", "|V1", {2, 1, 1, Specials::FiniteOnly}),
    of_float("f6E2M3FN", "|V1", {2, 3, 1, Specials::FiniteOnly}),
    of_float("f6E3M2FN", "|V1", {3, 2, 3, Specials::FiniteOnly}),
    of_float("f8E3M4", "|V1", {3, 4, 3, Specials::Ieee}),
    of_float("f8E4M3", "|V1", {4, 3, 7, Specials::Ieee}),
    of_float("f8E4M3FN", "|V1", {4, 3, 7, Specials::OneNan}),
    of_float("f8E4M3FNUZ", "|V1", {4, 3, 8, Specials::NegativeZero}),
    of_float("f8E4M3B11FNUZ", "|V1", {4, 3, 11, Specials::NegativeZero}),
    of_float("f8E5M2", "|V1", {5, 2, 15, Specials::Ieee}),
    of_float("f8E5M2FNUZ", "|V1", {5, 2, 16, Specials::NegativeZero}),
    of_float("f8E8M0FNU", "|V1", {8, 0, 127, Specials::ScaleOnly}),
    of_float("bf16", "|V2", {8, 7, 127, Specials::Ieee}),
    of_float("f16", "<f2", {5, 10, 15, Specials::Ieee}),
    of_float("f32", "<f4", single_format),
    of_float("f64", "<f8", double_format),
    {"complex<f32>", "<c8", ElementKind::Complex, 64, 8, single_format},
    {"complex<f64>", "<c16", ElementKind::Complex, 128, 16, double_format},
};

ElementType part_of(ElementType type) {
  if (type == ElementType::C64)
    return ElementType::F32;
  return type == ElementType::C128 ? ElementType::F64 : type;
}

std::optional<ElementType> element_type_named(std::string_view name) {
  for (int type = 0; type < element_type_count; ++type)
    if (element_facts[type].name == name)
      return static_cast<ElementType>(type);
  return std::nullopt;
}

} // namespace cotangent
