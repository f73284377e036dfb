// transpose and reverse.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// transpose(x, 0 1 2 …) = x
bool transpose_of_nothing(TransposeOp operation, Edit &edit) {
  return is_ascending(operation.getPermutation()) && edit.replace(operation, operation.getOperand());
}

/// transpose(transpose(x, p), q) = transpose(x, p[q])
bool transpose_of_transpose(TransposeOp operation, Edit &edit) {
  auto inner = source<TransposeOp>(operation.getOperand());
  return inner && edit.replace(operation, edit.transpose(inner.getOperand(),
                                                         picked(inner.getPermutation(), operation.getPermutation())));
}

/// If only dimensions of size 1 change places among the others, elements stay in their order in memory.
bool transpose_to_reshape(TransposeOp operation, Edit &edit) {
  Numbers shape = shape_of(operation.getOperand());
  Dimensions moved;
  for (int64_t dimension : operation.getPermutation())
    if (shape[static_cast<size_t>(dimension)] != 1)
      moved.push_back(dimension);
  return is_ascending(moved) && !is_ascending(operation.getPermutation()) &&
         edit.replace(operation, edit.reshape(operation.getOperand(), shape_of(operation)));
}

/// transpose(broadcast(x, d), p): the dimensions d stand in other places of the result.
bool transpose_of_broadcast(TransposeOp operation, Edit &edit) {
  auto broadcast = source<BroadcastInDimOp>(operation.getOperand());
  return broadcast && edit.replace_with<BroadcastInDimOp>(
                          operation, broadcast.getOperand(),
                          picked(inverse(operation.getPermutation()), broadcast.getBroadcastDimensions()));
}

/// transpose(iota along d, p) = iota along the place of d in p
bool transpose_of_iota(TransposeOp operation, Edit &edit) {
  auto iota = source<IotaOp>(operation.getOperand());
  if (!iota)
    return false;
  Dimensions places = inverse(operation.getPermutation());
  return edit.replace_with<IotaOp>(operation, static_cast<uint64_t>(places[iota.getIotaDimension()]));
}

/// Dimensions of size 0 or 1 look the same from both ends.
bool reverse_of_nothing(ReverseOp operation, Edit &edit) {
  Dimensions rest;
  for (int64_t dimension : operation.getDimensions())
    if (shape_of(operation)[static_cast<size_t>(dimension)] > 1)
      rest.push_back(dimension);
  if (rest.empty())
    return edit.replace(operation, operation.getOperand());
  return rest.size() < operation.getDimensions().size() &&
         edit.replace_with<ReverseOp>(operation, operation.getOperand(), rest);
}

/// reverse(reverse(x, d), e): what stands in one of d and e only is reversed.
bool reverse_of_reverse(ReverseOp operation, Edit &edit) {
  auto inner = source<ReverseOp>(operation.getOperand());
  if (!inner)
    return false;
  Dimensions once;
  for (int64_t dimension = 0; dimension < rank_of(operation); ++dimension)
    if (llvm::is_contained(operation.getDimensions(), dimension) !=
        llvm::is_contained(inner.getDimensions(), dimension))
      once.push_back(dimension);
  return once.empty() ? edit.replace(operation, inner.getOperand())
                      : edit.replace_with<ReverseOp>(operation, inner.getOperand(), once);
}

/// Along a dimension that was broadcast all elements are the same, so its order does not matter.
bool reverse_of_broadcast(ReverseOp operation, Edit &edit) {
  auto broadcast = source<BroadcastInDimOp>(operation.getOperand());
  if (!broadcast)
    return false;
  Dimensions of_operand;
  for (int64_t dimension : operation.getDimensions())
    for (auto [at, place] : llvm::enumerate(broadcast.getBroadcastDimensions()))
      if (place == dimension && shape_of(broadcast.getOperand())[at] != 1)
        of_operand.push_back(static_cast<int64_t>(at));
  Value operand = broadcast.getOperand();
  if (!of_operand.empty())
    operand = edit.make<ReverseOp>(operand.getType(), operand, of_operand);
  return edit.replace_with<BroadcastInDimOp>(operation, operand, broadcast.getBroadcastDimensions());
}

constexpr Rewrite table[] = {
    local<transpose_of_nothing>("transpose_of_nothing"), local<transpose_of_transpose>("transpose_of_transpose"),
    local<transpose_to_reshape>("transpose_to_reshape"), local<transpose_of_broadcast>("transpose_of_broadcast"),
    local<transpose_of_iota>("transpose_of_iota"),       local<reverse_of_nothing>("reverse_of_nothing"),
    local<reverse_of_reverse>("reverse_of_reverse"),     local<reverse_of_broadcast>("reverse_of_broadcast"),
};

} // namespace

Rewrites transpose_rewrites() { return table; }

} // namespace cotangent::simplify
