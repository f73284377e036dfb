#include "tensor/build/build.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <complex>
#include <limits>
#include <numeric>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent {

namespace {

/// An attribute with one number in an element type.
Attribute number_attribute(Type element, double number) {
  if (auto format = dyn_cast<FloatType>(element))
    return FloatAttr::get(format, number);
  auto type = cast<IntegerType>(element);
  return IntegerAttr::get(type, APInt(type.getWidth(), static_cast<uint64_t>(static_cast<int64_t>(number)),
                                      /*isSigned=*/false, /*implicitTrunc=*/true));
}

DenseElementsAttr splat_attribute(RankedTensorType type, double number) {
  if (auto complex = dyn_cast<ComplexType>(type.getElementType())) {
    auto format = cast<FloatType>(complex.getElementType());
    APFloat value = cast<FloatAttr>(number_attribute(format, number)).getValue();
    return DenseElementsAttr::get(type, std::complex<APFloat>(value, APFloat::getZero(format.getFloatSemantics())));
  }
  return DenseElementsAttr::get(type, number_attribute(type.getElementType(), number));
}

bool is_splat_of(Value value, double number) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  if (!constant)
    return false;
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return elements && type && elements.isSplat() && isa<FloatType, ComplexType>(type.getElementType()) &&
         elements == splat_attribute(type, number);
}

bool all_zero(Numbers numbers) {
  return llvm::all_of(numbers, [](int64_t number) { return number == 0; });
}

} // namespace

int64_t count_of(Numbers shape) { return ShapedType::getNumElements(shape); }

Shape first_numbers(int64_t count) {
  Shape result(static_cast<size_t>(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

Shape filled(size_t count, int64_t value) { return Shape(count, value); }

Shape picked(Numbers list, Numbers positions) {
  Shape result;
  for (int64_t position : positions)
    result.push_back(list[static_cast<size_t>(position)]);
  return result;
}

Shape inverse(Numbers permutation) {
  Shape result(permutation.size());
  for (auto [at, to] : llvm::enumerate(permutation))
    result[static_cast<size_t>(to)] = static_cast<int64_t>(at);
  return result;
}

Shape all_but(int64_t count, Numbers list) {
  Shape result;
  for (int64_t number = 0; number < count; ++number)
    if (!llvm::is_contained(list, number))
      result.push_back(number);
  return result;
}

RankedTensorType with_shape(RankedTensorType type, Numbers shape) {
  return RankedTensorType::get(shape, type.getElementType());
}
RankedTensorType with_element(RankedTensorType type, Type element) {
  return RankedTensorType::get(type.getShape(), element);
}

bool is_differentiable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType, ComplexType>(tensor.getElementType());
}

Operation *Build::repeat(Operation *operation, ValueRange operands, TypeRange results) {
  OperationState state(location, operation->getName());
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(operation->getAttrDictionary().getValue());
  IRMapping mapping;
  for (Region &region : operation->getRegions())
    region.cloneInto(state.addRegion(), mapping);
  return builder.create(state);
}

// --- constants -------------------------------------------------------------------------------------------------------
Value Build::splat(RankedTensorType type, double number) {
  return make<stablehlo::ConstantOp>(splat_attribute(type, number));
}

Value Build::iota(RankedTensorType type, int64_t dimension) {
  return make<IotaOp>(type, static_cast<uint64_t>(dimension));
}

Value Build::integers(Numbers numbers, Type element) {
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())}, element);
  SmallVector<APInt> values;
  for (int64_t number : numbers)
    values.emplace_back(cast<IntegerType>(element).getWidth(), static_cast<uint64_t>(number), /*isSigned=*/false,
                        /*implicitTrunc=*/true);
  return make<stablehlo::ConstantOp>(DenseElementsAttr::get(type, values));
}

// --- elementwise -----------------------------------------------------------------------------------------------------
Value Build::add(Value left, Value right) { return binary<AddOp>(left, right); }
Value Build::subtract(Value left, Value right) { return binary<SubtractOp>(left, right); }
Value Build::divide(Value left, Value right) { return binary<DivideOp>(left, right); }
Value Build::negate(Value value) { return unary<NegateOp>(value); }

Value Build::multiply(Value left, Value right) {
  if (is_splat_of(left, 1))
    return right;
  if (is_splat_of(right, 1))
    return left;
  return binary<MultiplyOp>(left, right);
}

Value Build::scale(Value value, double number) {
  if (number == 1)
    return value;
  if (number == -1)
    return negate(value);
  return binary<MultiplyOp>(value, splat_like(value, number));
}

Value Build::compare(Value left, Value right, ComparisonDirection direction) {
  return make<CompareOp>(with_element(ranked(left.getType()), builder.getI1Type()), left, right, direction,
                         ComparisonTypeAttr());
}

Value Build::select(Value condition, Value on_true, Value on_false) {
  return make<SelectOp>(on_true.getType(), condition, on_true, on_false);
}

Value Build::convert(Value value, Type element) {
  if (element_of(value) == element)
    return value;
  return make<ConvertOp>(with_element(ranked(value.getType()), element), value);
}

Value Build::real(Value value) {
  return is_complex(value)
             ? make<RealOp>(with_element(ranked(value.getType()), stablehlo::real_part(element_of(value))), value)
             : value;
}

Value Build::imag(Value value) {
  return is_complex(value)
             ? make<ImagOp>(with_element(ranked(value.getType()), stablehlo::real_part(element_of(value))), value)
             : zeros_like(value);
}

Value Build::complex(Value real, Value imag) {
  return make<ComplexOp>(with_element(ranked(real.getType()), ComplexType::get(element_of(real))), real, imag);
}

Value Build::conjugate(Value value) { return is_complex(value) ? complex(real(value), negate(imag(value))) : value; }

// --- elements moved --------------------------------------------------------------------------------------------------
namespace {

/// Checks of tensor/ir that end in an exception.
class Checks {
public:
  explicit Checks(Location location)
      : location_(location),
        handler_(location.getContext(), [&](Diagnostic &diagnostic) { message_ = diagnostic.str(); }) {}
  template <class Result> Result take(FailureOr<Result> result) {
    if (failed(result))
      throw Error("bad-argument", message_);
    return *result;
  }
  auto refuse() {
    return [this] { return emitError(location_); };
  }

private:
  Location location_;
  std::string message_;
  ScopedDiagnosticHandler handler_;
};

} // namespace

Value Build::reshape(Value value, Numbers shape) {
  if (shape_of(value) == shape)
    return value;
  if (count_of(shape_of(value)) != count_of(shape))
    throw Error("bad-argument", "a tensor of shape [" + stablehlo::to_text(shape_of(value)) +
                                    "] has no elements for the shape [" + stablehlo::to_text(shape) + "]");
  return make<ReshapeOp>(with_shape(ranked(value.getType()), shape), value);
}

Value Build::transpose(Value value, Numbers permutation) {
  if (llvm::is_sorted(permutation))
    return value;
  return make<TransposeOp>(with_shape(ranked(value.getType()), picked(shape_of(value), permutation)), value,
                           permutation);
}

Value Build::broadcast(Value value, Numbers dimensions, Numbers shape) {
  if (shape_of(value) == shape && llvm::is_sorted(dimensions))
    return value;
  return make<BroadcastInDimOp>(with_shape(ranked(value.getType()), shape), value, dimensions);
}

Value Build::reverse(Value value, Numbers dimensions) {
  if (dimensions.empty())
    return value;
  return make<ReverseOp>(value.getType(), value, dimensions);
}

Value Build::slice(Value value, Numbers start, Numbers limit, Numbers strides) {
  Checks checks(location);
  Type type = checks.take(stablehlo::infer_slice(checks.refuse(), ranked(value.getType()), start, limit, strides));
  if (type == value.getType() && llvm::all_of(strides, [](int64_t stride) { return stride == 1; }))
    return value;
  return make<SliceOp>(type, value, start, limit, strides);
}

Value Build::slice_dimension(Value value, int64_t dimension, int64_t start, int64_t limit) {
  auto rank = static_cast<size_t>(rank_of(value));
  Shape starts = filled(rank, 0);
  Shape limits(shape_of(value));
  starts[static_cast<size_t>(dimension)] = start;
  limits[static_cast<size_t>(dimension)] = limit;
  return slice(value, starts, limits, filled(rank, 1));
}

Value Build::dynamic_slice(Value value, ValueRange starts, Numbers sizes) {
  if (shape_of(value) == sizes)
    return value; // starts are clamped to 0
  return make<DynamicSliceOp>(with_shape(ranked(value.getType()), sizes), value, starts, sizes);
}

Value Build::dynamic_update_slice(Value value, Value update, ValueRange starts) {
  if (value.getType() == update.getType())
    return update;
  return make<DynamicUpdateSliceOp>(value.getType(), value, update, starts);
}

Value Build::concatenate(ValueRange values, int64_t dimension) {
  if (values.size() == 1)
    return values.front();
  Checks checks(location);
  Type type = checks.take(stablehlo::infer_concatenate(checks.refuse(), values, dimension));
  return make<ConcatenateOp>(type, values, static_cast<uint64_t>(dimension));
}

Value Build::pad(Value value, Value padding, Numbers low, Numbers high, Numbers interior) {
  if (all_zero(low) && all_zero(high) && all_zero(interior))
    return value;
  Checks checks(location);
  Type type = checks.take(stablehlo::infer_pad(checks.refuse(), ranked(value.getType()), low, high, interior));
  return make<PadOp>(type, value, padding, low, high, interior);
}

Value Build::gather(Value operand, Value indices, GatherDimensionNumbersAttr numbers, Numbers slice_sizes,
                    bool sorted) {
  Checks checks(location);
  int64_t batch = rank_of(indices) - (numbers.getIndexVectorDim() < rank_of(indices) ? 1 : 0);
  Shape shape =
      checks.take(stablehlo::infer_gather(checks.refuse(), shape_of(operand), shape_of(indices), numbers, slice_sizes,
                                          batch + static_cast<int64_t>(numbers.getOffsetDims().size())));
  return make<GatherOp>(with_shape(ranked(operand.getType()), shape), operand, indices, numbers, slice_sizes, sorted);
}

Value Build::scatter_add(Value operand, Value indices, Value updates, ScatterDimensionNumbersAttr numbers, bool sorted,
                         bool unique) {
  auto operation = make_operation<ScatterOp>(operand.getType(), operand, indices, updates, numbers, sorted, unique);
  auto scalar = RankedTensorType::get({}, element_of(operand));
  fill(operation.getUpdateComputation(), {scalar, scalar},
       [](Build &build, ValueRange arguments) { return Values{build.add(arguments[0], arguments[1])}; });
  return operation->getResult(0);
}

// --- reductions and products -----------------------------------------------------------------------------------------
Value Build::reduce_with(Value value, Value start, Numbers dimensions, Combine combine) {
  if (dimensions.empty())
    return value; // `start` is neutral
  Shape kept = all_but(rank_of(value), dimensions);
  Shape sorted(dimensions);
  llvm::sort(sorted);
  auto operation = make_operation<ReduceOp>(with_shape(ranked(value.getType()), picked(shape_of(value), kept)), value,
                                            start, sorted);
  auto scalar = RankedTensorType::get({}, element_of(value));
  fill(operation.getBody(), {scalar, scalar},
       [&](Build &build, ValueRange arguments) { return Values{combine(build, arguments[0], arguments[1])}; });
  return operation->getResult(0);
}

Value Build::reduce_sum(Value value, Numbers dimensions) {
  return reduce<AddOp>(value, scalar(element_of(value), 0), dimensions);
}

Value Build::reduce_max(Value value, Numbers dimensions) {
  Type element = element_of(value);
  Value start;
  if (isa<FloatType>(element))
    start = scalar(element, -std::numeric_limits<double>::infinity());
  else if (auto type = dyn_cast<IntegerType>(element); type && !type.isUnsigned() && type.getWidth() > 1)
    start = scalar(element, std::ldexp(-1.0, static_cast<int>(type.getWidth()) - 1));
  else
    start = scalar(element, 0);
  return reduce<MaximumOp>(value, start, dimensions);
}

Value Build::dot_general(Value left, Value right, DotDimensionNumbersAttr numbers, Type element, ArrayAttr precision) {
  Checks checks(location);
  Shape shape = checks.take(stablehlo::infer_dot_general(checks.refuse(), shape_of(left), shape_of(right), numbers));
  auto type = RankedTensorType::get(shape, element ? element : element_of(left));
  return make<DotGeneralOp>(type, left, right, numbers, precision, DotAlgorithmAttr());
}

Value Build::dot_general(Value left, Value right, Numbers left_batch, Numbers right_batch, Numbers left_contracting,
                         Numbers right_contracting) {
  return dot_general(
      left, right,
      DotDimensionNumbersAttr::get(builder.getContext(), left_batch, right_batch, left_contracting, right_contracting));
}

// --- control ---------------------------------------------------------------------------------------------------------
void Build::fill(Region &region, TypeRange arguments, Body body) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      builder.createBlock(&region, region.end(), arguments, SmallVector<Location>(arguments.size(), location));
  Values results = body(*this, block->getArguments());
  make_operation<ReturnOp>(results);
}

ResultRange Build::while_loop(ValueRange starts, llvm::function_ref<Value(Build &, ValueRange)> condition, Body body) {
  auto loop = make_operation<WhileOp>(starts.getTypes(), starts);
  fill(loop.getCond(), starts.getTypes(),
       [&](Build &build, ValueRange arguments) { return Values{condition(build, arguments)}; });
  fill(loop.getBody(), starts.getTypes(), body);
  return loop->getResults();
}

ResultRange Build::if_else(Value condition, TypeRange results, llvm::function_ref<Values(Build &)> on_true,
                           llvm::function_ref<Values(Build &)> on_false) {
  auto operation = make_operation<IfOp>(results, condition);
  fill(operation.getTrueBranch(), {}, [&](Build &build, ValueRange) { return on_true(build); });
  fill(operation.getFalseBranch(), {}, [&](Build &build, ValueRange) { return on_false(build); });
  return operation->getResults();
}

} // namespace cotangent
