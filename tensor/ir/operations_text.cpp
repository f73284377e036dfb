// Text of operands and attributes of single operations.
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

ParseResult parseOperandsWithComma(OpAsmParser &parser, Operands &operands) {
  OptionalParseResult parsed;
  OpAsmParser::UnresolvedOperand operand;
  while ((parsed = parser.parseOptionalOperand(operand)).has_value()) {
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
  return success();
}

void printOperandsWithComma(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  for (Value operand : operands)
    printer << operand << ", ";
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &start, DenseI64ArrayAttr &limit,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> starts, limits, steps;
  auto parse_one = [&]() -> ParseResult {
    steps.push_back(1);
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() || parser.parseInteger(limits.emplace_back()))
      return failure();
    return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(steps.back()) : ParseResult(success());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse_one))
    return failure();
  Builder &builder = parser.getBuilder();
  start = builder.getDenseI64ArrayAttr(starts);
  limit = builder.getDenseI64ArrayAttr(limits);
  strides = builder.getDenseI64ArrayAttr(steps);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr start, DenseI64ArrayAttr limit,
                      DenseI64ArrayAttr strides) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(start.asArrayRef(), limit.asArrayRef(), strides.asArrayRef()), printer,
                        [&](auto range) {
                          auto [first, last, step] = range;
                          printer << first << ':' << last;
                          if (step != 1)
                            printer << ':' << step;
                        });
  printer << ']';
}

ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent_bits, IntegerAttr &mantissa_bits) {
  SMLoc place = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  StringRef exponent = word, mantissa;
  uint32_t exponent_count = 0, mantissa_count = 0;
  std::tie(exponent, mantissa) = exponent.split('m');
  if (!exponent.consume_front("e") || exponent.getAsInteger(10, exponent_count) ||
      mantissa.getAsInteger(10, mantissa_count))
    return parser.emitError(place, "expected a format like e8m10 (8 bits of exponent, 10 of mantissa), not '")
           << word << "'";
  Builder &builder = parser.getBuilder();
  exponent_bits = builder.getI32IntegerAttr(static_cast<int32_t>(exponent_count));
  mantissa_bits = builder.getI32IntegerAttr(static_cast<int32_t>(mantissa_count));
  return success();
}

void printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponent_bits, IntegerAttr mantissa_bits) {
  printer << 'e' << exponent_bits.getInt() << 'm' << mantissa_bits.getInt();
}

ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) { return parser.parseSymbolName(target); }
void printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target.getValue());
}

// --- products --------------------------------------------------------------------------------------------------------
/// What follows ", precision =".
static ParseResult parse_precisions(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> entries;
  auto parse_one = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Precision> value = symbolizePrecision(word);
    if (!value)
      return parser.emitError(place, "expected DEFAULT, HIGH or HIGHEST, not '") << word << "'";
    entries.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse_one))
    return failure();
  precision = parser.getBuilder().getArrayAttr(entries);
  return success();
}

ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") || parse_precisions(parser, precision));
}

void printPrecisionConfig(OpAsmPrinter &printer, Operation *, ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr entry) { printer << stringifyPrecision(entry.getValue()); });
  printer << ']';
}

ParseResult parsePrecisionAndAlgorithm(OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc place = parser.getCurrentLocation();
    if (!precision && !algorithm && succeeded(parser.parseOptionalKeyword("precision"))) {
      if (parse_precisions(parser, precision))
        return failure();
    } else if (!algorithm && succeeded(parser.parseOptionalKeyword("algorithm"))) {
      if (parser.parseEqual() || parser.parseCustomAttributeWithFallback(algorithm))
        return failure();
    } else {
      return parser.emitError(place, "expected 'precision = [...]' or 'algorithm = <...>', each once");
    }
  }
  return success();
}

void printPrecisionAndAlgorithm(OpAsmPrinter &printer, Operation *operation, ArrayAttr precision,
                                DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, operation, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  printer.printStrippedAttrOrType(algorithm);
}

static ParseResult parse_pair(OpAsmParser &parser, SmallVector<int64_t> &lhs, SmallVector<int64_t> &rhs) {
  if (parser.parseEqual())
    return failure();
  FailureOr<SmallVector<int64_t>> first = parse_dimension_list(parser);
  if (failed(first) || parser.parseKeyword("x"))
    return failure();
  FailureOr<SmallVector<int64_t>> second = parse_dimension_list(parser);
  if (failed(second))
    return failure();
  lhs = *first;
  rhs = *second;
  return success();
}

ParseResult parseDotDimensions(OpAsmParser &parser, DotDimensionNumbersAttr &dimensions) {
  SmallVector<int64_t> lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parse_pair(parser, lhs_batching, rhs_batching) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || parse_pair(parser, lhs_contracting, rhs_contracting))
    return failure();
  dimensions =
      DotDimensionNumbersAttr::get(parser.getContext(), lhs_batching, rhs_batching, lhs_contracting, rhs_contracting);
  return success();
}

void printDotDimensions(OpAsmPrinter &printer, Operation *, DotDimensionNumbersAttr dimensions) {
  auto print_pair = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    print_dimension_list(printer, lhs);
    printer << " x ";
    print_dimension_list(printer, rhs);
  };
  if (!dimensions.getLhsBatchingDimensions().empty() || !dimensions.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    print_pair(dimensions.getLhsBatchingDimensions(), dimensions.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  print_pair(dimensions.getLhsContractingDimensions(), dimensions.getRhsContractingDimensions());
}

// --- convolutions ----------------------------------------------------------------------------------------------------
ParseResult parseConvolutionDimensions(AsmParser &parser, ConvDimensionNumbersAttr &dimensions) {
  FailureOr<ConvDimensionNumbersAttr> parsed = parse_convolution_dimensions(parser);
  if (failed(parsed))
    return failure();
  dimensions = *parsed;
  return success();
}

void printConvolutionDimensions(AsmPrinter &printer, Operation *, ConvDimensionNumbersAttr dimensions) {
  print_convolution_dimensions(printer, dimensions);
}

/// "[[0, 1], [2, 0]]"
static ParseResult parse_padding(OpAsmParser &parser, DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  int64_t rows = 0;
  auto parse_row = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    FailureOr<SmallVector<int64_t>> row = parse_dimension_list(parser);
    if (failed(row))
      return failure();
    if (row->size() != 2)
      return parser.emitError(place, "expected two numbers, padding before and after, not ") << row->size();
    llvm::append_range(values, *row);
    ++rows;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse_row))
    return failure();
  auto type = RankedTensorType::get({rows, 2}, parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

ParseResult parseWindowAttributes(OpAsmParser &parser, DenseI64ArrayAttr &strides, DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhs_dilation, DenseI64ArrayAttr &rhs_dilation,
                                  DenseBoolArrayAttr &reversal) {
  auto parse_numbers = [&](DenseI64ArrayAttr &into) -> ParseResult {
    FailureOr<SmallVector<int64_t>> list = parse_dimension_list(parser);
    if (succeeded(list))
      into = parser.getBuilder().getDenseI64ArrayAttr(*list);
    return ParseResult(list);
  };
  auto parse_booleans = [&]() -> ParseResult {
    SmallVector<bool> values;
    auto parse_one = [&]() -> ParseResult {
      SMLoc place = parser.getCurrentLocation();
      bool yes = succeeded(parser.parseOptionalKeyword("true"));
      int64_t number = 0;
      if (!yes && failed(parser.parseOptionalKeyword("false"))) {
        OptionalParseResult is_number = parser.parseOptionalInteger(number);
        if (!is_number.has_value() || failed(*is_number))
          return parser.emitError(place, "expected true or false");
        yes = number != 0;
      }
      values.push_back(yes);
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse_one))
      return failure();
    reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
    return success();
  };
  // The brace that closes the list belongs to the format of the operation.
  StringRef name;
  do {
    SMLoc place = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(&name, {"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"})))
      return success();
    bool again = name == "stride"       ? !!strides
                 : name == "pad"        ? !!padding
                 : name == "lhs_dilate" ? !!lhs_dilation
                 : name == "rhs_dilate" ? !!rhs_dilation
                                        : !!reversal;
    if (again)
      return parser.emitError(place, "'") << name << "' is given twice";
    if (parser.parseEqual() || (name == "stride"       ? parse_numbers(strides)
                                : name == "pad"        ? parse_padding(parser, padding)
                                : name == "lhs_dilate" ? parse_numbers(lhs_dilation)
                                : name == "rhs_dilate" ? parse_numbers(rhs_dilation)
                                                       : parse_booleans()))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

void printWindowAttributes(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides, DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhs_dilation, DenseI64ArrayAttr rhs_dilation,
                           DenseBoolArrayAttr reversal) {
  bool first = true;
  auto begin = [&](StringRef name) {
    printer << (first ? "" : ", ") << name << " = ";
    first = false;
  };
  auto print_numbers = [&](StringRef name, DenseI64ArrayAttr numbers) {
    if (!numbers)
      return;
    begin(name);
    print_dimension_list(printer, numbers);
  };
  print_numbers("stride", strides);
  if (padding) {
    begin("pad");
    SmallVector<int64_t> values(padding.getValues<int64_t>());
    printer << '[';
    for (size_t at = 0; at + 1 < values.size(); at += 2)
      printer << (at ? ", " : "") << '[' << values[at] << ", " << values[at + 1] << ']';
    printer << ']';
  }
  print_numbers("lhs_dilate", lhs_dilation);
  print_numbers("rhs_dilate", rhs_dilation);
  if (reversal) {
    begin("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool yes) { printer << (yes ? "true" : "false"); });
    printer << ']';
  }
}

} // namespace cotangent::stablehlo
