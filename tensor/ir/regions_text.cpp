// Text of operations that are written with their own words: constants, loops, reductions, scans.
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

// --- constant --------------------------------------------------------------------------------------------------------
// "constant dense<1> : tensor<2xi64>"; where the result type is not that of the value (quantised), the generic form
// "constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant…>".
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseRParen())
      return failure();
    if (succeeded(parser.parseOptionalLess())) {
      if (parser.parseOptionalAttrDict(result.attributes) || parser.parseGreater())
        return failure();
    }
    FunctionType type;
    if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() || parser.parseType(type))
      return failure();
    if (type.getNumInputs() != 0 || type.getNumResults() != 1)
      return parser.emitError(parser.getNameLoc(), "expected a type without operands and with one result");
    result.addTypes(type.getResults());
    return success();
  }
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseAttribute(value, "value", result.attributes))
    return failure();
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() == getType()) {
    printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
    printer << ' ';
    printer.printAttribute(getValueAttr());
    return;
  }
  printer << "() <{value = ";
  printer.printAttribute(getValueAttr());
  printer << "}>";
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << " : () -> " << getType();
}

void ConstantOp::getAsmResultNames(function_ref<void(Value, StringRef)> set_name) {
  set_name(getResult(), isa<IntegerType>(getType().getElementType()) ? "c" : "cst");
}

// --- while -----------------------------------------------------------------------------------------------------------
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc place = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> carried;
  auto parse_one = [&]() -> ParseResult {
    return failure(parser.parseArgument(carried.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parse_one))
    return failure();
  SmallVector<Type> types;
  if (!operands.empty() && (parser.parseColon() || parser.parseTypeList(types)))
    return failure();
  if (types.size() != operands.size())
    return parser.emitError(place) << operands.size() << " values are carried, but " << types.size()
                                   << " types are given";
  for (auto [argument, type] : llvm::zip(carried, types))
    argument.type = type;
  if (parser.resolveOperands(operands, types, place, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseKeyword("cond") ||
      parser.parseRegion(*result.addRegion(), carried) || parser.parseKeyword("do") ||
      parser.parseRegion(*result.addRegion(), carried))
    return failure();
  result.addTypes(types);
  return success();
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperands()), printer, [&](auto pair) {
    printer.printOperand(std::get<0>(pair));
    printer << " = ";
    printer.printOperand(std::get<1>(pair));
  });
  printer << ')';
  if (getNumOperands()) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  // Both regions name the carried values alike.
  Region &condition = getCond();
  if (condition.getNumArguments() == getBody().getNumArguments())
    printer.shadowRegionArgs(condition, getBody().getArguments());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(condition, /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

// --- reduce ----------------------------------------------------------------------------------------------------------
/// The region of "applies OPERATION": two scalars of the first input's element type.
static ParseResult build_applied(OpAsmParser &parser, Region &region, OperationName operation, Type element,
                                 Location location) {
  Block &block = region.emplaceBlock();
  Type scalar = RankedTensorType::get({}, element);
  block.addArguments({scalar, scalar}, {location, location});
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToStart(&block);
  OperationState state(location, operation);
  state.addOperands(block.getArguments());
  state.addTypes(scalar);
  Operation *applied = builder.create(state);
  ReturnOp::create(builder, location, applied->getResults());
  return success();
}

/// "(%a: T, %b: T) (%c: U, %d: U)": a pair for each input; the region takes first all a, c, then all b, d.
static ParseResult parse_reducer(OpAsmParser &parser, Region &region, size_t count) {
  SmallVector<OpAsmParser::Argument> accumulators, values;
  for (size_t at = 0; at < count; ++at)
    if (parser.parseLParen() || parser.parseArgument(accumulators.emplace_back(), /*allowType=*/true) ||
        parser.parseOptionalLocationSpecifier(accumulators.back().sourceLoc) || parser.parseComma() ||
        parser.parseArgument(values.emplace_back(), /*allowType=*/true) ||
        parser.parseOptionalLocationSpecifier(values.back().sourceLoc) || parser.parseRParen())
      return failure();
  llvm::append_range(accumulators, values);
  return parser.parseRegion(region, accumulators);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc place = parser.getCurrentLocation();
  Location location = parser.getEncodedSourceLoc(place);
  SmallVector<OpAsmParser::UnresolvedOperand> operands, initial;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) || parser.parseKeyword("init") ||
        parser.parseColon() || parser.parseOperand(initial.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  size_t count = operands.size();
  llvm::append_range(operands, initial);

  std::optional<OperationName> applied;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    SMLoc name_place = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    if (!name->isRegistered())
      return parser.emitError(name_place, "unknown operation '") << name->getStringRef() << "'";
    applied = *name;
  }
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual())
    return failure();
  FailureOr<SmallVector<int64_t>> dimensions = parse_dimension_list(parser);
  if (failed(dimensions) || parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseType(type) || parser.resolveOperands(operands, type.getInputs(), place, result.operands))
    return failure();
  result.addAttribute("dimensions", parser.getBuilder().getDenseI64ArrayAttr(*dimensions));
  result.addTypes(type.getResults());
  Region &body = *result.addRegion();
  if (!applied)
    return failure(parser.parseKeyword("reducer") || parse_reducer(parser, body, count));

  auto first = type.getNumInputs() ? dyn_cast<ShapedType>(type.getInput(0)) : ShapedType();
  if (!first)
    return parser.emitError(place, "operands of a reduction must be tensors");
  std::optional<Location> explicit_location = location;
  if (parser.parseOptionalLocationSpecifier(explicit_location))
    return failure();
  if (explicit_location)
    result.location = *explicit_location;
  return build_applied(parser, body, *applied, first.getElementType(), result.location);
}

/// The body is one commutative operation on its two arguments, and what it loses by the short form can be rebuilt.
static Operation *applied_operation(ReduceOp reduce) {
  Block &block = reduce.getBody().front();
  if (reduce.getInputs().size() != 1 || block.getOperations().size() != 2 || block.getNumArguments() != 2)
    return nullptr;
  Operation &inner = block.front();
  auto returned = dyn_cast<ReturnOp>(block.back());
  Type scalar = RankedTensorType::get({}, getElementTypeOrSelf(reduce.getInputs().front().getType()));
  bool fits = inner.getNumOperands() == 2 && inner.getOperand(0) == block.getArgument(0) &&
              inner.getOperand(1) == block.getArgument(1) && inner.getNumResults() == 1 &&
              inner.getResult(0).getType() == scalar && inner.getNumRegions() == 0 && inner.getAttrs().empty() &&
              inner.hasTrait<OpTrait::IsCommutative>() && isa<StablehloDialect>(inner.getDialect()) && returned &&
              returned->getNumOperands() == 1 && returned->getOperand(0) == inner.getResult(0) &&
              returned->getAttrs().empty() && block.getArgument(0).getType() == scalar &&
              block.getArgument(1).getType() == scalar;
  return fits ? &inner : nullptr;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  size_t count = getInputs().size();
  for (auto [at, input, initial] : llvm::enumerate(getInputs(), getInitValues()))
    printer << (at ? ", (" : "(") << input << " init: " << initial << ')';
  Operation *applied = applied_operation(*this);
  if (applied)
    printer << " applies " << applied->getName().getStringRef();
  printer << " across dimensions = ";
  print_dimension_list(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (applied)
    return;
  printer.printNewline();
  printer << " reducer";
  Block &block = getBody().front();
  for (size_t at = 0; at < count; ++at) {
    printer << (at ? " (" : "(");
    printer.printRegionArgument(block.getArgument(at));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(at + count));
    printer << ')';
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

// --- random bits -----------------------------------------------------------------------------------------------------
void RngBitGeneratorOp::getAsmResultNames(function_ref<void(Value, StringRef)> set_name) {
  set_name(getOutputState(), "output_state");
  set_name(getOutput(), "output");
}

} // namespace cotangent::stablehlo

namespace cotangent::chlo {

// --- scan: "(%a, %b) inits (%c) dimension = 0 attributes {...} { region } : (types) -> (types)"
// --------------------------
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc place = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, initial;
  IntegerAttr dimension;
  FunctionType type;
  if (parser.parseOperandList(inputs, AsmParser::Delimiter::Paren) || parser.parseKeyword("inits") ||
      parser.parseOperandList(initial, AsmParser::Delimiter::Paren) || parser.parseKeyword("dimension") ||
      parser.parseEqual() ||
      parser.parseAttribute(dimension, parser.getBuilder().getI64Type(), "dimension", result.attributes) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) || parser.parseRegion(*result.addRegion()) ||
      parser.parseColon() || parser.parseType(type))
    return failure();
  size_t carried = initial.size();
  if (type.getNumResults() < carried)
    return parser.emitError(place) << carried << " values are carried, but there are only " << type.getNumResults()
                                   << " results";
  auto segments = [&](size_t first, size_t second) {
    return parser.getBuilder().getDenseI32ArrayAttr({static_cast<int32_t>(first), static_cast<int32_t>(second)});
  };
  result.addAttribute("operandSegmentSizes", segments(inputs.size(), carried));
  result.addAttribute("resultSegmentSizes", segments(type.getNumResults() - carried, carried));
  llvm::append_range(inputs, initial);
  result.addTypes(type.getResults());
  return parser.resolveOperands(inputs, type.getInputs(), place, result.operands);
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") inits (" << getInits() << ") dimension = " << getDimension();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"dimension", "operandSegmentSizes", "resultSegmentSizes"});
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

} // namespace cotangent::chlo
