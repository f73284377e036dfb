// Text of attributes: named fields, bounds, the small language of convolutions, accuracies.
#include "tensor/ir/text.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace cotangent::stablehlo {

FailureOr<SmallVector<int64_t>> parse_dimension_list(AsmParser &parser) {
  SmallVector<int64_t> dimensions;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(dimensions.emplace_back()); }))
    return failure();
  return dimensions;
}

void print_dimension_list(AsmPrinter &printer, ArrayRef<int64_t> dimensions) {
  printer << '[';
  llvm::interleaveComma(dimensions, printer.getStream());
  printer << ']';
}

ParseResult parse_bounds(AsmParser &parser, AsmParser::Delimiter delimiter, SmallVectorImpl<int64_t> &bounds) {
  auto parse_one = [&]() -> ParseResult {
    bounds.push_back(ShapedType::kDynamic);
    return succeeded(parser.parseOptionalQuestion()) ? ParseResult(success()) : parser.parseInteger(bounds.back());
  };
  return parser.parseCommaSeparatedList(delimiter, parse_one);
}

void print_bounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  llvm::interleaveComma(bounds, printer.getStream(), [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
}

ParseResult parseBounds(AsmParser &parser, SmallVector<int64_t> &bounds) {
  return parse_bounds(parser, AsmParser::Delimiter::Square, bounds);
}

void printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds) {
  printer << '[';
  print_bounds(printer, bounds);
  printer << ']';
}

ParseResult parse_fields(AsmParser &parser, ArrayRef<Field> fields) {
  SmallVector<bool> seen(fields.size(), false);
  auto parse_one = [&]() -> ParseResult {
    StringRef name;
    SMLoc place = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    for (auto [field, was_seen] : llvm::zip(fields, seen)) {
      if (field.name != name)
        continue;
      if (was_seen)
        return parser.emitError(place, "field '") << name << "' is given twice";
      was_seen = true;
      return failure(parser.parseEqual() || field.parse());
    }
    auto message = parser.emitError(place, "unknown field '") << name << "'; known are ";
    llvm::interleaveComma(fields, message, [&](const Field &field) { message << field.name; });
    return message;
  };
  if (parser.parseLess())
    return failure();
  if (succeeded(parser.parseOptionalGreater()))
    return success();
  return failure(parser.parseCommaSeparatedList(parse_one) || parser.parseGreater());
}

namespace {

/// Dimension numbers whose fields are lists and at most one number.
class FieldWriter {
public:
  explicit FieldWriter(AsmPrinter &printer) : printer_(printer) { printer_ << '<'; }
  ~FieldWriter() { printer_ << '>'; }
  void list(StringRef name, ArrayRef<int64_t> dimensions) {
    if (dimensions.empty())
      return;
    begin(name);
    print_dimension_list(printer_, dimensions);
  }
  void number(StringRef name, int64_t value) {
    if (value == 0)
      return;
    begin(name);
    printer_ << value;
  }
  AsmPrinter &begin(StringRef name) {
    printer_ << (first_ ? "" : ", ") << name << " = ";
    first_ = false;
    return printer_;
  }

private:
  AsmPrinter &printer_;
  bool first_ = true;
};

/// Reads fields that are lists; owns what it reads.
template <size_t Count> struct FieldLists {
  std::array<SmallVector<int64_t>, Count> lists;
  int64_t number = 0;

  ParseResult parse(AsmParser &parser, const std::array<StringRef, Count> &names, StringRef number_name = "") {
    std::array<std::function<ParseResult()>, Count + 1> readers;
    SmallVector<Field> fields;
    for (size_t at = 0; at < Count; ++at) {
      readers[at] = [this, at, &parser] {
        FailureOr<SmallVector<int64_t>> list = parse_dimension_list(parser);
        if (succeeded(list))
          lists[at] = *list;
        return ParseResult(list);
      };
      fields.push_back({names[at], readers[at]});
    }
    if (!number_name.empty()) {
      readers[Count] = [this, &parser] { return parser.parseInteger(number); };
      fields.push_back({number_name, readers[Count]});
    }
    return parse_fields(parser, fields);
  }
};

} // namespace

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  FieldLists<5> read;
  if (read.parse(parser,
                 {"offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
                  "start_index_map"},
                 "index_vector_dim"))
    return {};
  return get(parser.getContext(), read.lists[0], read.lists[1], read.lists[2], read.lists[3], read.lists[4],
             read.number);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldWriter writer(printer);
  writer.list("offset_dims", getOffsetDims());
  writer.list("collapsed_slice_dims", getCollapsedSliceDims());
  writer.list("operand_batching_dims", getOperandBatchingDims());
  writer.list("start_indices_batching_dims", getStartIndicesBatchingDims());
  writer.list("start_index_map", getStartIndexMap());
  writer.number("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  FieldLists<5> read;
  if (read.parse(parser,
                 {"update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims",
                  "scatter_dims_to_operand_dims"},
                 "index_vector_dim"))
    return {};
  return get(parser.getContext(), read.lists[0], read.lists[1], read.lists[2], read.lists[3], read.lists[4],
             read.number);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldWriter writer(printer);
  writer.list("update_window_dims", getUpdateWindowDims());
  writer.list("inserted_window_dims", getInsertedWindowDims());
  writer.list("input_batching_dims", getInputBatchingDims());
  writer.list("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  writer.list("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  writer.number("index_vector_dim", getIndexVectorDim());
}

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  FieldLists<4> read;
  if (read.parse(parser, {"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
                          "rhs_contracting_dimensions"}))
    return {};
  return get(parser.getContext(), read.lists[0], read.lists[1], read.lists[2], read.lists[3]);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldWriter writer(printer);
  writer.list("lhs_batching_dimensions", getLhsBatchingDimensions());
  writer.list("rhs_batching_dimensions", getRhsBatchingDimensions());
  writer.list("lhs_contracting_dimensions", getLhsContractingDimensions());
  writer.list("rhs_contracting_dimensions", getRhsContractingDimensions());
}

// --- convolutions ----------------------------------------------------------------------------------------------------
namespace {

/// One of the three lists: two letters and the numbers of spatial dimensions, each once.
struct DimensionLayout {
  int64_t letters[2] = {-1, -1};
  SmallVector<int64_t> spatial;
};

FailureOr<DimensionLayout> parse_layout(AsmParser &parser, StringRef first_letter, StringRef second_letter) {
  DimensionLayout layout;
  SmallVector<std::pair<int64_t, int64_t>> numbered; // spatial number, position
  int64_t position = 0;
  SMLoc place = parser.getCurrentLocation();
  auto parse_one = [&]() -> ParseResult {
    int64_t number = 0;
    OptionalParseResult is_number = parser.parseOptionalInteger(number);
    if (is_number.has_value()) {
      numbered.push_back({number, position++});
      return *is_number;
    }
    if (succeeded(parser.parseOptionalQuestion())) { // a dimension without meaning
      ++position;
      return success();
    }
    SMLoc here = parser.getCurrentLocation();
    StringRef letter;
    if (parser.parseKeyword(&letter))
      return failure();
    int which = letter == first_letter ? 0 : letter == second_letter ? 1 : -1;
    if (which < 0)
      return parser.emitError(here, "unexpected dimension '")
             << letter << "', expected '" << first_letter << "', '" << second_letter << "' or a number";
    if (layout.letters[which] >= 0)
      return parser.emitError(here, "dimension '") << letter << "' is given twice";
    layout.letters[which] = position++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse_one))
    return failure();
  for (int which : {0, 1})
    if (layout.letters[which] < 0)
      return parser.emitError(place, "dimension '") << (which ? second_letter : first_letter) << "' is missing";
  llvm::sort(numbered);
  for (auto [expected, entry] : llvm::enumerate(numbered)) {
    if (entry.first != static_cast<int64_t>(expected))
      return parser.emitError(place, "spatial dimensions must be numbered 0 to ")
             << numbered.size() - 1 << ", each once; " << expected << " is missing";
    layout.spatial.push_back(entry.second);
  }
  return layout;
}

void print_layout(AsmPrinter &printer, int64_t first, StringRef first_letter, int64_t second, StringRef second_letter,
                  ArrayRef<int64_t> spatial) {
  int64_t count = std::max(first, second) + 1;
  for (int64_t position : spatial)
    count = std::max(count, position + 1);
  SmallVector<std::string> names(static_cast<size_t>(count), "?");
  for (auto [number, position] : llvm::enumerate(spatial))
    names[position] = std::to_string(number);
  names[first] = first_letter.str();
  names[second] = second_letter.str();
  printer << '[';
  llvm::interleaveComma(names, printer.getStream());
  printer << ']';
}

FailureOr<ConvDimensionNumbersAttr> parse_raw_dimensions(AsmParser &parser) {
  static constexpr StringLiteral names[] = {"input_batch_dimension",          "input_feature_dimension",
                                            "kernel_input_feature_dimension", "kernel_output_feature_dimension",
                                            "output_batch_dimension",         "output_feature_dimension"};
  static constexpr StringLiteral list_names[] = {"input_spatial_dimensions", "kernel_spatial_dimensions",
                                                 "output_spatial_dimensions"};
  int64_t numbers[6] = {};
  SmallVector<int64_t> lists[3];
  auto parse_one = [&]() -> ParseResult {
    StringRef name;
    SMLoc place = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    for (size_t at = 0; at < 6; ++at)
      if (name == names[at])
        return parser.parseInteger(numbers[at]);
    for (size_t at = 0; at < 3; ++at)
      if (name == list_names[at]) {
        FailureOr<SmallVector<int64_t>> list = parse_dimension_list(parser);
        if (succeeded(list))
          lists[at] = *list;
        return ParseResult(list);
      }
    return parser.emitError(place, "unknown field '") << name << "'";
  };
  if (parser.parseCommaSeparatedList(parse_one))
    return failure();
  return ConvDimensionNumbersAttr::get(parser.getContext(), numbers[0], numbers[1], lists[0], numbers[2], numbers[3],
                                       lists[1], numbers[4], numbers[5], lists[2]);
}

} // namespace

FailureOr<ConvDimensionNumbersAttr> parse_convolution_dimensions(AsmParser &parser) {
  FailureOr<DimensionLayout> input = parse_layout(parser, "b", "f");
  if (failed(input) || parser.parseKeyword("x"))
    return failure();
  FailureOr<DimensionLayout> kernel = parse_layout(parser, "i", "o");
  if (failed(kernel) || parser.parseArrow())
    return failure();
  FailureOr<DimensionLayout> output = parse_layout(parser, "b", "f");
  if (failed(output))
    return failure();
  return ConvDimensionNumbersAttr::get(parser.getContext(), input->letters[0], input->letters[1], input->spatial,
                                       kernel->letters[0], kernel->letters[1], kernel->spatial, output->letters[0],
                                       output->letters[1], output->spatial);
}

void print_convolution_dimensions(AsmPrinter &printer, ConvDimensionNumbersAttr dimensions) {
  print_layout(printer, dimensions.getInputBatchDimension(), "b", dimensions.getInputFeatureDimension(), "f",
               dimensions.getInputSpatialDimensions());
  printer << 'x';
  print_layout(printer, dimensions.getKernelInputFeatureDimension(), "i", dimensions.getKernelOutputFeatureDimension(),
               "o", dimensions.getKernelSpatialDimensions());
  printer << "->";
  print_layout(printer, dimensions.getOutputBatchDimension(), "b", dimensions.getOutputFeatureDimension(), "f",
               dimensions.getOutputSpatialDimensions());
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  bool raw = succeeded(parser.parseOptionalKeyword("raw"));
  FailureOr<ConvDimensionNumbersAttr> dimensions =
      raw ? parse_raw_dimensions(parser) : parse_convolution_dimensions(parser);
  if (failed(dimensions) || parser.parseGreater())
    return {};
  return *dimensions;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  print_convolution_dimensions(printer, *this);
  printer << '>';
}

// --- accuracies ------------------------------------------------------------------------------------------------------
Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double absolute = 0, relative = 0;
  int64_t ulps = 0;
  ResultAccuracyMode mode = ResultAccuracyMode::DEFAULT;
  auto parse_mode = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    ResultAccuracyModeAttr attribute;
    if (parser.parseCustomAttributeWithFallback(attribute))
      return parser.emitError(place, "expected #stablehlo.result_accuracy_mode<...>");
    mode = attribute.getValue();
    return success();
  };
  auto parse_absolute = [&] { return parser.parseFloat(absolute); };
  auto parse_relative = [&] { return parser.parseFloat(relative); };
  auto parse_ulps = [&] { return parser.parseInteger(ulps); };
  if (parse_fields(parser,
                   {{"atol", parse_absolute}, {"rtol", parse_relative}, {"ulps", parse_ulps}, {"mode", parse_mode}}))
    return {};
  return parser.getChecked<ResultAccuracyAttr>(parser.getCurrentLocation(), parser.getContext(), APFloat(absolute),
                                               APFloat(relative), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  FieldWriter writer(printer);
  if (!getAtol().isZero())
    writer.begin("atol").printFloat(getAtol());
  if (!getRtol().isZero())
    writer.begin("rtol").printFloat(getRtol());
  writer.number("ulps", getUlps());
  writer.begin("mode").printAttribute(ResultAccuracyModeAttr::get(getContext(), getMode()));
}

LogicalResult ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emit, APFloat absolute, APFloat relative,
                                         int64_t ulps, ResultAccuracyMode mode) {
  bool none = absolute.isZero() && relative.isZero() && ulps == 0;
  if (mode == ResultAccuracyMode::TOLERANCE ? none : !none)
    return emit() << (none ? "mode TOLERANCE needs atol, rtol or ulps" : "atol, rtol and ulps need mode TOLERANCE");
  if (absolute.isNegative() || relative.isNegative() || ulps < 0)
    return emit() << "atol, rtol and ulps must not be negative";
  return success();
}

LogicalResult DotAlgorithmAttr::verify(function_ref<InFlightDiagnostic()> emit, Type lhs, Type rhs, Type accumulation,
                                       int64_t lhs_components, int64_t rhs_components, int64_t operations, bool) {
  for (Type type : {lhs, rhs, accumulation})
    if (!isa<FloatType>(type))
      return emit() << "precision and accumulation types must be floating-point types, not " << type;
  if (lhs_components < 1 || rhs_components < 1 || operations < 1)
    return emit() << "component counts and number of operations must be positive";
  return success();
}

} // namespace cotangent::stablehlo

namespace cotangent::chlo {

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  stablehlo::FieldLists<6> read;
  if (read.parse(parser, {"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
                          "rhs_contracting_dimensions", "lhs_ragged_dimensions", "rhs_group_dimensions"}))
    return {};
  return get(parser.getContext(), read.lists[0], read.lists[1], read.lists[2], read.lists[3], read.lists[4],
             read.lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  stablehlo::FieldWriter writer(printer);
  writer.list("lhs_batching_dimensions", getLhsBatchingDimensions());
  writer.list("rhs_batching_dimensions", getRhsBatchingDimensions());
  writer.list("lhs_contracting_dimensions", getLhsContractingDimensions());
  writer.list("rhs_contracting_dimensions", getRhsContractingDimensions());
  writer.list("lhs_ragged_dimensions", getLhsRaggedDimensions());
  writer.list("rhs_group_dimensions", getRhsGroupDimensions());
}

} // namespace cotangent::chlo
