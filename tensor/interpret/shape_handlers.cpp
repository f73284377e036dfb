// Elementwise operations that need more than their operands; operations that make, move, cut and join elements.
#include "tensor/interpret/comparison.h"
#include "tensor/interpret/element_regions.h"
#include "tensor/interpret/evaluator.h"
#include "tensor/reference/each.h"
#include "tensor/reference/indexing.h"
#include "tensor/reference/shape.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::interpret {
namespace {

Values compare(Step &step) {
  auto operation = cast<CompareOp>(step.operation);
  return {reference::each(ElementType::Bool, step.array(0).shape(), [&](int64_t at) {
    return interpret::compare(operation, step.array(0).get(at), step.array(1).get(at));
  })};
}

Values convert(Step &step) {
  ElementType type = step.result_type();
  return {reference::each(type, step.array(0).shape(),
                          [&](int64_t at) { return reference::convert(step.array(0).get(at), type); })};
}

Values reduce_precision(Step &step) {
  auto operation = cast<ReducePrecisionOp>(step.operation);
  return {reference::each(step.array(0).type(), step.array(0).shape(), [&](int64_t at) {
    return reference::reduce_precision(step.array(0).get(at), static_cast<int>(operation.getExponentBits()),
                                       static_cast<int>(operation.getMantissaBits()));
  })};
}

Values select(Step &step) { return {reference::select(step.array(0), step.array(1), step.array(2))}; }
Values clamp(Step &step) { return {reference::clamp(step.array(0), step.array(1), step.array(2))}; }

Values constant(Step &step) { return {array_of(cast<ConstantOp>(step.operation).getValue())}; }

Values iota(Step &step) {
  return {reference::iota(step.result_type(), step.result_shape(),
                          static_cast<int64_t>(cast<IotaOp>(step.operation).getIotaDimension()))};
}
Values dynamic_iota(Step &step) {
  return {reference::iota(step.result_type(), reference::integers_of(step.array(0)),
                          static_cast<int64_t>(cast<DynamicIotaOp>(step.operation).getIotaDimension()))};
}

Array checked_reshape(Step &step, const Shape &shape) {
  for (int64_t size : shape)
    if (size < 0)
      fail(step.operation, "bad-shape", "the new shape has a negative size");
  if (element_count(shape) != step.array(0).count())
    fail(step.operation, "bad-shape",
         type_text(step.array(0).type(), step.array(0).shape()) + " cannot be reshaped to " +
             type_text(step.array(0).type(), shape));
  return step.array(0).reshaped(shape);
}
Values reshape(Step &step) { return {checked_reshape(step, step.result_shape())}; }
Values dynamic_reshape(Step &step) { return {checked_reshape(step, reference::integers_of(step.array(1)))}; }

Values bitcast_convert(Step &step) {
  Type to = step.operation.getResult(0).getType();
  std::optional<reference::Quantization> quantization = quantization_of(getElementTypeOrSelf(to));
  Shape shape = step.result_shape();
  const Shape &operand = step.array(0).shape();
  for (size_t at = 0; at < shape.size() && at < operand.size(); ++at)
    if (shape[at] < 0)
      shape[at] = operand[at];
  return {reference::bitcast_convert(step.array(0), quantization ? quantization->storage : step.result_type(), shape)};
}

Values broadcast(Step &step) {
  return {reference::broadcast(step.array(0), integers_of(cast<BroadcastOp>(step.operation).getBroadcastSizes()))};
}
Array checked_broadcast(Step &step, const std::vector<int64_t> &dimensions, const Shape &shape) {
  const Shape &operand = step.array(0).shape();
  for (size_t at = 0; at < operand.size(); ++at)
    if (operand[at] != 1 && operand[at] != shape[static_cast<size_t>(dimensions[at])])
      fail(step.operation, "bad-shape",
           type_text(step.array(0).type(), operand) + " cannot be broadcast to " +
               type_text(step.array(0).type(), shape));
  return reference::broadcast_in_dim(step.array(0), dimensions, shape);
}
Values broadcast_in_dim(Step &step) {
  return {checked_broadcast(step, integers_of(cast<BroadcastInDimOp>(step.operation).getBroadcastDimensions()),
                            step.result_shape())};
}
Values dynamic_broadcast_in_dim(Step &step) {
  return {checked_broadcast(step, integers_of(cast<DynamicBroadcastInDimOp>(step.operation).getBroadcastDimensions()),
                            reference::integers_of(step.array(1)))};
}
Values transpose(Step &step) {
  return {reference::transpose(step.array(0), integers_of(cast<TransposeOp>(step.operation).getPermutation()))};
}
Values reverse(Step &step) {
  return {reference::reverse(step.array(0), integers_of(cast<ReverseOp>(step.operation).getDimensions()))};
}
Values concatenate(Step &step) {
  return {reference::concatenate(step.arrays(0, step.operands.size()),
                                 static_cast<int64_t>(cast<ConcatenateOp>(step.operation).getDimension()))};
}
Values slice(Step &step) {
  auto operation = cast<SliceOp>(step.operation);
  return {reference::slice(step.array(0), integers_of(operation.getStartIndices()),
                           integers_of(operation.getLimitIndices()), integers_of(operation.getStrides()))};
}
Values real_dynamic_slice(Step &step) {
  return {reference::real_dynamic_slice(step.array(0), step.array(1), step.array(2), step.array(3))};
}
Values dynamic_slice(Step &step) {
  return {reference::dynamic_slice(step.array(0), step.arrays(1, step.operands.size() - 1),
                                   integers_of(cast<DynamicSliceOp>(step.operation).getSliceSizes()))};
}
Values dynamic_update_slice(Step &step) {
  return {reference::dynamic_update_slice(step.array(0), step.array(1), step.arrays(2, step.operands.size() - 2))};
}
Values pad(Step &step) {
  auto operation = cast<PadOp>(step.operation);
  return {reference::pad(step.array(0), step.array(1), integers_of(operation.getEdgePaddingLow()),
                         integers_of(operation.getEdgePaddingHigh()), integers_of(operation.getInteriorPadding()))};
}
Values dynamic_pad(Step &step) {
  return {reference::pad(step.array(0), step.array(1), reference::integers_of(step.array(2)),
                         reference::integers_of(step.array(3)), reference::integers_of(step.array(4)))};
}
Values get_dimension_size(Step &step) {
  return {reference::get_dimension_size(step.array(0),
                                        static_cast<int64_t>(cast<GetDimensionSizeOp>(step.operation).getDimension()))};
}
/// The array becomes shorter: what lies beyond the size is not part of it any more.
Values set_dimension_size(Step &step) {
  auto dimension = static_cast<size_t>(cast<SetDimensionSizeOp>(step.operation).getDimension());
  int64_t size = step.array(1).only_integer();
  Shape limit = step.array(0).shape();
  if (size < 0 || size > limit[dimension])
    fail(step.operation, "bad-shape",
         "the new size " + std::to_string(size) + " of dimension " + std::to_string(dimension) +
             " is not between 0 and " + std::to_string(limit[dimension]));
  limit[dimension] = size;
  return {reference::slice(step.array(0), Shape(limit.size(), 0), limit, Shape(limit.size(), 1))};
}

reference::GatherDimensions dimensions_of(GatherDimensionNumbersAttr numbers) {
  return {integers_of(numbers.getOffsetDims()),          integers_of(numbers.getCollapsedSliceDims()),
          integers_of(numbers.getOperandBatchingDims()), integers_of(numbers.getStartIndicesBatchingDims()),
          integers_of(numbers.getStartIndexMap()),       numbers.getIndexVectorDim()};
}
Values gather(Step &step) {
  auto operation = cast<GatherOp>(step.operation);
  return {reference::gather(step.array(0), step.array(1), dimensions_of(operation.getDimensionNumbers()),
                            integers_of(operation.getSliceSizes()))};
}
Values dynamic_gather(Step &step) {
  auto operation = cast<DynamicGatherOp>(step.operation);
  return {reference::gather(step.array(0), step.array(1), dimensions_of(operation.getDimensionNumbers()),
                            reference::integers_of(step.array(2)))};
}
Values scatter(Step &step) {
  auto operation = cast<ScatterOp>(step.operation);
  auto numbers = operation.getScatterDimensionNumbers();
  reference::ScatterDimensions dimensions{
      integers_of(numbers.getUpdateWindowDims()),         integers_of(numbers.getInsertedWindowDims()),
      integers_of(numbers.getInputBatchingDims()),        integers_of(numbers.getScatterIndicesBatchingDims()),
      integers_of(numbers.getScatterDimsToOperandDims()), numbers.getIndexVectorDim()};
  size_t count = operation.getInputs().size();
  ElementRegion body(step.evaluator, operation.getUpdateComputation(), step.scope);
  std::vector<ElementType> types;
  for (size_t at = 0; at < count; ++at)
    types.push_back(step.result_type(at));
  std::vector<Array> results = reference::scatter(step.arrays(0, count), step.array(count),
                                                  step.arrays(count + 1, count), dimensions, body.combine(), types);
  return Values(results.begin(), results.end());
}
Values torch_index_select(Step &step) {
  auto operation = cast<TorchIndexSelectOp>(step.operation);
  return {reference::torch_index_select(step.array(0), step.array(1), static_cast<int64_t>(operation.getDim()),
                                        static_cast<int64_t>(operation.getBatchDims()))};
}

} // namespace

void add_shape_handlers(HandlerTable &table) {
  table["stablehlo.compare"] = compare;
  table["stablehlo.convert"] = convert;
  table["stablehlo.reduce_precision"] = reduce_precision;
  table["stablehlo.select"] = select;
  table["stablehlo.clamp"] = clamp;
  table["stablehlo.constant"] = constant;
  table["stablehlo.iota"] = iota;
  table["stablehlo.dynamic_iota"] = dynamic_iota;
  table["stablehlo.reshape"] = reshape;
  table["stablehlo.dynamic_reshape"] = dynamic_reshape;
  table["stablehlo.bitcast_convert"] = bitcast_convert;
  table["stablehlo.broadcast"] = broadcast;
  table["stablehlo.broadcast_in_dim"] = broadcast_in_dim;
  table["stablehlo.dynamic_broadcast_in_dim"] = dynamic_broadcast_in_dim;
  table["stablehlo.transpose"] = transpose;
  table["stablehlo.reverse"] = reverse;
  table["stablehlo.concatenate"] = concatenate;
  table["stablehlo.slice"] = slice;
  table["stablehlo.real_dynamic_slice"] = real_dynamic_slice;
  table["stablehlo.dynamic_slice"] = dynamic_slice;
  table["stablehlo.dynamic_update_slice"] = dynamic_update_slice;
  table["stablehlo.pad"] = pad;
  table["stablehlo.dynamic_pad"] = dynamic_pad;
  table["stablehlo.get_dimension_size"] = get_dimension_size;
  table["stablehlo.set_dimension_size"] = set_dimension_size;
  table["stablehlo.gather"] = gather;
  table["stablehlo.dynamic_gather"] = dynamic_gather;
  table["stablehlo.scatter"] = scatter;
  table["stablehlo.torch_index_select"] = torch_index_select;
}

} // namespace cotangent::interpret
