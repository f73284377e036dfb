#include "tensor/differentiate/activity.h"

#include "tensor/differentiate/linearizer.h"
#include "tensor/rules/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

void Activity::visit(Block &block) {
  for (Operation &operation : block.without_terminator())
    visit(operation);
}

void Activity::mark(ValueRange values, llvm::ArrayRef<bool> active) {
  for (auto [value, is] : llvm::zip(values, active))
    if (is)
      found_.insert(value);
}

llvm::SmallVector<bool> Activity::of_loop(WhileOp loop) {
  llvm::SmallVector<bool> active;
  for (Value operand : loop.getOperands())
    active.push_back(is_differentiable(operand) && is_active(operand));
  Block &body = loop.getBody().front();
  for (bool changed = true; changed;) {
    changed = false;
    mark(body.getArguments(), active);
    visit(body);
    for (auto [is, result] : llvm::zip(active, body.getTerminator()->getOperands()))
      if (!is && is_differentiable(result) && is_active(result))
        is = changed = true;
  }
  return active;
}

llvm::SmallVector<bool> Activity::of_branches(Operation *operation) {
  llvm::SmallVector<bool> active(operation->getNumResults(), false);
  for (Region &branch : operation->getRegions()) {
    visit(branch.front());
    for (auto [is, result] : llvm::zip(active, branch.front().getTerminator()->getOperands()))
      is |= is_differentiable(result) && is_active(result);
  }
  return active;
}

void Activity::visit(Operation &operation) {
  if (auto loop = dyn_cast<WhileOp>(operation))
    return mark(loop.getResults(), of_loop(loop));
  if (isa<IfOp, CaseOp>(operation))
    return mark(operation.getResults(), of_branches(&operation));
  auto active = [&](Value value) { return is_active(value); };
  if (!llvm::any_of(operation.getOperands(), active) &&
      !(operation.getNumRegions() != 0 && llvm::any_of(captured_by(&operation), active)))
    return;
  const tensor_rules::Rule *rule = tensor_rules::find_rule(&operation);
  if (rule && !rule->forward)
    return;
  for (Value result : operation.getResults())
    if (is_differentiable(result))
      found_.insert(result);
}

} // namespace cotangent::differentiate
