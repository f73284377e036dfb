#include "tensor/differentiate/activity.h"
#include "tensor/differentiate/keep.h"
#include "tensor/differentiate/linearizer.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::differentiate {

namespace {

/// `if` or `case` on the same condition, with empty regions.
Operation *branches_like(Build &build, Operation *operation, TypeRange results) {
  OperationState state(build.location, operation->getName(), operation->getOperands(), results, operation->getAttrs());
  for (size_t at = 0; at < operation->getNumRegions(); ++at)
    state.addRegion();
  return build.builder.create(state);
}

} // namespace

void Linearizer::visit_branches(Operation *operation) {
  Activity activity([&](Value value) { return tangent(value) != nullptr; });
  llvm::SmallVector<bool> active = activity.of_branches(operation);
  if (llvm::none_of(active, [](bool is) { return is; }))
    return;
  OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPointAfter(operation);
  if (purpose_ == Purpose::Tangents)
    join_tangents(operation);
  else
    split_branches(operation);
}

void Linearizer::join_tangents(Operation *operation) {
  for (Region &branch : operation->getRegions())
    run_inside(branch.front());
  llvm::SmallVector<size_t> active;
  llvm::SmallVector<Type> types(operation->getResultTypes());
  for (size_t at = 0; at < operation->getNumResults(); ++at)
    if (llvm::any_of(operation->getRegions(), [&](Region &branch) {
          return tangent(branch.front().getTerminator()->getOperand(static_cast<unsigned>(at))) != nullptr;
        })) {
      active.push_back(at);
      types.push_back(types[at]);
    }
  if (active.empty())
    return;
  Build build(builder_, operation->getLoc());
  Operation *both = branches_like(build, operation, types);
  for (auto [from, to] : llvm::zip(operation->getRegions(), both->getRegions())) {
    to.takeBody(from);
    Operation *end = to.front().getTerminator();
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPoint(end);
    Values results(end->getOperands());
    for (size_t at : active)
      results.push_back(tangent_or_zero(build, results[at]));
    end->setOperands(results);
  }
  unsigned count = operation->getNumResults();
  replace(operation->getResults(), both->getResults().take_front(count));
  mark_linear(both);
  for (auto [at, position] : llvm::enumerate(active))
    seed(both->getResult(static_cast<unsigned>(position)), both->getResult(count + static_cast<unsigned>(at)));
  erase(operation);
}

void Linearizer::split_branches(Operation *operation) {
  struct Branch {
    Block *block;
    llvm::SmallVector<Operation *> linear_part;
    Kept kept;
  };
  Build build(builder_, operation->getLoc());
  Operation *work = builder_.clone(*operation);
  llvm::SmallVector<Branch> branches;
  llvm::SmallVector<Type> types(operation->getResultTypes());
  for (Region &region : work->getRegions()) {
    Branch branch{&region.front(), run_inside(region.front()), {}};
    branch.kept = choose_kept({branch.block, branch.linear_part, [](Value) { return false; }});
    for (Value value : branch.kept.values)
      types.push_back(value.getType());
    branches.push_back(std::move(branch));
  }
  auto returned = [](const Branch &branch, size_t at) {
    return branch.block->getTerminator()->getOperand(static_cast<unsigned>(at));
  };
  llvm::SmallVector<size_t> active;
  llvm::SmallVector<Type> tangent_types;
  for (size_t at = 0; at < work->getNumResults(); ++at)
    if (llvm::any_of(branches, [&](const Branch &branch) { return tangent(returned(branch, at)) != nullptr; })) {
      active.push_back(at);
      tangent_types.push_back(types[at]);
    }

  builder_.setInsertionPointAfter(work);
  Operation *keeping = branches_like(build, work, types);
  for (auto [mine, region] : llvm::enumerate(keeping->getRegions()))
    build.fill(region, {}, [&](Build &inner, ValueRange) {
      Branch &branch = branches[mine];
      IRMapping mapping;
      llvm::DenseSet<Operation *> linear(branch.linear_part.begin(), branch.linear_part.end());
      for (Operation &primal : branch.block->without_terminator())
        if (!linear.contains(&primal))
          inner.builder.clone(primal, mapping);
      Values results;
      for (Value value : branch.block->getTerminator()->getOperands())
        results.push_back(mapping.lookupOrDefault(value));
      for (auto [other, from] : llvm::enumerate(branches))
        for (Value value : from.kept.values)
          results.push_back(other == mine ? mapping.lookupOrDefault(value) : inner.zeros(value.getType()));
      return results;
    });
  Operation *linear = branches_like(build, work, tangent_types);
  linear->setAttr(linear_mark, builder_.getUnitAttr());
  unsigned next = work->getNumResults();
  for (auto [branch, region] : llvm::zip(branches, linear->getRegions()))
    build.fill(region, {}, [&](Build &inner, ValueRange) {
      IRMapping mapping;
      for (Value value : branch.kept.values)
        mapping.map(value, keeping->getResult(next++));
      for (Operation *again : branch.kept.recomputed)
        inner.builder.clone(*again, mapping);
      for (Operation *made : branch.linear_part)
        inner.builder.clone(*made, mapping);
      Values results;
      for (size_t at : active) {
        Value known = tangent(returned(branch, at));
        results.push_back(known ? mapping.lookupOrDefault(known) : inner.zeros_like(returned(branch, at)));
      }
      return results;
    });
  mark_linear(linear);
  replace(operation->getResults(), keeping->getResults().take_front(operation->getNumResults()));
  for (auto [at, position] : llvm::enumerate(active))
    seed(keeping->getResult(static_cast<unsigned>(position)), linear->getResult(static_cast<unsigned>(at)));
  erase(work);
  erase(operation);
}

} // namespace cotangent::differentiate
