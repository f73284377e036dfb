// Compatibility of types, and the checks that several verifiers share.
#include "tensor/ir/infer.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace cotangent::stablehlo {

// --- compatibility ---------------------------------------------------------------------------------------------------
bool compatible_shapes(Numbers first, Numbers second) {
  return first.size() == second.size() && llvm::all_of(llvm::zip(first, second), [](auto pair) {
           return compatible_dimensions(std::get<0>(pair), std::get<1>(pair));
         });
}

bool compatible_types(Type first, Type second) {
  auto first_tensor = dyn_cast<RankedTensorType>(first), second_tensor = dyn_cast<RankedTensorType>(second);
  if (first_tensor && second_tensor)
    return compatible_shapes(first_tensor.getShape(), second_tensor.getShape()) &&
           compatible_elements(first_tensor.getElementType(), second_tensor.getElementType());
  auto first_tuple = dyn_cast<TupleType>(first), second_tuple = dyn_cast<TupleType>(second);
  if (first_tuple && second_tuple)
    return compatible_types(first_tuple.getTypes(), second_tuple.getTypes());
  return first == second;
}

bool compatible_types(TypeRange first, TypeRange second) {
  return first.size() == second.size() && llvm::all_of(llvm::zip(first, second), [](auto pair) {
           return compatible_types(std::get<0>(pair), std::get<1>(pair));
         });
}

bool promotable(Type from, Type to) {
  if (compatible_elements(from, to))
    return true;
  if (isa<IntegerType>(from) && isa<IntegerType>(to))
    return from.isInteger(1) == to.isInteger(1) && from.isUnsignedInteger() == to.isUnsignedInteger() &&
           from.getIntOrFloatBitWidth() <= to.getIntOrFloatBitWidth();
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return from.getIntOrFloatBitWidth() <= to.getIntOrFloatBitWidth();
  if (isa<ComplexType>(from) && isa<ComplexType>(to))
    return promotable(real_part(from), real_part(to));
  auto from_quantized = dyn_cast<quant::QuantizedType>(from), to_quantized = dyn_cast<quant::QuantizedType>(to);
  return from_quantized && to_quantized && from_quantized.getExpressedType() == to_quantized.getExpressedType() &&
         from_quantized.getStorageTypeIntegralWidth() <= to_quantized.getStorageTypeIntegralWidth();
}

Type expressed(Type element) {
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  return quantized ? quantized.getExpressedType() : element;
}

Type real_part(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

bool is_quantized(Type element) { return isa<quant::QuantizedType>(element); }
bool is_per_axis(Type element) { return isa<quant::UniformQuantizedPerAxisType>(element); }

// --- facts of types --------------------------------------------------------------------------------------------------
std::optional<int64_t> element_count(Numbers shape) {
  int64_t count = 1;
  bool overflow = false, empty = false;
  for (int64_t dimension : shape) {
    if (dimension == unknown)
      return std::nullopt;
    empty |= dimension == 0;
    overflow |= __builtin_mul_overflow(count, dimension, &count);
  }
  if (empty)
    return 0;
  return overflow ? std::nullopt : std::optional(count);
}

std::optional<Shape> constant_numbers(Value value) {
  DenseIntElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  return llvm::map_to_vector(constant.getValues<APInt>(), [](const APInt &number) {
    return number.getBitWidth() <= 64 ? number.getSExtValue() : number.trunc(64).getSExtValue();
  });
}

std::string to_text(Numbers numbers) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '[';
  llvm::interleaveComma(numbers, stream, [&](int64_t number) {
    if (number == unknown)
      stream << '?';
    else
      stream << number;
  });
  stream << ']';
  return text;
}

std::string to_text(TypeRange types) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '(';
  llvm::interleaveComma(types, stream);
  stream << ')';
  return text;
}

// --- checks of lists -------------------------------------------------------------------------------------------------
LogicalResult check_size(Refuse refuse, StringRef name, Numbers list, int64_t size) {
  if (static_cast<int64_t>(list.size()) == size)
    return success();
  return refuse() << name << " must have " << size << " entries, but is " << to_text(list);
}

LogicalResult check_at_least(Refuse refuse, StringRef name, Numbers list, int64_t least) {
  for (int64_t number : list)
    if (number < least)
      return refuse() << "entries of " << name << " must be at least " << least << ", but are " << to_text(list);
  return success();
}

LogicalResult check_range(Refuse refuse, StringRef name, Numbers list, int64_t rank) {
  for (int64_t number : list)
    if (number < 0 || number >= rank)
      return refuse() << name << " must be from 0 to below " << rank << ", but has " << number;
  return success();
}

LogicalResult check_unique(Refuse refuse, StringRef name, Numbers list) {
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t number : list)
    if (!seen.insert(number).second)
      return refuse() << name << " must be unique, but " << number << " is there twice in " << to_text(list);
  return success();
}

LogicalResult check_sorted(Refuse refuse, StringRef name, Numbers list) {
  if (llvm::is_sorted(list))
    return success();
  return refuse() << name << " must be sorted, but is " << to_text(list);
}

LogicalResult check_dimensions(Refuse refuse, StringRef name, Numbers list, int64_t rank) {
  return failure(failed(check_range(refuse, name, list, rank)) || failed(check_unique(refuse, name, list)));
}

// --- checks of types -------------------------------------------------------------------------------------------------
LogicalResult check_type(Refuse refuse, StringRef name, Type expected, Type actual) {
  if (compatible_types(expected, actual))
    return success();
  return refuse() << name << " must be " << expected << " by the operands, but is " << actual;
}

LogicalResult check_types(Refuse refuse, StringRef name, TypeRange expected, TypeRange actual) {
  if (compatible_types(expected, actual))
    return success();
  return refuse() << name << " must have the types " << to_text(expected) << ", but have " << to_text(actual);
}

LogicalResult check_shape(Refuse refuse, StringRef name, Numbers expected, Value actual) {
  if (compatible_shapes(expected, shape_of(actual)))
    return success();
  return refuse() << name << " must have the shape " << to_text(expected) << " by the operands, but is "
                  << actual.getType();
}

LogicalResult check_received(Refuse refuse, TypeRange results) {
  if (results.empty() || !isa<TokenType>(results.back()))
    return refuse() << "the last result must be a token, but the results are " << to_text(results);
  for (Type type : results.drop_back())
    if (!isa<TensorType>(type))
      return refuse() << "results but the last must be tensors, but one is " << type;
  return success();
}

LogicalResult check_element(Refuse refuse, StringRef name, Type expected, Value actual) {
  if (compatible_elements(expected, element_of(actual)))
    return success();
  return refuse() << name << " must have elements of " << expected << ", but is " << actual.getType();
}

LogicalResult check_same_shapes(Refuse refuse, StringRef name, ValueRange values) {
  Shape known;
  for (auto [at, value] : llvm::enumerate(values)) {
    if (at == 0)
      known.assign(shape_of(value).begin(), shape_of(value).end());
    if (!compatible_shapes(known, shape_of(value)))
      return refuse() << name << " must have one shape, but have " << to_text(values.getTypes());
    for (auto [dimension, other] : llvm::zip(known, shape_of(value)))
      dimension = merge(dimension, other);
  }
  return success();
}

// --- checks of regions -----------------------------------------------------------------------------------------------
FailureOr<OperandRange> region_results(Refuse refuse, StringRef name, Region &region) {
  if (!region.hasOneBlock())
    return refuse() << name << " must have one block";
  Block &block = region.front();
  auto last = block.empty() ? ReturnOp() : dyn_cast<ReturnOp>(block.back());
  if (!last)
    return refuse() << name << " must end with stablehlo.return";
  return last.getResults();
}

LogicalResult check_arguments(Refuse refuse, StringRef name, TypeRange expected, Region &region) {
  if (region.empty())
    return refuse() << name << " must have one block";
  if (compatible_types(expected, region.getArgumentTypes()))
    return success();
  return refuse() << name << " must take arguments of the types " << to_text(expected) << ", but takes "
                  << to_text(region.getArgumentTypes());
}

/// Each argument and result is a scalar of the element type that it accumulates.
static FailureOr<SmallVector<Type>> scalar_elements(Refuse refuse, StringRef name, TypeRange results, size_t count) {
  if (results.size() != count)
    return refuse() << name << " must return " << count << " values, but returns " << to_text(results);
  SmallVector<Type> elements;
  for (Type type : results) {
    auto scalar = dyn_cast<RankedTensorType>(type);
    if (!scalar || scalar.getRank() != 0)
      return refuse() << name << " must return tensors of rank 0, but returns " << type;
    elements.push_back(scalar.getElementType());
  }
  return elements;
}

FailureOr<SmallVector<Type>> infer_accumulators(Refuse refuse, StringRef name, ValueRange inputs, ValueRange starts,
                                                Region &body) {
  FailureOr<OperandRange> results = region_results(refuse, name, body);
  if (failed(results))
    return failure();
  FailureOr<SmallVector<Type>> elements = scalar_elements(refuse, name, results->getTypes(), inputs.size());
  if (failed(elements))
    return failure();
  SmallVector<Type> arguments;
  for (size_t half = 0; half < 2; ++half)
    for (Type element : *elements)
      arguments.push_back(RankedTensorType::get({}, element));
  if (failed(check_arguments(refuse, name, arguments, body)))
    return failure();
  for (auto [input, element] : llvm::zip(inputs, *elements))
    if (!promotable(element_of(input), element))
      return refuse() << name << " must accumulate in a type that holds its inputs, but " << element
                      << " does not hold those of " << input.getType();
  for (auto [start, element] : llvm::zip(starts, *elements))
    if (!promotable(element_of(start), element) || rank_of(start) != 0)
      return refuse() << "initial values must be scalars of " << element << ", as " << name << " takes, but one is "
                      << start.getType();
  return elements;
}

} // namespace cotangent::stablehlo
