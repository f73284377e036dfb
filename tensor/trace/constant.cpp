#include "tensor/trace/constant.h"

#include "core/elements/element.h"
#include "cotangent/small_floats.h"

#include "tensor/interpret/types.h"
#include "tensor/simplify/constants.h"

#include "llvm/ADT/StringSwitch.h"

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
  Type type = llvm::StringSwitch<Type>(text)
                  .Case("f32", builder.getF32Type())
                  .Case("f64", builder.getF64Type())
                  .Case("f16", builder.getF16Type())
                  .Case("bf16", builder.getBF16Type())
                  .Case("complex<f32>", ComplexType::get(builder.getF32Type()))
                  .Case("complex<f64>", ComplexType::get(builder.getF64Type()))
                  .Case("f8E3M4", Float8E3M4Type::get(context))
                  .Case("f8E4M3", Float8E4M3Type::get(context))
                  .Case("f8E4M3FN", Float8E4M3FNType::get(context))
                  .Case("f8E4M3FNUZ", Float8E4M3FNUZType::get(context))
                  .Case("f8E4M3B11FNUZ", Float8E4M3B11FNUZType::get(context))
                  .Case("f8E5M2", Float8E5M2Type::get(context))
                  .Case("f8E5M2FNUZ", Float8E5M2FNUZType::get(context))
                  .Case("f8E8M0FNU", Float8E8M0FNUType::get(context))
                  .Default(Type());
  if (type)
    return type;
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

namespace cotangent::detail {

std::uint16_t bits_of_float(std::string_view element, double value) {
  return static_cast<std::uint16_t>(encode(facts_of(*element_type_named(element)).format, value));
}
double float_of_bits(std::string_view element, std::uint16_t bits) {
  return decode(facts_of(*element_type_named(element)).format, bits);
}

} // namespace cotangent::detail
