// An exception that leaves a derivative frees what the derivative holds.
#include "scalar/emit/adjoint_sweep.h"
#include "rules/calls/calls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace cotangent::scalar {

static bool may_throw(const CallInst &call) {
  if (call.doesNotThrow() || isa<IntrinsicInst>(call) || call.isInlineAsm())
    return false;
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return true;
  StringRef name = callee->getName();
  if (name.starts_with("cotangent_") && name != "cotangent_throw_runtime_exception" && name != "cotangent_nan_check" && name != "cotangent_copy_backward")
    return false;
  const rules::CallFacts *facts = rules::call_facts(std::string_view(name));
  return !facts || !facts->never_throws;
}

void AdjointSweep::release_on_unwind() {
  bool root = &original == facts.program.root;
  bool own_tape = combined && !plan.fused && forward_tape;
  bool own_list = combined && deferred;
  if (!own_tape && !own_list && !(root && !combined))
    return;
  Module &module = derivatives.module;
  LLVMContext &context = module.getContext();
  auto release = [&](Builder &builder) {
    if (!combined) { // the tape was made for this call
      builder.CreateCall(module.getOrInsertFunction("cotangent_tape_free", builder.getVoidTy(), builder.getPtrTy()), {tape});
      return;
    }
    if (own_list)
      builder.CreateCall(module.getOrInsertFunction("cotangent_free_deferred", builder.getVoidTy(), builder.getPtrTy()), {builder.CreateLoad(builder.getPtrTy(), deferred)});
    if (own_tape)
      forward_tape->free(builder, builder.getInt64(0));
  };
  std::vector<CallInst *> calls;
  for (Instruction &instruction : instructions(target)) {
    if (auto *resume = dyn_cast<ResumeInst>(&instruction)) {
      Builder builder(resume);
      release(builder);
    } else if (auto *call = dyn_cast<CallInst>(&instruction); call && may_throw(*call)) {
      calls.push_back(call);
    }
  }
  if (calls.empty())
    return;
  if (!target.hasPersonalityFn()) {
    FunctionCallee personality = module.getOrInsertFunction("__gxx_personality_v0", FunctionType::get(Type::getInt32Ty(context), true));
    target.setPersonalityFn(cast<Constant>(personality.getCallee()));
  }
  BasicBlock *pad = BasicBlock::Create(context, "unwind", &target);
  Builder builder(pad);
  LandingPadInst *caught = builder.CreateLandingPad(StructType::get(context, {builder.getPtrTy(), builder.getInt32Ty()}), 0);
  caught->setCleanup(true);
  release(builder);
  builder.CreateResume(caught);
  for (CallInst *call : calls) {
    call->setTailCallKind(CallInst::TCK_None);
    changeToInvokeAndSplitBasicBlock(call, pad);
  }
}

} // namespace cotangent::scalar
