// reshape, broadcast and broadcast_in_dim.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// reshape(x) = x to the shape that x has.
bool reshape_of_nothing(ReshapeOp operation, Edit &edit) {
  return operation.getOperand().getType() == operation.getType() && edit.replace(operation, operation.getOperand());
}

/// reshape(reshape(x)) = reshape(x)
bool reshape_of_reshape(ReshapeOp operation, Edit &edit) {
  auto inner = source<ReshapeOp>(operation.getOperand());
  return inner && edit.replace(operation, edit.reshape(inner.getOperand(), shape_of(operation)));
}

/// reshape(iota) = iota, if dimensions of size 1 are all that comes or goes.
bool reshape_of_iota(ReshapeOp operation, Edit &edit) {
  auto iota = source<IotaOp>(operation.getOperand());
  if (!iota)
    return false;
  auto dimension = static_cast<int64_t>(iota.getIotaDimension());
  if (auto places = place_in(shape_of(iota), shape_of(operation)))
    return edit.replace_with<IotaOp>(operation, static_cast<uint64_t>((*places)[static_cast<size_t>(dimension)]));
  auto places = place_in(shape_of(operation), shape_of(iota));
  if (!places || !llvm::is_contained(*places, dimension))
    return false;
  return edit.replace_with<IotaOp>(operation, static_cast<uint64_t>(llvm::find(*places, dimension) - places->begin()));
}

/// reshape(broadcast(x)) = broadcast(reshape(x)), if dimensions of size 1 are all that comes or goes; and if x is one
/// number, whatever the shapes.
bool reshape_of_broadcast(ReshapeOp operation, Edit &edit) {
  auto broadcast = source<BroadcastInDimOp>(operation.getOperand());
  if (!broadcast)
    return false;
  Numbers dimensions = broadcast.getBroadcastDimensions();
  Value operand = broadcast.getOperand();
  if (count_of(shape_of(operand)) == 1)
    return edit.replace_with<BroadcastInDimOp>(operation, edit.reshape(operand, {}), Dimensions());
  if (auto places = place_in(shape_of(broadcast), shape_of(operation)))
    return edit.replace_with<BroadcastInDimOp>(operation, operand, picked(*places, dimensions));
  auto places = place_in(shape_of(operation), shape_of(broadcast));
  if (!places)
    return false;
  Dimensions kept, shape;
  for (auto [at, dimension] : llvm::enumerate(dimensions))
    if (auto place = llvm::find(*places, dimension); place != places->end()) {
      kept.push_back(place - places->begin());
      shape.push_back(shape_of(operand)[at]);
    }
  return edit.replace_with<BroadcastInDimOp>(operation, edit.reshape(operand, shape), kept);
}

/// broadcast puts dimensions in front.
bool broadcast_to_broadcast_in_dim(BroadcastOp operation, Edit &edit) {
  Dimensions dimensions;
  for (int64_t dimension = 0; dimension < rank_of(operation.getOperand()); ++dimension)
    dimensions.push_back(dimension + static_cast<int64_t>(operation.getBroadcastSizes().size()));
  return edit.replace_with<BroadcastInDimOp>(operation, operation.getOperand(), dimensions);
}

/// A broadcast that repeats nothing is x, or a reshape or transpose of it.
bool broadcast_of_nothing(BroadcastInDimOp operation, Edit &edit) {
  Value operand = operation.getOperand();
  Numbers dimensions = operation.getBroadcastDimensions();
  if (count_of(shape_of(operand)) != count_of(shape_of(operation)) || count_of(shape_of(operand)) == 0)
    return false;
  Dimensions moved;
  for (auto [at, dimension] : llvm::enumerate(dimensions))
    if (shape_of(operand)[at] != 1)
      moved.push_back(dimension);
  if (is_ascending(moved))
    return edit.replace(operation, edit.reshape(operand, shape_of(operation)));
  return rank_of(operand) == rank_of(operation) &&
         edit.replace(operation, edit.transpose(operand, inverse(dimensions)));
}

/// broadcast(broadcast(x, d), e) = broadcast(x, e[d])
bool broadcast_of_broadcast(BroadcastInDimOp operation, Edit &edit) {
  auto inner = source<BroadcastInDimOp>(operation.getOperand());
  return inner &&
         edit.replace_with<BroadcastInDimOp>(
             operation, inner.getOperand(), picked(operation.getBroadcastDimensions(), inner.getBroadcastDimensions()));
}

/// broadcast(reshape(x), e) = broadcast(x, e[…]), if the reshape only adds dimensions of size 1.
bool broadcast_of_reshape(BroadcastInDimOp operation, Edit &edit) {
  auto reshape = source<ReshapeOp>(operation.getOperand());
  auto places = reshape ? place_in(shape_of(reshape.getOperand()), shape_of(reshape)) : std::nullopt;
  return places && edit.replace_with<BroadcastInDimOp>(operation, reshape.getOperand(),
                                                       picked(operation.getBroadcastDimensions(), *places));
}

/// broadcast(transpose(x, p), d): the dimensions of x stand where those of the transpose are put.
bool broadcast_of_transpose(BroadcastInDimOp operation, Edit &edit) {
  auto transpose = source<TransposeOp>(operation.getOperand());
  return transpose && edit.replace_with<BroadcastInDimOp>(
                          operation, transpose.getOperand(),
                          picked(operation.getBroadcastDimensions(), inverse(transpose.getPermutation())));
}

/// broadcast(iota) = iota, along the place of its dimension.
bool broadcast_of_iota(BroadcastInDimOp operation, Edit &edit) {
  auto iota = source<IotaOp>(operation.getOperand());
  if (!iota || shape_of(iota)[iota.getIotaDimension()] == 1)
    return false;
  return edit.replace_with<IotaOp>(operation,
                                   static_cast<uint64_t>(operation.getBroadcastDimensions()[iota.getIotaDimension()]));
}

constexpr Rewrite table[] = {
    local<reshape_of_nothing>("reshape_of_nothing"),
    local<reshape_of_reshape>("reshape_of_reshape"),
    local<reshape_of_iota>("reshape_of_iota"),
    local<reshape_of_broadcast>("reshape_of_broadcast"),
    local<broadcast_to_broadcast_in_dim>("broadcast_to_broadcast_in_dim"),
    local<broadcast_of_nothing>("broadcast_of_nothing"),
    local<broadcast_of_broadcast>("broadcast_of_broadcast"),
    local<broadcast_of_reshape>("broadcast_of_reshape"),
    local<broadcast_of_transpose>("broadcast_of_transpose"),
    local<broadcast_of_iota>("broadcast_of_iota"),
};

} // namespace

Rewrites broadcast_rewrites() { return table; }

} // namespace cotangent::simplify
