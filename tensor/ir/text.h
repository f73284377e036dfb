// Text of attributes and operations where a format string does not do: pairs of functions that parse and print, called
// from generated code under the names that TableGen gives them.
#pragma once

#include "tensor/ir/dialects.h"

namespace cotangent::stablehlo {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVectorImpl<mlir::Type>;

// --- lists -----------------------------------------------------------------------------------------------------------
/// "[0, 2, 1]"
mlir::FailureOr<llvm::SmallVector<int64_t>> parse_dimension_list(mlir::AsmParser &parser);
void print_dimension_list(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dimensions);

/// Upper bounds of dimensions, "3, ?": as a list between delimiters, and "[3, ?]".
mlir::ParseResult parse_bounds(mlir::AsmParser &parser, mlir::AsmParser::Delimiter delimiter,
                               llvm::SmallVectorImpl<int64_t> &bounds);
void print_bounds(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> bounds);
mlir::ParseResult parseBounds(mlir::AsmParser &parser, llvm::SmallVector<int64_t> &bounds);
void printBounds(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> bounds);

/// "<name = value, name = value>" in any order, each at most once. Each field's function parses what follows "=".
struct Field {
  llvm::StringRef name;
  llvm::function_ref<mlir::ParseResult()> parse;
};
mlir::ParseResult parse_fields(mlir::AsmParser &parser, llvm::ArrayRef<Field> fields);

// --- types of operands and results -----------------------------------------------------------------------------------
/// One type if all are the same, else a function type.
mlir::ParseResult parse_same_type(mlir::OpAsmParser &parser, llvm::ArrayRef<mlir::Type *> operands, mlir::Type &result);
void print_same_type(mlir::OpAsmPrinter &printer, mlir::TypeRange operands, mlir::Type result);

inline mlir::ParseResult parseSameType(mlir::OpAsmParser &parser, mlir::Type &first, mlir::Type &result) {
  return parse_same_type(parser, {&first}, result);
}
inline mlir::ParseResult parseSameType(mlir::OpAsmParser &parser, mlir::Type &first, mlir::Type &second,
                                       mlir::Type &result) {
  return parse_same_type(parser, {&first, &second}, result);
}
inline mlir::ParseResult parseSameType(mlir::OpAsmParser &parser, mlir::Type &first, mlir::Type &second,
                                       mlir::Type &third, mlir::Type &result) {
  return parse_same_type(parser, {&first, &second, &third}, result);
}
template <class... T> void printSameType(mlir::OpAsmPrinter &printer, mlir::Operation *, T... types) {
  mlir::Type all[] = {types...};
  print_same_type(printer, llvm::ArrayRef(all).drop_back(), all[sizeof...(T) - 1]);
}

mlir::ParseResult parseSameVariadicType(mlir::OpAsmParser &parser, Operands &operands, Types &operand_types,
                                        mlir::Type &result);
void printSameVariadicType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OperandRange operands,
                           mlir::TypeRange operand_types, mlir::Type result);

mlir::ParseResult parsePairwiseType(mlir::OpAsmParser &parser, Types &operands, Types &results);
void printPairwiseType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands,
                       mlir::TypeRange results);

mlir::ParseResult parseTupleType(mlir::OpAsmParser &parser, Types &operands, mlir::Type &result);
void printTupleType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands, mlir::Type result);

/// The complex type stands for all three.
mlir::ParseResult parseComplexType(mlir::OpAsmParser &parser, mlir::Type &lhs, mlir::Type &rhs, mlir::Type &result);
void printComplexType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type lhs, mlir::Type rhs,
                      mlir::Type result);

/// Predicate and value, if both values and the result have one type.
mlir::ParseResult parseSelectType(mlir::OpAsmParser &parser, mlir::Type &predicate, mlir::Type &on_true,
                                  mlir::Type &on_false, mlir::Type &result);
void printSelectType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type predicate, mlir::Type on_true,
                     mlir::Type on_false, mlir::Type result);

// --- operands and attributes of operations ---------------------------------------------------------------------------
/// Each operand with a comma after it.
mlir::ParseResult parseOperandsWithComma(mlir::OpAsmParser &parser, Operands &operands);
void printOperandsWithComma(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OperandRange operands);

/// "[0:8:2, 1:3]"
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &start,
                                   mlir::DenseI64ArrayAttr &limit, mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr start,
                      mlir::DenseI64ArrayAttr limit, mlir::DenseI64ArrayAttr strides);

/// "e8m10"
mlir::ParseResult parseFloatFormat(mlir::OpAsmParser &parser, mlir::IntegerAttr &exponent_bits,
                                   mlir::IntegerAttr &mantissa_bits);
void printFloatFormat(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::IntegerAttr exponent_bits,
                      mlir::IntegerAttr mantissa_bits);

/// "@name"
mlir::ParseResult parseCallTarget(mlir::OpAsmParser &parser, mlir::StringAttr &target);
void printCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::StringAttr target);

/// ", precision = [DEFAULT, HIGHEST]" or nothing
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr precision);

/// the same, and ", algorithm = <...>" or nothing
mlir::ParseResult parsePrecisionAndAlgorithm(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm);
void printPrecisionAndAlgorithm(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr precision,
                                DotAlgorithmAttr algorithm);

/// "batching_dims = [0] x [0], contracting_dims = [2] x [1]"
mlir::ParseResult parseDotDimensions(mlir::OpAsmParser &parser, DotDimensionNumbersAttr &dimensions);
void printDotDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *, DotDimensionNumbersAttr dimensions);

/// "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
mlir::FailureOr<ConvDimensionNumbersAttr> parse_convolution_dimensions(mlir::AsmParser &parser);
void print_convolution_dimensions(mlir::AsmPrinter &printer, ConvDimensionNumbersAttr dimensions);
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser, ConvDimensionNumbersAttr &dimensions);
void printConvolutionDimensions(mlir::AsmPrinter &printer, mlir::Operation *, ConvDimensionNumbersAttr dimensions);

/// "stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = …, rhs_dilate = …, reverse = [true, false]", what is there
mlir::ParseResult parseWindowAttributes(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &strides,
                                        mlir::DenseIntElementsAttr &padding, mlir::DenseI64ArrayAttr &lhs_dilation,
                                        mlir::DenseI64ArrayAttr &rhs_dilation, mlir::DenseBoolArrayAttr &reversal);
void printWindowAttributes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr strides,
                           mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhs_dilation,
                           mlir::DenseI64ArrayAttr rhs_dilation, mlir::DenseBoolArrayAttr reversal);

} // namespace cotangent::stablehlo
