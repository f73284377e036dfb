// Forward mode in two halves: a recorder runs the primal and writes down what its memory and its calls gave; a player computes the
// tangents later, and reads all that instead of running the primal again.
#pragma once

#include "scalar/analysis/calls.h"
#include "llvm/IR/Function.h"

namespace cotangent::scalar {

/// Marks what a player must not do again and a recorder writes down. Copies of a marked function keep the marks.
void mark_effects(llvm::Function &primal, const PrivateFunctions &functions);

/// (parameters..., tape) -> {result}. `stamp` is the first word of the recording.
llvm::Function *make_recorder(llvm::Function &marked, uint64_t stamp);

/// From the tangent function of a marked primal, which it replaces: (its parameters..., tape). `primal_at` are the positions of the
/// primal's parameters among them.
llvm::Function *make_player(llvm::Function &tangent, llvm::ArrayRef<unsigned> primal_at, uint64_t stamp);
} // namespace cotangent::scalar
