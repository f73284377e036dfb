// dot and dot_general.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// One side of a product by its own dimension numbers.
struct Side {
  Value value;
  Dimensions batching, contracting;

  Dimensions free() const {
    Dimensions result;
    for (int64_t dimension = 0; dimension < rank_of(value); ++dimension)
      if (!llvm::is_contained(batching, dimension) && !llvm::is_contained(contracting, dimension))
        result.push_back(dimension);
    return result;
  }
};
struct Sides {
  Side lhs, rhs;
  explicit Sides(DotGeneralOp operation) {
    DotDimensionNumbersAttr numbers = operation.getDotDimensionNumbers();
    lhs = {operation.getLhs(), Dimensions(numbers.getLhsBatchingDimensions()),
           Dimensions(numbers.getLhsContractingDimensions())};
    rhs = {operation.getRhs(), Dimensions(numbers.getRhsBatchingDimensions()),
           Dimensions(numbers.getRhsContractingDimensions())};
  }
};

Value product(const Side &lhs, const Side &rhs, Type element, ArrayAttr precision, DotAlgorithmAttr algorithm,
              Edit &edit) {
  Dimensions shape = picked(shape_of(lhs.value), lhs.batching);
  llvm::append_range(shape, picked(shape_of(lhs.value), lhs.free()));
  llvm::append_range(shape, picked(shape_of(rhs.value), rhs.free()));
  auto numbers = DotDimensionNumbersAttr::get(edit.rewriter.getContext(), lhs.batching, rhs.batching, lhs.contracting,
                                              rhs.contracting);
  return edit.make<DotGeneralOp>(RankedTensorType::get(shape, element), lhs.value, rhs.value, numbers, precision,
                                 algorithm);
}

Value product_like(DotGeneralOp operation, const Sides &sides, Edit &edit) {
  return product(sides.lhs, sides.rhs, element_of(operation), operation.getPrecisionConfigAttr(),
                 operation.getAlgorithmAttr(), edit);
}

/// dot is dot_general over the last dimension of the left and the first of the right operand.
bool dot_to_dot_general(DotOp operation, Edit &edit) {
  Side lhs{operation.getLhs(), {}, {rank_of(operation.getLhs()) - 1}}, rhs{operation.getRhs(), {}, {0}};
  return rank_of(lhs.value) > 0 && rank_of(rhs.value) > 0 &&
         edit.replace(operation,
                      product(lhs, rhs, element_of(operation), operation.getPrecisionConfigAttr(), {}, edit));
}

/// A transposed operand has its dimensions called differently, if the free ones stay in their order.
bool untranspose(Side &side) {
  auto transpose = source<TransposeOp>(side.value);
  if (!transpose || !is_ascending(picked(transpose.getPermutation(), side.free())))
    return false;
  side = {transpose.getOperand(), picked(transpose.getPermutation(), side.batching),
          picked(transpose.getPermutation(), side.contracting)};
  return true;
}

/// dot_general(transpose(x), y) = dot_general(x, y) with other dimension numbers.
bool product_of_transpose(DotGeneralOp operation, Edit &edit) {
  Sides sides(operation);
  bool left = untranspose(sides.lhs), right = untranspose(sides.rhs);
  return (left || right) && edit.replace(operation, product_like(operation, sides, edit));
}

/// transpose(x y) = y x with the dimension numbers exchanged, if the transpose exchanges the free dimensions of the two
/// sides; nobody else needs the product.
bool transpose_of_product(TransposeOp operation, Edit &edit) {
  auto product_operation = source<DotGeneralOp>(operation.getOperand());
  if (!product_operation || !product_operation->hasOneUse() || product_operation.getAlgorithm())
    return false;
  Sides sides(product_operation);
  auto batch = static_cast<int64_t>(sides.lhs.batching.size()), left = static_cast<int64_t>(sides.lhs.free().size());
  Dimensions expected = first_numbers(batch);
  for (int64_t dimension = batch + left; dimension < rank_of(operation); ++dimension)
    expected.push_back(dimension);
  for (int64_t dimension = batch; dimension < batch + left; ++dimension)
    expected.push_back(dimension);
  if (operation.getPermutation() != Numbers(expected))
    return false;
  ArrayAttr precision = product_operation.getPrecisionConfigAttr();
  if (precision && precision.size() == 2)
    precision = edit.rewriter.getArrayAttr({precision[1], precision[0]});
  return edit.replace(operation, product(sides.rhs, sides.lhs, element_of(operation), precision, {}, edit));
}

/// Takes repetitions along free dimensions out of one side. The dimensions of the product along which this side still
/// has elements are in `kept`; false if there are no repetitions.
bool without_repetition(Side &side, Dimensions &kept, int64_t first_free, Edit &edit) {
  auto broadcast = source<BroadcastInDimOp>(side.value);
  if (!broadcast)
    return false;
  Dimensions free = side.free(), place(static_cast<size_t>(rank_of(broadcast)), -1), shape;
  bool repeats = false;
  for (int64_t dimension = 0; dimension < rank_of(broadcast); ++dimension) {
    auto at = static_cast<size_t>(dimension);
    const int64_t *own = llvm::find(free, dimension);
    bool is_free = own != free.end();
    if (is_free && !llvm::is_contained(broadcast.getBroadcastDimensions(), dimension)) {
      repeats = true;
      continue;
    }
    if (is_free)
      kept.push_back(first_free + (own - free.begin()));
    place[at] = static_cast<int64_t>(shape.size());
    shape.push_back(shape_of(broadcast)[at]);
  }
  if (!repeats)
    return false;
  side = {edit.broadcast(broadcast.getOperand(), picked(place, broadcast.getBroadcastDimensions()), shape),
          picked(place, side.batching), picked(place, side.contracting)};
  return true;
}

/// dot_general(broadcast(x), y) = broadcast(dot_general(x, y)), where the broadcast repeats along free dimensions.
bool product_of_broadcast(DotGeneralOp operation, Edit &edit) {
  Sides sides(operation);
  auto batch = static_cast<int64_t>(sides.lhs.batching.size()), left = static_cast<int64_t>(sides.lhs.free().size()),
       right = static_cast<int64_t>(sides.rhs.free().size());
  Dimensions kept = first_numbers(batch), lhs_kept, rhs_kept;
  bool in_lhs = without_repetition(sides.lhs, lhs_kept, batch, edit),
       in_rhs = without_repetition(sides.rhs, rhs_kept, batch + left, edit);
  if (!in_lhs && !in_rhs)
    return false;
  auto range = [](int64_t first, int64_t count) {
    Dimensions result;
    for (int64_t at = 0; at < count; ++at)
      result.push_back(first + at);
    return result;
  };
  llvm::append_range(kept, in_lhs ? lhs_kept : range(batch, left));
  llvm::append_range(kept, in_rhs ? rhs_kept : range(batch + left, right));
  return edit.replace_with<BroadcastInDimOp>(operation, product_like(operation, sides, edit), kept);
}

constexpr Rewrite table[] = {
    local<dot_to_dot_general>("dot_to_dot_general"),
    local<product_of_transpose>("product_of_transpose"),
    local<transpose_of_product>("transpose_of_product"),
    local<product_of_broadcast>("product_of_broadcast"),
};

} // namespace

Rewrites product_rewrites() { return table; }

} // namespace cotangent::simplify
