#include "scalar/passes/short_loops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace cotangent::scalar {

/// Whether this store adds to what lies at its address.
static bool adds_to_adjoint(const StoreInst &store) {
  auto *sum = dyn_cast<Instruction>(store.getValueOperand());
  if (!sum || !store.isSimple() || !sum->getType()->isFloatingPointTy() || !isa<FPMathOperator>(sum) || !sum->hasAllowReassoc())
    return false;
  return any_of(sum->operands(), [&](const Value *operand) {
    auto *load = dyn_cast<LoadInst>(operand);
    return load && load->getPointerOperand() == store.getPointerOperand();
  });
}

/// The adjoint of a value is taken out where the value was stored, often just after it was added to.
static bool clears_adjoint(const StoreInst &store) {
  auto *constant = dyn_cast<ConstantFP>(store.getValueOperand());
  return constant && constant->isZero();
}

static bool wants_more_iterations(const Loop &loop, ScalarEvolution &evolution) {
  if (evolution.getSmallConstantTripCount(&loop) || findOptionMDForLoop(&loop, "llvm.loop.interleave.count"))
    return false;
  if (any_of(loop.getHeader()->phis(), [](const PHINode &phi) { return phi.getType()->isFloatingPointTy(); }))
    return false; // sums in registers gain more by independent chains
  bool adds = false, clears = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        adds |= adds_to_adjoint(*store);
        clears |= clears_adjoint(*store);
      }
  return adds && clears;
}

PreservedAnalyses ShortLoopsPass::run(Function &function, FunctionAnalysisManager &manager) {
  auto &evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : manager.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() && wants_more_iterations(*loop, evolution))
      addStringMetadataToLoop(loop, "llvm.loop.interleave.count", 2);
  return PreservedAnalyses::all();
}

} // namespace cotangent::scalar
