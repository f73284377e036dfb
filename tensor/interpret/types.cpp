#include "tensor/interpret/types.h"

#include "cotangent/error.h"

#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;

namespace cotangent::interpret {

std::optional<ElementType> element_type_of(Type element) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return element_type_of(quantized.getExpressedType());
  if (element.isIndex())
    return ElementType::I64;
  if (element.isF32())
    return ElementType::F32;
  if (element.isF64())
    return ElementType::F64;
  if (element.isInteger(1))
    return ElementType::Bool;
  std::string name;
  llvm::raw_string_ostream(name) << element;
  return element_type_named(name);
}

std::optional<reference::Quantization> quantization_of(Type element) {
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  if (!quantized)
    return std::nullopt;
  reference::Quantization result;
  auto storage = cast<IntegerType>(quantized.getStorageType());
  std::string name = (quantized.isSigned() ? "i" : "ui") + std::to_string(storage.getWidth());
  result.storage = element_type_named(name).value_or(ElementType::I32);
  result.expressed = element_type_of(quantized.getExpressedType()).value_or(ElementType::F32);
  result.storage_min = quantized.getStorageTypeMin();
  result.storage_max = quantized.getStorageTypeMax();
  if (auto whole = dyn_cast<quant::UniformQuantizedType>(element)) {
    result.scales = {whole.getScale()};
    result.zero_points = {whole.getZeroPoint()};
  } else if (auto axis = dyn_cast<quant::UniformQuantizedPerAxisType>(element)) {
    result.axis = axis.getQuantizedDimension();
    result.scales.assign(axis.getScales().begin(), axis.getScales().end());
    result.zero_points.assign(axis.getZeroPoints().begin(), axis.getZeroPoints().end());
  } else {
    return std::nullopt;
  }
  return result;
}

TensorFacts facts_of(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<ElementType> element = tensor ? element_type_of(tensor.getElementType()) : std::nullopt;
  if (!element) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    throw Error("unsupported", "values of type " + text + " cannot be computed with");
  }
  TensorFacts facts{*element, Shape(tensor.getShape().begin(), tensor.getShape().end())};
  for (int64_t &size : facts.shape)
    if (ShapedType::isDynamic(size))
      size = -1;
  return facts;
}

namespace {

Element element_of(const APInt &value, ElementType type) {
  return Element::of_integer(type, type == ElementType::Bool ? !value.isZero()
                                   : is_unsigned(type)       ? static_cast<int64_t>(value.getZExtValue())
                                                             : value.getSExtValue());
}

Element element_of(const APFloat &value, ElementType type) {
  return Element::of_bits(type, value.bitcastToAPInt().getZExtValue());
}

double double_of(const APFloat &value) {
  APFloat wide = value;
  bool ignored = false;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &ignored);
  return wide.convertToDouble();
}

Element element_of(const std::complex<APFloat> &value, ElementType type) {
  return Element::of_complex(type, {double_of(value.real()), double_of(value.imag())});
}

/// Bytes as they lie in a resource or a dense attribute, if arrays have the same layout.
bool copy_raw(Array &array, ArrayRef<char> raw) {
  if (array.type() == ElementType::Bool || facts_of(array.type()).bits < 8 ||
      static_cast<int64_t>(raw.size()) != array.byte_count())
    return false;
  if (!raw.empty())
    std::memcpy(array.bytes(), raw.data(), raw.size());
  return true;
}

/// `Entry` is how MLIR gives the elements: APInt, APFloat, or a complex number of those.
template <class Entry> Array array_of_entries(DenseElementsAttr dense, ElementType type, const Shape &shape) {
  if (dense.isSplat())
    return Array::filled(element_of(dense.getSplatValue<Entry>(), type), shape);
  Array array(type, shape);
  if (copy_raw(array, dense.getRawData()))
    return array;
  int64_t position = 0;
  for (const Entry &entry : dense.getValues<Entry>())
    array.set(position++, element_of(entry, type));
  return array;
}

} // namespace

Array array_of(ElementsAttr value) {
  auto tensor = cast<ShapedType>(value.getType());
  std::optional<ElementType> type = element_type_of(tensor.getElementType());
  if (!type)
    throw Error("unsupported", "constants of this element type cannot be computed with");
  Shape shape(tensor.getShape().begin(), tensor.getShape().end());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    Array array(*type, shape);
    if (!blob)
      throw Error("bad-module",
                  "the resource of a constant is missing: '" + resource.getRawHandle().getKey().str() + "'");
    ArrayRef<char> bytes = blob->getData();
    if (*type == ElementType::Bool && static_cast<int64_t>(bytes.size()) == array.count())
      for (int64_t at = 0; at < array.count(); ++at)
        array.set(at, Element::of_bool(bytes[static_cast<size_t>(at)] != 0));
    else if (!copy_raw(array, bytes))
      throw Error("bad-module", "the resource of a constant has " + std::to_string(bytes.size()) +
                                    " bytes, its type needs " + std::to_string(array.byte_count()));
    return array;
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    throw Error("unsupported", "constants must be dense");
  if (is_complex(*type))
    return array_of_entries<std::complex<APFloat>>(dense, *type, shape);
  return is_float(*type) ? array_of_entries<APFloat>(dense, *type, shape)
                         : array_of_entries<APInt>(dense, *type, shape);
}

std::vector<int64_t> integers_of(std::optional<ArrayRef<int64_t>> numbers) {
  return numbers ? std::vector<int64_t>(numbers->begin(), numbers->end()) : std::vector<int64_t>();
}

std::vector<std::pair<int64_t, int64_t>> pairs_of(std::optional<DenseIntElementsAttr> pairs) {
  std::vector<std::pair<int64_t, int64_t>> result;
  if (!pairs)
    return result;
  SmallVector<int64_t> numbers(pairs->getValues<int64_t>());
  for (size_t at = 0; at + 1 < numbers.size(); at += 2)
    result.push_back({numbers[at], numbers[at + 1]});
  return result;
}

} // namespace cotangent::interpret
