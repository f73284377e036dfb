// Adjoints of loads, stores, copies and calls.
#include "scalar/emit/adjoint_sweep.h"
#include "scalar/ingest/outline.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::scalar {

void AdjointSweep::add_to_memory(Value *pointer, Value *amount, Align alignment, Builder &builder) {
  if (facts.signature.options.atomic_add && amount->getType()->isFloatingPointTy() && !amount->getType()->isX86_FP80Ty()) {
    builder.CreateAtomicRMW(AtomicRMWInst::FAdd, pointer, amount, alignment, AtomicOrdering::Monotonic);
    return;
  }
  Value *old = builder.CreateAlignedLoad(amount->getType(), pointer, alignment);
  builder.CreateAlignedStore(add_derivatives(builder, old, amount), pointer, alignment);
}

void AdjointSweep::reverse_load(const LoadInst &load, Builder &builder) {
  if (!facts.active(&load) || !facts.active_memory(load.getPointerOperand(), load.getType()))
    return;
  Lanes pointers = shadow_value(load.getPointerOperand(), builder);
  for (unsigned lane = 0; lane < width; ++lane)
    add_to_memory(pointers[lane], take(&load, lane, builder), load.getAlign(), builder);
}

void AdjointSweep::reverse_store(const StoreInst &store, Builder &builder) {
  const Value *content = store.getValueOperand();
  if (covers_floating(store, facts)) {
    for (Value *pointer : shadow_value(store.getPointerOperand(), builder))
      builder.CreateAlignedStore(Constant::getNullValue(content->getType()), pointer, store.getAlign());
    return;
  }
  if (!facts.active_memory(store.getPointerOperand(), content->getType()))
    return;
  Type *type = content->getType();
  if (type->isIntegerTy()) {
    type = carried_floating_type(content, facts);
    if (!type) // constant bits into a word that holds floats of this size
      type = content->getType();
  }
  Lanes pointers = shadow_value(store.getPointerOperand(), builder);
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *arrived = builder.CreateAlignedLoad(type, pointers[lane], store.getAlign());
    builder.CreateAlignedStore(Constant::getNullValue(type), pointers[lane], store.getAlign());
    add(content, lane, arrived, builder);
  }
}

void AdjointSweep::reverse_call(const CallBase &call, Builder &builder) {
  CallInfo info = facts.call(call);
  if (info.role == CallRole::Private) {
    if (facts.call_is_active(call))
      reverse_private(call, builder);
    return;
  }
  if (info.role == CallRole::Copy || info.role == CallRole::Set) {
    const Value *to = call.getArgOperand(0);
    if (!facts.shadowed(to))
      return;
    bool copy = info.role == CallRole::Copy;
    if ((!copy || !facts.has_shadow(call.getArgOperand(1))) && fills_own_memory(facts, call)) {
      Value *size = primal_value(call.getArgOperand(2), builder);
      for (Value *lane : shadow_value(to, builder))
        builder.CreateMemSet(lane, builder.getInt8(0), size, MaybeAlign());
      return;
    }
    BytePattern pattern = pattern_of(facts, to, copy ? call.getArgOperand(1) : nullptr, call.getArgOperand(2));
    if (!pattern.any_floating && !pattern.dynamic)
      return;
    Value *size = primal_value(call.getArgOperand(2), builder);
    Lanes targets = shadow_value(to, builder);
    bool source = copy && facts.has_shadow(call.getArgOperand(1));
    Lanes sources = copy ? shadow_value(call.getArgOperand(1), builder) : targets;
    if (pattern.dynamic) {
      FunctionCallee undo = derivatives.module.getOrInsertFunction("cotangent_copy_backward", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty(), builder.getInt32Ty());
      Value *list = combined ? deferred : backward_tape->deferred(builder);
      for (unsigned lane = width; lane-- > 0;) // the last lane was noted last
        builder.CreateCall(undo, {list, targets[lane], sources[lane], builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), builder.getInt32(pattern.single)});
      return;
    }
    for (unsigned lane = 0; lane < width; ++lane) {
      if (source)
        emit_copy_adjoint(builder, pattern, targets[lane], sources[lane], size);
      else
        emit_zero_floating(builder, pattern, targets[lane], size);
    }
    return;
  }
  if (info.role == CallRole::Reallocation && facts.shadowed(&call)) {
    Value *size = primal_value(call.getArgOperand(info.size_argument), builder);
    if (info.count_argument >= 0)
      size = builder.CreateMul(size, primal_value(call.getArgOperand(info.count_argument), builder));
    FunctionCallee undo = derivatives.module.getOrInsertFunction("cotangent_shadow_undo_reallocate", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty());
    Lanes grown = shadow_value(&call, builder), old = shadow_value(call.getArgOperand(0), builder);
    for (unsigned lane = 0; lane < width; ++lane)
      builder.CreateCall(undo, {old[lane], grown[lane], size});
  }
}

void AdjointSweep::reverse_private(const CallBase &call, Builder &builder) {
  Function *callee = call.getCalledFunction();
  if (call.getMetadata(fused_name)) { // done in the forward half
    for (unsigned lane = 0; lane < width && derivatives.result_active(callee); ++lane)
      if (facts.active(&call))
        take(&call, lane, builder);
    return;
  }
  Function *adjoint = derivatives.adjoint(callee);
  SmallVector<Value *, 4> arguments;
  if (derivatives.result_active(callee))
    for (unsigned lane = 0; lane < width; ++lane)
      arguments.push_back(facts.active(&call) ? take(&call, lane, builder) : static_cast<Value *>(Constant::getNullValue(call.getType())));
  arguments.push_back(backward_tape->record);
  CallInst *made = builder.CreateCall(adjoint, arguments);
  unsigned position = 0;
  for (auto [parameter, argument] : zip(callee->args(), call.args()))
    if (facts.active(&parameter))
      for (unsigned lane = 0; lane < width; ++lane)
        add(argument, lane, builder.CreateExtractValue(made, position++), builder);
}

void emit_combined(Derivatives &derivatives, const Function &primal, Function &target) { AdjointSweep(derivatives, primal, target, target).run(); }

void emit_split(Derivatives &derivatives, const Function &primal, Function &augmented, Function &adjoint) {
  AdjointSweep(derivatives, primal, augmented, adjoint).run();
}

} // namespace cotangent::scalar
