#include "scalar/emit/replay.h"
#include "scalar/emit/tape.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace cotangent::scalar {

static constexpr const char *effect_name = "cotangent.effect";

/// What depends on more than its operands, or does more than give a value.
static bool is_effect(const Instruction &instruction, const PrivateFunctions &functions) {
  if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, FenceInst, AllocaInst>(instruction))
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  if (call->doesNotAccessMemory())
    return isa<InvokeInst>(call);
  bool pointers = any_of(call->args(), [](const Value *argument) { return argument->getType()->isPointerTy(); });
  return pointers || isa<InvokeInst>(call) || classify(*call, &functions).role != CallRole::Scalar;
}

void mark_effects(Function &primal, const PrivateFunctions &functions) {
  for (Instruction &instruction : instructions(primal))
    if (is_effect(instruction, functions))
      instruction.setMetadata(effect_name, MDNode::get(primal.getContext(), {}));
}

static std::vector<Instruction *> marked_instructions(Function &function) {
  std::vector<Instruction *> found;
  for (Instruction &instruction : instructions(function))
    if (instruction.getMetadata(effect_name))
      found.push_back(&instruction);
  return found;
}

static bool has_value(const Instruction &instruction) { return !instruction.getType()->isVoidTy() && !instruction.getType()->isTokenTy(); }

static uint64_t entry_size(const DataLayout &layout, Type *type) { return alignTo(layout.getTypeStoreSize(type), 8); }

static Function *with_tape(Function &like, Type *result, const Twine &name) {
  std::vector<Type *> types(like.getFunctionType()->param_begin(), like.getFunctionType()->param_end());
  types.push_back(PointerType::get(like.getContext(), 0));
  Function *made = Function::Create(FunctionType::get(result, types, false), GlobalValue::InternalLinkage, name, *like.getParent());
  made->setDSOLocal(true);
  return made;
}

Function *make_recorder(Function &marked, uint64_t stamp) {
  LLVMContext &context = marked.getContext();
  const DataLayout &layout = marked.getDataLayout();
  Type *result = marked.getReturnType();
  Function *made = with_tape(marked, result->isVoidTy() ? result : StructType::get(context, ArrayRef<Type *>(result)), "cotangent.recorder." + marked.getName());
  ValueToValueMapTy map;
  for (auto [from, to] : zip(marked.args(), made->args()))
    map[&from] = &to;
  SmallVector<ReturnInst *, 1> returns;
  CloneFunctionInto(made, &marked, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  made->setSubprogram(nullptr);
  AttributeList attributes = made->getAttributes();
  made->setAttributes(AttributeList());
  for (Attribute attribute : attributes.getFnAttrs())
    if (attribute.isStringAttribute() && attribute.getKindAsString().starts_with("target-"))
      made->addFnAttr(attribute);

  TapeRecord tape(made->getArg(made->arg_size() - 1));
  auto record = [&](Value *value, IRBuilder<> &builder) {
    Value *begin = tape.reserve(builder, builder.getInt64(entry_size(layout, value->getType())));
    builder.CreateAlignedStore(value, tape.address(builder, begin), Align(1));
  };
  std::vector<Instruction *> effects = marked_instructions(*made);
  IRBuilder<> first(&*made->getEntryBlock().getFirstInsertionPt());
  record(first.getInt64(stamp), first);
  for (unsigned i = 0; i + 1 < made->arg_size(); ++i)
    record(made->getArg(i), first);
  for (Instruction *effect : effects) {
    effect->setMetadata(effect_name, nullptr);
    if (!has_value(*effect))
      continue;
    IRBuilder<> builder(context);
    if (auto *invoke = dyn_cast<InvokeInst>(effect))
      builder.SetInsertPoint(SplitEdge(invoke->getParent(), invoke->getNormalDest())->getTerminator());
    else
      builder.SetInsertPoint(effect->getParent(), std::next(effect->getIterator()));
    record(effect, builder);
  }
  for (ReturnInst *exit : returns)
    if (Value *value = exit->getReturnValue()) {
      IRBuilder<> builder(exit);
      builder.CreateRet(builder.CreateInsertValue(PoisonValue::get(made->getReturnType()), value, 0));
      exit->eraseFromParent();
    }
  return made;
}

Function *make_player(Function &tangent, ArrayRef<unsigned> primal_at, uint64_t stamp) {
  LLVMContext &context = tangent.getContext();
  const DataLayout &layout = tangent.getDataLayout();
  Function *made = with_tape(tangent, tangent.getReturnType(), "cotangent.player." + tangent.getName());
  made->setAttributes(tangent.getAttributes());
  if (tangent.hasPersonalityFn())
    made->setPersonalityFn(tangent.getPersonalityFn());
  made->splice(made->begin(), &tangent);
  for (auto [from, to] : zip(tangent.args(), made->args()))
    from.replaceAllUsesWith(&to);
  tangent.eraseFromParent();

  // Where the recording is read: it is checked to be one of this function.
  BasicBlock *body = &made->getEntryBlock();
  BasicBlock *begin = BasicBlock::Create(context, "begin", made, body), *wrong = BasicBlock::Create(context, "wrong", made, body);
  BasicBlock *check = BasicBlock::Create(context, "check", made, body), *arguments = BasicBlock::Create(context, "arguments", made, body);
  IRBuilder<> builder(begin);
  TapeRecord tape(made->getArg(made->arg_size() - 1));
  Value *cursor = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "cursor");
  builder.CreateStore(builder.getInt64(0), cursor);
  auto play = [&](Type *type, IRBuilder<> &at) {
    Value *offset = at.CreateLoad(at.getInt64Ty(), cursor);
    at.CreateStore(at.CreateAdd(offset, at.getInt64(entry_size(layout, type))), cursor);
    return at.CreateAlignedLoad(type, tape.address(at, offset), Align(1));
  };
  builder.CreateCondBr(builder.CreateICmpUGE(tape.top(builder), builder.getInt64(8)), check, wrong);
  builder.SetInsertPoint(check);
  builder.CreateCondBr(builder.CreateICmpEQ(play(builder.getInt64Ty(), builder), builder.getInt64(stamp)), arguments, wrong);
  builder.SetInsertPoint(wrong);
  FunctionCallee thrower = made->getParent()->getOrInsertFunction("cotangent_throw_runtime_exception", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy());
  builder.CreateCall(thrower, {builder.CreateGlobalString("bad-annotation"), builder.CreateGlobalString("the tape was not made for this split forward derivative")});
  builder.CreateUnreachable();
  builder.SetInsertPoint(arguments);
  for (unsigned at : primal_at) {
    Argument *argument = made->getArg(at);
    argument->replaceAllUsesWith(play(argument->getType(), builder));
  }
  builder.CreateBr(body);

  for (Instruction *effect : marked_instructions(*made)) {
    IRBuilder<> here(effect);
    if (has_value(*effect))
      effect->replaceAllUsesWith(play(effect->getType(), here));
    if (auto *invoke = dyn_cast<InvokeInst>(effect)) {
      here.CreateBr(invoke->getNormalDest());
      invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    }
    effect->eraseFromParent();
  }
  removeUnreachableBlocks(*made);
  return made;
}

} // namespace cotangent::scalar
