// Adjoints of loads, stores, copies and calls.
#include "scalar/emit/adjoint_sweep.h"
#include "scalar/ingest/outline.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::scalar {

void AdjointSweep::add_to_memory(const Value *primal_pointer, Value *pointer, Value *amount, Align alignment, Builder &builder) {
  if (facts.signature.options.atomic_add && amount->getType()->isFloatingPointTy() && !amount->getType()->isX86_FP80Ty()) {
    builder.CreateAtomicRMW(AtomicRMWInst::FAdd, pointer, amount, alignment, AtomicOrdering::Monotonic);
    return;
  }
  LoadInst *old = builder.CreateAlignedLoad(amount->getType(), pointer, alignment);
  derivatives.aliases.shadow(old, primal_pointer);
  derivatives.aliases.shadow(builder.CreateAlignedStore(add_derivatives(builder, old, amount), pointer, alignment), primal_pointer);
}

Lanes AdjointSweep::adjoint_places(const Value *pointer, Type *type, Builder &builder) {
  Lanes places = shadow_value(pointer, builder);
  if (facts.decided_at_run_time(pointer))
    for (Value *&place : places)
      place = unless_constant(builder, type, primal_value(pointer, builder), place);
  return places;
}

DenseMap<const Instruction *, std::vector<const LoadInst *>> AdjointSweep::updated_loads(const BasicBlock &block) {
  DenseMap<const Instruction *, std::vector<const LoadInst *>> result;
  DenseSet<const Value *> stored; // further down
  for (const Instruction &instruction : llvm::reverse(block)) {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      stored.insert(store->getPointerOperand());
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !stored.contains(load->getPointerOperand()) || !facts.active(load) || !is_local(load))
      continue;
    const Instruction *first = nullptr;
    for (const User *user : load->users())
      if (auto *use = cast<Instruction>(user); !first || use->comesBefore(first))
        first = use;
    bool written = false; // before the first use
    for (const Instruction *between = load; first && between != first; between = between->getNextNode())
      written |= between->mayWriteToMemory();
    if (first && !written)
      result[first].push_back(load);
  }
  return result;
}

bool AdjointSweep::refill(const LoadInst &load, Builder &builder) {
  if (emptied.pointer != load.getPointerOperand() || emptied.lanes.empty() || emptied.lanes[0].second->getType() != load.getType())
    return false;
  for (unsigned lane = 0; lane < width; ++lane) {
    auto [zero, before] = emptied.lanes[lane];
    Value *amount = take(&load, lane, builder);
    if (amount != before)
      derivatives.aliases.shadow(builder.CreateAlignedStore(amount, zero->getPointerOperand(), zero->getAlign()), load.getPointerOperand());
    zero->eraseFromParent();
  }
  return true;
}

void AdjointSweep::reverse_load(const LoadInst &load, Builder &builder) {
  if (!facts.active(&load) || !facts.active_memory(load.getPointerOperand(), load.getType()))
    return;
  bool refilled = refill(load, builder);
  emptied = {};
  if (refilled)
    return;
  Lanes pointers = adjoint_places(load.getPointerOperand(), load.getType(), builder);
  for (unsigned lane = 0; lane < width; ++lane)
    add_to_memory(load.getPointerOperand(), pointers[lane], take(&load, lane, builder), load.getAlign(), builder);
}

void AdjointSweep::reverse_store(const StoreInst &store, Builder &builder) {
  emptied = {};
  const Value *content = store.getValueOperand();
  if (covers_floating(store, facts)) {
    for (Value *pointer : adjoint_places(store.getPointerOperand(), content->getType(), builder))
      derivatives.aliases.shadow(builder.CreateAlignedStore(Constant::getNullValue(content->getType()), pointer, store.getAlign()), store.getPointerOperand());
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
  const Value *pointer = store.getPointerOperand();
  Lanes shadows_of = shadow_value(pointer, builder), pointers = adjoint_places(pointer, type, builder);
  for (unsigned lane = 0; lane < width; ++lane) {
    LoadInst *read = builder.CreateAlignedLoad(type, shadows_of[lane], store.getAlign());
    derivatives.aliases.shadow(read, pointer);
    Value *arrived = read;
    if (facts.decided_at_run_time(pointer))
      arrived = zero_if_constant(builder, arrived, primal_value(pointer, builder), shadows_of[lane]);
    StoreInst *zero = builder.CreateAlignedStore(Constant::getNullValue(type), pointers[lane], store.getAlign());
    derivatives.aliases.shadow(zero, pointer);
    if (!facts.decided_at_run_time(pointer) && !facts.signature.options.atomic_add)
      emptied.lanes.emplace_back(zero, arrived);
    add(content, lane, arrived, builder);
  }
  emptied.pointer = pointer;
}

void AdjointSweep::reverse_call(const CallBase &call, Builder &builder) {
  emptied = {};
  CallInfo info = facts.call(call);
  if (info.role == CallRole::Private) {
    if (facts.call_is_active(call))
      reverse_private(call, builder);
    return;
  }
  if (info.role == CallRole::Copy || info.role == CallRole::Set)
    return reverse_copy(call, builder);
  if (info.role == CallRole::Reallocation && facts.shadowed(&call)) {
    Value *size = primal_value(call.getArgOperand(info.size_argument), builder);
    if (info.count_argument >= 0)
      size = builder.CreateMul(size, primal_value(call.getArgOperand(info.count_argument), builder));
    Lanes grown = shadow_value(&call, builder), old = shadow_value(call.getArgOperand(0), builder);
    for (unsigned lane = 0; lane < width; ++lane)
      move_content(builder, old[lane], grown[lane], size);
  }
  if (info.role == CallRole::Move && facts.shadowed(call.getArgOperand(0))) {
    Lanes to = shadow_value(call.getArgOperand(0), builder), from = shadow_value(call.getArgOperand(1), builder);
    for (unsigned lane = 0; lane < width; ++lane)
      move_content(builder, from[lane], to[lane], primal_value(call.getArgOperand(2), builder));
  }
}

/// Copies and fills.
void AdjointSweep::reverse_copy(const CallBase &call, Builder &builder) {
  const Value *to = call.getArgOperand(0);
  if (!facts.shadowed(to))
    return;
  const Value *from = facts.call(call).role == CallRole::Copy ? call.getArgOperand(1) : nullptr;
  bool source = from && facts.has_shadow(from);
  if (is_text(facts, call))
    return;
  if (!source && fills_own_memory(facts, call)) {
    Value *size = primal_value(call.getArgOperand(2), builder);
    for (Value *lane : shadow_value(to, builder))
      builder.CreateMemSet(lane, builder.getInt8(0), size, MaybeAlign());
    return;
  }
  BytePattern pattern = pattern_of(facts, call);
  if (!pattern.any_floating && !pattern.dynamic)
    return;
  Value *size = primal_value(call.getArgOperand(2), builder);
  Lanes targets = shadow_value(to, builder);
  Lanes sources = from ? shadow_value(from, builder) : targets;
  if (pattern.dynamic) {
    FunctionCallee undo = derivatives.module.getOrInsertFunction("cotangent_copy_backward", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty(), builder.getInt32Ty());
    Value *list = combined ? deferred : backward_tape->deferred(builder);
    for (unsigned lane = width; lane-- > 0;) // the last lane was noted last
      builder.CreateCall(undo, {list, targets[lane], sources[lane], builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), builder.getInt32(pattern.single)});
    return;
  }
  for (unsigned lane = 0; lane < width; ++lane) {
    CopySides sides{targets[lane], sources[lane], size};
    if (facts.decided_at_run_time(to))
      sides.primal_to = primal_value(to, builder);
    if (from && facts.decided_at_run_time(from))
      sides.primal_from = primal_value(from, builder);
    auto from_constant = [&](Builder &inner, const CopySides &inside) { emit_zero_floating(inner, pattern, inside.to, inside.size); };
    auto active = [&](Builder &inner, const CopySides &inside) {
      if (source)
        emit_copy_adjoint(inner, pattern, inside.to, inside.from, inside.size);
      else
        from_constant(inner, inside);
    };
    emit_copy_if_active(builder, "copy_adjoint", sides, active, from_constant);
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
