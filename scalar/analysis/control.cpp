// Loops, returns and reachability of each function.
#include "scalar/analysis/facts.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::scalar {

bool FunctionFacts::may_follow(const Instruction *earlier, const Instruction *later) const {
  const BasicBlock *from = earlier->getParent(), *to = later->getParent();
  if (from == to && earlier->comesBefore(later))
    return true;
  return reachable[number.lookup(from)].test(number.lookup(to));
}

static void fill(Facts &facts, Function &function) {
  FunctionFacts &known = facts.function_facts[&function];
  known.function = &function;
  known.dominators = std::make_unique<DominatorTree>(function);
  known.loops = std::make_unique<LoopInfo>(*known.dominators);
  for (Loop *loop : known.loops->getLoopsInPreorder()) {
    auto entry = std::make_unique<LoopFacts>();
    entry->loop = loop;
    entry->depth = loop->getLoopDepth();
    if (loop->getParentLoop())
      entry->parent = known.loop_facts.at(loop->getParentLoop()).get();
    for (PHINode &phi : loop->getHeader()->phis())
      if (loop_number(phi) >= 0)
        entry->counter = &phi;
    SmallVector<BasicBlock *, 4> exits;
    loop->getUniqueExitBlocks(exits);
    for (BasicBlock *exit : exits)
      for (PHINode &phi : exit->phis())
        if (entry->counter && loop_number(phi) == loop_number(*entry->counter))
          entry->exits[exit] = &phi;
    if (exits.size() == 1 && entry->exits.size() == 1 && loop->getExitingBlock()) {
      Value *count = entry->exits.begin()->second->getIncomingValue(0);
      auto *made = dyn_cast<Instruction>(count);
      if (!made || !loop->contains(made)) {
        entry->counted = true;
        entry->taken = count;
      }
    }
    bool simple = entry->counter && loop->getLoopLatch() && loop->getLoopPreheader() && entry->exits.size() == exits.size();
    if (!simple) {
      Problem problem;
      problem.function = &function;
      problem.place = loop->getHeader()->getTerminator()->getDebugLoc();
      problem.kind = "unsupported";
      problem.message = "a loop here has a shape that cannot be brought to a form with one entry and one counter";
      problem.notes.push_back("loops that are entered by indirect gotos have no known order; write the loop with for, while or plain goto");
      facts.problems.push_back(problem);
    }
    known.loop_facts[loop] = std::move(entry);
  }
  unsigned count = 0;
  for (BasicBlock &block : function) {
    known.number[&block] = count++;
    if (auto *exit = dyn_cast<ReturnInst>(block.getTerminator()))
      known.exit = exit;
  }
  known.reachable.assign(count, BitVector(count));
  // Depth-first from each block; functions have hundreds of blocks at most.
  for (BasicBlock &block : function) {
    BitVector &seen = known.reachable[known.number[&block]];
    SmallVector<const BasicBlock *, 16> work(successors(&block));
    while (!work.empty()) {
      const BasicBlock *next = work.pop_back_val();
      if (seen.test(known.number[next]))
        continue;
      seen.set(known.number[next]);
      work.append(succ_begin(next), succ_end(next));
    }
  }
  if (known.exit) {
    const BasicBlock *last = known.exit->getParent();
    for (BasicBlock &block : function)
      if (&block == last || known.reachable[known.number[&block]].test(known.number[last]))
        known.returning.insert(&block);
  }
}

void analyse_control(Facts &facts) {
  for (Function *function : facts.program.functions)
    fill(facts, *function);
}

} // namespace cotangent::scalar
