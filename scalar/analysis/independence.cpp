#include "scalar/analysis/independence.h"
#include "scalar/analysis/sums.h"
#include "scalar/ingest/managers.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

std::string place_text(const Instruction &instruction) {
  const DebugLoc &place = instruction.getDebugLoc();
  return place ? " (line " + std::to_string(place.getLine()) + ")" : "";
}

struct Range {
  const SCEV *low = nullptr, *high = nullptr; // bytes [low, high)
};

class LoopJudge {
public:
  LoopJudge(Facts &facts, FunctionFacts &known, const LoopFacts &loop, ScalarEvolution &evolution, LoopInfo &own_loops)
      : facts(facts), loop(loop), known(known), evolution(evolution), loops(own_loops) {
    inner = loops.getLoopFor(loop.loop->getHeader());
  }

  std::string reason; // why not

  bool judge(IndependentLoop &result) {
    result.loop = &loop;
    return shape(result) && accumulators(result) && memory(result);
  }

private:
  Facts &facts;
  const LoopFacts &loop;
  FunctionFacts &known;
  ScalarEvolution &evolution;
  LoopInfo &loops; // of the same function, as scalar evolution knows them
  const Loop *inner = nullptr; // this loop
  const Loop *fixed = nullptr; // the loop of whose iteration ranges are computed
  std::vector<const Instruction *> body;

  bool no(std::string why) {
    reason = std::move(why);
    return false;
  }

  bool shape(IndependentLoop &result) {
    if (!loop.counted)
      return no("its number of iterations is not known on entry");
    const BasicBlock *exiting = loop.loop->getExitingBlock();
    SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> edges;
    loop.loop->getExitEdges(edges);
    SmallPtrSet<BasicBlock *, 8> dead;
    for (auto &[from, to] : edges) {
      if (known.returning.contains(to)) {
        if (from != loop.exits.begin()->first->getSinglePredecessor())
          return no("it is left in several places");
        exiting = from;
        continue;
      }
      SmallVector<BasicBlock *, 8> work{to};
      while (!work.empty()) {
        BasicBlock *at = work.pop_back_val();
        if (!dead.insert(at).second)
          continue;
        work.append(succ_begin(at), succ_end(at));
      }
    }
    for (BasicBlock *block : dead) {
      for (BasicBlock *predecessor : predecessors(block))
        if (!loop.loop->contains(predecessor) && !dead.contains(predecessor))
          return no("its error paths are shared with other code");
      result.dead_ends.push_back(block);
    }
    if (!exiting || loop.loop->getLoopLatch()->getSinglePredecessor() != exiting)
      return no("its test does not stand at its end");
    for (const BasicBlock *block : loop.loop->blocks())
      for (const Instruction &instruction : *block)
        body.push_back(&instruction);
    return true;
  }

  bool accumulators(IndependentLoop &result) {
    BasicBlock *header = loop.loop->getHeader(), *latch = loop.loop->getLoopLatch();
    for (PHINode &phi : header->phis()) {
      Value *next = phi.getIncomingValueForBlock(latch);
      if (!phi.getType()->isFloatingPointTy()) {
        if (!induction_like(phi, next))
          return no("it carries a value that is not an induction variable from iteration to iteration");
        continue;
      }
      auto *update = dyn_cast<Instruction>(next);
      if (!update || !facts.active(&phi)) {
        if (facts.varied.contains(&phi))
          return no("it carries a differentiated value from iteration to iteration");
        return no("it carries a floating value from iteration to iteration");
      }
      Accumulator found{&phi, update, nullptr};
      if (update->getOpcode() == Instruction::FAdd) {
        for (int i = 0; i < 2; ++i)
          if (update->getOperand(i) == &phi)
            found.amount = update->getOperand(1 - i);
      } else if (auto *fused = dyn_cast<IntrinsicInst>(update); fused && (fused->getIntrinsicID() == Intrinsic::fmuladd || fused->getIntrinsicID() == Intrinsic::fma)) {
        if (fused->getArgOperand(2) == &phi && fused->getArgOperand(0) != &phi && fused->getArgOperand(1) != &phi)
          found.amount = fused; // split when the body is taken out
      } else if (update->getOpcode() == Instruction::FSub && update->getOperand(0) == &phi) {
        found.amount = update;
      }
      if (!found.amount || found.amount == &phi || !phi.hasOneUse()) {
        if (!only_adds(phi, *update, *loop.loop))
          return no("a differentiated value that it carries is not a plain sum");
        found.amount = update;
        found.on_the_way = true;
      }
      for (const User *user : update->users())
        if (user != &phi && loop.loop->contains(cast<Instruction>(user)->getParent()))
          return no("a sum that it computes is also used in it");
      for (const User *user : update->users())
        if (user != &phi && !adjoint_known_beforehand(cast<Instruction>(user), *loop.loop->getLoopPreheader()->getTerminator(), known))
          return no("what the sum that it computes contributes to the result is not known before it runs");
      result.accumulators.push_back(found);
    }
    // Nothing else leaves the loop.
    for (const Instruction *instruction : body)
      for (const User *user : instruction->users())
        if (!loop.loop->contains(cast<Instruction>(user)->getParent()) && !is_contained(result.dead_ends, cast<Instruction>(user)->getParent())) {
          bool sum = any_of(result.accumulators, [&](const Accumulator &accumulator) { return accumulator.update == instruction; });
          bool counted = instruction == loop.counter || !facts.active(instruction);
          if (!sum && (!counted || !induction_value(instruction)))
            return no("a value that it computes is used after it");
        }
    return !result.accumulators.empty() || no("it computes no sum");
  }

  /// Advances by an amount that the body does not compute.
  bool induction_like(const PHINode &phi, const Value *next) const {
    auto *update = dyn_cast<Instruction>(next);
    return update && isa<BinaryOperator, GetElementPtrInst, CastInst>(update) && induction_value(update) && any_of(update->operands(), [&](const Use &use) { return use.get() == &phi; });
  }
  bool induction_value(const Instruction *value, unsigned depth = 0) const {
    if (isa<PHINode>(value))
      return value->getParent() == loop.loop->getHeader();
    if (depth > 8 || !isa<BinaryOperator, GetElementPtrInst, CastInst, CmpInst>(value) || value->getType()->isFloatingPointTy())
      return false;
    return all_of(value->operands(), [&](const Use &use) {
      auto *operand = dyn_cast<Instruction>(use.get());
      return !operand || !loop.loop->contains(operand->getParent()) || induction_value(operand, depth + 1);
    });
  }

  /// Not while the function that is looked at runs: the requested one, or the body of another loop.
  bool runs_elsewhere(const Function &other) const {
    const auto &bodies = facts.program.fused;
    return &other != known.function && is_contained(bodies, known.function) && (&other == facts.program.root || is_contained(bodies, &other)) && !facts.runs_inside(other, *known.function);
  }

  bool memory(IndependentLoop &) {
    std::set<Object *> read, written;
    for (const Instruction *instruction : body) {
      if (auto *load = dyn_cast<LoadInst>(instruction)) {
        read.insert(facts.objects.object_of(load->getPointerOperand()));
      } else if (auto *store = dyn_cast<StoreInst>(instruction)) {
        written.insert(facts.objects.object_of(store->getPointerOperand()));
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
        return no("it updates memory atomically");
      } else if (auto *call = dyn_cast<CallBase>(instruction)) {
        CallInfo info = facts.call(*call);
        if (info.role == CallRole::Copy) {
          written.insert(facts.objects.object_of(call->getArgOperand(0)));
          read.insert(facts.objects.object_of(call->getArgOperand(1)));
        } else if (info.role == CallRole::Set) {
          written.insert(facts.objects.object_of(call->getArgOperand(0)));
        } else if (info.role == CallRole::Private || info.role == CallRole::Unknown || info.role == CallRole::Mirror || info.role == CallRole::Move || info.role == CallRole::Caught) {
          if (facts.call_is_active(*call) || info.role != CallRole::Private)
            return no("it calls a function that is not seen through");
        }
      }
    }
    for (Object *object : read)
      if (object && object->shadowed && !written.count(object))
        for (const Instruction *writer : facts.writers_of(object)) {
          if (auto *call = dyn_cast<CallBase>(writer); call && facts.call(*call).role == CallRole::Deallocation)
            continue;
          if (runs_elsewhere(*writer->getFunction()))
            continue;
          if (writer->getFunction() != known.function || known.may_follow(loop.loop->getHeader()->getTerminator(), writer))
            return no("memory that it reads is written after it");
        }
    for (Object *object : written)
      if (!object || (object->shadowed && !scratch(*object)))
        return false;
    return true;
  }

  bool scratch(Object &object) {
    if (object.duplicated_argument || object.constant_argument || object.external || object.exception)
      return no("it writes differentiated values to memory of the caller");
    bool made_inside = true;
    for (const Value *origin : object.origins) {
      auto *made = dyn_cast<Instruction>(origin);
      if (!made)
        return no("it writes differentiated values to a global variable");
      made_inside &= loop.loop->contains(made->getParent()) && !isa<AllocaInst>(made);
    }
    if (made_inside)
      return true;
    // Read after the loop?
    for (const BasicBlock &block : *known.function)
      for (const Instruction &instruction : block) {
        const Value *pointer = nullptr;
        if (auto *load = dyn_cast<LoadInst>(&instruction))
          pointer = load->getPointerOperand();
        else if (auto *call = dyn_cast<CallBase>(&instruction); call && facts.call(*call).role == CallRole::Copy)
          pointer = call->getArgOperand(1);
        if (!pointer || facts.objects.object_of(pointer) != &object)
          continue;
        if (!loop.loop->contains(&block)) {
          if (known.may_follow(loop.loop->getHeader()->getTerminator(), &instruction))
            return no("scratch memory that it writes is read after it");
          continue;
        }
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (!load || !covered(*load, object))
          return no("it may read scratch memory that an earlier iteration has written" + place_text(instruction));
      }
    return true;
  }

  /// Bytes that an access touches within one iteration.
  bool range_of(const Value *pointer, Type *type, Range &range) {
    const SCEV *address = evolution.getSCEV(const_cast<Value *>(pointer));
    uint64_t size = known.function->getDataLayout().getTypeStoreSize(type);
    range.low = bound(address, false);
    range.high = bound(address, true);
    if (!range.low || !range.high)
      return false;
    range.high = evolution.getAddExpr(range.high, evolution.getConstant(evolution.getEffectiveSCEVType(range.high->getType()), size));
    return true;
  }

  /// Least or greatest value over all loops inside the one whose iteration is looked at.
  const SCEV *bound(const SCEV *expression, bool greatest, unsigned depth = 0) {
    if (depth > 12 || isa<SCEVCouldNotCompute>(expression))
      return nullptr;
    if (auto *sum = dyn_cast<SCEVAddExpr>(expression)) {
      SmallVector<const SCEV *, 4> parts;
      for (const SCEV *operand : sum->operands()) {
        const SCEV *part = bound(operand, greatest, depth + 1);
        if (!part)
          return nullptr;
        parts.push_back(part);
      }
      return evolution.getAddExpr(parts);
    }
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression);
    if (!recurrence || recurrence->getLoop() == fixed || !fixed->contains(recurrence->getLoop())) {
      if (recurrence) // of this loop or an outer one: fixed within an iteration
        return expression;
      return contains_inner(expression) ? nullptr : expression;
    }
    if (!recurrence->isAffine())
      return nullptr;
    const SCEV *step = recurrence->getStepRecurrence(evolution);
    const SCEV *last = evolution.getBackedgeTakenCount(recurrence->getLoop());
    if (isa<SCEVCouldNotCompute>(last))
      return nullptr;
    bool rising = evolution.isKnownPositive(step), falling = evolution.isKnownNegative(step);
    if (!rising && !falling)
      return nullptr;
    const SCEV *at = recurrence->getStart();
    if (rising == greatest) {
      Type *type = evolution.getEffectiveSCEVType(step->getType());
      at = evolution.getAddExpr(at, evolution.getMulExpr(evolution.getTruncateOrZeroExtend(last, type), step));
    }
    return bound(at, greatest, depth + 1);
  }
  bool contains_inner(const SCEV *expression) {
    return SCEVExprContains(expression, [&](const SCEV *part) {
      auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
      if (recurrence)
        return recurrence->getLoop() != fixed && fixed->contains(recurrence->getLoop());
      auto *unknown = dyn_cast<SCEVUnknown>(part);
      auto *made = unknown ? dyn_cast<Instruction>(unknown->getValue()) : nullptr;
      const Loop *around = made ? loops.getLoopFor(made->getParent()) : nullptr;
      return around && around != fixed && fixed->contains(around); // changes within the iteration
    });
  }

  /// Stores of this iteration, all before the load, fill every byte that it may read.
  bool covered(const LoadInst &load, Object &object) {
    for (const Instruction *instruction : body) {
      auto *store = dyn_cast<StoreInst>(instruction);
      if (!store || facts.objects.object_of(store->getPointerOperand()) != &object)
        continue;
      Type *type = store->getValueOperand()->getType();
      if (store->getPointerOperand() == load.getPointerOperand() && type == load.getType() && known.dominators->dominates(store, &load))
        return true;
      // Both within one iteration of the innermost loop around the loop that fills.
      const Loop *around = loops.getLoopFor(store->getParent());
      fixed = around == inner ? inner : around->getParentLoop();
      Range wanted, filled;
      if (!fixed->contains(load.getParent()) || !fills(*store, load) || !range_of(load.getPointerOperand(), load.getType(), wanted) || !range_of(store->getPointerOperand(), type, filled))
        continue;
      const SCEV *below = evolution.getMinusSCEV(wanted.low, filled.low), *above = evolution.getMinusSCEV(filled.high, wanted.high);
      if (around != inner && !isa<SCEVCouldNotCompute>(above)) // where it fills, it runs at least once
        above = evolution.applyLoopGuards(above, around);
      if (!isa<SCEVCouldNotCompute>(below) && !isa<SCEVCouldNotCompute>(above) && evolution.isKnownNonNegative(below) && evolution.isKnownNonNegative(above))
        return true;
    }
    return false;
  }

  /// The store runs in every iteration of the loops around it, one element after the other, before the load.
  bool fills(const StoreInst &store, const LoadInst &load) {
    const Loop *around = loops.getLoopFor(store.getParent());
    if (around == inner)
      return known.dominators->dominates(&store, &load);
    auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<Value *>(store.getPointerOperand())));
    uint64_t size = known.function->getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
    if (!address || address->getLoop() != around || !address->isAffine())
      return false;
    auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
    if (!step || step->getAPInt().abs() != size)
      return false;
    // All iterations: one exit, at the end, and the store on every way there.
    const BasicBlock *exiting = around->getExitingBlock();
    if (!exiting || !around->getLoopLatch() || !known.dominators->dominates(store.getParent(), exiting))
      return false;
    if (around->contains(load.getParent())) // the loop itself reads what it has filled so far only at the same place
      return false;
    if (may_run_before(load.getParent(), around->getHeader()))
      return false;
    const BasicBlock *exit = around->getUniqueExitBlock();
    if (exit && known.dominators->dominates(exit, load.getParent()))
      return true;
    // Both stand behind the same guard, as loops that may have no iterations do.
    const BasicBlock *guard = around->getLoopPreheader();
    while (guard && guard->getSinglePredecessor() && guard->getSinglePredecessor()->getSingleSuccessor())
      guard = guard->getSinglePredecessor();
    const BasicBlock *test = guard ? guard->getSinglePredecessor() : nullptr;
    auto *branch = test ? dyn_cast<BranchInst>(test->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || !known.dominators->dominates(test, load.getParent()))
      return false;
    if (same_guard(*branch, guard == branch->getSuccessor(0), load.getParent()))
      return true;
    // Or the guard is the same in every iteration and everything that is ever written stands behind it.
    auto *condition = dyn_cast<Instruction>(branch->getCondition());
    if (condition && loop.loop->contains(condition->getParent()))
      return false;
    Object *object = facts.objects.object_of(load.getPointerOperand());
    return all_of(body, [&](const Instruction *instruction) {
      auto *other = dyn_cast<StoreInst>(instruction);
      return !other || facts.objects.object_of(other->getPointerOperand()) != object || same_guard(*branch, guard == branch->getSuccessor(0), other->getParent());
    });
  }

  /// Within one iteration of the loop that is looked at.
  bool may_run_before(const BasicBlock *first, const BasicBlock *second) {
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const BasicBlock *, 16> work{first};
    while (!work.empty()) {
      const BasicBlock *at = work.pop_back_val();
      for (const BasicBlock *next : successors(at)) {
        if (next == second)
          return true;
        if (next != fixed->getHeader() && fixed->contains(next) && seen.insert(next).second)
          work.push_back(next);
      }
    }
    return false;
  }

  /// The block runs only where a branch on the same condition went the same way.
  bool same_guard(const BranchInst &branch, bool way, const BasicBlock *block) {
    for (auto *node = known.dominators->getNode(block); node; node = node->getIDom()) {
      const BasicBlock *at = node->getBlock();
      const BasicBlock *before = at->getSinglePredecessor();
      auto *other = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
      if (!other || !other->isConditional() || other->getSuccessor(0) == other->getSuccessor(1))
        continue;
      bool taken = other->getSuccessor(0) == at;
      if (other->getCondition() == branch.getCondition() && taken == way)
        return true;
    }
    return false;
  }
};

} // namespace

static void judge_loops(Facts &facts, Function &function, std::vector<IndependentLoop> &result) {
  FunctionFacts &known = facts.function_facts.at(&function);
  if (known.loops->empty() || !known.exit || !known.exit->getReturnValue() || !facts.active(known.exit->getReturnValue()))
    return;
  Managers analyses;
  auto &evolution = analyses.functions.getResult<ScalarEvolutionAnalysis>(function);
  auto &loops = analyses.functions.getResult<LoopAnalysis>(function);
  for (Loop *loop : known.loops->getTopLevelLoops()) {
    IndependentLoop candidate;
    LoopJudge judge(facts, known, *known.loop_facts.at(loop), evolution, loops);
    if (!known.returning.contains(loop->getHeader()))
      continue;
    if (judge.judge(candidate))
      result.push_back(candidate);
    else
      facts.dependences.push_back({loop->getHeader(), loop->getHeader()->getFirstNonPHIIt()->getDebugLoc(), judge.reason});
  }
}

std::vector<IndependentLoop> independent_loops(Facts &facts, size_t first_body) {
  std::vector<IndependentLoop> result;
  if (facts.program.fused.empty()) {
    if (facts.signature.active_return)
      judge_loops(facts, *facts.program.root, result);
    return result;
  }
  for (Function *body : drop_begin(facts.program.fused, first_body))
    judge_loops(facts, *body, result);
  return result;
}

} // namespace cotangent::scalar
