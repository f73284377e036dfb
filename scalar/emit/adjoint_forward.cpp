// The forward half: where values that the backward half needs are put away.
#include "llvm/IR/InstIterator.h"
#include "scalar/emit/adjoint_sweep.h"
#include "scalar/ingest/outline.h"

using namespace llvm;

namespace cotangent::scalar {

AdjointSweep::AdjointSweep(Derivatives &derivatives, const Function &original, Function &forward, Function &adjoint)
    : PrimalSweep(derivatives, original, forward, &forward == &adjoint ? Sweep::Combined : Sweep::Augmented), plan(derivatives.plan.functions.at(&original)),
      known(facts.function_facts.at(&original)), backward(adjoint), combined(&forward == &adjoint) {
  for (auto &[quantity, keep] : plan.keep)
    if (keep == Keep::Slot || keep == Keep::Tape)
      kept_of[quantity.value].push_back(quantity);
}

void AdjointSweep::run() {
  prepare_forward();
  sweep_body();
  join_homes();
  reserve_arrays();
  push_frames();
  emit_backward();
  release_on_unwind();
}

/// Homes are made before the body is copied: the copy's entry block then follows them.
void AdjointSweep::prepare_forward() {
  LLVMContext &context = target.getContext();
  BasicBlock *entry = BasicBlock::Create(context, "homes", &target);
  Builder builder(entry);
  if (combined && plan.fused) {
    if (plan.uses_tape())
      forward_tape.emplace(target.getArg(target.arg_size() - 1));
    if (plan.defers) {
      deferred = builder.CreateAlloca(builder.getPtrTy(), nullptr, "deferred");
      builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), deferred);
    }
  } else if (!combined) {
    forward_tape.emplace(tape);
    deferred = forward_tape->deferred(builder);
  } else if (plan.uses_tape()) {
    forward_tape.emplace(builder.CreateAlloca(tape_type(context), nullptr, "tape"));
    forward_tape->clear(builder);
    if (plan.calls_augmented) {
      deferred = forward_tape->deferred(builder);
    } else if (plan.defers) { // apart from the record, whose fields then stay in registers
      deferred = builder.CreateAlloca(builder.getPtrTy(), nullptr, "deferred");
      builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), deferred);
    }
  }
  for (auto &[quantity, keep] : plan.keep) {
    if (keep != Keep::Slot && keep != Keep::Tape)
      continue;
    const LevelPlan &level = plan.levels.at(loop_of(quantity));
    if (level.layout == Layout::Array)
      continue;
    for (unsigned lane = 0; lane < (quantity.shadow ? width : 1); ++lane) {
      auto *slot = builder.CreateAlloca(quantity.value->getType(), nullptr, quantity.value->getName() + ".kept");
      if (level.layout != Layout::Registers) // frames are saved whole, also where the value was not reached
        builder.CreateStore(Constant::getNullValue(quantity.value->getType()), slot);
      slots[quantity].push_back(slot);
    }
  }
  for (auto &[loop, level] : plan.levels)
    if (loop && level.layout == Layout::Array && level.bytes)
      array_begins[loop] = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "array.begin");
  // Arguments have no instruction after which they could be kept.
  for (const Argument &argument : original.args()) {
    auto found = kept_of.find(&argument);
    if (found == kept_of.end())
      continue;
    for (Quantity quantity : found->second) {
      Lanes values = current(quantity);
      for (unsigned lane = 0; lane < values.size(); ++lane)
        builder.CreateStore(values[lane], slots[quantity][lane]);
    }
  }
}

/// The entry of the copy follows the homes; fixed stack memory moves there, where later passes look for it.
void AdjointSweep::join_homes() {
  auto *entry = cast<BasicBlock>(primal(&original.getEntryBlock()));
  BasicBlock &first = target.getEntryBlock();
  for (Instruction &instruction : make_early_inc_range(*entry))
    if (auto *stack = dyn_cast<AllocaInst>(&instruction); stack && isa<Constant>(stack->getArraySize()))
      stack->moveBefore(first, first.begin());
  BranchInst::Create(entry, &first);
}

const LoopFacts *AdjointSweep::loop_of(Quantity quantity) const {
  auto *instruction = dyn_cast<Instruction>(quantity.value);
  return instruction ? known.loop_of(instruction->getParent()) : nullptr;
}

Lanes AdjointSweep::current(Quantity quantity) { return quantity.shadow ? shadow(quantity.value) : Lanes{primal(quantity.value)}; }

void AdjointSweep::keep(Quantity quantity, Builder &builder) {
  const LevelPlan &level = plan.levels.at(loop_of(quantity));
  Lanes values = current(quantity);
  if (level.layout != Layout::Array) {
    for (unsigned lane = 0; lane < values.size(); ++lane)
      builder.CreateStore(values[lane], slots[quantity][lane]);
    return;
  }
  TapeEntry entry;
  level_of(quantity, &entry);
  Value *index = primal(level.loop->counter);
  Value *offset = builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), array_begins.at(level.loop)), builder.CreateMul(index, builder.getInt64(level.bytes)));
  Value *place = forward_tape->address(builder, builder.CreateAdd(offset, builder.getInt64(entry.offset)));
  uint64_t step = entry.bytes / values.size();
  for (unsigned lane = 0; lane < values.size(); ++lane)
    derivatives.aliases.tape(builder.CreateAlignedStore(values[lane], builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, lane * step), Align(1)));
}

const LevelPlan *AdjointSweep::level_of(Quantity quantity, TapeEntry *entry) {
  const LevelPlan &level = plan.levels.at(loop_of(quantity));
  for (const TapeEntry &candidate : level.entries)
    if (candidate.quantity == quantity)
      *entry = candidate;
  return &level;
}

void AdjointSweep::after(const Instruction &instruction) {
  if (auto *result = dyn_cast<ReturnInst>(&instruction))
    return finish_forward(*result);
  auto found = kept_of.find(&instruction);
  if (found == kept_of.end() || !isa<Instruction>(primal(&instruction))) // refused: an exception stands in its place
    return;
  for (Quantity quantity : found->second) {
    Builder builder = builder_after(instruction);
    if (quantity.shadow) // after the shadow, which itself follows the primal
      if (auto *made = dyn_cast<Instruction>(shadow(quantity.value).back()); made && !isa<PHINode>(made) && !isa<InvokeInst>(made) && !made->isTerminator())
        if (!isa<PHINode>(primal(&instruction)) || !isa<PHINode>(made))
          builder.SetInsertPoint(made->getParent(), std::next(made->getIterator()));
    if (auto *stack = dyn_cast<AllocaInst>(&instruction); stack && quantity.shadow)
      builder.SetInsertPoint(cast<Instruction>(shadow(stack).back())->getNextNode());
    keep(quantity, builder);
  }
}

/// d result / d value, known before the backward half: the plan has seen that every step is linear by known factors.
Value *AdjointSweep::known_adjoint(const Value *value, unsigned lane, Builder &builder) {
  Value *total = Constant::getNullValue(value->getType());
  for (const User *user : value->users()) {
    auto *step = cast<Instruction>(user);
    if (auto *phi = dyn_cast<PHINode>(step); phi && known.loop_of(phi->getParent()) && phi->getParent() == known.loop_of(phi->getParent())->loop->getHeader())
      continue; // the sum itself, carried on
    if (isa<ReturnInst>(step)) {
      unsigned first = target.arg_size() - width - (plan.fused && plan.uses_tape() ? 1 : 0); // the tape of the caller is last
      total = add_derivatives(builder, total, target.getArg(first + lane));
      continue;
    }
    Value *rest = known_adjoint(step, lane, builder);
    auto factor = [&](unsigned operand) { return primal(step->getOperand(operand)); };
    switch (step->getOpcode()) {
    case Instruction::FSub:
      if (step->getOperand(1) == value)
        rest = builder.CreateFNeg(rest);
      break;
    case Instruction::FNeg:
      rest = builder.CreateFNeg(rest);
      break;
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      rest = builder.CreateFPCast(rest, value->getType());
      break;
    case Instruction::FMul:
      rest = builder.CreateFMul(rest, factor(step->getOperand(0) == value ? 1 : 0));
      break;
    case Instruction::FDiv:
      rest = builder.CreateFDiv(rest, factor(1));
      break;
    case Instruction::Call:
      if (step->getOperand(2) != value)
        rest = builder.CreateFMul(rest, factor(step->getOperand(0) == value ? 1 : 0));
      break;
    default:
      break;
    }
    total = add_derivatives(builder, total, rest);
  }
  return total;
}

/// The body of a loop: forward and at once backwards. Adjoints of values from outside are added up as the loop goes.
void AdjointSweep::fused_call(const CallBase &call) {
  Function *callee = derivatives.combined(call.getCalledFunction());
  auto *copy = cast<CallBase>(primal(&call));
  const Loop *loop = known.loops->getLoopFor(call.getParent());
  Builder before(cast<BasicBlock>(primal(loop->getLoopPreheader()))->getTerminator());
  auto seed_of = [&](const Value *amount, unsigned lane) -> Value * {
    for (const User *user : amount->users()) // the sum it is added to
      if (auto *sum = dyn_cast<Instruction>(user); sum && sum->getOpcode() == Instruction::FAdd)
        return known_adjoint(sum, lane, before);
    return Constant::getNullValue(amount->getType());
  };
  SmallVector<Value *, 8> arguments;
  for (auto [parameter, argument] : zip(call.getCalledFunction()->args(), call.args())) {
    arguments.push_back(primal(argument));
    if (facts.has_shadow(&parameter))
      arguments.append(shadow(argument));
  }
  for (unsigned lane = 0; lane < width && derivatives.result_active(call.getCalledFunction()); ++lane) {
    Value *seed = Constant::getNullValue(call.getType());
    if (!call.getType()->isStructTy())
      seed = seed_of(&call, lane);
    else
      for (const User *user : call.users())
        if (auto *part = dyn_cast<ExtractValueInst>(user))
          seed = before.CreateInsertValue(seed, seed_of(part, lane), part->getIndices());
    arguments.push_back(seed);
  }
  if (derivatives.plan.functions.at(call.getCalledFunction()).uses_tape())
    arguments.push_back(forward_tape->record);
  Builder builder(copy);
  CallInst *made = builder.CreateCall(callee, arguments);
  made->setDebugLoc(copy->getDebugLoc());
  unsigned position = 0;
  Value *result = builder.CreateExtractValue(made, position++);
  for (auto [parameter, argument] : zip(call.getCalledFunction()->args(), call.args()))
    if (facts.active(&parameter))
      for (unsigned lane = 0; lane < width; ++lane)
        add(argument, lane, builder.CreateExtractValue(made, position++), builder);
  copy->replaceAllUsesWith(result);
  map[&call] = result;
  copy->eraseFromParent();
}

/// Another exception takes the place of the one that left the callee half done: the program would catch that and go on.
BasicBlock *AdjointSweep::interruption(const CallBase &call) {
  auto &[kind, message] = derivatives.plan.interrupted.at(&call);
  BasicBlock *pad = BasicBlock::Create(target.getContext(), "interrupted", &target);
  Builder builder(pad);
  Type *pointer = builder.getPtrTy();
  LandingPadInst *caught = builder.CreateLandingPad(StructType::get(target.getContext(), {pointer, builder.getInt32Ty()}), 1);
  caught->addClause(ConstantPointerNull::get(builder.getPtrTy()));
  Module &module = derivatives.module;
  builder.CreateCall(module.getOrInsertFunction("__cxa_begin_catch", pointer, pointer), {builder.CreateExtractValue(caught, 0)});
  builder.CreateCall(module.getOrInsertFunction("__cxa_end_catch", builder.getVoidTy()));
  Value *kind_text = builder.CreateGlobalString(kind), *text = builder.CreateGlobalString(message);
  builder.CreateCall(module.getOrInsertFunction("cotangent_throw_runtime_exception", builder.getVoidTy(), pointer, pointer), {kind_text, text});
  builder.CreateUnreachable();
  return pad;
}

void AdjointSweep::active_call(const CallBase &call) {
  if (call.getMetadata(fused_name))
    return fused_call(call);
  Function *callee = derivatives.augmented(call.getCalledFunction());
  auto *copy = cast<CallBase>(primal(&call));
  SmallVector<Value *, 8> arguments;
  for (auto [parameter, argument] : zip(call.getCalledFunction()->args(), call.args())) {
    arguments.push_back(primal(argument));
    if (facts.has_shadow(&parameter))
      arguments.append(shadow(argument));
  }
  arguments.push_back(forward_tape->record);
  Builder builder(copy);
  CallBase *made;
  if (auto *invoke = dyn_cast<InvokeInst>(copy)) {
    BasicBlock *unwind = invoke->getUnwindDest();
    if (derivatives.plan.interrupted.count(&call)) {
      unwind->removePredecessor(invoke->getParent(), true);
      unwind = interruption(call);
    }
    made = builder.CreateInvoke(callee, invoke->getNormalDest(), unwind, arguments);
    builder.SetInsertPoint(invoke->getNormalDest(), invoke->getNormalDest()->getFirstInsertionPt());
  } else {
    made = builder.CreateCall(callee, arguments);
  }
  if (!call.getType()->isVoidTy()) {
    Value *result = builder.CreateExtractValue(made, 0);
    copy->replaceAllUsesWith(result);
    map[&call] = result;
    if (derivatives.result_shadowed(call.getCalledFunction()))
      for (unsigned lane = 0; lane < width; ++lane)
        shadows[&call].push_back(builder.CreateExtractValue(made, lane + 1));
  } else {
    map[&call] = made;
  }
  copy->eraseFromParent();
}

void AdjointSweep::reserve_arrays() {
  for (auto &[loop, begin] : array_begins) {
    auto *at = cast<BasicBlock>(primal(loop->loop->getLoopPreheader()))->getTerminator();
    Builder builder(at);
    Value *count = builder.CreateAdd(primal(loop->taken), builder.getInt64(1));
    Value *bytes = builder.CreateMul(count, builder.getInt64(plan.levels.at(loop).bytes));
    bytes = builder.CreateAnd(builder.CreateAdd(bytes, builder.getInt64(7)), builder.getInt64(-8));
    builder.CreateStore(forward_tape->reserve(builder, bytes), begin);
  }
}

void AdjointSweep::push_frame(Builder &builder, const LevelPlan &level) {
  Value *place = forward_tape->address(builder, forward_tape->reserve(builder, builder.getInt64(level.bytes)));
  for (const TapeEntry &entry : level.entries) {
    auto &homes_of = slots.at(entry.quantity);
    for (unsigned lane = 0; lane < homes_of.size(); ++lane) {
      Value *value = builder.CreateLoad(homes_of[lane]->getAllocatedType(), homes_of[lane]);
      derivatives.aliases.tape(builder.CreateAlignedStore(value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, entry.offset + lane * (entry.bytes / homes_of.size())), Align(1)));
    }
  }
}

bool AdjointSweep::covered(const LoopFacts *loop) const {
  const LevelPlan &own = plan.levels.at(loop);
  if (own.layout != Layout::Array || !own.bytes)
    return false;
  if (plan.calls_augmented)
    return true;
  for (auto &[inner, level] : plan.levels)
    if (inner && inner != loop && level.bytes && loop->loop->contains(inner->loop))
      return true;
  return false;
}

/// One frame at the end of every iteration of a loop without a known count: at its latch, and where it is left elsewhere.
void AdjointSweep::push_frames() {
  std::vector<const LevelPlan *> inner_first;
  for (auto &[loop, level] : plan.levels)
    if (loop && level.bytes && (level.layout == Layout::Stack || covered(loop)))
      inner_first.push_back(&level);
  llvm::sort(inner_first, [](const LevelPlan *a, const LevelPlan *b) { return a->loop->depth > b->loop->depth; });
  std::map<const BasicBlock *, Instruction *> last; // frames of several loops left at once: inner first
  for (const LevelPlan *level : inner_first) {
    const BasicBlock *latch = level->loop->loop->getLoopLatch();
    bool array = level->layout == Layout::Array;
    if (!array) {
      Builder builder(cast<BasicBlock>(primal(latch))->getTerminator());
      push_frame(builder, *level);
    }
    for (auto &[exit, count] : level->loop->exits) {
      if (!array && exit->getSinglePredecessor() == latch)
        continue;
      auto *block = cast<BasicBlock>(primal(exit));
      Instruction *&previous = last[exit];
      Builder at_exit(block, previous ? std::next(previous->getIterator()) : block->getFirstInsertionPt());
      if (array) {
        Value *begin = at_exit.CreateLoad(at_exit.getInt64Ty(), array_begins.at(level->loop));
        at_exit.CreateStore(begin, forward_tape->address(at_exit, forward_tape->reserve(at_exit, at_exit.getInt64(8))));
      } else {
        push_frame(at_exit, *level);
      }
      if (at_exit.GetInsertPoint() != block->begin())
        previous = &*std::prev(at_exit.GetInsertPoint());
    }
  }
}

void AdjointSweep::finish_forward(const ReturnInst &result) {
  auto *copy = cast<ReturnInst>(primal(&result));
  Builder builder(copy);
  if (combined) {
    if (forward_tape && !plan.fused)
      peak = forward_tape->top(builder);
    turn = copy->getParent();
    return; // the return becomes the way into the backward half
  }
  const LevelPlan &level = plan.levels.at(nullptr);
  if (level.bytes)
    push_frame(builder, level);
  if (derivatives.plan.restores_result && &original == facts.program.root)
    builder.CreateCall(derivatives.module.getOrInsertFunction("cotangent_keep_blocks", builder.getVoidTy(), builder.getPtrTy()), {deferred});
  if (!result.getReturnValue()) {
    builder.CreateRetVoid();
  } else {
    Value *packed = builder.CreateInsertValue(PoisonValue::get(target.getReturnType()), primal(result.getReturnValue()), 0);
    if (derivatives.result_shadowed(&original)) {
      Lanes lanes = shadow(result.getReturnValue());
      for (unsigned lane = 0; lane < width; ++lane)
        packed = builder.CreateInsertValue(packed, lanes[lane], lane + 1);
    }
    builder.CreateRet(packed);
  }
  copy->eraseFromParent();
}

} // namespace cotangent::scalar
