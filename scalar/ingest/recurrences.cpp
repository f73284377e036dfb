// Values that a loop moves on by a step that itself changes evenly, like the column of a packed triangle (`column += rows - c`), are
// start + i step + i (i - 1) / 2 growth. That expression of the loop's counter is put beside them, unused: the backward half computes them
// and their shadows again by it instead of taping them, the forward half goes on by steps, which are cheaper.
#include "scalar/ingest/managers.h"
#include "scalar/ingest/program.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace cotangent::scalar {

/// The recurrence of this value if its step grows by a constant amount and all parts exist before the loop.
static const SCEVAddRecExpr *second_order(PHINode &phi, const Loop &loop, ScalarEvolution &evolution, SCEVExpander &expander) {
  if (!evolution.isSCEVable(phi.getType()) || evolution.getTypeSizeInBits(phi.getType()) > 64)
    return nullptr;
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
  if (!recurrence || recurrence->getLoop() != &loop || recurrence->getNumOperands() != 3)
    return nullptr;
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  bool computable = all_of(recurrence->operands(), [&](const SCEV *operand) { return evolution.isLoopInvariant(operand, &loop) && expander.isSafeToExpandAt(operand, at); });
  return computable ? recurrence : nullptr;
}

/// start + i step + i (i - 1) / 2 growth, modulo the size of the type as the additions were. An even constant growth is halved beforehand.
static Value *closed_form(const PHINode &phi, const SCEVAddRecExpr &recurrence, const Loop &loop, Value *counter, SCEVExpander &expander) {
  Instruction *before = loop.getLoopPreheader()->getTerminator();
  Value *start = expander.expandCodeFor(recurrence.getOperand(0), phi.getType(), before->getIterator());
  Value *step = expander.expandCodeFor(recurrence.getOperand(1), nullptr, before->getIterator());
  Value *growth = expander.expandCodeFor(recurrence.getOperand(2), nullptr, before->getIterator());
  IRBuilder<> outside(before), builder(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
  Value *moved;
  if (auto *constant = dyn_cast<ConstantInt>(growth); constant && !constant->getValue()[0]) {
    Value *half = ConstantInt::get(growth->getType(), constant->getValue().ashr(1));
    Value *i = builder.CreateTrunc(counter, growth->getType());
    moved = builder.CreateMul(i, builder.CreateAdd(outside.CreateSub(step, half), builder.CreateMul(i, half)));
  } else { // of i and i - 1 the even one is halved
    Value *one = builder.getInt64(1);
    Value *pairs = builder.CreateMul(builder.CreateLShr(counter, one), builder.CreateOr(builder.CreateSub(counter, one), one));
    moved = builder.CreateAdd(builder.CreateMul(builder.CreateTrunc(counter, step->getType()), step), builder.CreateMul(builder.CreateTrunc(pairs, growth->getType()), growth));
  }
  return phi.getType()->isPointerTy() ? builder.CreatePtrAdd(start, moved, phi.getName()) : builder.CreateAdd(start, moved, phi.getName());
}

static void link(Instruction &phi, Instruction &closed, int64_t number) {
  LLVMContext &context = phi.getContext();
  MDNode *node = MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), number)));
  phi.setMetadata(recurrence_name, node);
  closed.setMetadata(recurrence_name, node);
}

const Instruction *closed_form_of(const PHINode &phi) {
  if (MDNode *node = phi.getMetadata(recurrence_name))
    for (const Instruction &instruction : *phi.getParent())
      if (&instruction != &phi && instruction.getMetadata(recurrence_name) == node)
        return &instruction;
  return nullptr;
}

void close_recurrences(Function &function) {
  Managers managers;
  auto &loops = managers.functions.getResult<LoopAnalysis>(function);
  auto &evolution = managers.functions.getResult<ScalarEvolutionAnalysis>(function);
  SCEVExpander expander(evolution, "cotangent.recurrence");
  int64_t number = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    auto *counter = dyn_cast<PHINode>(&loop->getHeader()->front());
    if (!counter || loop_number(*counter) < 0)
      continue;
    for (PHINode &phi : loop->getHeader()->phis())
      if (const SCEVAddRecExpr *recurrence = second_order(phi, *loop, evolution, expander))
        if (auto *closed = dyn_cast<Instruction>(closed_form(phi, *recurrence, *loop, counter, expander)))
          link(phi, *closed, number++);
  }
}

} // namespace cotangent::scalar
