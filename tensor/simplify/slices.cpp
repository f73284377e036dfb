// slice of what was moved, joined or made before.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// slice(x) = x, if all of it is taken.
bool slice_of_nothing(SliceOp operation, Edit &edit) {
  return operation.getOperand().getType() == operation.getType() && edit.replace(operation, operation.getOperand());
}

/// slice(slice(x)): the starts add up, strides multiply.
bool slice_of_slice(SliceOp operation, Edit &edit) {
  auto inner = source<SliceOp>(operation.getOperand());
  if (!inner)
    return false;
  Dimensions start, limit, strides;
  for (size_t at = 0; at < operation.getStrides().size(); ++at) {
    int64_t step = inner.getStrides()[at], count = shape_of(operation)[at];
    start.push_back(inner.getStartIndices()[at] + operation.getStartIndices()[at] * step);
    strides.push_back(step * operation.getStrides()[at]);
    limit.push_back(count == 0 ? start.back() : start.back() + (count - 1) * strides.back() + 1);
    // An empty slice may begin behind the end.
    if (limit.back() > shape_of(inner.getOperand())[at])
      start.back() = limit.back() = 0;
  }
  return edit.replace(operation, edit.slice(inner.getOperand(), start, limit, strides));
}

/// slice(transpose(x)) = transpose(slice(x)): fewer elements move.
bool slice_of_transpose(SliceOp operation, Edit &edit) {
  auto transpose = source<TransposeOp>(operation.getOperand());
  if (!transpose)
    return false;
  Dimensions places = inverse(transpose.getPermutation());
  Value slice = edit.slice(transpose.getOperand(), picked(operation.getStartIndices(), places),
                           picked(operation.getLimitIndices(), places), picked(operation.getStrides(), places));
  return edit.replace(operation, edit.transpose(slice, transpose.getPermutation()));
}

/// slice(broadcast(x)) = broadcast(slice(x)); along repeated dimensions only the number of repetitions changes.
bool slice_of_broadcast(SliceOp operation, Edit &edit) {
  auto broadcast = source<BroadcastInDimOp>(operation.getOperand());
  if (!broadcast)
    return false;
  Value operand = broadcast.getOperand();
  Dimensions start, limit, strides;
  for (auto [at, dimension] : llvm::enumerate(broadcast.getBroadcastDimensions())) {
    auto place = static_cast<size_t>(dimension);
    bool repeated = shape_of(operand)[at] == 1;
    start.push_back(repeated ? 0 : operation.getStartIndices()[place]);
    limit.push_back(repeated ? 1 : operation.getLimitIndices()[place]);
    strides.push_back(repeated ? 1 : operation.getStrides()[place]);
  }
  return edit.replace(operation, edit.broadcast(edit.slice(operand, start, limit, strides),
                                                broadcast.getBroadcastDimensions(), shape_of(operation)));
}

/// slice(iota) = iota, if it begins at 0 without gaps along the dimension that counts.
bool slice_of_iota(SliceOp operation, Edit &edit) {
  auto iota = source<IotaOp>(operation.getOperand());
  if (!iota)
    return false;
  uint64_t dimension = iota.getIotaDimension();
  if (shape_of(operation)[dimension] == 0)
    return false;
  return operation.getStartIndices()[dimension] == 0 &&
         (operation.getStrides()[dimension] == 1 || shape_of(operation)[dimension] == 1) &&
         edit.replace_with<IotaOp>(operation, dimension);
}

/// slice(reverse(x)) = reverse(slice(x)) of the elements that are there from the other end.
bool slice_of_reverse(SliceOp operation, Edit &edit) {
  auto reverse = source<ReverseOp>(operation.getOperand());
  if (!reverse || count_of(shape_of(operation)) == 0)
    return false;
  Dimensions start(operation.getStartIndices()), limit(operation.getLimitIndices());
  for (int64_t dimension : reverse.getDimensions()) {
    auto at = static_cast<size_t>(dimension);
    int64_t size = shape_of(reverse)[at];
    int64_t last = start[at] + (shape_of(operation)[at] - 1) * operation.getStrides()[at];
    limit[at] = size - start[at];
    start[at] = size - 1 - last;
  }
  Value slice = edit.slice(reverse.getOperand(), start, limit, operation.getStrides());
  return edit.replace_with<ReverseOp>(operation, slice, reverse.getDimensions());
}

/// slice(concatenate(x, y, z)): slices of those that it touches, joined. Across a border only without gaps.
bool slice_of_concatenate(SliceOp operation, Edit &edit) {
  auto joined = source<ConcatenateOp>(operation.getOperand());
  if (!joined || count_of(shape_of(operation)) == 0)
    return false;
  auto dimension = static_cast<size_t>(joined.getDimension());
  int64_t start = operation.getStartIndices()[dimension], limit = operation.getLimitIndices()[dimension];
  int64_t begin = 0;
  SmallVector<std::pair<Value, int64_t>> touched; // with where it begins
  for (Value input : joined.getInputs()) {
    int64_t size = shape_of(input)[dimension];
    if (begin < limit && begin + size > start)
      touched.push_back({input, begin});
    begin += size;
  }
  if (touched.size() == joined.getInputs().size() || (touched.size() > 1 && operation.getStrides()[dimension] != 1))
    return false;
  SmallVector<Value> pieces;
  for (auto [input, offset] : touched) {
    Dimensions from(operation.getStartIndices()), to(operation.getLimitIndices());
    from[dimension] = std::max<int64_t>(start - offset, 0);
    to[dimension] = std::min(limit - offset, shape_of(input)[dimension]);
    pieces.push_back(edit.slice(input, from, to, operation.getStrides()));
  }
  return edit.replace(operation, edit.concatenate(pieces, static_cast<int64_t>(dimension)));
}

/// slice(pad(x)): a slice of x where it touches x only, the padding where it misses x, else a smaller pad of a slice.
/// Without padding between elements and without gaps.
bool slice_of_pad(SliceOp operation, Edit &edit) {
  auto padded = source<PadOp>(operation.getOperand());
  auto is_zero = [](int64_t number) { return number == 0; };
  auto is_one = [](int64_t number) { return number == 1; };
  if (!padded || !llvm::all_of(padded.getInteriorPadding(), is_zero) || !llvm::all_of(operation.getStrides(), is_one) ||
      count_of(shape_of(operation)) == 0)
    return false;
  Dimensions start, limit, low, high;
  bool misses = false, smaller = false;
  for (size_t at = 0; at < operation.getStrides().size(); ++at) {
    int64_t size = shape_of(padded.getOperand())[at];
    int64_t begin = operation.getStartIndices()[at] - padded.getEdgePaddingLow()[at];
    int64_t end = operation.getLimitIndices()[at] - padded.getEdgePaddingLow()[at];
    misses |= end <= 0 || begin >= size;
    start.push_back(std::clamp<int64_t>(begin, 0, size));
    limit.push_back(std::clamp<int64_t>(end, start.back(), size));
    low.push_back(std::max<int64_t>(-begin, 0));
    high.push_back(std::max<int64_t>(end - size, 0));
    smaller |= limit.back() - start.back() < size || low.back() + high.back() == 0;
  }
  if (misses)
    return edit.replace_with<BroadcastInDimOp>(operation, padded.getPaddingValue(), Dimensions());
  if (!smaller)
    return false;
  Value slice = edit.slice(padded.getOperand(), start, limit, operation.getStrides());
  return edit.replace(operation, edit.pad(slice, padded.getPaddingValue(), low, high, padded.getInteriorPadding()));
}

/// slice(f(x, y)) = f(slice(x), slice(y)), if nobody else needs f(x, y) and every operand is made by an operation that
/// a slice can go through: then nothing is computed that is not needed.
bool slice_of_elementwise(SliceOp operation, Edit &edit) {
  Operation *made = operation.getOperand().getDefiningOp();
  if (!made || !is_elementwise(made) || !has_plain_types(made) || !made->hasOneUse())
    return false;
  auto passes = [&](Value operand) {
    return rank_of(operand) == 0 || splat_of(operand) ||
           isa_and_nonnull<BroadcastInDimOp, ConcatenateOp, TransposeOp>(operand.getDefiningOp());
  };
  if (rank_of(operation) == 0 || !llvm::all_of(made->getOperands(), passes))
    return false;
  SmallVector<Value> operands;
  for (Value operand : made->getOperands())
    operands.push_back(rank_of(operand) == 0 ? operand
                                             : edit.slice(operand, operation.getStartIndices(),
                                                          operation.getLimitIndices(), operation.getStrides()));
  return edit.replace(operation, edit.elementwise(made, operands, shape_of(operation)));
}

constexpr Rewrite table[] = {
    local<slice_of_nothing>("slice_of_nothing"),
    local<slice_of_slice>("slice_of_slice"),
    local<slice_of_transpose>("slice_of_transpose"),
    local<slice_of_broadcast>("slice_of_broadcast"),
    local<slice_of_iota>("slice_of_iota"),
    local<slice_of_reverse>("slice_of_reverse"),
    local<slice_of_concatenate>("slice_of_concatenate"),
    local<slice_of_pad>("slice_of_pad"),
    local<slice_of_elementwise>("slice_of_elementwise"),
};

} // namespace

Rewrites slice_rewrites() { return table; }

} // namespace cotangent::simplify
