// reduce and sort.
#include "tensor/simplify/regions.h"

#include "tensor/interpret/types.h"
#include "tensor/reference/elementwise.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

Dimensions sorted(Numbers numbers) {
  Dimensions result(numbers);
  llvm::sort(result);
  return result;
}

Dimensions others(int64_t rank, Numbers numbers) {
  Dimensions result;
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    if (!llvm::is_contained(numbers, dimension))
      result.push_back(dimension);
  return result;
}

/// The function of a reduction of one operand that sums in the type of its operand; or null.
Operation *function_of(ReduceOp operation) {
  Operation *function = operation.getInputs().size() == 1 ? only_operation(operation.getBody()) : nullptr;
  bool one_type = function && element_of(function->getResult(0)) == element_of(operation.getInputs()[0]) &&
                  element_of(operation.getInitValues()[0]) == element_of(operation.getInputs()[0]);
  return one_type ? function : nullptr;
}

/// The same reduction of another value of the same element type.
Operation *reduce_instead(ReduceOp operation, Value input, Numbers dimensions, Edit &edit) {
  IRMapping mapping;
  mapping.map(operation.getInputs()[0], input);
  auto copy = cast<ReduceOp>(edit.rewriter.clone(*operation, mapping));
  copy.setDimensions(dimensions);
  Dimensions shape = picked(shape_of(input), others(rank_of(input), dimensions));
  copy.getResult(0).setType(RankedTensorType::get(shape, element_of(copy.getResult(0))));
  return copy;
}

/// A reduction of no elements is its initial value.
bool reduce_of_empty(ReduceOp operation, Edit &edit) {
  if (count_of(shape_of(operation.getInputs()[0])) != 0)
    return false;
  SmallVector<Value> results;
  for (auto [start, result] : llvm::zip(operation.getInitValues(), operation.getResults()))
    if (element_of(start) != element_of(result))
      return false;
  for (auto [start, result] : llvm::zip(operation.getInitValues(), operation.getResults()))
    results.push_back(edit.broadcast(start, {}, shape_of(result)));
  return edit.replace(operation, results);
}

/// A reduction along dimensions of size 1, or along none, is f(init, x).
bool reduce_of_ones(ReduceOp operation, Edit &edit) {
  for (int64_t dimension : operation.getDimensions())
    if (shape_of(operation.getInputs()[0])[static_cast<size_t>(dimension)] != 1)
      return false;
  SmallVector<Value> arguments(operation.getInitValues());
  llvm::append_range(arguments, operation.getInputs());
  if (!can_lift(operation.getBody(), arguments))
    return false;
  Numbers shape = shape_of(operation.getResult(0));
  size_t count = operation.getInputs().size();
  for (Value &start : MutableArrayRef(arguments).take_front(count)) {
    std::optional<Element> element = splat_of(start);
    start = element ? edit.splat(*element, RankedTensorType::get(shape, element_of(start)))
                    : edit.broadcast(start, {}, shape);
  }
  for (Value &input : MutableArrayRef(arguments).drop_front(count))
    input = edit.reshape(input, shape);
  return edit.replace(operation, lift(operation.getBody(), arguments, shape, edit));
}

/// How a reduction of a broadcast becomes one of fewer elements.
struct Repetition {
  int64_t count = 1;              // of every element
  Dimensions shape, broadcast_to; // of the smaller broadcast
  Dimensions reduced;
};
Repetition repetition_of(BroadcastInDimOp broadcast, Numbers reduced) {
  Repetition result;
  Dimensions place(static_cast<size_t>(rank_of(broadcast)), -1); // in the smaller broadcast
  for (int64_t dimension = 0; dimension < rank_of(broadcast); ++dimension) {
    auto at = static_cast<size_t>(dimension);
    int64_t size = shape_of(broadcast)[at];
    const int64_t *from = llvm::find(broadcast.getBroadcastDimensions(), dimension);
    bool is_new = from == broadcast.getBroadcastDimensions().end();
    bool is_reduced = llvm::is_contained(reduced, dimension);
    bool repeats =
        is_new ||
        shape_of(broadcast.getOperand())[static_cast<size_t>(from - broadcast.getBroadcastDimensions().begin())] == 1;
    if (is_reduced && repeats)
      result.count *= size;
    if (is_reduced && is_new)
      continue;
    place[at] = static_cast<int64_t>(result.shape.size());
    result.shape.push_back(is_reduced && repeats ? 1 : size);
    if (is_reduced)
      result.reduced.push_back(place[at]);
  }
  result.broadcast_to = picked(place, broadcast.getBroadcastDimensions());
  return result;
}

/// Along dimensions that were broadcast: max(x, x, …) = x, and so on for functions that do not mind repetition;
/// x + x + … = n x for integers, and for other numbers where sums may be rounded elsewhere.
bool reduce_of_broadcast(ReduceOp operation, Edit &edit) {
  Operation *function = function_of(operation);
  auto broadcast = function ? source<BroadcastInDimOp>(operation.getInputs()[0]) : BroadcastInDimOp();
  if (!broadcast)
    return false;
  Repetition repetition = repetition_of(broadcast, operation.getDimensions());
  Folding folding = folding_of(function);
  bool sums = isa<AddOp>(function) && (folding.exact || edit.options.reassociate);
  if (repetition.count <= 1 || (!folding.idempotent && !sums))
    return false;
  Value operand = broadcast.getOperand();
  if (!folding.idempotent) {
    Element count = reference::convert(Element::of_integer(ElementType::I64, repetition.count),
                                       *interpret::element_type_of(element_of(operand)));
    operand = edit.make<MultiplyOp>(operand.getType(), operand, edit.splat(count, operand.getType()));
  }
  Value smaller = edit.broadcast(operand, repetition.broadcast_to, repetition.shape);
  return edit.replace(operation, reduce_instead(operation, smaller, repetition.reduced, edit)->getResults());
}

/// reduce(transpose(x)) = transpose(reduce(x)): the dimensions are called differently. Elements must be taken in the
/// same order, unless it does not matter.
bool reduce_of_transpose(ReduceOp operation, Edit &edit) {
  auto transpose = operation.getInputs().size() == 1 ? source<TransposeOp>(operation.getInputs()[0]) : TransposeOp();
  if (!transpose)
    return false;
  Numbers permutation = transpose.getPermutation();
  Dimensions reduced = picked(permutation, sorted(operation.getDimensions()));
  Operation *function = function_of(operation);
  bool any_order = function && (folding_of(function).exact || edit.options.reassociate);
  if (!is_ascending(reduced) && !any_order)
    return false;
  Dimensions kept = others(rank_of(transpose), reduced), order;
  for (int64_t dimension : others(rank_of(transpose), operation.getDimensions()))
    order.push_back(llvm::find(kept, permutation[static_cast<size_t>(dimension)]) - kept.begin());
  Operation *reduce = reduce_instead(operation, transpose.getOperand(), sorted(reduced), edit);
  return edit.replace(operation, edit.transpose(reduce->getResult(0), order));
}

/// reduce(reduce(x)) with one function is one reduction, where order and grouping do not matter and the inner initial
/// value does not either: the same as the outer one for functions that do not mind repetition, 0 for sums.
bool reduce_of_reduce(ReduceOp operation, Edit &edit) {
  Operation *function = function_of(operation);
  auto inner = function ? source<ReduceOp>(operation.getInputs()[0]) : ReduceOp();
  Operation *inner_function = inner && inner->getNumResults() == 1 ? function_of(inner) : nullptr;
  if (!inner_function || inner_function->getName() != function->getName() || !inner->hasOneUse())
    return false;
  Folding folding = folding_of(function);
  Value start = inner.getInitValues()[0];
  bool same_start = start == operation.getInitValues()[0] ||
                    (constant_of(start) && constant_of(start) == constant_of(operation.getInitValues()[0]));
  std::optional<Element> constant = splat_of(start);
  bool sum_from_zero = isa<AddOp>(function) && folding.exact && constant && constant->as_integer() == 0;
  if (!(folding.idempotent && same_start) && !sum_from_zero)
    return false;
  Dimensions kept = others(rank_of(inner.getInputs()[0]), inner.getDimensions());
  Dimensions all(inner.getDimensions());
  llvm::append_range(all, picked(kept, operation.getDimensions()));
  return edit.replace(operation, reduce_instead(operation, inner.getInputs()[0], sorted(all), edit)->getResults());
}

/// One element along the dimension is sorted.
bool sort_of_one(SortOp operation, Edit &edit) {
  Numbers shape = shape_of(operation.getResult(0));
  auto dimension = static_cast<int64_t>(operation.getDimension());
  dimension += dimension < 0 ? static_cast<int64_t>(shape.size()) : 0;
  return (shape.empty() || shape[static_cast<size_t>(dimension)] <= 1) &&
         edit.replace(operation, operation.getInputs());
}

constexpr Rewrite table[] = {
    local<reduce_of_empty>("reduce_of_empty"),         local<reduce_of_ones>("reduce_of_ones"),
    local<reduce_of_broadcast>("reduce_of_broadcast"), local<reduce_of_transpose>("reduce_of_transpose"),
    local<reduce_of_reduce>("reduce_of_reduce"),       local<sort_of_one>("sort_of_one"),
};

} // namespace

Rewrites reduction_rewrites() { return table; }

} // namespace cotangent::simplify
