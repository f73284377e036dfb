#include "tensor/differentiate/loop_facts.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

namespace {

/// The integer of a constant of rank 0, or of one whose elements are all the same.
std::optional<int64_t> integer_in(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : DenseIntElementsAttr();
  if (!elements || !elements.isSplat())
    return std::nullopt;
  auto type = cast<IntegerType>(elements.getElementType());
  APInt number = elements.getSplatValue<APInt>();
  if (type.isUnsigned() ? number.getActiveBits() > 62 : number.getSignificantBits() > 62)
    return std::nullopt;
  return type.isUnsigned() ? static_cast<int64_t>(number.getZExtValue()) : number.getSExtValue();
}

Value returned(WhileOp loop, size_t position) {
  return loop.getBody().front().getTerminator()->getOperand(static_cast<unsigned>(position));
}

/// The value of a carried one that never changes, or the value itself.
Value through_loop(WhileOp loop, Block &block, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner() == &block && is_invariant(loop, argument.getArgNumber()))
    return loop.getOperands()[argument.getArgNumber()];
  return value;
}

ComparisonDirection mirrored(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::LT:
    return ComparisonDirection::GT;
  case ComparisonDirection::LE:
    return ComparisonDirection::GE;
  case ComparisonDirection::GT:
    return ComparisonDirection::LT;
  case ComparisonDirection::GE:
    return ComparisonDirection::LE;
  default:
    return direction;
  }
}

/// Steps until start, start + step, … does not stand in the relation to the bound.
std::optional<int64_t> count_steps(int64_t start, int64_t step, int64_t bound, ComparisonDirection direction) {
  if (direction == ComparisonDirection::GT || direction == ComparisonDirection::GE) {
    auto down = direction == ComparisonDirection::GT ? ComparisonDirection::LT : ComparisonDirection::LE;
    return count_steps(-start, -step, -bound, down);
  }
  if (direction == ComparisonDirection::LE) {
    direction = ComparisonDirection::LT;
    ++bound;
  }
  if (direction == ComparisonDirection::NE) {
    int64_t way = bound - start;
    return step != 0 && way % step == 0 && way / step >= 0 ? std::optional(way / step) : std::nullopt;
  }
  if (direction != ComparisonDirection::LT || (step <= 0 && start < bound))
    return std::nullopt;
  return start >= bound ? 0 : (bound - start + step - 1) / step;
}

} // namespace

bool is_invariant(WhileOp loop, size_t position) {
  Value value = returned(loop, position);
  return value == loop.getBody().front().getArgument(static_cast<unsigned>(position)) ||
         value == loop.getOperands()[position];
}

std::optional<Induction> induction_of(WhileOp loop, size_t position) {
  Value argument = loop.getBody().front().getArgument(static_cast<unsigned>(position));
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type || type.getRank() != 0 || !isa<IntegerType>(type.getElementType()))
    return std::nullopt;
  Value value = returned(loop, position);
  auto constant_beside = [&](Operation *operation) -> std::optional<int64_t> {
    Value left = operation->getOperand(0), right = operation->getOperand(1);
    if (left == argument)
      return integer_in(through_loop(loop, loop.getBody().front(), right));
    if (right == argument && isa<AddOp>(operation))
      return integer_in(through_loop(loop, loop.getBody().front(), left));
    return std::nullopt;
  };
  if (auto add = value.getDefiningOp<AddOp>())
    if (auto step = constant_beside(add))
      return Induction{*step};
  if (auto subtract = value.getDefiningOp<SubtractOp>())
    if (auto step = constant_beside(subtract))
      return Induction{-*step};
  return std::nullopt;
}

std::optional<int64_t> constant_count(WhileOp loop) {
  Block &condition = loop.getCond().front();
  auto compare = condition.getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  auto try_sides = [&](Value counter, Value bound, ComparisonDirection direction) -> std::optional<int64_t> {
    auto argument = dyn_cast<BlockArgument>(counter);
    if (!argument || argument.getOwner() != &condition)
      return std::nullopt;
    size_t position = argument.getArgNumber();
    std::optional<Induction> induction = induction_of(loop, position);
    std::optional<int64_t> start = integer_in(loop.getOperands()[position]);
    std::optional<int64_t> end = integer_in(through_loop(loop, condition, bound));
    if (!induction || !start || !end)
      return std::nullopt;
    return count_steps(*start, induction->step, *end, direction);
  };
  ComparisonDirection direction = compare.getComparisonDirection();
  if (auto count = try_sides(compare.getLhs(), compare.getRhs(), direction))
    return count;
  return try_sides(compare.getRhs(), compare.getLhs(), mirrored(direction));
}

} // namespace cotangent::differentiate
