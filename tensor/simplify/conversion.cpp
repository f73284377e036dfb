// Conversions between element types.
#include "tensor/simplify/rewrite.h"

#include "tensor/interpret/types.h"

#include <cmath>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

ElementType element_type(Value value) { return *interpret::element_type_of(element_of(value)); }

/// Bits of whole numbers that a type holds without rounding, the sign aside.
int whole_bits(ElementType type) {
  const ElementFacts &facts = facts_of(part_of(type));
  switch (facts.kind) {
  case ElementKind::Bool:
    return 1;
  case ElementKind::Signed:
    return facts.bits - 1;
  case ElementKind::Unsigned:
    return facts.bits;
  default:
    return facts.format.mantissa_bits + 1;
  }
}

bool is_ieee(ElementType type) {
  return (is_float(type) || is_complex(type)) && facts_of(part_of(type)).format.specials == Specials::Ieee &&
         facts_of(part_of(type)).bits >= 16;
}

/// Every number of the first type is one of the second.
bool is_exact(ElementType from, ElementType to) {
  if (from == to)
    return true;
  const ElementKind from_kind = facts_of(from).kind, to_kind = facts_of(to).kind;
  if (to_kind == ElementKind::Bool)
    return false;
  if (from_kind == ElementKind::Float || from_kind == ElementKind::Complex) {
    if (!is_ieee(to) || (from_kind == ElementKind::Complex && to_kind != ElementKind::Complex))
      return false;
    const FloatFormat &narrow = facts_of(part_of(from)).format, &wide = facts_of(part_of(to)).format;
    // f32 and f64 hold the numbers of all narrower formats, also those below their normal ones.
    bool holds_all =
        part_of(to) == ElementType::F64 || (part_of(to) == ElementType::F32 && part_of(from) != ElementType::F64);
    return holds_all && narrow.mantissa_bits <= wide.mantissa_bits;
  }
  if (to_kind == ElementKind::Float || to_kind == ElementKind::Complex)
    return is_ieee(to) && whole_bits(from) <= whole_bits(to);
  return whole_bits(from) <= whole_bits(to) && (from_kind != ElementKind::Signed || to_kind == ElementKind::Signed);
}

/// Integers that only wrap on the way: convert(convert(x)) keeps the lowest bits, as one conversion does.
bool only_wraps(ElementType from, ElementType between, ElementType to) {
  return is_integer(from) && is_integer(between) && is_integer(to) && facts_of(between).bits >= facts_of(to).bits;
}

/// convert(x) = x to the type that x has.
bool convert_to_same(ConvertOp operation, Edit &edit) {
  return operation.getOperand().getType() == operation.getType() && edit.replace(operation, operation.getOperand());
}

bool is_whole(ElementType type) { return is_integer(type) || type == ElementType::Bool; }

/// One conversion does what two do. On the way from one integer type over floating point to a narrower one, numbers
/// saturate that would wrap.
bool is_one_conversion(ElementType from, ElementType between, ElementType to) {
  const bool saturates = is_whole(from) && !is_whole(between) && is_integer(to) && !is_exact(from, to);
  return (is_exact(from, between) && !saturates) || only_wraps(from, between, to);
}

/// convert(convert(x)) = convert(x), if the type between holds all numbers of x, or if integers only wrap.
bool convert_of_convert(ConvertOp operation, Edit &edit) {
  auto inner = source<ConvertOp>(operation.getOperand());
  if (!inner)
    return false;
  ElementType from = element_type(inner.getOperand()), between = element_type(inner), to = element_type(operation);
  if (!is_one_conversion(from, between, to))
    return false;
  return from == to ? edit.replace(operation, inner.getOperand())
                    : edit.replace_with<ConvertOp>(operation, inner.getOperand());
}

/// convert(iota) = iota, if both types hold all its numbers.
bool convert_of_iota(ConvertOp operation, Edit &edit) {
  auto iota = source<IotaOp>(operation.getOperand());
  if (!iota)
    return false;
  int64_t last = shape_of(iota)[iota.getIotaDimension()] - 1;
  auto holds = [&](ElementType type) {
    const bool whole = facts_of(type).kind != ElementKind::Float && !is_complex(type);
    return type != ElementType::Bool && (whole || is_ieee(type)) && last >> std::min(whole_bits(type), 62) == 0;
  };
  return holds(element_type(iota)) && holds(element_type(operation)) &&
         edit.replace_with<IotaOp>(operation, iota.getIotaDimension());
}

/// The bits of x as another type and back are x.
bool bits_of_bits(BitcastConvertOp operation, Edit &edit) {
  if (operation.getOperand().getType() == operation.getType())
    return edit.replace(operation, operation.getOperand());
  auto inner = source<BitcastConvertOp>(operation.getOperand());
  return inner && inner.getOperand().getType() == operation.getType() && edit.replace(operation, inner.getOperand());
}

/// Rounding to a format that has all numbers of the type, or to the format of a moment ago.
bool reduce_precision_to_same(ReducePrecisionOp operation, Edit &edit) {
  const FloatFormat &format = facts_of(element_type(operation)).format;
  if (facts_of(element_type(operation)).format.specials == Specials::Ieee &&
      static_cast<int>(operation.getExponentBits()) == format.exponent_bits &&
      static_cast<int>(operation.getMantissaBits()) == format.mantissa_bits)
    return edit.replace(operation, operation.getOperand());
  auto inner = source<ReducePrecisionOp>(operation.getOperand());
  return inner && inner.getExponentBits() == operation.getExponentBits() &&
         inner.getMantissaBits() == operation.getMantissaBits() && edit.replace(operation, inner);
}

constexpr Rewrite table[] = {
    local<convert_to_same>("convert_to_same"),
    local<convert_of_convert>("convert_of_convert"),
    local<convert_of_iota>("convert_of_iota"),
    local<bits_of_bits>("bits_of_bits"),
    local<reduce_precision_to_same>("reduce_precision_to_same"),
};

} // namespace

Rewrites conversion_rewrites() { return table; }

} // namespace cotangent::simplify
