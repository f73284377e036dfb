// The backward half runs the control flow of the forward half in the opposite order: every block has one reversed block, which leaves
// to the reversed block of the predecessor that was taken. Loops run their counter down.
#include "scalar/emit/adjoint_sweep.h"

using namespace llvm;

namespace cotangent::scalar {

AdjointSweep::Builder AdjointSweep::entry_builder() {
  BasicBlock &entry = backward.getEntryBlock();
  return Builder(&entry, entry.begin());
}

void AdjointSweep::emit_backward() {
  LLVMContext &context = backward.getContext();
  if (!known.exit) { // never comes back, so there is nothing to undo
    if (!combined) {
      Builder builder(BasicBlock::Create(context, "never", &backward));
      builder.CreateUnreachable();
    }
    return;
  }
  BasicBlock *begin = nullptr;
  if (!combined) {
    begin = BasicBlock::Create(context, "homes", &backward);
    backward_tape.emplace(backward.getArg(backward.arg_size() - 1));
  } else {
    backward_tape = forward_tape;
  }
  for (const BasicBlock &block : original)
    if (known.returning.contains(&block))
      entries[&block] = BasicBlock::Create(context, "reverse." + block.getName(), &backward);
  {
    Builder homes = combined ? Builder(&*backward.getEntryBlock().begin()) : Builder(begin);
    for (auto &[loop, level] : plan.levels)
      if (loop && known.returning.contains(loop->loop->getHeader())) {
        counters[loop] = homes.CreateAlloca(homes.getInt64Ty(), nullptr, "iteration");
        if (level.bytes)
          begins[loop] = homes.CreateAlloca(homes.getInt64Ty(), nullptr, "begin");
      }
    if (!combined && plan.levels.at(nullptr).bytes)
      begins[nullptr] = homes.CreateAlloca(homes.getInt64Ty(), nullptr, "begin");
  }
  const BasicBlock *last = known.exit->getParent();
  if (combined) {
    turn->getTerminator()->eraseFromParent();
    BranchInst::Create(reversed(*last), turn);
  } else {
    Builder builder(begin);
    if (uint64_t bytes = plan.levels.at(nullptr).bytes)
      builder.CreateStore(backward_tape->release(builder, builder.getInt64(bytes)), begins.at(nullptr));
    builder.CreateBr(reversed(*last));
  }
  for (const BasicBlock &block : original)
    if (known.returning.contains(&block))
      emit_block(block);
  emit_hoisted();
}

void AdjointSweep::emit_block(const BasicBlock &block) {
  cached.clear();
  pending.clear();
  current_loop = known.loop_of(&block);
  Builder builder(reversed(block));
  for (auto &[loop, level] : plan.levels)
    if (loop && level.layout == Layout::Stack && level.bytes && loop->loop->getLoopLatch() == &block)
      builder.CreateStore(backward_tape->release(builder, builder.getInt64(level.bytes)), begins.at(loop));
  auto after_first_user = updated_loads(block);
  DenseSet<const Instruction *> done;
  emptied = {};
  for (const Instruction &instruction : llvm::reverse(block)) {
    if (isa<PHINode>(instruction) || done.contains(&instruction))
      continue;
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    reverse(instruction, builder);
    for (const LoadInst *load : after_first_user.lookup(&instruction)) {
      reverse_load(*load, builder);
      done.insert(load);
    }
  }
  leave_block(block, builder);
}

void AdjointSweep::leave_block(const BasicBlock &block, Builder &builder) {
  if (&block == &original.getEntryBlock())
    return finish_backward(builder);
  LLVMContext &context = backward.getContext();
  auto edge = [&](const BasicBlock *predecessor, BasicBlock *place) {
    auto saved = cached;
    Builder inside(place);
    move_phis(block, *predecessor, inside);
    finish_edge(block, *predecessor, inside);
    cached = std::move(saved);
  };
  const Loop *loop = known.loops->getLoopFor(&block);
  if (loop && loop->getHeader() == &block) {
    const LoopFacts *here = known.loop_facts.at(loop).get();
    BasicBlock *first = BasicBlock::Create(context, "first." + block.getName(), &backward), *again = BasicBlock::Create(context, "again." + block.getName(), &backward);
    Value *iteration = builder.CreateLoad(builder.getInt64Ty(), counters.at(here));
    builder.CreateCondBr(builder.CreateICmpEQ(iteration, builder.getInt64(0)), first, again);
    if (covered(here)) {
      Builder release(first);
      backward_tape->set_top(release, release.CreateLoad(release.getInt64Ty(), begins.at(here)));
    }
    edge(loop->getLoopPreheader(), first);
    Builder down(again);
    // The phis of iteration i move before the counter says i - 1: what they read belongs to iteration i.
    auto saved = cached;
    move_phis(block, *loop->getLoopLatch(), down);
    cached = std::move(saved);
    down.CreateStore(down.CreateSub(iteration, down.getInt64(1)), counters.at(here));
    down.CreateBr(reversed(*loop->getLoopLatch()));
    return;
  }
  auto ways = ways_into(block);
  if (ways.size() == 1) {
    move_phis(block, *ways[0], builder);
    finish_edge(block, *ways[0], builder);
    return;
  }
  const Instruction *path = nullptr;
  for (const Instruction &instruction : block)
    if (instruction.getMetadata(path_name))
      path = &instruction;
  Value *way = primal_value(path, builder);
  std::vector<BasicBlock *> places;
  for (const BasicBlock *predecessor : ways)
    places.push_back(BasicBlock::Create(context, "way." + predecessor->getName(), &backward));
  if (ways.size() == 2) {
    builder.CreateCondBr(builder.CreateICmpEQ(way, ConstantInt::get(way->getType(), 0)), places[0], places[1]);
  } else {
    SwitchInst *choice = builder.CreateSwitch(way, places.back(), places.size());
    for (size_t i = 0; i + 1 < places.size(); ++i)
      choice->addCase(cast<ConstantInt>(ConstantInt::get(way->getType(), i)), places[i]);
  }
  for (size_t i = 0; i < ways.size(); ++i)
    edge(ways[i], places[i]);
}

/// What arrived at the phis of a block goes to the values that came in from this predecessor; all phis read before any writes.
void AdjointSweep::move_phis(const BasicBlock &block, const BasicBlock &predecessor, Builder &builder) {
  std::vector<std::tuple<const Value *, unsigned, Value *>> moves;
  for (const PHINode &phi : block.phis()) {
    if (!facts.active(&phi))
      continue;
    const Value *incoming = phi.getIncomingValueForBlock(&predecessor);
    for (unsigned lane = 0; lane < width; ++lane)
      moves.emplace_back(incoming, lane, take(&phi, lane, builder));
  }
  for (auto &[value, lane, amount] : moves)
    add(value, lane, amount, builder);
}

void AdjointSweep::finish_edge(const BasicBlock &exit, const BasicBlock &exiting, Builder &builder) {
  enter_loops(exit, exiting, builder);
  Instruction *end = builder.CreateBr(reversed(exiting));
  for (const LoopFacts *loop = known.loop_of(&exiting); loop && !loop->loop->contains(&exit); loop = loop->parent)
    loop_entries[loop].emplace_back(end, &exit);
}

/// Going backwards over an edge that left loops means entering them at their last iteration.
void AdjointSweep::enter_loops(const BasicBlock &exit, const BasicBlock &exiting, Builder &builder) {
  std::vector<const LoopFacts *> inner_first;
  for (const LoopFacts *loop = known.loop_of(&exiting); loop && !loop->loop->contains(&exit); loop = loop->parent)
    inner_first.push_back(loop);
  std::vector<Value *> taken;
  for (const LoopFacts *loop : inner_first) {
    taken.push_back(primal_value(loop->exits.at(&exit), builder));
    builder.CreateStore(taken.back(), counters.at(loop));
  }
  for (const LoopFacts *loop : llvm::reverse(inner_first)) {
    const LevelPlan &level = plan.levels.at(loop);
    if (level.layout == Layout::Stack && level.bytes && loop->loop->getLoopLatch() != &exiting)
      builder.CreateStore(backward_tape->release(builder, builder.getInt64(level.bytes)), begins.at(loop));
    if (covered(loop)) {
      Value *place = backward_tape->address(builder, backward_tape->release(builder, builder.getInt64(8)));
      builder.CreateStore(builder.CreateLoad(builder.getInt64Ty(), place), begins.at(loop));
    }
  }
  for (size_t i = 0; i < inner_first.size(); ++i) {
    const LevelPlan &level = plan.levels.at(inner_first[i]);
    if (level.layout != Layout::Array || !level.bytes || covered(inner_first[i]))
      continue;
    Value *bytes = builder.CreateMul(builder.CreateAdd(taken[i], builder.getInt64(1)), builder.getInt64(level.bytes));
    bytes = builder.CreateAnd(builder.CreateAdd(bytes, builder.getInt64(7)), builder.getInt64(-8));
    builder.CreateStore(backward_tape->release(builder, bytes), begins.at(inner_first[i]));
  }
}

void AdjointSweep::finish_backward(Builder &builder) {
  if (!combined && derivatives.plan.restores_result && &original == facts.program.root)
    builder.CreateCall(derivatives.module.getOrInsertFunction("cotangent_restore_blocks", builder.getVoidTy(), builder.getPtrTy()), {backward_tape->deferred(builder)});
  if (backward.getReturnType()->isVoidTy() && !combined) {
    builder.CreateRetVoid();
    return;
  }
  Value *packed = backward.getReturnType()->isVoidTy() ? nullptr : PoisonValue::get(backward.getReturnType());
  unsigned position = 0;
  if (combined && known.exit->getReturnValue())
    packed = builder.CreateInsertValue(packed, primal(known.exit->getReturnValue()), position++);
  for (const Argument &argument : original.args())
    if (facts.active(&argument))
      for (unsigned lane = 0; lane < width; ++lane)
        packed = builder.CreateInsertValue(packed, take(&argument, lane, builder), position++);
  if (combined && forward_tape) {
    FunctionCallee release = derivatives.module.getOrInsertFunction("cotangent_free_deferred", builder.getVoidTy(), builder.getPtrTy());
    if (deferred)
      builder.CreateCall(release, {builder.CreateLoad(builder.getPtrTy(), deferred)});
    if (!plan.fused)
      forward_tape->free(builder, plan.calls_taping ? forward_tape->most(builder, peak) : peak);
  }
  if (combined && !plan.fused && !forward_tape) {
    GlobalVariable *bytes = derivatives.module.getGlobalVariable("cotangent_last_bytes");
    if (!bytes)
      bytes = new GlobalVariable(derivatives.module, builder.getInt64Ty(), false, GlobalValue::ExternalLinkage, nullptr, "cotangent_last_bytes", nullptr, GlobalValue::GeneralDynamicTLSModel);
    builder.CreateStore(builder.getInt64(0), bytes);
  }
  if (packed)
    builder.CreateRet(packed);
  else
    builder.CreateRetVoid();
}

} // namespace cotangent::scalar
