// Loops of a derivative that run few times only stay scalar.
#pragma once

#include "llvm/IR/PassManager.h"

namespace cotangent::scalar {

/// An innermost loop that takes adjoints out of memory (it clears them), adds to others (`reassoc`), keeps no sum in a register and has an unknown
/// count takes two vectors at a time, so that it needs twice as many iterations before it becomes a vector loop. With less, its first load would span
/// what scalar code stored just before one by one, and wait until those stores have left the processor's buffer.
struct ShortLoopsPass : llvm::PassInfoMixin<ShortLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

} // namespace cotangent::scalar
