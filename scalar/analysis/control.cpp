// Loops, returns and reachability of each function.
#include "scalar/analysis/facts.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
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
  // Strongly connected parts come with what follows them done before.
  known.reachable.assign(count, BitVector(count));
  for (scc_iterator<Function *> part = scc_begin(&function); !part.isAtEnd(); ++part) {
    BitVector follows(count);
    for (const BasicBlock *block : *part)
      for (const BasicBlock *next : successors(block)) {
        follows.set(known.number[next]);
        follows |= known.reachable[known.number[next]]; // within the part: still empty
      }
    for (const BasicBlock *block : *part)
      known.reachable[known.number[block]] = follows;
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
