#include "scalar/analysis/sums.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cotangent::scalar {

/// Whether this operand is one to which the instruction adds, or from which it chooses.
static bool passes_on(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(user))
    return (intrinsic->getIntrinsicID() == Intrinsic::fmuladd || intrinsic->getIntrinsicID() == Intrinsic::fma) && use.getOperandNo() == 2;
  switch (user->getOpcode()) {
  case Instruction::FAdd:
  case Instruction::PHI:
    return true;
  case Instruction::FSub:
    return use.getOperandNo() == 0;
  case Instruction::Select:
    return use.getOperandNo() > 0;
  default:
    return false;
  }
}

bool only_adds(const PHINode &phi, const Value &next, const Loop &loop) {
  SmallPtrSet<const Value *, 16> members{&phi};
  SmallVector<const Instruction *, 16> work{&phi};
  while (!work.empty()) {
    const Instruction *member = work.pop_back_val();
    for (const Use &use : member->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (user == &phi || !loop.contains(user->getParent())) {
        if (member != &next)
          return false; // an intermediate sum goes on or leaves
        continue;
      }
      if (member == &next || !passes_on(use))
        return false;
      if (members.insert(user).second)
        work.push_back(user);
    }
  }
  if (&next == &phi || !members.contains(&next))
    return false;
  for (const Value *member : members) {
    if (member == &phi)
      continue;
    auto *step = cast<Instruction>(member);
    unsigned from_members = count_if(step->operands(), [&](const Use &operand) { return members.contains(operand.get()); });
    unsigned choices = isa<PHINode>(step) ? step->getNumOperands() : isa<SelectInst>(step) ? 2 : 1;
    if (from_members != choices)
      return false; // it starts from something else, or counts twice
  }
  return true;
}

/// Every way from `from` to the end passes through `through`.
static bool always_passes(const BasicBlock *from, const BasicBlock *through, const FunctionFacts &known) {
  if (from == through)
    return true;
  SmallPtrSet<const BasicBlock *, 16> seen{from};
  SmallVector<const BasicBlock *, 16> work{from};
  while (!work.empty()) {
    const BasicBlock *at = work.pop_back_val();
    if (known.exit->getParent() == at)
      return false;
    for (const BasicBlock *next : successors(at))
      if (next != through && known.returning.contains(next) && seen.insert(next).second)
        work.push_back(next);
  }
  return true;
}

bool adjoint_known_beforehand(const Value *value, const Instruction &available_at, const FunctionFacts &known, unsigned depth) {
  if (depth > 16)
    return false;
  auto available = [&](const Value *factor) {
    auto *made = dyn_cast<Instruction>(factor);
    return !made || known.dominators->dominates(made, &available_at);
  };
  const LoopFacts *level = known.loop_of(available_at.getParent());
  for (const User *user : value->users()) {
    auto *step = dyn_cast<Instruction>(user);
    if (!step || !known.returning.contains(step->getParent()) || known.loop_of(step->getParent()) != level)
      return false;
    if (isa<ReturnInst>(step))
      continue;
    auto *phi = dyn_cast<PHINode>(step);
    const BasicBlock *from = isa<Instruction>(value) ? cast<Instruction>(value)->getParent() : nullptr;
    if (!from)
      return false;
    if (phi) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (phi->getIncomingValue(i) == value && !always_passes(from, phi->getIncomingBlock(i), known))
          return false;
    } else if (!always_passes(from, step->getParent(), known)) {
      return false;
    }
    bool linear = false;
    switch (step->getOpcode()) {
    case Instruction::PHI:
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FNeg:
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      linear = true;
      break;
    case Instruction::FMul:
      linear = available(step->getOperand(step->getOperand(0) == value ? 1 : 0)) && step->getOperand(0) != step->getOperand(1);
      break;
    case Instruction::FDiv:
      linear = step->getOperand(0) == value && step->getOperand(1) != value && available(step->getOperand(1));
      break;
    default:
      break;
    }
    if (auto *fused = dyn_cast<IntrinsicInst>(step); fused && (fused->getIntrinsicID() == Intrinsic::fmuladd || fused->getIntrinsicID() == Intrinsic::fma)) {
      unsigned uses = 0;
      for (const Value *operand : fused->args())
        uses += operand == value;
      if (uses == 1)
        linear = fused->getArgOperand(2) == value || available(fused->getArgOperand(fused->getArgOperand(0) == value ? 1 : 0));
    }
    if (!linear || !adjoint_known_beforehand(step, available_at, known, depth + 1))
      return false;
  }
  return true;
}

} // namespace cotangent::scalar
