// while
#include "tensor/interpret/evaluator.h"
#include "tensor/simplify/rewrite.h"

#include "cotangent/error.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

Block &condition(WhileOp loop) { return loop.getCond().front(); }
Block &body(WhileOp loop) { return loop.getBody().front(); }
Value next_value(WhileOp loop, unsigned at) { return body(loop).getTerminator()->getOperand(at); }
bool is_outside(Value value, WhileOp loop) {
  return !loop.getCond().isAncestor(value.getParentRegion()) && !loop.getBody().isAncestor(value.getParentRegion());
}

/// Everything that an operation reads: its operands, and what its regions use from outside of it.
SetVector<Value> reads_of(Operation *operation) {
  SetVector<Value> reads(operation->operand_begin(), operation->operand_end());
  for (Region &region : operation->getRegions())
    getUsedValuesDefinedAbove(region, reads);
  return reads;
}

// --- loops that do not run -------------------------------------------------------------------------------------------
/// Whether the condition is false for the initial values, as far as these are constants.
bool is_false_at_first(WhileOp loop) {
  // The condition itself runs once, with all that it does.
  if (!llvm::all_of(condition(loop).without_terminator(), [](Operation &each) { return isMemoryEffectFree(&each); }))
    return false;
  Value result = condition(loop).getTerminator()->getOperand(0);
  if (std::optional<Element> constant = splat_of(result))
    return !constant->as_bool();
  interpret::Scope scope;
  interpret::Values inputs;
  for (auto [argument, start] : llvm::zip(condition(loop).getArguments(), loop.getOperand())) {
    if (argument.use_empty()) {
      inputs.emplace_back();
      continue;
    }
    if (!is_constant(start) || rank_of(start) != 0)
      return false;
    inputs.push_back(interpret::array_of(constant_of(start)));
  }
  SetVector<Value> outside;
  getUsedValuesDefinedAbove(loop.getCond(), outside);
  for (Value value : outside) {
    if (!is_constant(value) || rank_of(value) != 0)
      return false;
    scope.define(value, interpret::array_of(constant_of(value)));
  }
  bool simple = llvm::all_of(condition(loop).without_terminator(), [](Operation &operation) {
    return isPure(&operation) && operation.getNumRegions() == 0 && has_plain_types(&operation) &&
           !isa<RngBitGeneratorOp, ReplicaIdOp, PartitionIdOp>(operation);
  });
  if (!simple)
    return false;
  try {
    interpret::Evaluator evaluator(loop->getParentOfType<ModuleOp>());
    return !evaluator.run_region(loop.getCond(), inputs, scope)[0].array.get(0).as_bool();
  } catch (const Error &) {
    return false;
  }
}

/// A loop whose condition is false from the beginning gives its initial values.
bool loop_that_never_runs(WhileOp loop, Edit &edit) {
  return is_false_at_first(loop) && edit.replace(loop, loop.getOperand());
}

// --- carried values --------------------------------------------------------------------------------------------------
/// Takes values out of those that the loop carries: in its regions and behind it others stand for them.
bool drop_carried(WhileOp loop, const llvm::BitVector &dropped, function_ref<Value(unsigned)> stand_in, Edit &edit) {
  SmallVector<Value> starts, nexts;
  SmallVector<Type> types;
  for (unsigned at = 0; at < loop->getNumOperands(); ++at) {
    if (dropped.test(at)) {
      edit.rewriter.replaceAllUsesWith(condition(loop).getArgument(at), stand_in(at));
      edit.rewriter.replaceAllUsesWith(body(loop).getArgument(at), stand_in(at));
      edit.rewriter.replaceAllUsesWith(loop->getResult(at), stand_in(at));
      continue;
    }
    starts.push_back(loop.getOperand()[at]);
    types.push_back(loop->getResult(at).getType());
  }
  for (unsigned at = 0; at < loop->getNumOperands(); ++at)
    if (!dropped.test(at))
      nexts.push_back(next_value(loop, at));
  auto smaller = edit.make_operation<WhileOp>(types, starts);
  smaller->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(loop->getRegions(), smaller->getRegions())) {
    edit.rewriter.inlineRegionBefore(from, to, to.end());
    to.front().eraseArguments(dropped);
  }
  Operation *end = body(smaller).getTerminator();
  edit.rewriter.modifyOpInPlace(end, [&] { end->setOperands(nexts); });
  unsigned position = 0;
  for (unsigned at = 0; at < loop->getNumOperands(); ++at)
    if (!dropped.test(at))
      edit.rewriter.replaceAllUsesWith(loop->getResult(at), smaller->getResult(position++));
  edit.rewriter.eraseOp(loop);
  return true;
}

/// A carried value that every iteration passes on, or replaces by its initial value, is that value.
bool unchanged_carried(WhileOp loop, Edit &edit) {
  llvm::BitVector unchanged(loop->getNumOperands());
  for (unsigned at = 0; at < loop->getNumOperands(); ++at)
    if (isa<RankedTensorType>(loop->getResult(at).getType()) &&
        (next_value(loop, at) == body(loop).getArgument(at) || next_value(loop, at) == loop.getOperand()[at]))
      unchanged.set(at);
  return unchanged.any() && drop_carried(loop, unchanged, [&](unsigned at) { return loop.getOperand()[at]; }, edit);
}

/// Which carried values the results in use, the condition and side effects depend on.
llvm::BitVector needed_carried(WhileOp loop) {
  llvm::BitVector needed(loop->getNumOperands());
  SmallVector<Value> work(condition(loop).getTerminator()->getOperands());
  auto need = [&](unsigned at) {
    if (!needed.test(at)) {
      needed.set(at);
      work.push_back(next_value(loop, at));
    }
  };
  DenseSet<Operation *> seen;
  auto visit = [&](Operation *operation) {
    if (seen.insert(operation).second)
      llvm::append_range(work, reads_of(operation));
  };
  for (OpResult result : loop->getResults())
    if (!result.use_empty())
      need(result.getResultNumber());
  for (Region &region : loop->getRegions())
    for (Operation &operation : region.front().without_terminator())
      if (!isMemoryEffectFree(&operation))
        visit(&operation);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && (argument.getOwner() == &condition(loop) || argument.getOwner() == &body(loop)))
      need(argument.getArgNumber());
    else if (Operation *operation = value.getDefiningOp(); operation && operation->getParentOp() == loop)
      visit(operation);
  }
  return needed;
}

/// Carried values that only their own next values depend on.
bool unused_carried(WhileOp loop, Edit &edit) {
  llvm::BitVector unused = needed_carried(loop).flip();
  for (unsigned at : unused.set_bits())
    if (!isa<RankedTensorType>(loop->getResult(at).getType()))
      unused.reset(at);
  return unused.any() && drop_carried(loop, unused, [&](unsigned at) { return loop.getOperand()[at]; }, edit);
}

/// Two carried values that begin alike and go on alike are one.
bool equal_carried(WhileOp loop, Edit &edit) {
  for (unsigned second = 1; second < loop->getNumOperands(); ++second)
    for (unsigned first = 0; first < second; ++first) {
      if (loop.getOperand()[first] != loop.getOperand()[second] || next_value(loop, first) != next_value(loop, second))
        continue;
      for (Block *block : {&condition(loop), &body(loop)})
        edit.rewriter.replaceAllUsesWith(block->getArgument(second), block->getArgument(first));
      edit.rewriter.replaceAllUsesWith(loop->getResult(second), loop->getResult(first));
      llvm::BitVector dropped(loop->getNumOperands());
      dropped.set(second);
      return drop_carried(loop, dropped, [&](unsigned at) { return loop.getOperand()[at]; }, edit);
    }
  return false;
}

// --- code that does not change ---------------------------------------------------------------------------------------
/// No effects, an end, and no way to fail: may run although the program would not have come here.
bool can_run_anytime(Operation *operation) {
  bool ends =
      isPure(operation) || (isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, SortOp, MapOp, ScatterOp>(operation) &&
                            isMemoryEffectFree(operation));
  bool shapes_known =
      has_plain_types(operation) && !isa<DynamicReshapeOp, DynamicBroadcastInDimOp, DynamicIotaOp, DynamicPadOp,
                                         RealDynamicSliceOp, DynamicGatherOp, DynamicConvOp>(operation);
  bool nested = true;
  for (Region &region : operation->getRegions())
    for (Operation &inner : region.front().without_terminator())
      nested &= can_run_anytime(&inner);
  return ends && shapes_known && nested && !isa<OptimizationBarrierOp>(operation);
}

/// What depends on nothing that changes in the loop is computed once, in front of it.
bool loop_invariant_code(WhileOp loop, Edit &edit) {
  bool moved = false;
  for (Region &region : loop->getRegions())
    for (Operation &operation : llvm::make_early_inc_range(region.front().without_terminator())) {
      bool invariant = llvm::all_of(reads_of(&operation), [&](Value value) { return is_outside(value, loop); });
      if (!invariant || !can_run_anytime(&operation))
        continue;
      edit.rewriter.moveOpBefore(&operation, loop);
      moved = true;
    }
  return moved;
}

constexpr Rewrite table[] = {
    local_of_any_type<loop_that_never_runs>("loop_that_never_runs"),
    local_of_any_type<unchanged_carried>("unchanged_carried"),
    local_of_any_type<unused_carried>("unused_carried"),
    local_of_any_type<equal_carried>("equal_carried"),
    local_of_any_type<loop_invariant_code>("loop_invariant_code"),
};

} // namespace

Rewrites loop_rewrites() { return table; }

} // namespace cotangent::simplify
