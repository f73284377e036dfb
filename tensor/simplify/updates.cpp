// dynamic_slice and dynamic_update_slice.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// Where a slice of these sizes begins, moved inside; nothing unless all starts are constants.
std::optional<Dimensions> constant_starts(ValueRange starts, Numbers shape, Numbers sizes) {
  Dimensions result;
  for (auto [start, size, part] : llvm::zip(starts, shape, sizes)) {
    auto number = integers_in(start);
    if (!number && size != part)
      return std::nullopt;
    result.push_back(number ? std::clamp<int64_t>((*number)[0], 0, size - part) : 0);
  }
  return result;
}

/// Values are equal for certain.
bool same_values(ValueRange first, ValueRange second) {
  return first.size() == second.size() && llvm::all_of(llvm::zip(first, second), [](auto pair) {
           auto [left, right] = pair;
           return left == right || (constant_of(left) && constant_of(left) == constant_of(right));
         });
}

/// A dynamic_slice from a place that is known (or of all there is) is a slice.
bool dynamic_slice_to_slice(DynamicSliceOp operation, Edit &edit) {
  auto starts = constant_starts(operation.getStartIndices(), shape_of(operation.getOperand()), shape_of(operation));
  if (!starts)
    return false;
  Dimensions limit;
  for (auto [start, size] : llvm::zip(*starts, shape_of(operation)))
    limit.push_back(start + size);
  return edit.replace(operation, edit.slice(operation.getOperand(), *starts, limit, filled(limit.size(), 1)));
}

/// dynamic_update_slice(x, y) = y, if y covers x.
bool update_of_all(DynamicUpdateSliceOp operation, Edit &edit) {
  return operation.getUpdate().getType() == operation.getType() && edit.replace(operation, operation.getUpdate());
}

/// dynamic_update_slice(x, y) = x for an y without elements.
bool update_with_nothing(DynamicUpdateSliceOp operation, Edit &edit) {
  return count_of(shape_of(operation.getUpdate())) == 0 && edit.replace(operation, operation.getOperand());
}

/// Constant places outside are moved inside, as the operation itself would do.
bool update_in_range(DynamicUpdateSliceOp operation, Edit &edit) {
  SmallVector<Value> starts(operation.getStartIndices());
  bool moved = false;
  for (auto [at, start] : llvm::enumerate(starts)) {
    auto number = integers_in(start);
    int64_t room = shape_of(operation)[at] - shape_of(operation.getUpdate())[at];
    int64_t inside = number ? std::clamp<int64_t>((*number)[0], 0, room) : 0;
    if (!number || inside == (*number)[0])
      continue;
    auto type = cast<RankedTensorType>(start.getType());
    start = edit.constant(DenseElementsAttr::get(type, edit.rewriter.getIntegerAttr(type.getElementType(), inside)));
    moved = true;
  }
  return moved &&
         edit.replace_with<DynamicUpdateSliceOp>(operation, operation.getOperand(), operation.getUpdate(), starts);
}

/// update(update(x, y, i), z, i) = update(x, z, i) for y and z of one shape.
bool update_of_update(DynamicUpdateSliceOp operation, Edit &edit) {
  auto inner = source<DynamicUpdateSliceOp>(operation.getOperand());
  return inner && inner.getUpdate().getType() == operation.getUpdate().getType() &&
         same_values(inner.getStartIndices(), operation.getStartIndices()) &&
         edit.replace_with<DynamicUpdateSliceOp>(operation, inner.getOperand(), operation.getUpdate(),
                                                 operation.getStartIndices());
}

/// update(x, dynamic_slice(x, i), i) = x
bool update_with_own_slice(DynamicUpdateSliceOp operation, Edit &edit) {
  auto slice = source<DynamicSliceOp>(operation.getUpdate());
  return slice && slice.getOperand() == operation.getOperand() &&
         same_values(slice.getStartIndices(), operation.getStartIndices()) &&
         edit.replace(operation, operation.getOperand());
}

/// dynamic_slice(update(x, y, i), i) = y for a slice as large as y.
bool dynamic_slice_of_update(DynamicSliceOp operation, Edit &edit) {
  auto update = source<DynamicUpdateSliceOp>(operation.getOperand());
  return update && update.getUpdate().getType() == operation.getType() &&
         same_values(update.getStartIndices(), operation.getStartIndices()) &&
         edit.replace(operation, update.getUpdate());
}

/// slice(update(x, y, constant place)) is a slice of y if it lies in it, and of x if it lies beside it.
bool slice_of_update(SliceOp operation, Edit &edit) {
  auto update = source<DynamicUpdateSliceOp>(operation.getOperand());
  if (!update || count_of(shape_of(operation)) == 0)
    return false;
  Numbers part = shape_of(update.getUpdate());
  auto starts = constant_starts(update.getStartIndices(), shape_of(update), part);
  if (!starts)
    return false;
  Dimensions start, limit;
  bool within = true, beside = false;
  for (size_t at = 0; at < part.size(); ++at) {
    start.push_back(operation.getStartIndices()[at] - (*starts)[at]);
    limit.push_back(operation.getLimitIndices()[at] - (*starts)[at]);
    within &= start.back() >= 0 && limit.back() <= part[at];
    beside |= limit.back() <= 0 || start.back() >= part[at];
  }
  if (beside)
    return edit.replace_with<SliceOp>(operation, update.getOperand(), operation.getStartIndices(),
                                      operation.getLimitIndices(), operation.getStrides());
  return within && edit.replace(operation, edit.slice(update.getUpdate(), start, limit, operation.getStrides()));
}

constexpr Rewrite table[] = {
    local<dynamic_slice_to_slice>("dynamic_slice_to_slice"),
    local<update_of_all>("update_of_all"),
    local<update_with_nothing>("update_with_nothing"),
    local<update_in_range>("update_in_range"),
    local<update_of_update>("update_of_update"),
    local<update_with_own_slice>("update_with_own_slice"),
    local<dynamic_slice_of_update>("dynamic_slice_of_update"),
    local<slice_of_update>("slice_of_update"),
};

} // namespace

Rewrites update_rewrites() { return table; }

} // namespace cotangent::simplify
