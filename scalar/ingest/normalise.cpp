// The fixed list of passes, and the canonical form of control flow that analyses and emission rely on.
#include "scalar/ingest/packed.h"
#include "scalar/analysis/calls.h"
#include "scalar/ingest/managers.h"
#include "scalar/ingest/program.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/TailRecursionElimination.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerInvoke.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

#include <functional>

using namespace llvm;

namespace cotangent::scalar {

namespace {

void run(Function &function, FunctionPassManager passes) {
  Managers managers;
  passes.run(function, managers.functions);
}

/// Loops with several entries get one. The pass that does it knows plain branches only.
void make_reducible(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  ReversePostOrderTraversal<const Function *> order(&function);
  if (!containsIrreducibleCFG<const BasicBlock *>(order, loops))
    return;
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  passes.addPass(FixIrreduciblePass());
  run(function, std::move(passes));
}

/// Branches, without what destroys structure. Integer operations on the bits of numbers stay where they are: they have no derivative,
/// which is an error only where they are reached.
struct SimplifyBranches : PassInfoMixin<SimplifyBranches> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &managers) {
    bool reads_bits = any_of(instructions(function), [](const Instruction &instruction) {
      auto *cast = dyn_cast<BitCastInst>(&instruction);
      return cast && cast->getSrcTy()->isFPOrFPVectorTy() != cast->getDestTy()->isFPOrFPVectorTy();
    });
    SimplifyCFGOptions options;
    options.bonusInstThreshold(1).forwardSwitchCondToPhi(false).convertSwitchRangeToICmp(true).convertSwitchToLookupTable(false).needCanonicalLoops(true);
    options.hoistCommonInsts(false).sinkCommonInsts(false).speculateBlocks(!reads_bits);
    return SimplifyCFGPass(options).run(function, managers);
  }
};

/// Unused results of calls that only read: left over from inlining.
void remove_allocas_without_reads(Function &function) {
  std::vector<AllocaInst *> stacks;
  for (Instruction &instruction : instructions(function))
    if (auto *stack = dyn_cast<AllocaInst>(&instruction))
      stacks.push_back(stack);
  for (AllocaInst *stack : stacks) {
    if (!all_of(stack->users(), [&](User *user) {
          auto *store = dyn_cast<StoreInst>(user);
          return store && store->getPointerOperand() == stack;
        }))
      continue;
    for (User *user : make_early_inc_range(stack->users()))
      cast<Instruction>(user)->eraseFromParent();
    stack->eraseFromParent();
  }
}

/// Loads and stores of structs and arrays become those of their scalars.
void split_aggregates(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  std::vector<Instruction *> whole;
  for (Instruction &instruction : instructions(function))
    if (isa<LoadInst, StoreInst>(instruction) && getLoadStoreType(&instruction)->isAggregateType())
      whole.push_back(&instruction);
  for (Instruction *instruction : whole) {
    IRBuilder<> builder(instruction);
    Type *type = getLoadStoreType(instruction);
    Value *pointer = getLoadStorePointerOperand(instruction);
    Align alignment = getLoadStoreAlignment(instruction);
    auto *store = dyn_cast<StoreInst>(instruction);
    Value *content = store ? store->getValueOperand() : PoisonValue::get(type);
    SmallVector<unsigned, 4> path;
    std::function<void(Type *, uint64_t)> visit = [&](Type *part, uint64_t offset) {
      if (!part->isAggregateType()) {
        Value *place = offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset) : pointer;
        if (store)
          builder.CreateAlignedStore(builder.CreateExtractValue(content, path), place, commonAlignment(alignment, offset));
        else
          content = builder.CreateInsertValue(content, builder.CreateAlignedLoad(part, place, commonAlignment(alignment, offset)), path);
        return;
      }
      unsigned count = part->isStructTy() ? part->getStructNumElements() : part->getArrayNumElements();
      for (unsigned i = 0; i < count; ++i) {
        path.push_back(i);
        if (auto *structure = dyn_cast<StructType>(part))
          visit(structure->getElementType(i), offset + layout.getStructLayout(structure)->getElementOffset(i));
        else
          visit(part->getArrayElementType(), offset + i * layout.getTypeAllocSize(part->getArrayElementType()));
        path.pop_back();
      }
    };
    visit(type, 0);
    if (!store)
      instruction->replaceAllUsesWith(content);
    instruction->eraseFromParent();
  }
}

/// Each landing pad gets one predecessor, so that the way into it says which call threw.
void split_landing_pads(Function &function) {
  std::vector<BasicBlock *> pads;
  for (BasicBlock &block : function)
    if (block.isLandingPad() && !block.getSinglePredecessor())
      pads.push_back(&block);
  for (BasicBlock *pad : pads)
    while (pad->isLandingPad() && !pad->getUniquePredecessor()) {
      BasicBlock *first = *pred_begin(pad);
      SmallVector<BasicBlock *, 2> parts;
      SplitLandingPadPredecessors(pad, {first}, ".pad", ".rest", parts);
      pad = parts.size() > 1 ? parts[1] : parts[0];
    }
}

void set_loop_number(PHINode &phi, int64_t number) {
  LLVMContext &context = phi.getContext();
  phi.setMetadata(counter_name, MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), number))));
}

void add_counters(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  Type *integer = Type::getInt64Ty(function.getContext());
  int64_t number = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *header = loop->getHeader();
    if (!loop->getLoopLatch() || !loop->getLoopPreheader())
      continue; // found again, and reported, by the analysis of loops
    PHINode *counter = PHINode::Create(integer, 2, counter_name, header->begin());
    set_loop_number(*counter, number++);
    IRBuilder<> builder(loop->getLoopLatch()->getTerminator());
    Value *next = builder.CreateAdd(counter, ConstantInt::get(integer, 1), "cotangent.next", true, true);
    counter->addIncoming(ConstantInt::get(integer, 0), loop->getLoopPreheader());
    counter->addIncoming(next, loop->getLoopLatch());
  }
}

/// The counter's value where a loop is left becomes a value of the level outside: a computed count where there is one.
void add_exit_counts(Function &function) {
  Managers managers;
  auto &loops = managers.functions.getResult<LoopAnalysis>(function);
  auto &evolution = managers.functions.getResult<ScalarEvolutionAnalysis>(function);
  Type *integer = Type::getInt64Ty(function.getContext());
  struct Exit {
    BasicBlock *block;
    Value *count;
    int64_t loop;
  };
  std::vector<Exit> exits;
  SCEVExpander expander(evolution, "cotangent.count");
  for (Loop *loop : loops.getLoopsInPreorder()) {
    auto *counter = dyn_cast<PHINode>(&loop->getHeader()->front());
    if (!counter || loop_number(*counter) < 0)
      continue;
    SmallVector<BasicBlock *, 4> exiting, blocks;
    loop->getExitingBlocks(exiting);
    loop->getUniqueExitBlocks(blocks);
    for (BasicBlock *block : blocks) {
      Value *count = counter;
      if (exiting.size() == 1) {
        const SCEV *taken = evolution.getExitCount(loop, exiting[0]);
        if (!isa<SCEVCouldNotCompute>(taken) && taken->getType()->getIntegerBitWidth() <= 64) {
          taken = evolution.getZeroExtendExpr(taken->getType() == integer ? taken : taken, integer);
          Instruction *at = loop->getLoopPreheader()->getTerminator();
          if (expander.isSafeToExpandAt(taken, at) && !expander.isHighCostExpansion(taken, loop, 16, &managers.functions.getResult<TargetIRAnalysis>(function), at))
            count = expander.expandCodeFor(taken, integer, at->getIterator());
        }
      }
      exits.push_back({block, count, loop_number(*counter)});
    }
  }
  for (auto &[block, count, loop] : exits) {
    PHINode *phi = PHINode::Create(integer, 1, "cotangent.taken", block->begin());
    for (BasicBlock *predecessor : predecessors(block))
      phi->addIncoming(count, predecessor);
    set_loop_number(*phi, loop);
  }
}

/// The way into a block with several predecessors, as a value. A select where one branch decides it.
void add_paths(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  Type *integer = Type::getInt8Ty(function.getContext());
  Type *wide = Type::getInt32Ty(function.getContext());
  for (BasicBlock &block : function) {
    SmallVector<BasicBlock *, 4> unique = ways_into(block);
    if (unique.size() < 2 || loops.isLoopHeader(&block))
      continue;
    Type *type = unique.size() < 128 ? integer : wide;
    if (unique.size() == 2) {
      BasicBlock *top = dominators.getNode(&block)->getIDom()->getBlock();
      auto *branch = dyn_cast<BranchInst>(top->getTerminator());
      if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) && loops.getLoopFor(top) == loops.getLoopFor(&block)) {
        auto side = [&](BasicBlock *predecessor) {
          for (int way = 0; way < 2; ++way) {
            BasicBlock *successor = branch->getSuccessor(way);
            if (predecessor == top && successor == &block)
              return way;
            if (successor != &block && dominators.dominates(BasicBlockEdge(top, successor), predecessor))
              return way;
          }
          return -1;
        };
        int first = side(unique[0]), second = side(unique[1]);
        if (first >= 0 && second >= 0 && first != second) {
          IRBuilder<> builder(&block, block.getFirstInsertionPt());
          Value *path = builder.CreateSelect(branch->getCondition(), ConstantInt::get(type, first == 0 ? 0 : 1), ConstantInt::get(type, first == 0 ? 1 : 0), path_name);
          if (auto *made = dyn_cast<Instruction>(path)) {
            made->setMetadata(path_name, MDNode::get(function.getContext(), {}));
            continue;
          }
        }
      }
    }
    PHINode *path = PHINode::Create(type, unique.size(), path_name, block.begin());
    path->setMetadata(path_name, MDNode::get(function.getContext(), {}));
    for (BasicBlock *predecessor : predecessors(&block))
      path->addIncoming(ConstantInt::get(type, std::distance(unique.begin(), find(unique, predecessor))), predecessor);
  }
}

} // namespace

/// Stack memory whose size is known at run time only comes from the heap instead, until the stack would be restored.
void move_dynamic_stack(Function &function) {
  std::vector<AllocaInst *> dynamic;
  std::vector<IntrinsicInst *> restores;
  for (Instruction &instruction : instructions(function)) {
    if (auto *stack = dyn_cast<AllocaInst>(&instruction); stack && (!isa<ConstantInt>(stack->getArraySize()) || stack->getParent() != &function.getEntryBlock()))
      dynamic.push_back(stack);
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && intrinsic->getIntrinsicID() == Intrinsic::stackrestore)
      restores.push_back(intrinsic);
  }
  if (dynamic.empty())
    return;
  DominatorTree dominators(function);
  Module &module = *function.getParent();
  for (AllocaInst *stack : dynamic) {
    if (isa<ConstantInt>(stack->getArraySize())) { // one place serves every execution
      stack->moveBefore(function.getEntryBlock(), function.getEntryBlock().begin());
      continue;
    }
    IRBuilder<> builder(stack);
    FunctionCallee allocate = module.getOrInsertFunction("malloc", builder.getPtrTy(), builder.getInt64Ty());
    FunctionCallee release = module.getOrInsertFunction("free", builder.getVoidTy(), builder.getPtrTy());
    Value *bytes = builder.CreateMul(builder.CreateZExtOrTrunc(stack->getArraySize(), builder.getInt64Ty()),
                                     builder.getInt64(module.getDataLayout().getTypeAllocSize(stack->getAllocatedType())));
    Value *memory = builder.CreateCall(allocate, {bytes});
    bool released = false;
    for (IntrinsicInst *restore : restores) {
      if (!dominators.dominates(stack, restore))
        continue;
      IRBuilder<>(restore).CreateCall(release, {memory});
      released = true;
    }
    if (!released)
      for (BasicBlock &block : function)
        if (auto *end = dyn_cast<ReturnInst>(block.getTerminator()); end && dominators.dominates(stack, end))
          IRBuilder<>(end).CreateCall(release, {memory});
    stack->replaceAllUsesWith(memory);
    stack->eraseFromParent();
  }
  for (IntrinsicInst *restore : restores)
    restore->eraseFromParent();
}

/// Where memory lives and dies: inlining says so anew, and the backward half reads memory after its end.
void drop_lifetimes(Function &function) {
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (isa<LifetimeIntrinsic>(instruction))
        instruction.eraseFromParent();
}

/// Functions of the rule table return, do not throw, and touch no memory but what their arguments point at, and errno.
static void describe_library_calls(Function &function) {
  const Function *errno_place = function.getParent()->getFunction("__errno_location");
  bool errno_matters = errno_place && !errno_place->use_empty();
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || isa<IntrinsicInst>(call) || !call->getCalledFunction() || scalar_rule_of(*call).empty())
      continue;
    call->addFnAttr(Attribute::NoUnwind);
    call->addFnAttr(Attribute::WillReturn);
    if (!errno_matters && none_of(call->args(), [](const Use &argument) { return argument->getType()->isPointerTy(); }))
      call->setMemoryEffects(MemoryEffects::none());
  }
}

/// A branch on "not c" is a branch on c with its ways exchanged: scalar evolution finds no number of iterations behind a "not".
struct DirectBranches : PassInfoMixin<DirectBranches> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool changed = false;
    for (BasicBlock &block : function) {
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional())
        continue;
      auto *negation = dyn_cast<BinaryOperator>(branch->getCondition());
      if (!negation || negation->getOpcode() != Instruction::Xor || !match(negation->getOperand(1), PatternMatch::m_One()))
        continue;
      branch->setCondition(negation->getOperand(0));
      branch->swapSuccessors();
      changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

struct RevealLengths : PassInfoMixin<RevealLengths> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &managers) { return reveal_lengths(function, managers) ? PreservedAnalyses::none() : PreservedAnalyses::all(); }
};

struct UnpackFloats : PassInfoMixin<UnpackFloats> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) { return unpack_floats(function) ? PreservedAnalyses::none() : PreservedAnalyses::all(); }
};

/// Numbers that are copied or cleared byte by byte have a derivative as a whole only.
static bool moves_bytes(Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return store && store->getValueOperand()->getType()->isIntegerTy(8) && isa<LoadInst, Constant>(store->getValueOperand());
  });
}

/// Does nothing follow from here but the end of the program, as where an exception would leave a noexcept function?
static bool only_terminates(const BasicBlock *block) {
  SmallPtrSet<const BasicBlock *, 8> seen;
  while (seen.insert(block).second) {
    if (isa<UnreachableInst>(block->getTerminator()))
      return any_of(*block, [](const Instruction &instruction) {
        auto *call = dyn_cast<CallBase>(&instruction);
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        return callee && (callee->getName() == "__clang_call_terminate" || callee->getName() == "_ZSt9terminatev");
      });
    const BasicBlock *next = block->getSingleSuccessor();
    if (!next)
      return false;
    block = next;
  }
  return false;
}

/// Exceptions of a derivative pass through noexcept functions: where no derivative is known the caller hears of it, and the program goes on.
static void pass_through_noexcept(Function &function) {
  bool changed = false;
  for (BasicBlock &block : function)
    if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator()); invoke && only_terminates(invoke->getUnwindDest())) {
      changeToCall(invoke);
      changed = true;
    }
  if (changed)
    removeUnreachableBlocks(function);
}

void simplify(Function &function, bool unroll) {
  pass_through_noexcept(function);
  drop_lifetimes(function);
  move_dynamic_stack(function);
  if (unroll)
    make_reducible(function);
  split_aggregates(function);
  expand_library(function);
  describe_library_calls(function);
  FunctionPassManager passes;
  passes.addPass(LowerExpectIntrinsicPass());
  passes.addPass(SimplifyBranches());
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(EarlyCSEPass(true));
  passes.addPass(SCCPPass());
  passes.addPass(InstSimplifyPass());
  passes.addPass(SimplifyBranches());
  passes.addPass(DirectBranches());
  passes.addPass(UnpackFloats());
  passes.addPass(ADCEPass());
  if (unroll) {
    passes.addPass(TailCallElimPass());
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    LoopPassManager rotate;
    rotate.addPass(LoopRotatePass(true));
    rotate.addPass(LICMPass(LICMOptions()));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(rotate), true));
    passes.addPass(SimplifyBranches());
    passes.addPass(InstSimplifyPass());
    passes.addPass(DirectBranches());
    if (moves_bytes(function)) {
      LoopPassManager bytes;
      bytes.addPass(IndVarSimplifyPass());
      bytes.addPass(LoopIdiomRecognizePass());
      bytes.addPass(LoopDeletionPass());
      passes.addPass(createFunctionToLoopPassAdaptor(std::move(bytes), false));
    }
    LoopPassManager induction;
    induction.addPass(IndVarSimplifyPass());
    induction.addPass(LoopDeletionPass());
    induction.addPass(LoopFullUnrollPass(2));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(induction), false));
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    passes.addPass(EarlyCSEPass(true));
    passes.addPass(GVNPass(GVNOptions().setPRE(false).setLoadPRE(false)));
    passes.addPass(SCCPPass());
    passes.addPass(InstSimplifyPass());
    passes.addPass(SimplifyBranches());
    passes.addPass(DirectBranches());
    passes.addPass(RevealLengths());
    passes.addPass(EarlyCSEPass(true));
    LoopPassManager motion;
    motion.addPass(LICMPass(LICMOptions()));
    motion.addPass(IndVarSimplifyPass());
    motion.addPass(LoopDeletionPass());
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(motion), true));
    passes.addPass(GVNPass(GVNOptions().setPRE(false).setLoadPRE(false)));
    passes.addPass(DirectBranches());
    passes.addPass(UnpackFloats());
    passes.addPass(ADCEPass());
    passes.addPass(SimplifyBranches());
  }
  run(function, std::move(passes));
  remove_allocas_without_reads(function);
}

SmallVector<BasicBlock *, 4> ways_into(const BasicBlock &block) {
  SmallPtrSet<const BasicBlock *, 4> members(pred_begin(&block), pred_end(&block));
  SmallVector<BasicBlock *, 4> ordered;
  if (members.size() == 1)
    ordered.push_back(const_cast<BasicBlock *>(*members.begin()));
  else if (!members.empty())
    for (const BasicBlock &candidate : *block.getParent()) // the order of the function, which does not change any more
      if (members.contains(&candidate))
        ordered.push_back(const_cast<BasicBlock *>(&candidate));
  return ordered;
}

int64_t loop_number(const PHINode &phi) {
  MDNode *node = phi.getMetadata(counter_name);
  return node ? mdconst::extract<ConstantInt>(node->getOperand(0))->getSExtValue() : -1;
}

void canonicalise(Function &function) {
  FunctionPassManager passes;
  make_reducible(function);
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(LoopSimplifyPass());
  run(function, std::move(passes));
  split_landing_pads(function);
  add_counters(function);
  FunctionPassManager second;
  second.addPass(BreakCriticalEdgesPass());
  second.addPass(LoopSimplifyPass());
  second.addPass(BreakCriticalEdgesPass());
  run(function, std::move(second));
  add_exit_counts(function);
  close_recurrences(function);
  FunctionPassManager third;
  third.addPass(LCSSAPass());
  run(function, std::move(third));
  add_paths(function);
}

} // namespace cotangent::scalar
