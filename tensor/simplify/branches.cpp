// if, case and tuples.
#include "tensor/simplify/rewrite.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::simplify {
namespace {

/// The operations of a branch in the place of the whole.
bool take_branch(Operation *operation, Region &branch, Edit &edit) {
  Block &block = branch.front();
  Operation *end = block.getTerminator();
  SmallVector<Value> results(end->getOperands());
  edit.rewriter.eraseOp(end);
  edit.rewriter.inlineBlockBefore(&block, operation);
  return edit.replace(operation, results);
}

/// if(true) and if(false) are one of their branches.
bool known_if(IfOp operation, Edit &edit) {
  std::optional<Element> predicate = splat_of(operation.getPred());
  return predicate &&
         take_branch(operation, predicate->as_bool() ? operation.getTrueBranch() : operation.getFalseBranch(), edit);
}

/// case of a constant, or with one branch, is that branch; numbers that no branch has mean the last.
bool known_case(CaseOp operation, Edit &edit) {
  auto branches = operation.getBranches();
  std::optional<Element> index = splat_of(operation.getIndex());
  if (!index && branches.size() != 1)
    return false;
  auto count = static_cast<int64_t>(branches.size());
  int64_t number = index ? index->as_integer() : 0;
  return take_branch(operation, branches[static_cast<size_t>(number < 0 || number >= count ? count - 1 : number)],
                     edit);
}

bool is_branching(Operation *operation) { return isa<IfOp, CaseOp>(operation); }

/// A result that is the same value from outside in all branches is that value.
bool same_in_all_branches(Operation *operation, Edit &edit) {
  if (!is_branching(operation))
    return false;
  bool changed = false;
  for (OpResult result : operation->getResults()) {
    Value value = operation->getRegion(0).front().getTerminator()->getOperand(result.getResultNumber());
    bool outside = !operation->getRegion(0).isAncestor(value.getParentRegion());
    bool same = llvm::all_of(operation->getRegions(), [&](Region &branch) {
      return branch.front().getTerminator()->getOperand(result.getResultNumber()) == value;
    });
    if (!outside || !same || result.use_empty())
      continue;
    edit.rewriter.replaceAllUsesWith(result, value);
    changed = true;
  }
  return changed;
}

/// Results that nobody needs are not returned by the branches either.
bool unused_branch_result(Operation *operation, Edit &edit) {
  if (!is_branching(operation) || operation->use_empty() ||
      llvm::none_of(operation->getResults(), [](Value result) { return result.use_empty(); }))
    return false;
  SmallVector<unsigned> kept;
  SmallVector<Type> types;
  for (OpResult result : operation->getResults())
    if (!result.use_empty()) {
      kept.push_back(result.getResultNumber());
      types.push_back(result.getType());
    }
  OperationState state(operation->getLoc(), operation->getName(), operation->getOperands(), types,
                       operation->getAttrs());
  for (unsigned at = 0; at < operation->getNumRegions(); ++at)
    state.addRegion();
  Operation *smaller = edit.rewriter.create(state);
  for (auto [from, to] : llvm::zip(operation->getRegions(), smaller->getRegions())) {
    edit.rewriter.inlineRegionBefore(from, to, to.end());
    Operation *end = to.front().getTerminator();
    SmallVector<Value> operands = llvm::map_to_vector(kept, [&](unsigned at) { return end->getOperand(at); });
    edit.rewriter.modifyOpInPlace(end, [&] { end->setOperands(operands); });
  }
  for (auto [at, number] : llvm::enumerate(kept))
    edit.rewriter.replaceAllUsesWith(operation->getResult(number), smaller->getResult(static_cast<unsigned>(at)));
  edit.rewriter.eraseOp(operation);
  return true;
}

/// get_tuple_element(tuple(…, x, …)) = x
bool element_of_tuple(GetTupleElementOp operation, Edit &edit) {
  auto tuple = operation.getOperand().getDefiningOp<TupleOp>();
  return tuple && edit.replace(operation, tuple.getVal()[operation.getIndex()]);
}

constexpr Rewrite table[] = {
    local_of_any_type<known_if>("known_if"),
    local_of_any_type<known_case>("known_case"),
    local_of_any_type<same_in_all_branches>("same_in_all_branches"),
    local_of_any_type<unused_branch_result>("unused_branch_result"),
    local_of_any_type<element_of_tuple>("element_of_tuple"),
};

} // namespace

Rewrites branch_rewrites() { return table; }

} // namespace cotangent::simplify
