#include "scalar/passes/neighbours.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

constexpr int64_t longest_reach = 8;       // pending sums of one group
constexpr unsigned shortest_loop = 8;      // iterations, where they are known
constexpr size_t most_checks = 12;         // comparisons of ranges before a loop

/// `*pointer += increment`, at an address that moves by a constant in every iteration.
struct Update {
  LoadInst *load;
  BinaryOperator *add;
  StoreInst *store;
  const SCEVAddRecExpr *address;
  unsigned increment_operand;

  Value *increment() const { return add->getOperand(increment_operand); }
  Type *type() const { return add->getType(); }
};

/// Updates of neighbouring places: the place that the one at position m adds to is reached by the first m iterations later, for the last time.
struct Group {
  SmallVector<Update, 4> updates;
  int64_t step; // bytes per iteration
};

/// The bytes from `low` up to before `high`.
struct Range {
  const SCEV *low, *high;
};

class LoopGatherer {
public:
  LoopGatherer(Loop &loop, ScalarEvolution &evolution, AAResults &aliases, DominatorTree &dominators, LoopInfo &loops)
      : loop_(loop), block_(*loop.getHeader()), evolution_(evolution), aliases_(aliases), dominators_(dominators), loops_(loops), layout_(block_.getDataLayout()) {}

  bool run();

private:
  const SCEVAddRecExpr *moving_address(const Value *pointer);
  std::optional<Update> update_at(StoreInst &store);
  bool apart(const Update &update, const Instruction &other);
  std::vector<Group> find_groups(ArrayRef<Update> updates);
  std::optional<Range> range_of(const SCEV *first_address, const SCEV *last_address, uint64_t size);
  std::optional<Range> range_of_access(Instruction &access);
  bool collect_checks(const Group &group, ArrayRef<Instruction *> others);
  void choose_by_checks();
  void gather(const Group &group);

  Loop &loop_;
  BasicBlock &block_;
  ScalarEvolution &evolution_;
  AAResults &aliases_;
  DominatorTree &dominators_;
  LoopInfo &loops_;
  const DataLayout &layout_;
  const SCEV *count_ = nullptr; // of jumps back
  std::vector<std::pair<Range, Range>> checks_;
};

/// Nothing that lies between the load and the store writes there.
bool LoopGatherer::apart(const Update &update, const Instruction &other) {
  if (!other.mayWriteToMemory())
    return true;
  if (auto *store = dyn_cast<StoreInst>(&other)) {
    const SCEV *distance = evolution_.getMinusSCEV(evolution_.getSCEV(const_cast<Value *>(store->getPointerOperand())), update.address);
    if (auto *constant = dyn_cast<SCEVConstant>(distance)) {
      int64_t bytes = constant->getAPInt().getSExtValue();
      if (bytes >= static_cast<int64_t>(layout_.getTypeStoreSize(update.type())) || -bytes >= static_cast<int64_t>(layout_.getTypeStoreSize(store->getValueOperand()->getType())))
        return true;
    }
  }
  return !isModSet(aliases_.getModRefInfo(&other, MemoryLocation::get(update.store)));
}

/// An address that moves by a constant in every iteration of the loop; null for others.
const SCEVAddRecExpr *LoopGatherer::moving_address(const Value *pointer) {
  auto *address = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(const_cast<Value *>(pointer)));
  return address && address->getLoop() == &loop_ && address->isAffine() && isa<SCEVConstant>(address->getStepRecurrence(evolution_)) ? address : nullptr;
}

std::optional<Update> LoopGatherer::update_at(StoreInst &store) {
  auto *add = dyn_cast<BinaryOperator>(store.getValueOperand());
  if (!store.isSimple() || !add || add->getParent() != &block_ || add->getOpcode() != Instruction::FAdd || !add->hasOneUse() || !add->hasAllowReassoc() || !add->hasNoSignedZeros() || add->getType()->isVectorTy())
    return {};
  const SCEVAddRecExpr *address = moving_address(store.getPointerOperand());
  if (!address)
    return {};
  for (unsigned side : {0U, 1U}) {
    auto *load = dyn_cast<LoadInst>(add->getOperand(side));
    if (!load || !load->isSimple() || !load->hasOneUse() || load->getParent() != &block_ || evolution_.getSCEV(load->getPointerOperand()) != address)
      continue;
    Update update{load, add, &store, address, 1 - side};
    bool whole = true;
    for (auto at = std::next(load->getIterator()); &*at != &store; ++at)
      whole = whole && apart(update, *at);
    if (whole)
      return update;
  }
  return {};
}

std::vector<Group> LoopGatherer::find_groups(ArrayRef<Update> updates) {
  std::vector<Group> groups;
  SmallVector<bool, 16> used(updates.size());
  for (size_t i = 0; i < updates.size(); ++i) {
    if (used[i])
      continue;
    int64_t step = cast<SCEVConstant>(updates[i].address->getStepRecurrence(evolution_))->getAPInt().getSExtValue();
    if (!step)
      continue;
    std::map<int64_t, size_t> at; // iterations from update i
    for (size_t j = i; j < updates.size(); ++j) {
      if (used[j] || updates[j].type() != updates[i].type())
        continue;
      auto *distance = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(updates[j].address, updates[i].address));
      int64_t bytes = distance ? distance->getAPInt().getSExtValue() : 1;
      if (bytes % step == 0 && at.emplace(bytes / step, j).second)
        used[j] = true;
    }
    Group group{{}, step};
    for (auto &[position, j] : at)
      if (position == at.begin()->first + static_cast<int64_t>(group.updates.size()) && static_cast<int64_t>(group.updates.size()) <= longest_reach)
        group.updates.push_back(updates[j]);
    if (group.updates.size() == at.size() && at.size() > 1) // no gaps: every place in between is added to by each full pass
      groups.push_back(group);
  }
  return groups;
}

std::optional<Range> LoopGatherer::range_of(const SCEV *first_address, const SCEV *last_address, uint64_t size) {
  const SCEV *first = evolution_.getLosslessPtrToIntExpr(first_address), *last = evolution_.getLosslessPtrToIntExpr(last_address);
  if (isa<SCEVCouldNotCompute>(first) || isa<SCEVCouldNotCompute>(last))
    return {};
  return Range{evolution_.getUMinExpr(first, last), evolution_.getAddExpr(evolution_.getUMaxExpr(first, last), evolution_.getConstant(first->getType(), size))};
}

std::optional<Range> LoopGatherer::range_of_access(Instruction &access) {
  Value *pointer = getLoadStorePointerOperand(&access);
  const SCEV *address = evolution_.getSCEV(pointer);
  uint64_t size = layout_.getTypeStoreSize(getLoadStoreType(&access));
  if (evolution_.isLoopInvariant(address, &loop_))
    return range_of(address, address, size);
  const SCEVAddRecExpr *moving = moving_address(pointer);
  if (!moving)
    return {};
  return range_of(moving->getStart(), moving->evaluateAtIteration(count_, evolution_), size);
}

/// Notes which ranges must be apart so that the group may be gathered. False: it may not.
bool LoopGatherer::collect_checks(const Group &group, ArrayRef<Instruction *> others) {
  const Update &first = group.updates.front(), &last = group.updates.back();
  const SCEV *begin = first.address->getStart(), *end = last.address->evaluateAtIteration(count_, evolution_);
  std::optional<Range> own = range_of(begin, end, layout_.getTypeStoreSize(first.type()));
  if (!own)
    return false;
  MemoryLocation place = MemoryLocation::getBeforeOrAfter(first.store->getPointerOperand()); // no tags: they may speak of one iteration only
  std::vector<std::pair<Range, Range>> checks;
  for (Instruction *other : others) {
    if (other->isAtomic() || other->isVolatile()) // other threads may wait for it
      return false;
    const Value *pointer = getLoadStorePointerOperand(other);
    if (pointer ? aliases_.isNoAlias(place, MemoryLocation::getBeforeOrAfter(pointer)) : !isModOrRefSet(aliases_.getModRefInfo(other, place)))
      continue;
    if (!pointer)
      return false;
    std::optional<Range> range = range_of_access(*other);
    if (!range)
      return false;
    if (none_of(checks, [&](auto &check) { return check.second.low == range->low && check.second.high == range->high; }))
      checks.emplace_back(*own, *range);
  }
  if (checks_.size() + checks.size() > most_checks)
    return false;
  SCEVExpander expander(evolution_, "neighbours");
  for (auto &[one, other] : checks)
    for (const SCEV *bound : {one.low, one.high, other.low, other.high})
      if (!expander.isSafeToExpandAt(bound, loop_.getLoopPreheader()->getTerminator()))
        return false;
  checks_.insert(checks_.end(), checks.begin(), checks.end());
  return true;
}

/// Before the loop: where two ranges overlap, an unchanged copy of the loop runs.
void LoopGatherer::choose_by_checks() {
  BasicBlock *check = loop_.getLoopPreheader(), *exit = loop_.getExitBlock();
  BasicBlock *preheader = SplitBlock(check, check->getTerminator(), &dominators_, &loops_, nullptr, block_.getName() + ".gathered");
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 4> blocks;
  Loop *copy = cloneLoopWithPreheader(preheader, check, &loop_, copies, ".scattered", &loops_, &dominators_, blocks);
  remapInstructionsInBlocks(blocks, copies);
  Instruction *end = check->getTerminator();
  SCEVExpander expander(evolution_, "neighbours");
  SmallVector<std::array<Value *, 4>, 8> bounds;
  for (auto &[one, other] : checks_) {
    std::array<Value *, 4> values;
    for (auto [slot, bound] : {std::pair{0, one.low}, {1, one.high}, {2, other.low}, {3, other.high}})
      values[slot] = expander.expandCodeFor(bound, bound->getType(), end);
    bounds.push_back(values);
  }
  IRBuilder<> builder(end);
  Value *overlap = builder.getFalse();
  for (auto &[low, high, other_low, other_high] : bounds) {
    Value *meet = builder.CreateAnd(builder.CreateICmpULT(low, other_high), builder.CreateICmpULT(other_low, high));
    overlap = builder.CreateOr(overlap, meet);
  }
  builder.CreateCondBr(overlap, copy->getLoopPreheader(), preheader);
  end->eraseFromParent();
  for (PHINode &phi : exit->phis()) {
    Value *value = phi.getIncomingValueForBlock(&block_);
    auto found = copies.find(value);
    phi.addIncoming(found == copies.end() ? value : static_cast<Value *>(found->second), copy->getExitingBlock());
  }
  dominators_.changeImmediateDominator(exit, check);
}

void LoopGatherer::gather(const Group &group) {
  Type *type = group.updates.front().type();
  BasicBlock *preheader = loop_.getLoopPreheader();
  size_t reach = group.updates.size() - 1;
  std::vector<PHINode *> pending(reach + 1);
  IRBuilder<> at_top(&block_, block_.begin());
  for (size_t m = 1; m <= reach; ++m)
    pending[m] = at_top.CreatePHI(type, 2, "pending");
  auto add = [&](IRBuilder<> &builder, Value *a, Value *b) {
    Value *sum = builder.CreateFAdd(a, b);
    if (auto *made = dyn_cast<Instruction>(sum))
      made->copyFastMathFlags(group.updates.front().add);
    return sum;
  };
  const Update &first = group.updates.front();
  IRBuilder<> at_end(block_.getTerminator());
  std::vector<Value *> next(reach + 1);
  for (size_t m = 1; m <= reach; ++m) {
    Value *own = group.updates[m].increment();
    next[m] = m == reach ? own : add(at_end, pending[m + 1], own);
  }
  IRBuilder<> at_first(first.add);
  first.add->setOperand(first.increment_operand, add(at_first, pending[1], first.increment()));
  for (size_t m = 1; m <= reach; ++m) {
    pending[m]->addIncoming(ConstantFP::getZero(type), preheader);
    pending[m]->addIncoming(next[m], &block_);
    const Update &update = group.updates[m];
    update.store->eraseFromParent();
    update.add->eraseFromParent();
    update.load->eraseFromParent();
  }
  BasicBlock *behind = SplitEdge(&block_, loop_.getExitBlock(), &dominators_, &loops_);
  IRBuilder<> builder(behind->getTerminator());
  for (size_t m = 1; m <= reach; ++m) {
    Value *place = builder.CreatePtrAdd(first.store->getPointerOperand(), builder.getInt64(static_cast<uint64_t>(group.step * static_cast<int64_t>(m))));
    Value *sum = add(builder, builder.CreateAlignedLoad(type, place, first.load->getAlign()), next[m]);
    builder.CreateAlignedStore(sum, place, first.store->getAlign());
  }
}

bool LoopGatherer::run() {
  if (loop_.getNumBlocks() != 1 || !loop_.isInnermost() || block_.getTerminator()->getNumSuccessors() != 2)
    return false;
  SmallVector<Update, 16> updates;
  for (Instruction &instruction : block_)
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      if (std::optional<Update> update = update_at(*store))
        updates.push_back(*update);
  std::vector<Group> groups = updates.size() > 1 ? find_groups(updates) : std::vector<Group>();
  count_ = evolution_.getBackedgeTakenCount(&loop_);
  if (groups.empty() || isa<SCEVCouldNotCompute>(count_))
    return false;
  if (unsigned known = evolution_.getSmallConstantTripCount(&loop_); known && known < shortest_loop)
    return false;
  bool changed = simplifyLoop(&loop_, &dominators_, &loops_, &evolution_, nullptr, nullptr, false);
  changed |= formLCSSA(loop_, dominators_, &loops_, &evolution_);
  if (loop_.getNumBlocks() != 1 || !loop_.getLoopPreheader() || !loop_.getExitBlock() || !loop_.hasDedicatedExits())
    return changed;
  std::vector<Group> accepted;
  for (const Group &group : groups) {
    SmallVector<Instruction *, 16> others; // but sums of the same type, whose order does not matter
    for (Instruction &instruction : block_)
      if (instruction.mayReadOrWriteMemory() && none_of(updates, [&](const Update &update) { return update.type() == group.updates.front().type() && (update.load == &instruction || update.store == &instruction); }))
        others.push_back(&instruction);
    if (collect_checks(group, others))
      accepted.push_back(group);
  }
  if (accepted.empty())
    return changed;
  if (!checks_.empty())
    choose_by_checks();
  for (const Group &group : accepted)
    gather(group);
  return true;
}

} // namespace

PreservedAnalyses NeighboursPass::run(Function &function, FunctionAnalysisManager &manager) {
  LoopInfo &loops = manager.getResult<LoopAnalysis>(function);
  SmallVector<Loop *, 16> innermost;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      innermost.push_back(loop);
  if (innermost.empty())
    return PreservedAnalyses::all();
  auto &evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
  auto &aliases = manager.getResult<AAManager>(function);
  auto &dominators = manager.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Loop *loop : innermost)
    if (LoopGatherer(*loop, evolution, aliases, dominators, loops).run()) {
      changed = true;
      evolution.forgetLoop(loop);
    }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace cotangent::scalar
