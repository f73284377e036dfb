#include "scalar/emit/primal_sweep.h"
#include "scalar/emit/tape.h"
#include "rules/calls/calls.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cotangent::scalar {

PrimalSweep::PrimalSweep(Derivatives &derivatives, const Function &original, Function &target, Sweep sweep)
    : derivatives(derivatives), facts(derivatives.facts), original(original), target(target), sweep(sweep), width(derivatives.width) {
  unsigned position = 0;
  for (const Argument &argument : original.args()) {
    Argument *copy = target.getArg(position++);
    copy->setName(argument.getName());
    map[&argument] = copy;
    if (facts.has_shadow(&argument) || (sweep == Sweep::Tangent && facts.active(&argument)))
      for (unsigned lane = 0; lane < width; ++lane) {
        target.getArg(position)->setName(argument.getName() + ".shadow");
        shadows[&argument].push_back(target.getArg(position++));
      }
  }
  if (sweep == Sweep::Augmented)
    tape = target.getArg(position);
}

Value *PrimalSweep::primal(const Value *value) {
  auto found = map.find(value);
  if (found != map.end())
    return found->second;
  return const_cast<Value *>(value);
}

Lanes PrimalSweep::shadow_constant(const Constant *constant) {
  Lanes lanes;
  for (unsigned lane = 0; lane < width; ++lane) {
    if (auto *variable = dyn_cast<GlobalVariable>(constant)) {
      lanes.push_back(derivatives.shadow_global(variable, lane));
    } else if (auto *expression = dyn_cast<ConstantExpr>(constant)) {
      SmallVector<Constant *, 4> operands;
      for (const Use &operand : expression->operands()) {
        auto *part = cast<Constant>(operand.get());
        operands.push_back(facts.has_shadow(part) ? cast<Constant>(shadow_constant(part)[lane]) : part);
      }
      lanes.push_back(expression->getWithOperands(operands));
    } else {
      lanes.push_back(const_cast<Constant *>(constant));
    }
  }
  return lanes;
}

Lanes PrimalSweep::shadow(const Value *value) {
  auto found = shadows.find(value);
  if (found != shadows.end())
    return found->second;
  if (auto *constant = dyn_cast<Constant>(value); constant && facts.has_shadow(constant))
    return shadow_constant(constant);
  return Lanes(width, primal(value));
}

IRBuilder<> PrimalSweep::builder_after(const Instruction &instruction) {
  auto *copy = cast<Instruction>(primal(&instruction));
  BasicBlock *block = copy->getParent();
  BasicBlock::iterator place = std::next(copy->getIterator());
  if (auto *invoke = dyn_cast<InvokeInst>(copy)) {
    block = invoke->getNormalDest();
    place = block->getFirstInsertionPt();
  } else if (isa<PHINode>(copy)) {
    place = block->getFirstInsertionPt();
  }
  return IRBuilder<>(block, place);
}

void PrimalSweep::sweep_body() {
  SmallVector<ReturnInst *, 1> returns;
  CloneFunctionInto(&target, &original, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  target.setSubprogram(nullptr);
  // The attributes of the primal speak of effects and arguments that the derivative does not share.
  AttributeList attributes = target.getAttributes();
  target.setAttributes(AttributeList());
  for (Attribute attribute : attributes.getFnAttrs())
    if (attribute.isStringAttribute() && attribute.getKindAsString().starts_with("target-"))
      target.addFnAttr(attribute);
  if (attributes.hasFnAttr(Attribute::UWTable))
    target.addFnAttr(attributes.getFnAttr(Attribute::UWTable));
  ReversePostOrderTraversal<const Function *> order(&original);
  for (const BasicBlock *block : order)
    for (const Instruction &instruction : *block) {
      if (!isa<CallBase>(instruction))
        refuse(instruction);
      if (isa<LoadInst, StoreInst>(instruction))
        derivatives.aliases.primal(cast<Instruction>(primal(&instruction)));
      if (auto *call = dyn_cast<CallBase>(&instruction))
        emit_call(*call);
      else if (auto *store = dyn_cast<StoreInst>(&instruction))
        emit_store(*store);
      else if (facts.has_shadow(&instruction))
        emit_shadow(instruction);
      after(instruction);
    }
  for (const PHINode *phi : shadow_phis)
    fill_shadow_phi(*phi);
}

void PrimalSweep::fill_shadow_phi(const PHINode &phi) {
  Lanes &own = shadows[&phi];
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Lanes incoming = shadow(phi.getIncomingValue(i));
    for (unsigned lane = 0; lane < width; ++lane)
      cast<PHINode>(own[lane])->addIncoming(incoming[lane], cast<BasicBlock>(primal(phi.getIncomingBlock(i))));
  }
}

void PrimalSweep::emit_shadow(const Instruction &instruction) {
  Lanes &own = shadows[&instruction];
  own.clear();
  IRBuilder<> builder = builder_after(instruction);
  const DataLayout &layout = original.getDataLayout();
  if (auto *stack = dyn_cast<AllocaInst>(&instruction)) {
    std::optional<TypeSize> size = stack->getAllocationSize(layout);
    for (unsigned lane = 0; lane < width; ++lane) {
      if (sweep == Sweep::Augmented) { // lives until the other half has run
        FunctionCallee allocate = derivatives.module.getOrInsertFunction("calloc", builder.getPtrTy(), builder.getInt64Ty(), builder.getInt64Ty());
        own.push_back(builder.CreateCall(allocate, {builder.getInt64(1), builder.getInt64(size->getFixedValue())}));
        defer_free(builder, own.back(), derivatives.module.getOrInsertFunction("free", builder.getVoidTy(), builder.getPtrTy()).getCallee());
        continue;
      }
      auto *copy = builder.CreateAlloca(stack->getAllocatedType(), primal(stack->getArraySize()), stack->getName() + ".shadow");
      copy->setAlignment(stack->getAlign());
      builder.CreateMemSet(copy, builder.getInt8(0), size->getFixedValue(), stack->getAlign());
      own.push_back(copy);
    }
    return;
  }
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    auto *copy = cast<PHINode>(primal(phi));
    for (unsigned lane = 0; lane < width; ++lane)
      own.push_back(PHINode::Create(phi->getType(), phi->getNumIncomingValues(), phi->getName() + ".shadow", copy->getIterator()));
    shadow_phis.push_back(phi);
    return;
  }
  if (isa<ICmpInst>(instruction)) {
    own.assign(width, primal(&instruction));
    return;
  }
  SmallVector<Lanes, 4> operands;
  for (const Value *operand : instruction.operands()) {
    bool index = isa<GetElementPtrInst>(instruction) && operand != cast<GetElementPtrInst>(instruction).getPointerOperand();
    bool condition = isa<SelectInst>(instruction) && operand == cast<SelectInst>(instruction).getCondition();
    operands.push_back(index || condition ? Lanes(width, primal(operand)) : shadow(operand));
  }
  for (unsigned lane = 0; lane < width; ++lane) {
    Instruction *copy = instruction.clone();
    if (instruction.hasName())
      copy->setName(instruction.getName() + ".shadow");
    for (unsigned i = 0; i < operands.size(); ++i)
      copy->setOperand(i, operands[i][lane]);
    copy->dropUnknownNonDebugMetadata();
    if (auto *gep = dyn_cast<GetElementPtrInst>(copy))
      gep->setNoWrapFlags(GEPNoWrapFlags::none());
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      derivatives.aliases.shadow(copy, load->getPointerOperand());
    builder.Insert(copy);
    own.push_back(copy);
  }
}

/// What is read from memory whose words are not told apart, and stored into such memory, goes along with its shadow: the zero (the tangent)
/// of a number, or a size.
bool PrimalSweep::moves_shadow(const StoreInst &store) {
  auto *load = dyn_cast<LoadInst>(store.getValueOperand());
  if (!load || !load->getType()->isIntegerTy(64) || facts.signature.options.runtime_activity || !facts.shadowed(load->getPointerOperand()))
    return false;
  if (sweep == Sweep::Tangent && facts.active(load) && !facts.has_shadow(load))
    return false; // has a tangent of its own
  Object *from = facts.objects.object_of(load->getPointerOperand()), *to = facts.objects.object_of(store.getPointerOperand());
  return from->holds_pointers() && to->holds_pointers() && (sweep == Sweep::Tangent || (!from->filled_shadow && !to->filled_shadow));
}

void PrimalSweep::emit_store(const StoreInst &store) {
  if (!facts.shadowed(store.getPointerOperand()))
    return;
  const Value *content = store.getValueOperand();
  if (contains_floating(content->getType()))
    return; // tangents are stored by the subclass; adjoints belong to the reverse sweep
  Object *object = facts.objects.object_of(store.getPointerOperand());
  bool count = facts.stores_integer(store);
  bool moved = !count && moves_shadow(store);
  if (facts.active_memory(store.getPointerOperand(), content->getType()) && content->getType()->isIntegerTy() && !moved && (!count || (object->filled_shadow && sweep != Sweep::Tangent)))
    return; // the bits of a floating value, perhaps
  if (!object->holds_pointers() && sweep != Sweep::Tangent)
    return;
  auto *copy = cast<StoreInst>(primal(&store));
  IRBuilder<> builder(copy);
  Lanes pointers = shadow(store.getPointerOperand()), values = count ? Lanes(width, primal(content)) : shadow(content);
  if (moved) {
    auto *load = cast<LoadInst>(content);
    IRBuilder<> reader = builder_after(*load);
    Lanes places = shadow(load->getPointerOperand());
    for (unsigned lane = 0; lane < width; ++lane) {
      LoadInst *read = reader.CreateAlignedLoad(load->getType(), places[lane], load->getAlign());
      derivatives.aliases.shadow(read, load->getPointerOperand());
      values[lane] = read;
    }
  }
  for (unsigned lane = 0; lane < width; ++lane) {
    if (facts.decided_at_run_time(store.getPointerOperand()))
      pointers[lane] = unless_constant(builder, content->getType(), primal(store.getPointerOperand()), pointers[lane]);
    derivatives.aliases.shadow(builder.CreateAlignedStore(values[lane], pointers[lane], store.getAlign(), store.isVolatile()), store.getPointerOperand());
  }
}

void PrimalSweep::remove_call(CallBase &call) {
  if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
    IRBuilder<>(invoke).CreateBr(invoke->getNormalDest());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  call.eraseFromParent();
}

void PrimalSweep::defer_free(IRBuilder<> &builder, Value *memory, Value *release) {
  FunctionCallee defer = derivatives.module.getOrInsertFunction("cotangent_defer_free", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy());
  builder.CreateCall(defer, {deferred, memory, release});
}

/// Of an allocation or a reallocation.
Value *PrimalSweep::allocated_bytes(IRBuilder<> &builder, const CallBase &call) {
  CallInfo info = facts.call(call);
  Value *size = primal(call.getArgOperand(info.size_argument));
  return info.count_argument >= 0 ? builder.CreateMul(size, primal(call.getArgOperand(info.count_argument))) : size;
}

/// Memory of the result, for the time when its shadow gets its pointers back.
void PrimalSweep::keep_block(IRBuilder<> &builder, const CallBase &allocation, Value *memory) {
  if (sweep == Sweep::Tangent || !derivatives.plan.restores_result || !facts.part_of_result(&allocation))
    return;
  FunctionCallee keep = derivatives.module.getOrInsertFunction("cotangent_keep_block", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty());
  builder.CreateCall(keep, {deferred, memory, builder.CreateZExtOrTrunc(allocated_bytes(builder, allocation), builder.getInt64Ty())});
}

/// The function that frees this memory when only its address is known.
Value *PrimalSweep::release_function(const CallBase &call) {
  StringRef name = call.getCalledFunction()->getName();
  if (name == "cotangent_defer_free")
    return primal(call.getArgOperand(2));
  // Sized and placement forms free like the plain one; over-aligned memory has its own.
  const char *plain = name.starts_with("_Zda") ? (name.contains("align") ? "cotangent_delete_aligned_array" : "_ZdaPv")
                      : name.starts_with("_Zdl") ? (name.contains("align") ? "cotangent_delete_aligned" : "_ZdlPv")
                      : name == "cotangent_tape_release" ? "cotangent_tape_discard"
                                                         : "free";
  Type *pointer = PointerType::get(call.getContext(), 0);
  return derivatives.module.getOrInsertFunction(plain, FunctionType::get(Type::getVoidTy(call.getContext()), {pointer}, false)).getCallee();
}

/// Paths without a derivative say so when they are reached.
void PrimalSweep::refuse(const Instruction &instruction) {
  auto found = derivatives.plan.refused.find(&instruction);
  if (found == derivatives.plan.refused.end())
    return;
  IRBuilder<> builder(cast<Instruction>(primal(&instruction)));
  FunctionCallee thrower = derivatives.module.getOrInsertFunction("cotangent_throw_runtime_exception", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy());
  Value *kind = builder.CreateGlobalString(found->second.first), *message = builder.CreateGlobalString(found->second.second);
  auto *invoke = dyn_cast<InvokeInst>(primal(&instruction));
  auto *refused_call = dyn_cast<CallBase>(primal(&instruction));
  bool request = refused_call && refused_call->getCalledFunction() && is_request(refused_call->getCalledFunction()->getName());
  bool caught = invoke && !request && facts.function_facts.at(instruction.getFunction()).returning.contains(cast<InvokeInst>(instruction).getUnwindDest()); // the program must not swallow it
  if (!invoke || caught) {
    builder.CreateCall(thrower, {kind, message});
    if (auto *call = dyn_cast<CallInst>(primal(&instruction)); call && request) {
      Value *nothing = PoisonValue::get(call->getType()); // the request itself must not stay
      call->replaceAllUsesWith(nothing);
      map[&instruction] = nothing;
      call->eraseFromParent();
    }
    return;
  }
  auto *copy = cast<CallBase>(primal(&instruction)); // the exception takes the way of the call's own
  SmallVector<Value *, 2> arguments{kind, message};
  builder.CreateInvoke(thrower, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
  copy->replaceAllUsesWith(PoisonValue::get(copy->getType()));
  map[&instruction] = PoisonValue::get(copy->getType());
  copy->eraseFromParent();
}

void PrimalSweep::emit_call(const CallBase &call) {
  if (derivatives.plan.refused.count(&call))
    return refuse(call);
  CallInfo info = facts.call(call);
  auto *copy = cast<CallBase>(primal(&call));
  auto arguments_of = [&](unsigned lane) {
    SmallVector<Value *, 4> arguments;
    for (const Value *argument : call.args())
      arguments.push_back(argument->getType()->isPointerTy() ? shadow(argument)[lane] : primal(argument));
    return arguments;
  };
  switch (info.role) {
  case CallRole::Private:
    if (facts.call_is_active(call))
      active_call(call);
    return;
  case CallRole::Copy:
    if (facts.shadowed(call.getArgOperand(0)))
      copy_forward(call);
    return;
  case CallRole::Set:
    if (facts.shadowed(call.getArgOperand(0)))
      set_forward(call);
    return;
  case CallRole::Allocation: {
    if (!facts.shadowed(&call))
      return;
    IRBuilder<> builder = builder_after(call);
    Lanes &own = shadows[&call];
    own.clear();
    for (unsigned lane = 0; lane < width; ++lane) {
      SmallVector<Value *, 4> arguments;
      for (const Value *argument : call.args())
        arguments.push_back(primal(argument));
      CallInst *made = builder.CreateCall(copy->getFunctionType(), copy->getCalledOperand(), arguments);
      made->setAttributes(copy->getAttributes());
      if (!info.zeroed) {
        Value *size = allocated_bytes(builder, call);
        if (info.facts && info.facts->may_return_null)
          size = builder.CreateSelect(builder.CreateIsNull(made), ConstantInt::get(size->getType(), 0), size);
        builder.CreateMemSet(made, builder.getInt8(0), size, MaybeAlign(8));
      }
      own.push_back(made);
      keep_block(builder, call, made);
      if (call.getCalledFunction()->getName() == "__cxa_allocate_exception") {
        FunctionCallee note = derivatives.module.getOrInsertFunction("cotangent_exception_note", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt32Ty());
        builder.CreateCall(note, {copy, made, builder.getInt32(lane)});
        if (sweep != Sweep::Tangent)
          defer_free(builder, made, derivatives.module.getOrInsertFunction("__cxa_free_exception", builder.getVoidTy(), builder.getPtrTy()).getCallee());
      }
    }
    return;
  }
  case CallRole::Caught: {
    if (!facts.shadowed(&call))
      return;
    IRBuilder<> builder = builder_after(call);
    FunctionCallee find = derivatives.module.getOrInsertFunction("cotangent_exception_shadow", builder.getPtrTy(), builder.getPtrTy(), builder.getInt32Ty());
    Lanes &own = shadows[&call];
    own.clear();
    for (unsigned lane = 0; lane < width; ++lane)
      own.push_back(builder.CreateCall(find, {copy, builder.getInt32(lane)}));
    return;
  }
  case CallRole::Deallocation: {
    const Value *memory = call.getArgOperand(info.pointer_argument);
    if (postponed(memory)) {
      IRBuilder<> before(copy);
      defer_free(before, primal(memory), release_function(call));
    }
    if (!facts.shadowed(memory)) {
      if (postponed(memory))
        remove_call(*copy);
      return;
    }
    IRBuilder<> builder(copy);
    for (unsigned lane = 0; lane < width; ++lane) {
      Value *freed = shadow(memory)[lane];
      if (facts.decided_at_run_time(memory))
        freed = zero_if_constant(builder, freed, primal(memory), freed);
      if (sweep == Sweep::Tangent) {
        SmallVector<Value *, 4> arguments;
        for (const Value *argument : call.args())
          arguments.push_back(argument == memory ? freed : primal(argument));
        builder.CreateCall(copy->getFunctionType(), copy->getCalledOperand(), arguments);
      } else { // the backward half still needs it
        defer_free(builder, freed, release_function(call));
      }
    }
    if (postponed(memory))
      remove_call(*copy);
    return;
  }
  case CallRole::Reallocation: {
    if (!facts.shadowed(&call))
      return;
    Lanes &own = shadows[&call];
    own.clear();
    IRBuilder<> before(copy);
    Value *size = allocated_bytes(before, call);
    Value *release = derivatives.module.getOrInsertFunction("free", before.getVoidTy(), before.getPtrTy()).getCallee();
    for (unsigned lane = 0; lane < width; ++lane) {
      Value *old = shadow(call.getArgOperand(0))[lane];
      own.push_back(grown_shadow(before, old, size));
      if (sweep == Sweep::Tangent)
        before.CreateCall(FunctionCallee(FunctionType::get(before.getVoidTy(), {before.getPtrTy()}, false), release), {old});
      else
        defer_free(before, old, release);
      keep_block(before, call, own.back());
    }
    return;
  }
  case CallRole::Move:
    if (facts.shadowed(call.getArgOperand(0))) {
      IRBuilder<> builder = builder_after(call);
      for (unsigned lane = 0; lane < width; ++lane)
        move_content(builder, shadow(call.getArgOperand(0))[lane], shadow(call.getArgOperand(1))[lane], primal(call.getArgOperand(2)));
    }
    return;
  case CallRole::Mirror: {
    bool shadowed = any_of(call.args(), [&](const Value *argument) { return argument->getType()->isPointerTy() && facts.has_shadow(argument); });
    if (!shadowed)
      return;
    IRBuilder<> builder = builder_after(call);
    Lanes results;
    for (unsigned lane = 0; lane < width; ++lane)
      results.push_back(builder.CreateCall(copy->getFunctionType(), copy->getCalledOperand(), arguments_of(lane)));
    if (facts.has_shadow(&call))
      shadows[&call] = results;
    return;
  }
  default:
    break;
  }
  if (!facts.has_shadow(&call))
    return;
  IRBuilder<> builder = builder_after(call);
  int within = info.facts ? info.facts->result_within_argument : -1;
  if (within < 0)
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.paramHasAttr(i, Attribute::Returned))
        within = static_cast<int>(i);
  if (within < 0 && isa<IntrinsicInst>(call) && call.arg_size())
    within = 0;
  if (within < 0)
    return;
  Lanes results;
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *distance = builder.CreateSub(builder.CreatePtrToInt(copy, builder.getInt64Ty()), builder.CreatePtrToInt(primal(call.getArgOperand(within)), builder.getInt64Ty()));
    Value *moved = builder.CreatePtrAdd(shadow(call.getArgOperand(within))[lane], distance);
    results.push_back(builder.CreateSelect(builder.CreateIsNull(copy), copy, moved));
  }
  shadows[&call] = results;
}

} // namespace cotangent::scalar
