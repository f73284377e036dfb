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
};

struct IndependentLoop {
  const LoopFacts *loop = nullptr;
  std::vector<Accumulator> accumulators;
  std::vector<llvm::BasicBlock *> dead_ends; // blocks that leave the loop and never return
};

/// Outermost loops of the requested function that qualify.
std::vector<IndependentLoop> independent_loops(Facts &facts);

/// Every use of an accumulator's final value is a linear step towards the result, by factors that are known where the loop begins.
bool adjoint_known_beforehand(const llvm::Value *value, const llvm::Instruction &available_at, const FunctionFacts &known, unsigned depth = 0);
} // namespace cotangent::scalar
