#include "tensor/simplify/constants.h"

#include "tensor/interpret/types.h"
#include "tensor/reference/shape.h"

#include <cstring>

using namespace mlir;

namespace cotangent::simplify {

namespace {

/// Elements of less than a byte, one by one: how MLIR packs them is its own matter.
DenseElementsAttr packed_attribute(const Array &array, RankedTensorType type) {
  const ElementFacts &facts = facts_of(array.type());
  if (facts.kind == ElementKind::Float) {
    auto format = cast<FloatType>(type.getElementType());
    SmallVector<APFloat> numbers;
    for (int64_t at = 0; at < array.count(); ++at)
      numbers.emplace_back(format.getFloatSemantics(), APInt(static_cast<unsigned>(facts.bits), array.get(at).bits()));
    return DenseElementsAttr::get(type, numbers);
  }
  SmallVector<APInt> numbers;
  for (int64_t at = 0; at < array.count(); ++at)
    numbers.emplace_back(static_cast<unsigned>(facts.bits), array.get(at).bits(), /*isSigned=*/false,
                         /*implicitTrunc=*/true);
  return DenseElementsAttr::get(type, numbers);
}

bool all_same(const Array &array) {
  const auto bytes = static_cast<size_t>(facts_of(array.type()).bytes);
  for (int64_t at = 1; at < array.count(); ++at)
    if (std::memcmp(array.bytes(), array.bytes() + static_cast<size_t>(at) * bytes, bytes) != 0)
      return false;
  return array.count() > 0;
}

} // namespace

DenseElementsAttr attribute_of(const Array &array, RankedTensorType type) {
  if (array.count() > 1 && all_same(array))
    return attribute_of(Array::scalar(array.get(0)), RankedTensorType::get({}, type.getElementType()))
        .resizeSplat(type);
  if (facts_of(array.type()).bits < 8 || array.count() == 0)
    return packed_attribute(array, type);
  return DenseElementsAttr::getFromRawBuffer(
      type, ArrayRef(reinterpret_cast<const char *>(array.bytes()), static_cast<size_t>(array.byte_count())));
}

DenseElementsAttr splat_attribute(const Element &element, RankedTensorType type) {
  return attribute_of(Array::scalar(element), RankedTensorType::get({}, type.getElementType())).resizeSplat(type);
}

RankedTensorType plain_type(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  bool plain = tensor && isa<FloatType, IntegerType, ComplexType, IndexType>(tensor.getElementType()) &&
               tensor.hasStaticShape() && !tensor.getEncoding();
  return plain ? tensor : RankedTensorType();
}

bool has_plain_types(Operation *operation) {
  auto plain = [](Type type) { return static_cast<bool>(plain_type(type)); };
  return llvm::all_of(operation->getOperandTypes(), plain) && llvm::all_of(operation->getResultTypes(), plain);
}

ElementsAttr constant_of(Value value) {
  if (!is_plain(value))
    return {};
  if (auto constant = value.getDefiningOp<stablehlo::ConstantOp>())
    return constant.getValue().getType() == value.getType() ? constant.getValue() : ElementsAttr();
  if (auto constant = value.getDefiningOp<chlo::ConstantOp>())
    return constant.getValue();
  return {};
}

std::optional<Element> splat_of(Value value) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(constant_of(value));
  if (!dense || !dense.isSplat() || dense.getNumElements() == 0)
    return std::nullopt;
  Type scalar = RankedTensorType::get({}, dense.getElementType());
  return interpret::array_of(cast<ElementsAttr>(dense.resizeSplat(cast<ShapedType>(scalar)))).get(0);
}

std::optional<std::vector<int64_t>> integers_in(Value value) {
  ElementsAttr constant = constant_of(value);
  if (!constant || constant.getNumElements() > 4096 || !constant.getElementType().isIntOrIndex())
    return std::nullopt;
  return reference::integers_of(interpret::array_of(constant));
}

} // namespace cotangent::simplify
