// Operations that get shapes and places as values, where these are known: they become those with attributes.
// Broadcasting as in NumPy becomes explicit.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// dynamic_reshape, dynamic_broadcast_in_dim and dynamic_iota of results whose types say the shape.
bool known_result_shape(Operation *operation, Edit &edit) {
  if (isa<DynamicReshapeOp>(operation))
    return edit.replace_with<ReshapeOp>(operation, operation->getOperand(0));
  if (auto broadcast = dyn_cast<DynamicBroadcastInDimOp>(operation))
    return edit.replace_with<BroadcastInDimOp>(operation, broadcast.getOperand(), broadcast.getBroadcastDimensions());
  auto iota = dyn_cast<DynamicIotaOp>(operation);
  return iota && edit.replace_with<IotaOp>(operation, iota.getIotaDimension());
}

/// real_dynamic_slice with constant starts, limits and strides is slice.
bool known_slice(RealDynamicSliceOp operation, Edit &edit) {
  auto start = integers_in(operation.getStartIndices()), limit = integers_in(operation.getLimitIndices()),
       strides = integers_in(operation.getStrides());
  if (!start || !limit || !strides)
    return false;
  for (auto [at, size] : llvm::enumerate(shape_of(operation.getOperand())))
    if ((*start)[at] < 0 || (*start)[at] > (*limit)[at] || (*limit)[at] > size || (*strides)[at] < 1 ||
        shape_of(operation)[at] != ((*limit)[at] - (*start)[at] + (*strides)[at] - 1) / (*strides)[at])
      return false;
  return edit.replace(operation, edit.slice(operation.getOperand(), *start, *limit, *strides));
}

/// dynamic_pad with constant sizes is pad.
bool known_padding(DynamicPadOp operation, Edit &edit) {
  auto low = integers_in(operation.getEdgePaddingLow()), high = integers_in(operation.getEdgePaddingHigh()),
       interior = integers_in(operation.getInteriorPadding());
  if (!low || !high || !interior)
    return false;
  for (auto [at, size] : llvm::enumerate(shape_of(operation.getOperand())))
    if ((*interior)[at] < 0 ||
        shape_of(operation)[at] != (*low)[at] + (*high)[at] + size + std::max<int64_t>(size - 1, 0) * (*interior)[at])
      return false;
  return edit.replace_with<PadOp>(operation, operation.getOperand(), operation.getPaddingValue(), Numbers(*low),
                                  Numbers(*high), Numbers(*interior));
}

/// dynamic_gather with constant sizes is gather.
bool known_gather(DynamicGatherOp operation, Edit &edit) {
  auto sizes = integers_in(operation.getSliceSizes());
  return sizes && edit.replace_with<GatherOp>(
                      operation, operation.getOperand(), operation.getStartIndices(), operation.getDimensionNumbers(),
                      edit.rewriter.getDenseI64ArrayAttr(*sizes), operation.getIndicesAreSortedAttr());
}

/// get_dimension_size of a known size.
bool known_size(GetDimensionSizeOp operation, Edit &edit) {
  int64_t size = shape_of(operation.getOperand())[operation.getDimension()];
  return edit.replace(operation, edit.splat(Element::of_integer(ElementType::I32, size), operation.getType()));
}

/// An operand as large as the result: along `dimensions` of it, dimensions of size 1 are repeated.
Value spread(Value operand, std::optional<Numbers> dimensions, Numbers shape, Edit &edit) {
  int64_t rank = rank_of(operand), missing = static_cast<int64_t>(shape.size()) - rank;
  Dimensions places = first_numbers(rank);
  for (int64_t &place : places)
    place += missing;
  if (dimensions && missing > 0)
    places.assign(dimensions->begin(), dimensions->end());
  return edit.broadcast(operand, places, shape);
}

/// chlo.broadcast_f(x, y) = f(broadcast_in_dim(x), broadcast_in_dim(y))
bool explicit_broadcast(Operation *operation, Edit &edit) {
  StringRef name = operation->getName().getStringRef();
  if (!name.consume_front("chlo.broadcast_") || operation->getNumOperands() != 2)
    return false;
  std::optional<Numbers> dimensions;
  if (auto attribute = operation->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions"))
    dimensions = attribute.asArrayRef();
  Numbers shape = shape_of(operation->getResult(0));
  Value lhs = spread(operation->getOperand(0), dimensions, shape, edit),
        rhs = spread(operation->getOperand(1), dimensions, shape, edit);
  if (auto compare = dyn_cast<chlo::BroadcastCompareOp>(operation)) {
    auto context = operation->getContext();
    auto direction = static_cast<ComparisonDirection>(compare.getComparisonDirection());
    auto type = compare.getCompareType();
    return edit.replace_with<CompareOp>(operation, lhs, rhs, ComparisonDirectionAttr::get(context, direction),
                                        type ? ComparisonTypeAttr::get(context, static_cast<ComparisonType>(*type))
                                             : ComparisonTypeAttr());
  }
  bool own = name == "next_after" || name == "polygamma" || name == "zeta";
  OperationState state(edit.location, ((own ? "chlo." : "stablehlo.") + name).str(), {lhs, rhs},
                       operation->getResultTypes());
  return edit.replace(operation, edit.rewriter.create(state)->getResults());
}

/// chlo.broadcast_select(p, x, y) = select(…) of operands made as large as the result; a scalar predicate stays.
bool explicit_select(chlo::BroadcastSelectOp operation, Edit &edit) {
  Numbers shape = shape_of(operation.getResult());
  Value predicate = operation.getPred();
  if (rank_of(predicate) != 0)
    predicate = spread(predicate, std::nullopt, shape, edit);
  return edit.replace_with<SelectOp>(operation, predicate, spread(operation.getOnTrue(), std::nullopt, shape, edit),
                                     spread(operation.getOnFalse(), std::nullopt, shape, edit));
}

/// chlo.constant_like(x) is a constant of the shape of x.
bool known_constant_like(chlo::ConstantLikeOp operation, Edit &edit) {
  auto type = cast<RankedTensorType>(operation.getType());
  return operation.getValue().getType() == type.getElementType() &&
         edit.replace(operation, edit.constant(DenseElementsAttr::get(type, Attribute(operation.getValue()))));
}

constexpr Rewrite table[] = {
    local<known_result_shape>("known_result_shape"),
    local<known_slice>("known_slice"),
    local<known_padding>("known_padding"),
    local<known_gather>("known_gather"),
    local<known_size>("known_size"),
    local<explicit_broadcast>("explicit_broadcast"),
    local<explicit_select>("explicit_select"),
    local<known_constant_like>("known_constant_like"),
};

} // namespace

Rewrites run_time_shape_rewrites() { return table; }

} // namespace cotangent::simplify
