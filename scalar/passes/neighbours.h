// Sums of adjoints that a loop scatters to neighbouring places are gathered in registers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace cotangent::scalar {

/// The backward half of a stencil adds to a[i-1], a[i] and a[i+1] in every iteration: each place is loaded and stored three times,
/// and no two iterations can run side by side. This pass carries the pending sums from iteration to iteration and adds
/// once per place, when nothing more will come to it. What else the loop reads or writes must not overlap with these places: where that is
/// not known a check before the loop chooses between both forms. Changes the order of additions only, where the code allows it (`reassoc`).
struct NeighboursPass : llvm::PassInfoMixin<NeighboursPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

} // namespace cotangent::scalar
