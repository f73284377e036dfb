// Text of operand and result types: shorter where they follow from each other.
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

ParseResult parse_same_type(OpAsmParser &parser, ArrayRef<Type *> operands, Type &result) {
  SMLoc place = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *operand : operands)
      *operand = type;
    result = type;
    return success();
  }
  if (function.getNumInputs() != operands.size())
    return parser.emitError(place) << operands.size() << " operands present, but the type has "
                                   << function.getNumInputs();
  if (function.getNumResults() != 1)
    return parser.emitError(place) << "expected one result type, not " << function.getNumResults();
  for (auto [operand, input] : llvm::zip(operands, function.getInputs()))
    *operand = input;
  result = function.getResult(0);
  return success();
}

static void print_function_type(OpAsmPrinter &printer, TypeRange operands, TypeRange results) {
  printer << '(';
  llvm::interleaveComma(operands, printer);
  printer << ") -> ";
  bool brackets = results.size() != 1;
  printer << (brackets ? "(" : "");
  llvm::interleaveComma(results, printer);
  printer << (brackets ? ")" : "");
}

void print_same_type(OpAsmPrinter &printer, TypeRange operands, Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; }))
    printer << result;
  else
    print_function_type(printer, operands, result);
}

ParseResult parseSameVariadicType(OpAsmParser &parser, Operands &operands, Types &operand_types, Type &result) {
  operand_types.resize(operands.size());
  SmallVector<Type *> pointers;
  for (Type &type : operand_types)
    pointers.push_back(&type);
  return parse_same_type(parser, pointers, result);
}

void printSameVariadicType(OpAsmPrinter &printer, Operation *, OperandRange, TypeRange operand_types, Type result) {
  print_same_type(printer, operand_types, result);
}

ParseResult parsePairwiseType(OpAsmParser &parser, Types &operands, Types &results) {
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 1)
    if (auto function = dyn_cast<FunctionType>(types.front())) {
      llvm::append_range(operands, function.getInputs());
      llvm::append_range(results, function.getResults());
      return success();
    }
  llvm::append_range(operands, types);
  llvm::append_range(results, types);
  return success();
}

void printPairwiseType(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange results) {
  if (llvm::equal(operands, results))
    llvm::interleaveComma(operands, printer);
  else
    print_function_type(printer, operands, results);
}

ParseResult parseTupleType(OpAsmParser &parser, Types &operands, Type &result) {
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result)) {
    if (function.getNumResults() != 1)
      return parser.emitError(place) << "expected one result type, not " << function.getNumResults();
    llvm::append_range(operands, function.getInputs());
    result = function.getResult(0);
    return success();
  }
  auto tuple = dyn_cast<mlir::TupleType>(result);
  if (!tuple)
    return parser.emitError(place, "expected a tuple type, not ") << result;
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

void printTupleType(OpAsmPrinter &printer, Operation *, TypeRange operands, Type result) {
  auto tuple = dyn_cast<mlir::TupleType>(result);
  if (tuple && llvm::equal(tuple.getTypes(), operands))
    printer << result;
  else
    print_function_type(printer, operands, result);
}

static Type with_element(Type type, Type element) {
  return cast<RankedTensorType>(type).cloneWith(std::nullopt, element);
}

ParseResult parseComplexType(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result) {
  SMLoc place = parser.getCurrentLocation();
  if (parse_same_type(parser, {&lhs, &rhs}, result))
    return failure();
  if (lhs != result)
    return success();
  auto tensor = dyn_cast<RankedTensorType>(result);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (!complex)
    return parser.emitError(place, "expected a tensor of complex numbers, not ") << result;
  lhs = rhs = with_element(result, complex.getElementType());
  return success();
}

void printComplexType(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs, Type result) {
  auto tensor = dyn_cast<RankedTensorType>(result);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (complex && lhs == rhs && with_element(result, complex.getElementType()) == lhs)
    printer << result;
  else
    print_function_type(printer, {lhs, rhs}, result);
}

ParseResult parseSelectType(OpAsmParser &parser, Type &predicate, Type &on_true, Type &on_false, Type &result) {
  SMLoc place = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    predicate = types[0];
    on_true = on_false = result = types[1];
    return success();
  }
  auto function = types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : FunctionType();
  if (!function || function.getNumInputs() != 3 || function.getNumResults() != 1)
    return parser.emitError(place, "expected the types of predicate and values, or a function type of three operands");
  predicate = function.getInput(0);
  on_true = function.getInput(1);
  on_false = function.getInput(2);
  result = function.getResult(0);
  return success();
}

void printSelectType(OpAsmPrinter &printer, Operation *, Type predicate, Type on_true, Type on_false, Type result) {
  if (on_true == result && on_false == result)
    printer << predicate << ", " << result;
  else
    print_function_type(printer, {predicate, on_true, on_false}, result);
}

} // namespace cotangent::stablehlo
