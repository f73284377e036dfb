// Constraints of operations that make, move, cut and join elements, and the code that TableGen makes for them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

// --- elements made ---------------------------------------------------------------------------------------------------
LogicalResult ConstantOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  auto value = dyn_cast<RankedTensorType>(getValue().getType());
  if (!value)
    return emitOpError("value must be a tensor, but is ") << getValue().getType();
  if (!getType().hasStaticShape())
    return emitOpError("output must be of static shape, but is ") << getType();
  if (failed(check_shape(refuse, "output", value.getShape(), getOutput())))
    return failure();
  Type element = element_of(getOutput());
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  if (element != value.getElementType() && !(quantized && quantized.getStorageType() == value.getElementType()))
    return emitOpError("output must have elements of ") << value.getElementType() << ", but is " << getType();
  return success();
}

LogicalResult IotaOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (!getType().hasStaticShape())
    return emitOpError("output must be of static shape, but is ") << getType();
  return check_range(refuse, "iota_dimension", static_cast<int64_t>(getIotaDimension()), getType().getRank());
}

/// A tensor of one dimension holds a number for each dimension of a value.
static LogicalResult check_number_operand(Refuse refuse, StringRef name, Value numbers, Value value) {
  if (compatible_dimensions(shape_of(numbers)[0], rank_of(value)))
    return success();
  return refuse() << name << " must hold " << rank_of(value) << " numbers, the rank of " << value.getType()
                  << ", but is " << numbers.getType();
}

/// The same, and they are the shape of the value if they are constant.
static LogicalResult check_shape_operand(Refuse refuse, StringRef name, Value shape, Value value) {
  if (failed(check_number_operand(refuse, name, shape, value)))
    return failure();
  if (shape_of(shape)[0] == unknown)
    return refuse() << name << " must be of static shape, but is " << shape.getType();
  std::optional<Shape> sizes = constant_numbers(shape);
  if (!sizes)
    return success();
  if (failed(check_at_least(refuse, name, *sizes, 0)))
    return failure();
  return check_shape(refuse, "result", *sizes, value);
}

LogicalResult DynamicIotaOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_shape_operand(refuse, "output_shape", getOutputShape(), getResult())))
    return failure();
  return check_range(refuse, "iota_dimension", static_cast<int64_t>(getIotaDimension()), rank_of(getResult()));
}

// --- shapes changed --------------------------------------------------------------------------------------------------
/// The same number of elements along, before and after the dimension that has scales of its own.
static LogicalResult check_reshaped_axis(Refuse refuse, Value operand, Value result) {
  auto from = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(operand));
  auto to = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(result));
  if (!from || !to)
    return success();
  int64_t from_axis = from.getQuantizedDimension(), to_axis = to.getQuantizedDimension();
  if (from_axis >= rank_of(operand) || to_axis >= rank_of(result))
    return refuse() << "quantised dimensions " << from_axis << " and " << to_axis << " must be dimensions of "
                    << operand.getType() << " and " << result.getType();
  Numbers before = shape_of(operand), after = shape_of(result);
  for (auto [first, second] : {std::pair(before.take_front(from_axis), after.take_front(to_axis)),
                               std::pair(before.slice(from_axis, 1), after.slice(to_axis, 1)),
                               std::pair(before.drop_front(from_axis + 1), after.drop_front(to_axis + 1))}) {
    std::optional<int64_t> first_count = element_count(first), second_count = element_count(second);
    if (first_count && second_count && *first_count != *second_count)
      return refuse() << "reshape must keep the counts before, along and after the quantised dimension, but "
                      << to_text(first) << " becomes " << to_text(second);
  }
  return success();
}

LogicalResult ReshapeOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (!getType().hasStaticShape())
    return emitOpError("result must be of static shape, but is ") << getType();
  std::optional<int64_t> before = element_count(shape_of(getOperand())), after = element_count(getType().getShape());
  if (before && after && *before != *after)
    return emitOpError("result must have as many elements as the operand, ") << *before << ", but has " << *after;
  return check_reshaped_axis(refuse, getOperand(), getResult());
}

LogicalResult DynamicReshapeOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  std::optional<int64_t> before = element_count(shape_of(getOperand())), after = element_count(shape_of(getResult()));
  if (std::optional<Shape> sizes = constant_numbers(getOutputShape()); sizes && !after)
    after = element_count(*sizes);
  if (before && after && *before != *after)
    return emitOpError("result must have as many elements as the operand, ") << *before << ", but has " << *after;
  return failure(failed(check_element(refuse, "result", element_of(getOperand()), getResult())) ||
                 failed(check_shape_operand(refuse, "output_shape", getOutputShape(), getResult())) ||
                 failed(check_reshaped_axis(refuse, getOperand(), getResult())));
}

static int64_t bits(Type element) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return quantized.getStorageTypeIntegralWidth();
  return isa<ComplexType>(element) ? 2 * bits(real_part(element)) : element.getIntOrFloatBitWidth();
}

LogicalResult BitcastConvertOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  Type from = element_of(getOperand()), to = element_of(getResult());
  if (isa<ComplexType>(from) != isa<ComplexType>(to))
    return emitOpError("must not convert between real and complex numbers, ") << from << " and " << to;
  int64_t from_bits = bits(from), to_bits = bits(to);
  Numbers wide = shape_of(getOperand()), narrow = shape_of(getResult());
  if (from_bits == to_bits)
    return check_shape(refuse, "result", wide, getResult());
  if (from_bits < to_bits) {
    std::swap(wide, narrow);
    std::swap(from_bits, to_bits);
  }
  if (narrow.size() == wide.size() + 1 && compatible_shapes(wide, narrow.drop_back()) &&
      (narrow.back() == unknown || (from_bits % to_bits == 0 && narrow.back() == from_bits / to_bits)))
    return success();
  return emitOpError("the type of narrower elements must have one dimension more, of the ratio of the widths, ")
         << from_bits << " and " << to_bits << " bits, but the types are " << getOperand().getType() << " and "
         << getType();
}

// --- broadcasting ----------------------------------------------------------------------------------------------------
LogicalResult BroadcastOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_at_least(refuse, "broadcast_sizes", getBroadcastSizes(), 0)))
    return failure();
  Shape shape(getBroadcastSizes());
  llvm::append_range(shape, shape_of(getOperand()));
  return check_shape(refuse, "result", shape, getResult());
}

/// Scales of a dimension go where the dimension goes.
static LogicalResult check_broadcast_axis(Refuse refuse, Value operand, Value result, Numbers dimensions) {
  auto from = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(operand));
  auto to = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(result));
  if (!from && !to)
    return success();
  if (!from || !to || from.getQuantizedDimension() < 0 ||
      from.getQuantizedDimension() >= static_cast<int64_t>(dimensions.size()) ||
      dimensions[from.getQuantizedDimension()] != to.getQuantizedDimension())
    return refuse() << "result must be quantised along the dimension that the operand's becomes, but the types are "
                    << operand.getType() << " and " << result.getType();
  if (shape_of(operand)[from.getQuantizedDimension()] != 1 || from.getScales().empty())
    return success();
  for (auto [scale, zero] : llvm::zip(to.getScales(), to.getZeroPoints()))
    if (scale != from.getScales()[0] || zero != from.getZeroPoints()[0])
      return refuse() << "result must repeat the scale and the zero point of the operand, but is " << result.getType();
  return success();
}

static LogicalResult check_broadcast(Refuse refuse, Value operand, Value result, Numbers dimensions) {
  Numbers from = shape_of(operand), to = shape_of(result);
  if (failed(check_size(refuse, "broadcast_dimensions", dimensions, rank_of(operand))) ||
      failed(check_dimensions(refuse, "broadcast_dimensions", dimensions, rank_of(result))))
    return failure();
  for (auto [size, target] : llvm::zip(from, dimensions))
    if (size != 1 && !compatible_dimensions(size, to[target]))
      return refuse() << "dimension " << target << " of the result must be of size " << size
                      << " by the operand, but is of " << to[target] << " in " << result.getType();
  return check_broadcast_axis(refuse, operand, result, dimensions);
}

LogicalResult BroadcastInDimOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (!getType().hasStaticShape())
    return emitOpError("result must be of static shape, but is ") << getType();
  return check_broadcast(refuse, getOperand(), getResult(), getBroadcastDimensions());
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_element(refuse, "result", element_of(getOperand()), getResult())) ||
      failed(check_shape_operand(refuse, "output_dimensions", getOutputDimensions(), getResult())) ||
      failed(check_broadcast(refuse, getOperand(), getResult(), getBroadcastDimensions())))
    return failure();
  if (std::optional<Shape> sizes = constant_numbers(getOutputDimensions()))
    for (auto [size, target] : llvm::zip(shape_of(getOperand()), getBroadcastDimensions()))
      if (size != 1 && !compatible_dimensions(size, (*sizes)[target]))
        return emitOpError("output_dimensions must hold ")
               << size << " at " << target << " by the operand, but are " << to_text(*sizes);
  Shape known;
  for (std::optional<Numbers> list : {getKnownExpandingDimensions(), getKnownNonexpandingDimensions()})
    if (list)
      llvm::append_range(known, *list);
  return check_dimensions(refuse, "known_expanding_dimensions with known_nonexpanding_dimensions", known,
                          rank_of(getOperand()));
}

// --- elements moved --------------------------------------------------------------------------------------------------
LogicalResult TransposeOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  FailureOr<Shape> shape = infer_transpose(refuse, shape_of(getOperand()), getPermutation());
  if (failed(shape) || failed(check_shape(refuse, "result", *shape, getResult())))
    return failure();
  auto from = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(getOperand()));
  auto to = dyn_cast<quant::UniformQuantizedPerAxisType>(element_of(getResult()));
  if (!from || !to)
    return success();
  int64_t axis = to.getQuantizedDimension();
  if (axis >= 0 && axis < getType().getRank() && getPermutation()[axis] == from.getQuantizedDimension())
    return success();
  return emitOpError("result must be quantised along the dimension that the operand's becomes, but the types are ")
         << getOperand().getType() << " and " << getType();
}

LogicalResult ReverseOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_dimensions(refuse, "dimensions", getDimensions(), rank_of(getOperand()));
}

LogicalResult ConcatenateOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  FailureOr<Type> type = infer_concatenate(refuse, getInputs(), static_cast<int64_t>(getDimension()));
  return failed(type) ? failure() : check_type(refuse, "result", *type, getType());
}

LogicalResult SliceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  FailureOr<Type> type =
      infer_slice(refuse, ranked(getOperand().getType()), getStartIndices(), getLimitIndices(), getStrides());
  return failed(type) ? failure() : check_type(refuse, "result", *type, getType());
}

LogicalResult RealDynamicSliceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (rank_of(getResult()) != rank_of(getOperand()))
    return emitOpError("result must be of the rank of ") << getOperand().getType() << ", but is " << getType();
  return check_number_operand(refuse, "start_indices", getStartIndices(), getOperand());
}

static LogicalResult check_start_indices(Refuse refuse, ValueRange indices, int64_t rank) {
  if (static_cast<int64_t>(indices.size()) != rank)
    return refuse() << "needs one start index for each of " << rank << " dimensions, but has " << indices.size();
  if (llvm::all_equal(indices.getTypes()))
    return success();
  return refuse() << "start indices must be of one type, but have " << to_text(indices.getTypes());
}

LogicalResult DynamicSliceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_start_indices(refuse, getStartIndices(), rank_of(getOperand()))))
    return failure();
  FailureOr<Type> type = infer_dynamic_slice(refuse, ranked(getOperand().getType()), getSliceSizes());
  return failed(type) ? failure() : check_type(refuse, "result", *type, getType());
}

LogicalResult DynamicUpdateSliceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (rank_of(getUpdate()) != rank_of(getOperand()))
    return emitOpError("update must be of the rank of ")
           << getOperand().getType() << ", but is " << getUpdate().getType();
  if (failed(check_start_indices(refuse, getStartIndices(), rank_of(getOperand()))))
    return failure();
  for (auto [size, limit] : llvm::zip(shape_of(getUpdate()), shape_of(getOperand())))
    if (size != unknown && limit != unknown && size > limit)
      return emitOpError("update must fit in ") << getOperand().getType() << ", but is " << getUpdate().getType();
  return check_type(refuse, "result", getOperand().getType(), getType());
}

LogicalResult PadOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  FailureOr<Type> type = infer_pad(refuse, ranked(getOperand().getType()), getEdgePaddingLow(), getEdgePaddingHigh(),
                                   getInteriorPadding());
  return failed(type) ? failure() : check_type(refuse, "result", *type, getType());
}

LogicalResult DynamicPadOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_number_operand(refuse, "edge_padding_low", getEdgePaddingLow(), getOperand())))
    return failure();
  std::optional<Shape> low = constant_numbers(getEdgePaddingLow()), high = constant_numbers(getEdgePaddingHigh());
  std::optional<Shape> interior = constant_numbers(getInteriorPadding());
  if (interior && failed(check_at_least(refuse, "interior_padding", *interior, 0)))
    return failure();
  if (!low || !high || !interior)
    return success();
  FailureOr<Type> type = infer_pad(refuse, ranked(getOperand().getType()), *low, *high, *interior);
  return failed(type) ? failure() : check_type(refuse, "result", *type, getType());
}

// --- sizes -----------------------------------------------------------------------------------------------------------
LogicalResult GetDimensionSizeOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (rank_of(getResult()) != 0)
    return emitOpError("result must be a scalar, but is ") << getType();
  return check_range(refuse, "dimension", static_cast<int64_t>(getDimension()), rank_of(getOperand()));
}

LogicalResult SetDimensionSizeOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (rank_of(getSize()) != 0)
    return emitOpError("size must be a scalar, but is ") << getSize().getType();
  int64_t dimension = static_cast<int64_t>(getDimension());
  if (failed(check_range(refuse, "dimension", dimension, rank_of(getOperand()))))
    return failure();
  Shape shape(shape_of(getOperand()));
  shape[dimension] = unknown;
  return check_type(refuse, "result", RankedTensorType::get(shape, element_of(getOperand())), getType());
}

// --- gather and scatter ----------------------------------------------------------------------------------------------
LogicalResult GatherOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  FailureOr<Shape> shape = infer_gather(refuse, shape_of(getOperand()), shape_of(getStartIndices()),
                                        getDimensionNumbers(), getSliceSizes(), rank_of(getResult()));
  return failed(shape) ? failure() : check_shape(refuse, "result", *shape, getResult());
}

LogicalResult DynamicGatherOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_number_operand(refuse, "slice_sizes", getSliceSizes(), getOperand())))
    return failure();
  Shape sizes = constant_numbers(getSliceSizes()).value_or(Shape(rank_of(getOperand()), unknown));
  FailureOr<Shape> shape = infer_gather(refuse, shape_of(getOperand()), shape_of(getStartIndices()),
                                        getDimensionNumbers(), sizes, rank_of(getResult()));
  return failed(shape) ? failure() : check_shape(refuse, "result", *shape, getResult());
}

LogicalResult ScatterOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (getInputs().empty())
    return emitOpError("needs at least one input");
  if (failed(check_same_shapes(refuse, "inputs", getInputs())) ||
      failed(check_same_shapes(refuse, "updates", getUpdates())))
    return failure();
  for (auto [input, update] : llvm::zip(getInputs(), getUpdates()))
    if (!promotable(element_of(update), element_of(input)))
      return emitOpError("updates must have the element types of the inputs, but ")
             << update.getType() << " belongs to " << input.getType();
  if (failed(check_scatter(refuse, shape_of(getInputs()[0]), shape_of(getScatterIndices()), shape_of(getUpdates()[0]),
                           getScatterDimensionNumbers())))
    return failure();
  FailureOr<SmallVector<Type>> elements =
      infer_accumulators(refuse, "update_computation", getInputs(), {}, getUpdateComputation());
  if (failed(elements))
    return failure();
  SmallVector<Type> expected;
  for (auto [input, element] : llvm::zip(getInputs(), *elements))
    expected.push_back(RankedTensorType::get(shape_of(input), element));
  return check_types(refuse, "results", expected, getResultTypes());
}

LogicalResult TorchIndexSelectOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (!isa<IntegerType>(element_of(getIndex())))
    return emitOpError("index must have integer elements, but is ") << getIndex().getType();
  int64_t dimension = getDim(), batch = getBatchDims(), rank = rank_of(getOperand());
  if (failed(check_range(refuse, "dim", dimension, rank)) ||
      failed(check_range(refuse, "batch_dims", batch, std::min(dimension, rank_of(getIndex())) + 1)))
    return failure();
  Numbers operand = shape_of(getOperand()), index = shape_of(getIndex());
  Shape shape(operand.take_front(dimension));
  llvm::append_range(shape, index.drop_front(batch));
  llvm::append_range(shape, operand.drop_front(dimension + 1));
  return check_type(refuse, "result", RankedTensorType::get(shape, element_of(getOperand())), getType());
}

} // namespace cotangent::stablehlo

#define GET_OP_CLASSES
#include "tensor/ir/shape.cpp.inc"
