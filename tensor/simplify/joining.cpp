// pad and concatenate.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

bool all_zero(Numbers numbers) {
  return llvm::all_of(numbers, [](int64_t number) { return number == 0; });
}
bool none_negative(Numbers numbers) {
  return llvm::all_of(numbers, [](int64_t number) { return number >= 0; });
}

// --- pad -------------------------------------------------------------------------------------------------------------
/// pad(x) = x, if there is no padding.
bool pad_with_nothing(PadOp operation, Edit &edit) {
  return operation.getOperand().getType() == operation.getType() && all_zero(operation.getEdgePaddingLow()) &&
         all_zero(operation.getEdgePaddingHigh()) && edit.replace(operation, operation.getOperand());
}

/// pad(x) of an x without elements is nothing but padding.
bool pad_of_empty(PadOp operation, Edit &edit) {
  return count_of(shape_of(operation.getOperand())) == 0 &&
         edit.replace_with<BroadcastInDimOp>(operation, operation.getPaddingValue(), Dimensions());
}

/// pad(pad(x, v), v) = pad(x, v), the sizes added up; without padding between elements and without cutting.
bool pad_of_pad(PadOp operation, Edit &edit) {
  auto inner = source<PadOp>(operation.getOperand());
  if (!inner || inner.getPaddingValue() != operation.getPaddingValue() || !all_zero(operation.getInteriorPadding()) ||
      !none_negative(operation.getEdgePaddingLow()) || !none_negative(operation.getEdgePaddingHigh()) ||
      !none_negative(inner.getEdgePaddingLow()) || !none_negative(inner.getEdgePaddingHigh()))
    return false;
  Dimensions low, high;
  for (size_t at = 0; at < operation.getEdgePaddingLow().size(); ++at) {
    low.push_back(operation.getEdgePaddingLow()[at] + inner.getEdgePaddingLow()[at]);
    high.push_back(operation.getEdgePaddingHigh()[at] + inner.getEdgePaddingHigh()[at]);
  }
  return edit.replace_with<PadOp>(operation, inner.getOperand(), operation.getPaddingValue(), low, high,
                                  inner.getInteriorPadding());
}

/// Negative padding at the edges cuts: it is a slice, and a pad with what is left. Without padding between elements.
bool cutting_pad(PadOp operation, Edit &edit) {
  if (!all_zero(operation.getInteriorPadding()) ||
      (none_negative(operation.getEdgePaddingLow()) && none_negative(operation.getEdgePaddingHigh())))
    return false;
  Dimensions start, limit, low, high;
  for (size_t at = 0; at < operation.getEdgePaddingLow().size(); ++at) {
    int64_t size = shape_of(operation.getOperand())[at];
    int64_t before = operation.getEdgePaddingLow()[at], behind = operation.getEdgePaddingHigh()[at];
    start.push_back(std::max<int64_t>(-before, 0));
    limit.push_back(size - std::max<int64_t>(-behind, 0));
    if (start.back() > limit.back())
      return false;
    low.push_back(std::max<int64_t>(before, 0));
    high.push_back(std::max<int64_t>(behind, 0));
  }
  Value slice = edit.slice(operation.getOperand(), start, limit, filled(start.size(), 1));
  return edit.replace(operation,
                      edit.pad(slice, operation.getPaddingValue(), low, high, operation.getInteriorPadding()));
}

// --- concatenate -----------------------------------------------------------------------------------------------------
/// concatenate(x) = x
bool concatenate_of_one(ConcatenateOp operation, Edit &edit) {
  return operation.getInputs().size() == 1 && edit.replace(operation, operation.getInputs()[0]);
}

/// Parts without elements add nothing.
bool concatenate_of_empty(ConcatenateOp operation, Edit &edit) {
  SmallVector<Value> rest;
  for (Value input : operation.getInputs())
    if (shape_of(input)[operation.getDimension()] != 0)
      rest.push_back(input);
  return !rest.empty() && rest.size() < operation.getInputs().size() &&
         edit.replace(operation, edit.concatenate(rest, static_cast<int64_t>(operation.getDimension())));
}

/// concatenate(concatenate(x, y), z) = concatenate(x, y, z) along one dimension, if nobody else needs the inner one.
bool concatenate_of_concatenate(ConcatenateOp operation, Edit &edit) {
  SmallVector<Value> parts;
  bool found = false;
  for (Value input : operation.getInputs()) {
    auto inner = source<ConcatenateOp>(input);
    bool opens = inner && inner.getDimension() == operation.getDimension() && inner->hasOneUse();
    found |= opens;
    if (opens)
      llvm::append_range(parts, inner.getInputs());
    else
      parts.push_back(input);
  }
  return found && edit.replace(operation, edit.concatenate(parts, static_cast<int64_t>(operation.getDimension())));
}

/// The slice that is two slices of one value side by side, or null.
Value join(SliceOp first, SliceOp second, size_t dimension, Edit &edit) {
  if (!first || !second || first.getOperand() != second.getOperand() || first.getStrides() != second.getStrides() ||
      count_of(shape_of(first)) == 0)
    return {};
  for (size_t at = 0; at < first.getStrides().size(); ++at)
    if (at != dimension &&
        (first.getStartIndices()[at] != second.getStartIndices()[at] || shape_of(first)[at] != shape_of(second)[at]))
      return {};
  int64_t next = first.getStartIndices()[dimension] + shape_of(first)[dimension] * first.getStrides()[dimension];
  if (second.getStartIndices()[dimension] != next)
    return {};
  Dimensions limit(first.getLimitIndices());
  limit[dimension] = second.getLimitIndices()[dimension];
  return edit.slice(first.getOperand(), first.getStartIndices(), limit, first.getStrides());
}

/// concatenate(x[a:b], x[b:c]) = x[a:c]
bool concatenate_of_slices(ConcatenateOp operation, Edit &edit) {
  SmallVector<Value> parts;
  for (Value input : operation.getInputs()) {
    Value joined = parts.empty() ? Value()
                                 : join(source<SliceOp>(parts.back()), source<SliceOp>(input),
                                        static_cast<size_t>(operation.getDimension()), edit);
    if (joined)
      parts.back() = joined;
    else
      parts.push_back(input);
  }
  return parts.size() < operation.getInputs().size() &&
         edit.replace(operation, edit.concatenate(parts, static_cast<int64_t>(operation.getDimension())));
}

/// Neighbours that are broadcasts of one value alike, but for how often along the joined dimension, are one broadcast.
bool concatenate_of_broadcasts(ConcatenateOp operation, Edit &edit) {
  auto dimension = static_cast<int64_t>(operation.getDimension());
  auto repeats = [&](BroadcastInDimOp broadcast) { // along the joined dimension
    for (auto [at, place] : llvm::enumerate(broadcast.getBroadcastDimensions()))
      if (place == dimension && shape_of(broadcast.getOperand())[at] != 1)
        return false;
    return true;
  };
  SmallVector<Value> parts;
  for (Value input : operation.getInputs()) {
    auto last = parts.empty() ? BroadcastInDimOp() : source<BroadcastInDimOp>(parts.back());
    auto next = source<BroadcastInDimOp>(input);
    if (last && next && last.getOperand() == next.getOperand() && repeats(next) &&
        last.getBroadcastDimensions() == next.getBroadcastDimensions()) {
      Dimensions shape(shape_of(last));
      shape[static_cast<size_t>(dimension)] += shape_of(next)[static_cast<size_t>(dimension)];
      parts.back() = edit.make<BroadcastInDimOp>(RankedTensorType::get(shape, element_of(last)), last.getOperand(),
                                                 last.getBroadcastDimensions());
    } else {
      parts.push_back(input);
    }
  }
  return parts.size() < operation.getInputs().size() && edit.replace(operation, edit.concatenate(parts, dimension));
}

constexpr Rewrite table[] = {
    local<pad_with_nothing>("pad_with_nothing"),
    local<pad_of_empty>("pad_of_empty"),
    local<pad_of_pad>("pad_of_pad"),
    local<cutting_pad>("cutting_pad"),
    local<concatenate_of_one>("concatenate_of_one"),
    local<concatenate_of_empty>("concatenate_of_empty"),
    local<concatenate_of_concatenate>("concatenate_of_concatenate"),
    local<concatenate_of_slices>("concatenate_of_slices"),
    local<concatenate_of_broadcasts>("concatenate_of_broadcasts"),
};

} // namespace

Rewrites joining_rewrites() { return table; }

} // namespace cotangent::simplify
