// What the reverse sweep reads, and what can be computed again.
#include "scalar/plan/plan.h"
#include "scalar/analysis/patterns.h"
#include "rules/check/dependency.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cotangent::scalar {

static Quantity shadow_of(const Value *value, Facts &facts) { return {value, facts.has_shadow(value)}; }

std::vector<Quantity> reverse_needs(const Instruction &instruction, Facts &facts) {
  std::vector<Quantity> needs;
  if (instruction.getMetadata(path_name)) {
    needs.push_back({&instruction, false});
    return needs;
  }
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    if (loop_number(*phi) >= 0)
      for (auto &[loop, known] : facts.function_facts.at(phi->getFunction()).loop_facts)
        for (auto &[exit, count] : known->exits)
          if (count == phi)
            needs.push_back({phi, false});
    return needs;
  }
  auto use_shadow = [&](const Value *pointer) {
    needs.push_back(shadow_of(pointer, facts));
    if (facts.decided_at_run_time(pointer))
      needs.push_back({pointer, false});
  };
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    if (facts.active(load) && facts.active_memory(load->getPointerOperand(), load->getType()))
      use_shadow(load->getPointerOperand());
    return needs;
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    if (facts.active_memory(store->getPointerOperand(), store->getValueOperand()->getType()) || covers_floating(*store, facts))
      use_shadow(store->getPointerOperand());
    return needs;
  }
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    if (facts.active_memory(update->getPointerOperand(), update->getType()))
      use_shadow(update->getPointerOperand());
    return needs;
  }
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    CallInfo info = facts.call(*call);
    switch (info.role) {
    case CallRole::Copy:
    case CallRole::Set:
      if (facts.shadowed(call->getArgOperand(0))) {
        use_shadow(call->getArgOperand(0));
        if (info.role == CallRole::Copy)
          use_shadow(call->getArgOperand(1));
        needs.push_back({call->getArgOperand(2), false});
      }
      return needs;
    case CallRole::Move:
      if (facts.shadowed(call->getArgOperand(0))) {
        use_shadow(call->getArgOperand(0));
        use_shadow(call->getArgOperand(1));
        needs.push_back({call->getArgOperand(2), false});
      }
      return needs;
    case CallRole::Reallocation:
      if (facts.shadowed(call)) {
        use_shadow(call);
        use_shadow(call->getArgOperand(0));
        needs.push_back({call->getArgOperand(info.size_argument), false});
      }
      return needs;
    default:
      break;
    }
  }
  if (!facts.active(&instruction))
    return needs;
  std::string rule = scalar_rule_of(instruction);
  if (!rule.empty()) {
    auto dependencies = rules::dependencies(rule);
    for (unsigned i = 0; i < dependencies.size(); ++i) {
      if (dependencies[i].constant_zero || !facts.active(instruction.getOperand(i)))
        continue;
      for (unsigned j = 0; j < dependencies.size(); ++j)
        if (dependencies[i].inputs[j])
          needs.push_back({instruction.getOperand(j), false});
      if (dependencies[i].result)
        needs.push_back({&instruction, false});
    }
    return needs;
  }
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    needs.push_back({select->getCondition(), false});
  else if (isa<ExtractElementInst>(instruction))
    needs.push_back({instruction.getOperand(1), false});
  else if (isa<InsertElementInst>(instruction))
    needs.push_back({instruction.getOperand(2), false});
  return needs;
}

std::optional<Induction> induction_of(const PHINode &phi, Facts &facts) {
  FunctionFacts &known = facts.function_facts.at(phi.getFunction());
  const Loop *loop = known.loops->getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent() || !loop->getLoopLatch() || !loop->getLoopPreheader())
    return {};
  Induction result;
  result.loop = known.loop_facts.at(loop).get();
  result.start = phi.getIncomingValueForBlock(loop->getLoopPreheader());
  const Value *next = phi.getIncomingValueForBlock(loop->getLoopLatch());
  auto invariant = [&](const Value *value) {
    auto *made = dyn_cast<Instruction>(value);
    return !made || !loop->contains(made);
  };
  if (auto *gep = dyn_cast<GetElementPtrInst>(next)) {
    if (gep->getPointerOperand() == &phi && gep->getNumIndices() == 1 && invariant(gep->getOperand(1))) {
      result.step = gep->getOperand(1);
      return result;
    }
    return {};
  }
  auto *update = dyn_cast<BinaryOperator>(next);
  if (!update || !phi.getType()->isIntegerTy())
    return {};
  if (update->getOpcode() == Instruction::Add) {
    for (int i = 0; i < 2; ++i)
      if (update->getOperand(i) == &phi && invariant(update->getOperand(1 - i))) {
        result.step = update->getOperand(1 - i);
        return result;
      }
  } else if (update->getOpcode() == Instruction::Sub && update->getOperand(0) == &phi && invariant(update->getOperand(1))) {
    result.step = update->getOperand(1);
    result.negative = true;
    return result;
  }
  return {};
}

/// Cheap enough to compute twice rather than to store.
static bool is_cheap(const Instruction &instruction) {
  if (isa<CastInst, GetElementPtrInst, CmpInst, SelectInst, FreezeInst, ExtractValueInst, InsertValueInst, ExtractElementInst, InsertElementInst,
          ShuffleVectorInst, UnaryOperator>(instruction))
    return true;
  if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
    switch (binary->getOpcode()) {
    case Instruction::FDiv:
    case Instruction::FRem:
      return false;
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return isa<Constant>(binary->getOperand(1)); // a variable divisor might trap where the primal did not divide
    default:
      return true;
    }
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::fabs:
    case Intrinsic::fmuladd:
    case Intrinsic::fma:
    case Intrinsic::copysign:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::smax:
    case Intrinsic::smin:
    case Intrinsic::umax:
    case Intrinsic::umin:
    case Intrinsic::abs:
      return true;
    default:
      return false;
    }
  return false;
}

bool recompute_operands(Quantity quantity, Facts &facts, bool combined, std::vector<Quantity> &operands, std::string &reason) {
  const Value *value = quantity.value;
  auto operand = [&](const Value *from) { operands.push_back(quantity.shadow ? shadow_of(from, facts) : Quantity{from, false}); };
  if (isa<Argument>(value)) {
    reason = "an argument of a function that is called in both sweeps";
    return false; // where arguments are at hand, nobody asks
  }
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return true;
  if (isa<AllocaInst>(instruction)) {
    reason = "memory of a function that has returned";
    return combined;
  }
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    FunctionFacts &known = facts.function_facts.at(phi->getFunction());
    if (auto induction = induction_of(*phi, facts)) {
      operand(induction->start);
      operands.push_back({induction->step, false});
      return true;
    }
    if (const Instruction *closed = closed_form_of(*phi)) {
      operand(closed);
      return true;
    }
    if (phi->getNumIncomingValues() == 1) {
      auto *made = dyn_cast<Instruction>(phi->getIncomingValue(0));
      const Loop *from = made ? known.loops->getLoopFor(made->getParent()) : nullptr;
      if (!from || from->contains(phi->getParent())) {
        operand(phi->getIncomingValue(0));
        return true;
      }
    }
    reason = "it depends on the way taken through the program";
    return false;
  }
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    if (load->isVolatile() || load->isAtomic()) {
      reason = "the memory is volatile or shared";
      return false;
    }
    bool constant = false;
    if (auto *variable = dyn_cast<GlobalVariable>(load->getPointerOperand()->stripInBoundsOffsets()))
      constant = variable->isConstant();
    if (!constant && (combined ? facts.overwritten_later(load) : quantity.shadow || !facts.stays_between_halves(load))) {
      reason = combined ? "its memory is overwritten or freed later" : "its memory may change between the two sweeps";
      return false;
    }
    operands.push_back(quantity.shadow ? shadow_of(load->getPointerOperand(), facts) : Quantity{load->getPointerOperand(), false});
    return true;
  }
  if (quantity.shadow) {
    if (auto *gep = dyn_cast<GetElementPtrInst>(instruction)) {
      operand(gep->getPointerOperand());
      for (const Value *index : gep->indices())
        operands.push_back({index, false});
      return true;
    }
    if (auto *select = dyn_cast<SelectInst>(instruction)) {
      operands.push_back({select->getCondition(), false});
      operand(select->getTrueValue());
      operand(select->getFalseValue());
      return true;
    }
    if (isa<CastInst, FreezeInst, BinaryOperator, ExtractValueInst, InsertValueInst>(instruction)) {
      for (const Value *from : instruction->operands())
        operand(from);
      return true;
    }
    reason = "memory that the derivative allocates or that a call returns";
    return false;
  }
  if (!is_cheap(*instruction)) {
    reason = isa<CallBase>(instruction) ? "it costs a call" : "it costs a division";
    return false;
  }
  for (const Value *from : instruction->operands())
    if (!isa<BasicBlock>(from) && !isa<Function>(from) && !isa<MetadataAsValue>(from))
      operands.push_back({from, false});
  return true;
}

} // namespace cotangent::scalar
