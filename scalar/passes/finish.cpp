#include "scalar/passes/finish.h"
#include "scalar/ingest/managers.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cotangent::scalar {

void finish(ArrayRef<Function *> derivatives, bool optimise) {
  for (Function *function : derivatives) {
    std::vector<CallBase *> calls;
    for (Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && (callee->getName().starts_with("cotangent.tape.") || (callee->getName().starts_with("cotangent.combined.") && callee != function)))
          calls.push_back(call);
    for (CallBase *call : calls) {
      InlineFunctionInfo info;
      InlineFunction(*call, info);
    }
  }
  Managers managers;
  for (Function *function : derivatives) {
    FunctionPassManager passes;
    if (optimise) {
      passes = managers.builder.buildFunctionSimplificationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None);
    } else {
      passes.addPass(SROAPass(SROAOptions::ModifyCFG));
      passes.addPass(SCCPPass());
      passes.addPass(EarlyCSEPass(true));
      passes.addPass(InstSimplifyPass());
      passes.addPass(SimplifyCFGPass());
      passes.addPass(ADCEPass());
    }
    passes.run(*function, managers.functions);
  }
}

} // namespace cotangent::scalar
