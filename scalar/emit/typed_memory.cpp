// Copies and fills of memory, by what the bytes hold. Loops over elements are small functions of their own, made once per pattern.
#include "llvm/IR/Instructions.h"
#include "scalar/emit/primal_sweep.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

std::string name_of(const char *purpose, const BytePattern &pattern) {
  std::string name = std::string("cotangent.") + purpose + "." + std::to_string(pattern.period);
  for (auto &[offset, type] : pattern.floating)
    name += "_" + std::to_string(offset) + "f" + std::to_string(type->getPrimitiveSizeInBits().getFixedValue());
  for (auto &[offset, bytes] : pattern.other)
    name += "_" + std::to_string(offset) + "x" + std::to_string(bytes);
  return name;
}

/// void name(ptr to, ptr from, i64 bytes, i1 descending): runs `body` for each period.
Function *element_loop(Module &module, const std::string &name, int64_t period, function_ref<void(IRBuilder<> &, Value *to, Value *from)> body) {
  if (Function *known = module.getFunction(name))
    return known;
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::get(context, 0), *integer = Type::getInt64Ty(context);
  auto *function = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, pointer, integer, Type::getInt1Ty(context)}, false), GlobalValue::InternalLinkage, name, module);
  function->setDoesNotThrow();
  BasicBlock *entry = BasicBlock::Create(context, "entry", function), *loop = BasicBlock::Create(context, "loop", function), *done = BasicBlock::Create(context, "done", function);
  IRBuilder<> builder(entry);
  Value *count = builder.CreateUDiv(function->getArg(2), builder.getInt64(period));
  builder.CreateCondBr(builder.CreateICmpEQ(count, builder.getInt64(0)), done, loop);
  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(integer, 2);
  index->addIncoming(builder.getInt64(0), entry);
  Value *from_end = builder.CreateSub(builder.CreateSub(count, builder.getInt64(1)), index);
  Value *offset = builder.CreateMul(builder.CreateSelect(function->getArg(3), from_end, index), builder.getInt64(period));
  body(builder, builder.CreatePtrAdd(function->getArg(0), offset), builder.CreatePtrAdd(function->getArg(1), offset));
  Value *next = builder.CreateAdd(index, builder.getInt64(1));
  index->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpEQ(next, count), done, loop);
  ReturnInst::Create(context, done);
  return function;
}

Value *at(IRBuilder<> &builder, Value *pointer, int64_t offset) { return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset) : pointer; }

/// Adjoint of to = from for the floating parts of one range: all is read before anything is written.
void copy_adjoint_once(IRBuilder<> &builder, const BytePattern &pattern, Value *to, Value *from) {
  std::vector<Value *> arrived;
  for (auto &[offset, type] : pattern.floating)
    arrived.push_back(builder.CreateAlignedLoad(type, at(builder, to, offset), Align(1)));
  for (auto &[offset, type] : pattern.floating)
    builder.CreateAlignedStore(Constant::getNullValue(type), at(builder, to, offset), Align(1));
  for (size_t i = 0; i < pattern.floating.size(); ++i) {
    auto &[offset, type] = pattern.floating[i];
    Value *place = at(builder, from, offset);
    builder.CreateAlignedStore(add_derivatives(builder, builder.CreateAlignedLoad(type, place, Align(1)), arrived[i]), place, Align(1));
  }
}

} // namespace

void emit_copy_adjoint(IRBuilder<> &builder, const BytePattern &pattern, Value *to, Value *from, Value *size) {
  if (!pattern.any_floating)
    return;
  if (!pattern.period)
    return copy_adjoint_once(builder, pattern, to, from);
  Function *loop = element_loop(*builder.GetInsertBlock()->getModule(), name_of("copy_adjoint", pattern), pattern.period,
                                [&](IRBuilder<> &inner, Value *to_element, Value *from_element) { copy_adjoint_once(inner, pattern, to_element, from_element); });
  // Undo the assignments in the opposite order of a copy that is right for overlapping ranges.
  Value *descending = builder.CreateICmpULT(to, from);
  builder.CreateCall(loop, {to, from, builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), descending});
}

void emit_zero_floating(IRBuilder<> &builder, const BytePattern &pattern, Value *to, Value *size) {
  if (!pattern.any_floating)
    return;
  if (!pattern.any_other) {
    builder.CreateMemSet(to, builder.getInt8(0), size, MaybeAlign());
    return;
  }
  auto once = [&](IRBuilder<> &inner, Value *element) {
    for (auto &[offset, type] : pattern.floating)
      inner.CreateAlignedStore(Constant::getNullValue(type), at(inner, element, offset), Align(1));
  };
  if (!pattern.period)
    return once(builder, to);
  Function *loop = element_loop(*builder.GetInsertBlock()->getModule(), name_of("zero_floating", pattern), pattern.period, [&](IRBuilder<> &inner, Value *element, Value *) { once(inner, element); });
  builder.CreateCall(loop, {to, to, builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), builder.getFalse()});
}

void emit_copy_other(IRBuilder<> &builder, const BytePattern &pattern, Value *to, Value *from, Value *size) {
  if (!pattern.any_other)
    return;
  if (!pattern.any_floating) {
    builder.CreateMemMove(to, MaybeAlign(), from, MaybeAlign(), size);
    return;
  }
  auto once = [&](IRBuilder<> &inner, Value *to_element, Value *from_element) {
    std::vector<Value *> values;
    for (auto &[offset, bytes] : pattern.other)
      values.push_back(inner.CreateAlignedLoad(inner.getIntNTy(static_cast<unsigned>(bytes * 8)), at(inner, from_element, offset), Align(1)));
    for (size_t i = 0; i < values.size(); ++i)
      inner.CreateAlignedStore(values[i], at(inner, to_element, pattern.other[i].first), Align(1));
  };
  if (!pattern.period)
    return once(builder, to, from);
  Function *loop = element_loop(*builder.GetInsertBlock()->getModule(), name_of("copy_other", pattern), pattern.period, once);
  builder.CreateCall(loop, {to, from, builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), builder.CreateICmpULT(from, to)});
}

void emit_set_other(IRBuilder<> &builder, const BytePattern &pattern, Value *to, Value *byte, Value *size) {
  if (!pattern.any_other)
    return;
  if (!pattern.any_floating) {
    builder.CreateMemSet(to, byte, size, MaybeAlign());
    return;
  }
  if (!pattern.period) {
    for (auto &[offset, bytes] : pattern.other)
      builder.CreateMemSet(at(builder, to, offset), byte, bytes, MaybeAlign());
    return;
  }
  // The value of the byte travels as the distance between the two pointers of the loop.
  Function *loop = element_loop(*builder.GetInsertBlock()->getModule(), name_of("set_other", pattern), pattern.period, [&](IRBuilder<> &inner, Value *element, Value *from) {
    Value *distance = inner.CreateSub(inner.CreatePtrToInt(from, inner.getInt64Ty()), inner.CreatePtrToInt(element, inner.getInt64Ty()));
    for (auto &[offset, bytes] : pattern.other)
      inner.CreateMemSet(at(inner, element, offset), inner.CreateTrunc(distance, inner.getInt8Ty()), bytes, MaybeAlign());
  });
  Value *encoded = builder.CreatePtrAdd(to, builder.CreateZExt(byte, builder.getInt64Ty()));
  builder.CreateCall(loop, {to, encoded, builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), builder.getFalse()});
}

Value *PrimalSweep::unless_constant(IRBuilder<> &builder, Type *type, Value *primal_pointer, Value *shadow_pointer) {
  Function *function = builder.GetInsertBlock()->getParent();
  AllocaInst *&place = discarded[{function, type}];
  if (!place)
    place = IRBuilder<>(&function->getEntryBlock(), function->getEntryBlock().begin()).CreateAlloca(type, nullptr, "discarded");
  return builder.CreateSelect(builder.CreateICmpEQ(primal_pointer, shadow_pointer), place, shadow_pointer);
}

Value *zero_if_constant(IRBuilder<> &builder, Value *amount, Value *primal_pointer, Value *shadow_pointer) {
  return builder.CreateSelect(builder.CreateICmpEQ(primal_pointer, shadow_pointer), Constant::getNullValue(amount->getType()), amount);
}

void emit_copy_if_active(IRBuilder<> &builder, const std::string &name, const CopySides &sides, function_ref<void(IRBuilder<> &, const CopySides &)> active,
                         function_ref<void(IRBuilder<> &, const CopySides &)> from_constant) {
  if (!sides.primal_to && !sides.primal_from)
    return active(builder, sides);
  // A function of its own, so that the sweep stays straight.
  LLVMContext &context = builder.getContext();
  Type *pointer = builder.getPtrTy();
  auto *function = Function::Create(FunctionType::get(builder.getVoidTy(), {pointer, pointer, builder.getInt64Ty(), builder.getInt1Ty(), builder.getInt1Ty()}, false), GlobalValue::InternalLinkage, "cotangent." + name + ".if_active",
                                    builder.GetInsertBlock()->getModule());
  CopySides inside{function->getArg(0), function->getArg(1), function->getArg(2)};
  if (isa<Constant>(sides.size))
    inside.size = sides.size;
  BasicBlock *entry = BasicBlock::Create(context, "entry", function), *check = BasicBlock::Create(context, "check", function), *both = BasicBlock::Create(context, "both", function),
             *target_only = BasicBlock::Create(context, "target_only", function), *done = BasicBlock::Create(context, "done", function);
  IRBuilder<>(entry).CreateCondBr(function->getArg(3), done, check);
  IRBuilder<>(check).CreateCondBr(function->getArg(4), target_only, both);
  IRBuilder<> at_both(both), at_target(target_only);
  active(at_both, inside);
  at_both.CreateBr(done);
  from_constant(at_target, inside);
  at_target.CreateBr(done);
  ReturnInst::Create(context, done);
  auto constant = [&](Value *primal_pointer, Value *shadow_pointer) -> Value * { return primal_pointer ? builder.CreateICmpEQ(primal_pointer, shadow_pointer) : builder.getFalse(); };
  builder.CreateCall(function, {sides.to, sides.from, builder.CreateZExtOrTrunc(sides.size, builder.getInt64Ty()), constant(sides.primal_to, sides.to), constant(sides.primal_from, sides.from)});
}

void PrimalSweep::copy_forward(const CallBase &call) {
  auto *copy = cast<CallBase>(primal(&call));
  IRBuilder<> builder(copy);
  const Value *target_pointer = call.getArgOperand(0), *source_pointer = call.getArgOperand(1);
  Value *size = primal(call.getArgOperand(2));
  Lanes to = shadow(target_pointer), from = shadow(source_pointer);
  bool source_shadowed = facts.has_shadow(source_pointer);
  if (!source_shadowed && (is_text(facts, call) || holds_no_numbers(facts, source_pointer)) && !facts.decided_at_run_time(target_pointer) && (sweep == Sweep::Tangent || fills_own_memory(facts, call))) {
    for (Value *lane : to) // texts, sizes
      builder.CreateMemMove(lane, MaybeAlign(), primal(source_pointer), MaybeAlign(), size);
    return;
  }
  BytePattern pattern = pattern_of(facts, call);
  for (unsigned lane = 0; lane < width; ++lane) {
    if (sweep != Sweep::Tangent && pattern.dynamic) {
      FunctionCallee forward = derivatives.module.getOrInsertFunction("cotangent_copy_forward", builder.getVoidTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty());
      builder.CreateCall(forward, {deferred, to[lane], from[lane], builder.CreateZExtOrTrunc(size, builder.getInt64Ty())});
      continue;
    }
    // From memory without a shadow: pointers are their own shadow, tangents are zero.
    auto from_constant = [&](IRBuilder<> &inner, const CopySides &sides) {
      emit_copy_other(inner, pattern, sides.to, sides.from, sides.size);
      if (sweep == Sweep::Tangent)
        emit_zero_floating(inner, pattern, sides.to, sides.size);
    };
    auto active = [&](IRBuilder<> &inner, const CopySides &sides) {
      if (sweep == Sweep::Tangent && source_shadowed)
        inner.CreateMemMove(sides.to, MaybeAlign(), sides.from, MaybeAlign(), sides.size);
      else
        from_constant(inner, sides);
    };
    CopySides sides{to[lane], from[lane], size};
    if (facts.decided_at_run_time(target_pointer))
      sides.primal_to = primal(target_pointer);
    if (facts.decided_at_run_time(source_pointer))
      sides.primal_from = primal(source_pointer);
    emit_copy_if_active(builder, "copy_forward", sides, active, from_constant);
  }
}

void PrimalSweep::set_forward(const CallBase &call) {
  auto *copy = cast<CallBase>(primal(&call));
  IRBuilder<> builder(copy);
  const Value *pointer = call.getArgOperand(0);
  Value *size = primal(call.getArgOperand(2));
  Lanes to = shadow(pointer);
  if (fills_own_memory(facts, call) || (sweep == Sweep::Tangent && tangent_is_alike(facts, call))) {
    for (Value *lane : to)
      builder.CreateMemSet(lane, builder.getInt8(0), size, MaybeAlign());
    return;
  }
  BytePattern pattern = pattern_of(facts, call);
  for (unsigned lane = 0; lane < width; ++lane) {
    // The byte travels as the distance between the two pointers.
    CopySides sides{to[lane], builder.CreatePtrAdd(to[lane], builder.CreateZExt(primal(call.getArgOperand(1)), builder.getInt64Ty())), size};
    if (facts.decided_at_run_time(pointer))
      sides.primal_to = primal(pointer);
    auto fill = [&](IRBuilder<> &inner, const CopySides &inside) {
      if (sweep == Sweep::Tangent)
        emit_zero_floating(inner, pattern, inside.to, inside.size);
      Value *distance = inner.CreateSub(inner.CreatePtrToInt(inside.from, inner.getInt64Ty()), inner.CreatePtrToInt(inside.to, inner.getInt64Ty()));
      emit_set_other(inner, pattern, inside.to, inner.CreateTrunc(distance, inner.getInt8Ty()), inside.size);
    };
    emit_copy_if_active(builder, "fill_forward", sides, fill, fill);
  }
}

} // namespace cotangent::scalar
