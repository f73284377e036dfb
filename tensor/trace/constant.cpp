#include "tensor/trace/constant.h"

#include "tensor/interpret/types.h"
#include "tensor/simplify/constants.h"

using namespace mlir;

namespace cotangent::trace {

Type element_type(MLIRContext *context, std::string_view name) {
  Builder builder(context);
  llvm::StringRef text(name.data(), name.size());
  unsigned bits = 0;
  if (text.starts_with("ui") && !text.drop_front(2).getAsInteger(10, bits))
    return builder.getIntegerType(bits, /*isSigned=*/false);
  if (text.starts_with("i") && !text.drop_front(1).getAsInteger(10, bits))
    return builder.getIntegerType(bits);
  if (text == "f32")
    return builder.getF32Type();
  if (text == "f64")
    return builder.getF64Type();
  if (text == "f16")
    return builder.getF16Type();
  if (text == "bf16")
    return builder.getBF16Type();
  if (text == "complex<f32>")
    return ComplexType::get(builder.getF32Type());
  if (text == "complex<f64>")
    return ComplexType::get(builder.getF64Type());
  throw Error("unsupported", "arrays of " + std::string(name) + " cannot be traced");
}

std::string element_name(Type element) {
  std::optional<ElementType> type = interpret::element_type_of(element);
  return type ? std::string(facts_of(*type).name) : "";
}

RankedTensorType type_of(MLIRContext *context, const AnyArray &array) {
  return RankedTensorType::get(array.shape(), element_type(context, array.element()));
}

namespace {

Array array_of(const AnyArray &array) {
  std::optional<ElementType> type = element_type_named(array.element());
  if (!type || !array.memory())
    throw Error("bad-argument", "an array without elements is used");
  return Array(*type, array.shape(), array.memory());
}

} // namespace

int64_t byte_count(const AnyArray &array) { return array_of(array).byte_count(); }

DenseElementsAttr attribute_of(MLIRContext *context, const AnyArray &array) {
  return simplify::attribute_of(array_of(array), type_of(context, array));
}

} // namespace cotangent::trace
