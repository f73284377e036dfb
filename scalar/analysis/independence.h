// Loops whose iterations are independent as far as derivatives go: each iteration may be run forward and at once backwards, because
// what later iterations and the code after the loop contribute to its adjoints is known beforehand.
//
// The loop only adds to accumulators whose final adjoint is a known multiple of the seed; active memory that it reads is not
// written by it or after it; active memory that it writes is its own scratch: local, written before it is read in every iteration, and not
// read after the loop. Regions of scratch memory are compared as symbolic ranges (induction variables at their first and last value).
#pragma once

#include "scalar/analysis/facts.h"

namespace cotangent::scalar {

struct Accumulator {
  llvm::PHINode *phi = nullptr;        // in the header
  llvm::Instruction *update = nullptr; // phi + amount
  llvm::Value *amount = nullptr;
  bool on_the_way = false; // the body adds in several steps or in inner loops: amount is what `update` would be if it started from zero
};

struct IndependentLoop {
  const LoopFacts *loop = nullptr;
  std::vector<Accumulator> accumulators;
  std::vector<llvm::BasicBlock *> dead_ends; // blocks that leave the loop and never return
};

/// Outermost loops that qualify: of the requested function while no body has been taken out of it, then of the bodies from this number on.
std::vector<IndependentLoop> independent_loops(Facts &facts, size_t first_body = 0);

} // namespace cotangent::scalar
