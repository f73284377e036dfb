// Which functions are behind the pointers that requests are given.
#include "driver/pipelines/differentiate.h"
#include "driver/pipelines/request.h"
#include "scalar/ingest/managers.h"
#include "scalar/ingest/program.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cotangent::driver {

static constexpr const char *request_name = "cotangent.request";

/// Small functions of the standard library and of the headers become part of `function`: objects that hold a function pass through them.
static bool inline_carriers(Function &function) {
  constexpr unsigned small = 64; // with the checks of sanitizers
  static constexpr const char *carriers[] = {"_ZSt", "_ZNSt", "_ZNKSt", "_ZN9cotangent", "_ZNK9cotangent"};
  return inline_calls(function, {.rounds = 8, .instructions = 8000}, [&](const Function &callee) {
    StringRef name = callee.getName();
    bool carrier = any_of(carriers, [&](const char *prefix) { return name.starts_with(prefix); });
    return carrier && callee.hasLinkOnceLinkage() && callee.getInstructionCount() <= small;
  });
}

/// Notes at the requests what was found in a copy of their function; false if one that differentiates through a pointer is not resolved.
static bool note_contents(Function &copy, std::vector<CallBase *> &calls) {
  LLVMContext &context = copy.getContext();
  bool all = true;
  for (Instruction &instruction : instructions(copy)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    MDNode *number = call ? call->getMetadata(request_name) : nullptr;
    if (!number)
      continue;
    SmallVector<Metadata *, 8> contents;
    bool known = false;
    for (Value *argument : call->args()) {
      Constant *content = argument->getType()->isPointerTy() ? trace_content(argument) : nullptr;
      contents.push_back(content && isa<Function>(content) ? ConstantAsMetadata::get(content) : nullptr);
      known |= contents.back() != nullptr;
    }
    const Function *wanted = requested_function(*call);
    all &= known || !wanted || !wanted->getName().contains("PF"); // mangled: a pointer to a function
    calls[mdconst::extract<ConstantInt>(number->getOperand(0))->getZExtValue()]->setMetadata(contents_name, MDNode::get(context, contents));
  }
  return all;
}

/// The two halves of split mode are one derivative: what only one of them knows is not used by either.
static void keep_halves_alike(const std::vector<CallBase *> &requests) {
  std::map<const Function *, std::vector<CallBase *>> halves;
  for (CallBase *call : requests) {
    std::optional<Half> half = half_of_marker(call->getCalledOperand()->stripPointerCasts()->getName());
    if (half == Half::Augmented || half == Half::Adjoint)
      halves[requested_function(*call)].push_back(call);
  }
  auto known = [](CallBase *call) {
    MDNode *contents = call->getMetadata(contents_name);
    return contents ? count_if(contents->operands(), [](const MDOperand &content) { return content.get() != nullptr; }) : 0;
  };
  for (auto &[wrapper, calls] : halves)
    if (!all_of(calls, [&](CallBase *call) { return known(call) == known(calls.front()); }))
      for (CallBase *call : calls)
        call->setMetadata(contents_name, MDNode::get(call->getContext(), {}));
}

/// What pointers given to requests are known to point at, found on simplified copies of the functions that ask.
void Differentiator::find_known_contents() {
  std::map<Function *, std::vector<CallBase *>> holders;
  for (CallBase *call : requests())
    holders[call->getFunction()].push_back(call);
  for (auto &[holder, calls] : holders) {
    if (all_of(calls, [](CallBase *call) { return call->getMetadata(contents_name); }))
      continue;
    LLVMContext &context = module.getContext();
    for (auto [index, call] : enumerate(calls))
      call->setMetadata(request_name, MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), index))));
    ValueToValueMapTy map;
    Function *copy = CloneFunction(holder, map);
    copy->removeFnAttr(Attribute::OptimizeNone);
    scalar::simplify(*copy, false);
    if (!note_contents(*copy, calls) && inline_carriers(*copy)) {
      scalar::simplify(*copy, false);
      FunctionPassManager passes; // folds checks of sanitizers, which hold addresses of local variables
      for (int round = 0; round < 4; ++round) { // what was in one of them may be the address of another
        passes.addPass(InstCombinePass());
        passes.addPass(SimplifyCFGPass());
        passes.addPass(SROAPass(SROAOptions::ModifyCFG));
      }
      scalar::Managers managers;
      passes.run(*copy, managers.functions);
      note_contents(*copy, calls);
    }
    copy->eraseFromParent();
    for (CallBase *call : calls) {
      call->setMetadata(request_name, nullptr);
      if (!call->getMetadata(contents_name))
        call->setMetadata(contents_name, MDNode::get(context, {}));
    }
  }
  keep_halves_alike(requests());
}

} // namespace cotangent::driver
