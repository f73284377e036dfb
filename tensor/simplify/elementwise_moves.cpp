// Elementwise operations on moved elements: first computed, then moved once.
#include "tensor/simplify/regions.h"
#include "tensor/simplify/rewrite.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

bool is_move(Operation *operation) {
  return operation && isa<TransposeOp, ReshapeOp, ReverseOp>(operation) && has_plain_types(operation);
}

/// Both move elements of one shape in the same way.
bool same_move(Operation *first, Operation *second) {
  return first->getName() == second->getName() &&
         first->getDiscardableAttrDictionary() == second->getDiscardableAttrDictionary() &&
         first->getPropertiesAsAttribute() == second->getPropertiesAsAttribute() &&
         shape_of(first->getOperand(0)) == shape_of(second->getOperand(0)) &&
         shape_of(first->getResult(0)) == shape_of(second->getResult(0));
}

bool is_scalar(Value value) { return rank_of(value) == 0; }

/// An operand before a move to some shape, if it was moved so or is the same everywhere. Scalars of `select` and
/// `clamp` stay as they are.
Value before_move(Value operand, Operation *move, Edit &edit) {
  if (is_scalar(operand))
    return operand;
  if (Operation *own = operand.getDefiningOp(); is_move(own) && same_move(own, move))
    return own->getOperand(0);
  std::optional<Element> element = splat_of(operand);
  return element ? edit.splat(*element, RankedTensorType::get(shape_of(move->getOperand(0)), element_of(operand)))
                 : Value();
}

bool was_moved(Value operand, Operation *move) {
  Operation *own = operand.getDefiningOp();
  return is_move(own) && same_move(own, move);
}

/// f(move(x), move(y)) = move(f(x, y)) for a transpose, reshape or reverse that two operands at least share.
bool elementwise_of_moves(Operation *operation, Edit &edit) {
  if (!is_elementwise(operation))
    return false;
  Operation *move = nullptr;
  unsigned moved = 0;
  for (Value operand : operation->getOperands()) {
    if (!move && is_move(operand.getDefiningOp()))
      move = operand.getDefiningOp();
    bool fits = is_scalar(operand) || (move && was_moved(operand, move));
    moved += move && was_moved(operand, move);
    if (!fits && !splat_of(operand))
      return false;
  }
  if (moved < 2 || shape_of(move->getResult(0)) != shape_of(operation->getResult(0)) || is_scalar(move->getResult(0)))
    return false;
  SmallVector<Value> operands;
  for (Value operand : operation->getOperands())
    operands.push_back(before_move(operand, move, edit));
  Value result = edit.elementwise(operation, operands, shape_of(move->getOperand(0)));
  IRMapping mapping;
  mapping.map(move->getOperand(0), result);
  Operation *copy = edit.rewriter.clone(*move, mapping);
  copy->getResult(0).setType(cast<RankedTensorType>(operation->getResult(0).getType()));
  return edit.replace(operation, copy->getResult(0));
}

/// Whether the second move takes elements back to where they were before the first.
bool undoes(Operation *second, Operation *first) {
  if (second->getName() != first->getName())
    return false;
  if (auto transpose = dyn_cast<TransposeOp>(second))
    return transpose.getPermutation() == Numbers(inverse(cast<TransposeOp>(first).getPermutation()));
  if (auto reverse = dyn_cast<ReverseOp>(second))
    return reverse.getDimensions() == cast<ReverseOp>(first).getDimensions();
  return shape_of(second->getResult(0)) == shape_of(first->getOperand(0));
}

/// back(f(move(x))) = f(x) for moves that undo each other, if nobody else needs f(move(x)).
bool move_of_elementwise(Operation *operation, Edit &edit) {
  if (!is_move(operation))
    return false;
  Operation *middle = operation->getOperand(0).getDefiningOp();
  if (!middle || !is_elementwise(middle) || !has_plain_types(middle) || !middle->hasOneUse())
    return false;
  Operation *move = nullptr;
  for (Value operand : middle->getOperands())
    if (is_move(operand.getDefiningOp()) && undoes(operation, operand.getDefiningOp()))
      move = operand.getDefiningOp();
  if (!move || is_scalar(move->getResult(0)) || !llvm::all_of(middle->getOperands(), [&](Value operand) {
        return is_scalar(operand) || was_moved(operand, move) || splat_of(operand);
      }))
    return false;
  SmallVector<Value> operands;
  for (Value operand : middle->getOperands())
    operands.push_back(before_move(operand, move, edit));
  return edit.replace(operation, edit.elementwise(middle, operands, shape_of(move->getOperand(0))));
}

/// The operand of a broadcast that the others have to follow: the one with the most elements.
BroadcastInDimOp largest_broadcast(Operation *operation) {
  BroadcastInDimOp largest;
  for (Value operand : operation->getOperands()) {
    auto broadcast = source<BroadcastInDimOp>(operand);
    if (broadcast && !is_scalar(operand) &&
        (!largest || rank_of(broadcast.getOperand()) > rank_of(largest.getOperand())))
      largest = broadcast;
  }
  return largest;
}

/// f(broadcast(x), broadcast(y)) = broadcast(f(x, y)): computed on fewer elements. Operands are broadcast alike, are
/// broadcast scalars or the same everywhere.
bool elementwise_of_broadcasts(Operation *operation, Edit &edit) {
  if (!is_elementwise(operation))
    return false;
  BroadcastInDimOp model = largest_broadcast(operation);
  if (!model || shape_of(model) != shape_of(operation->getResult(0)) ||
      count_of(shape_of(model.getOperand())) >= count_of(shape_of(model)))
    return false;
  Numbers small = shape_of(model.getOperand());
  auto alike = [&](BroadcastInDimOp broadcast) {
    return broadcast && shape_of(broadcast.getOperand()) == small &&
           broadcast.getBroadcastDimensions() == model.getBroadcastDimensions();
  };
  auto fits = [&](Value operand) {
    auto broadcast = source<BroadcastInDimOp>(operand);
    return is_scalar(operand) || alike(broadcast) || (broadcast && is_scalar(broadcast.getOperand())) ||
           splat_of(operand);
  };
  if (!llvm::all_of(operation->getOperands(), fits))
    return false;
  SmallVector<Value> operands;
  for (Value operand : operation->getOperands()) {
    auto broadcast = source<BroadcastInDimOp>(operand);
    if (is_scalar(operand))
      operands.push_back(operand);
    else if (alike(broadcast))
      operands.push_back(broadcast.getOperand());
    else if (broadcast)
      operands.push_back(edit.broadcast(broadcast.getOperand(), {}, small));
    else
      operands.push_back(edit.splat(*splat_of(operand), RankedTensorType::get(small, element_of(operand))));
  }
  Value result = edit.elementwise(operation, operands, small);
  return edit.replace_with<BroadcastInDimOp>(operation, result, model.getBroadcastDimensions());
}

/// map(x, f) is f itself on whole tensors, if it consists of elementwise operations.
bool map_to_elementwise(MapOp operation, Edit &edit) {
  Region &function = operation.getComputation();
  return can_lift(function, operation.getInputs()) &&
         edit.replace(operation, lift(function, operation.getInputs(), shape_of(operation.getResult()), edit));
}

constexpr Rewrite table[] = {
    local<elementwise_of_moves>("elementwise_of_moves"),
    local<move_of_elementwise>("move_of_elementwise"),
    local<elementwise_of_broadcasts>("elementwise_of_broadcasts"),
    local<map_to_elementwise>("map_to_elementwise"),
};

} // namespace

Rewrites elementwise_rewrites() { return table; }

} // namespace cotangent::simplify
