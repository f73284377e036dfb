// The dialects: what belongs to each, and how attributes find their text.
#include "tensor/ir/dialects.h"
#include "tensor/ir/text.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "tensor/ir/enums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tensor/ir/types.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tensor/ir/attributes.cpp.inc"

#include "tensor/ir/check_dialect.cpp.inc"
#include "tensor/ir/interpreter_dialect.cpp.inc"
#include "tensor/ir/stablehlo_dialect.cpp.inc"

namespace cotangent::stablehlo {

void StablehloDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tensor/ir/types.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tensor/ir/attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/elementwise.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/shape.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/reduction.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/linear_algebra.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/control.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/collectives.cpp.inc"
      >();
}

/// Bounds have a short form of their own: "#stablehlo.bounds<3, ?>".
Attribute StablehloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  SMLoc place = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attribute;
  OptionalParseResult parsed = generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (parsed.has_value())
    return attribute;
  if (mnemonic != "bounds") {
    parser.emitError(place, "unknown attribute '") << mnemonic << "' of dialect stablehlo";
    return {};
  }
  SmallVector<int64_t> bounds;
  if (parse_bounds(parser, AsmParser::Delimiter::LessGreater, bounds))
    return {};
  return TypeExtensionsAttr::get(parser.getContext(), bounds);
}

void StablehloDialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  auto extensions = dyn_cast<TypeExtensionsAttr>(attribute);
  if (!extensions) {
    (void)generatedAttributePrinter(attribute, printer);
    return;
  }
  printer << "bounds<";
  print_bounds(printer, extensions.getBounds());
  printer << '>';
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && elements.getType() == type ? ConstantOp::create(builder, location, type, elements) : nullptr;
}

OpFoldResult ConstantOp::fold(FoldAdaptor) {
  return getValue().getType() == getType() ? OpFoldResult(getValueAttr()) : OpFoldResult();
}

bool compatible_elements(Type first, Type second) {
  if (first == second)
    return true;
  auto first_quantized = dyn_cast<quant::QuantizedType>(first),
       second_quantized = dyn_cast<quant::QuantizedType>(second);
  return first_quantized && second_quantized && first_quantized.getStorageType() == second_quantized.getStorageType() &&
         first_quantized.getExpressedType() == second_quantized.getExpressedType() &&
         first_quantized.getStorageTypeMin() == second_quantized.getStorageTypeMin() &&
         first_quantized.getStorageTypeMax() == second_quantized.getStorageTypeMax();
}

LogicalResult verify_compatible_elements(Operation *operation) {
  Type first;
  auto check = [&](Type type) -> LogicalResult {
    Type element = getElementTypeOrSelf(type);
    if (!first)
      first = element;
    if (compatible_elements(first, element))
      return success();
    return operation->emitOpError("needs operands and results of one element type, but has ")
           << first << " and " << element;
  };
  for (Type type : operation->getOperandTypes())
    if (failed(check(type)))
      return failure();
  for (Type type : operation->getResultTypes())
    if (failed(check(type)))
      return failure();
  return success();
}

} // namespace cotangent::stablehlo

namespace cotangent::check {

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/check.cpp.inc"
      >();
}

} // namespace cotangent::check

namespace cotangent::interpreter {

void InterpreterDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/interpreter.cpp.inc"
      >();
}

} // namespace cotangent::interpreter

namespace cotangent::ir {

void register_dialects(DialectRegistry &registry) {
  registry.insert<stablehlo::StablehloDialect, chlo::ChloDialect, check::CheckDialect, interpreter::InterpreterDialect,
                  func::FuncDialect, arith::ArithDialect, quant::QuantDialect, mlir::tensor::TensorDialect>();
}

} // namespace cotangent::ir
