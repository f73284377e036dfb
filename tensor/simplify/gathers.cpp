// gather and scatter whose places are known.
#include "tensor/simplify/regions.h"

#include "tensor/reference/shape.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// How many index vectors there are.
int64_t vectors_in(Value indices, int64_t index_vector_dim) {
  int64_t count = 1;
  for (auto [at, size] : llvm::enumerate(shape_of(indices)))
    count *= static_cast<int64_t>(at) == index_vector_dim ? 1 : size;
  return count;
}

/// gather with one index vector is a dynamic_slice: both move the place inside.
bool gather_of_one(GatherOp operation, Edit &edit) {
  GatherDimensionNumbersAttr numbers = operation.getDimensionNumbers();
  Value indices = operation.getStartIndices();
  Numbers shape = shape_of(operation.getOperand()), map = numbers.getStartIndexMap();
  auto type = dyn_cast<IntegerType>(element_of(indices));
  if (!type || vectors_in(indices, numbers.getIndexVectorDim()) != 1 || count_of(shape_of(operation)) == 0)
    return false;
  auto scalar = RankedTensorType::get({}, type);
  Value zero, flat = edit.reshape(indices, {static_cast<int64_t>(map.size())});
  SmallVector<Value> starts;
  for (int64_t dimension = 0; dimension < static_cast<int64_t>(shape.size()); ++dimension) {
    const auto *place = llvm::find(map, dimension);
    if (place == map.end()) {
      if (!zero)
        zero = edit.constant(DenseElementsAttr::get(scalar, edit.rewriter.getIntegerAttr(type, 0)));
      starts.push_back(zero);
      continue;
    }
    int64_t at = place - map.begin();
    starts.push_back(edit.reshape(edit.slice(flat, {at}, {at + 1}, {1}), {}));
  }
  Value slice =
      edit.make<DynamicSliceOp>(RankedTensorType::get(operation.getSliceSizes(), element_of(operation.getOperand())),
                                operation.getOperand(), starts, operation.getSliceSizes());
  return edit.replace(operation, edit.reshape(slice, shape_of(operation)));
}

/// The only dimension that a gather selects along, if it takes everything along the others.
std::optional<int64_t> selected_dimension(GatherOp operation) {
  GatherDimensionNumbersAttr numbers = operation.getDimensionNumbers();
  if (numbers.getStartIndexMap().size() != 1 || !numbers.getOperandBatchingDims().empty() ||
      numbers.getCollapsedSliceDims() != numbers.getStartIndexMap())
    return std::nullopt;
  int64_t selected = numbers.getStartIndexMap()[0];
  for (auto [at, size] : llvm::enumerate(operation.getSliceSizes()))
    if (static_cast<int64_t>(at) != selected && size != shape_of(operation.getOperand())[at])
      return std::nullopt;
  return selected;
}

/// x[0], x[1], … x[n - 1] is a slice, with the selected dimension in another place perhaps.
bool gather_at_iota(GatherOp operation, Edit &edit) {
  auto iota = source<IotaOp>(operation.getStartIndices());
  std::optional<int64_t> selected = selected_dimension(operation);
  if (!iota || !selected || !is_integer_or_bool(iota) || count_of(shape_of(operation)) == 0)
    return false;
  int64_t count = shape_of(iota)[iota.getIotaDimension()];
  // All other dimensions of the indices have size 1, and the numbers do not wrap.
  if (count != count_of(shape_of(iota)) || rank_of(iota) > 2 || count >> 31 != 0 ||
      cast<IntegerType>(element_of(iota)).getWidth() < 32)
    return false;
  GatherDimensionNumbersAttr numbers = operation.getDimensionNumbers();
  bool one_batch = rank_of(operation) == static_cast<int64_t>(numbers.getOffsetDims().size()) + 1;
  Dimensions limit(shape_of(operation.getOperand()));
  auto at = static_cast<size_t>(*selected);
  if (!one_batch || count > limit[at])
    return false;
  limit[at] = count;
  Value slice = edit.slice(operation.getOperand(), filled(limit.size(), 0), limit, filled(limit.size(), 1));
  Dimensions permutation(limit.size(), *selected);
  int64_t other = 0;
  for (int64_t place : numbers.getOffsetDims()) {
    other += other == *selected;
    permutation[static_cast<size_t>(place)] = other++;
  }
  return edit.replace(operation, edit.transpose(slice, permutation));
}

/// iota[i] = i, moved inside.
bool gather_of_iota(GatherOp operation, Edit &edit) {
  auto iota = source<IotaOp>(operation.getOperand());
  Value indices = operation.getStartIndices();
  auto wide = [](Value value) {
    auto type = dyn_cast<IntegerType>(element_of(value));
    return type && type.getWidth() >= 32;
  };
  if (!iota || rank_of(iota) != 1 || !selected_dimension(operation) || !wide(iota) || !wide(indices) ||
      count_of(shape_of(operation)) != count_of(shape_of(indices)) || shape_of(iota)[0] >> 31 != 0)
    return false;
  auto scalar = RankedTensorType::get({}, element_of(indices));
  auto bound = [&](int64_t number) {
    return edit.constant(DenseElementsAttr::get(scalar, edit.rewriter.getIntegerAttr(scalar.getElementType(), number)));
  };
  Value flat = edit.reshape(indices, shape_of(operation));
  Value lowest = bound(0), highest = bound(shape_of(iota)[0] - 1);
  Value inside = edit.make<ClampOp>(flat.getType(), lowest, flat, highest);
  return inside.getType() == operation.getType() ? edit.replace(operation, inside)
                                                 : edit.replace_with<ConvertOp>(operation, inside);
}

/// scatter without updates changes nothing.
bool scatter_of_nothing(ScatterOp operation, Edit &edit) {
  return count_of(shape_of(operation.getUpdates()[0])) == 0 &&
         operation.getInputs().getTypes() == operation.getResultTypes() &&
         edit.replace(operation, operation.getInputs());
}

/// The first index vector of a scatter as the place in the input, if the window lies inside.
std::optional<Dimensions> place_of_window(ScatterOp operation, Numbers window) {
  ScatterDimensionNumbersAttr numbers = operation.getScatterDimensionNumbers();
  auto places = integers_in(operation.getScatterIndices());
  if (!places || vectors_in(operation.getScatterIndices(), numbers.getIndexVectorDim()) != 1)
    return std::nullopt;
  Dimensions start = filled(window.size(), 0);
  for (auto [place, dimension] : llvm::zip(*places, numbers.getScatterDimsToOperandDims()))
    start[static_cast<size_t>(dimension)] = place;
  Numbers shape = shape_of(operation.getInputs()[0]);
  for (size_t at = 0; at < window.size(); ++at)
    if (start[at] < 0 || start[at] > shape[at] - window[at])
      return std::nullopt;
  return start;
}

/// A scatter of one window to a known place inside: x is changed there by dynamic_update_slice, to f(x[place], update).
bool scatter_of_one(ScatterOp operation, Edit &edit) {
  if (operation.getInputs().size() != 1 || operation.getInputs()[0].getType() != operation.getResult(0).getType())
    return false;
  Region &body = operation.getUpdateComputation();
  Value input = operation.getInputs()[0], update = operation.getUpdates()[0];
  Operation *function = only_operation(body);
  if ((!returns_second(body) && !function) || element_of(update) != element_of(input) ||
      !llvm::all_of(body.getArgumentTypes(),
                    [&](Type type) { return getElementTypeOrSelf(type) == element_of(input); }) ||
      count_of(shape_of(update)) == 0)
    return false;
  ScatterDimensionNumbersAttr numbers = operation.getScatterDimensionNumbers();
  Dimensions window;
  const int64_t *next = numbers.getUpdateWindowDims().begin();
  for (int64_t dimension = 0; dimension < rank_of(input); ++dimension) {
    bool single = llvm::is_contained(numbers.getInsertedWindowDims(), dimension) ||
                  llvm::is_contained(numbers.getInputBatchingDims(), dimension);
    window.push_back(single ? 1 : shape_of(update)[static_cast<size_t>(*next++)]);
  }
  std::optional<Dimensions> start = place_of_window(operation, window);
  if (!start)
    return false;
  Value changed = edit.reshape(update, window);
  if (function) {
    Dimensions limit;
    for (auto [first, size] : llvm::zip(*start, window))
      limit.push_back(first + size);
    Value old = edit.slice(input, *start, limit, filled(window.size(), 1));
    changed = edit.elementwise(function, {old, changed}, window);
  }
  SmallVector<Value> starts;
  auto scalar = RankedTensorType::get({}, edit.rewriter.getI64Type());
  for (int64_t place : *start)
    starts.push_back(edit.constant(DenseElementsAttr::get(scalar, edit.rewriter.getI64IntegerAttr(place))));
  return window == Dimensions(shape_of(input))
             ? edit.replace(operation, changed)
             : edit.replace_with<DynamicUpdateSliceOp>(operation, input, changed, starts);
}

constexpr Rewrite table[] = {
    local<gather_of_one>("gather_of_one"),   local<gather_at_iota>("gather_at_iota"),
    local<gather_of_iota>("gather_of_iota"), local<scatter_of_nothing>("scatter_of_nothing"),
    local<scatter_of_one>("scatter_of_one"),
};

} // namespace

Rewrites gather_rewrites() { return table; }

} // namespace cotangent::simplify
