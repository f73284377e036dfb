// How a loop carries a sum: directly, or through branches and inner loops.
#pragma once

#include "scalar/analysis/facts.h"

namespace cotangent::scalar {

/// Whether an iteration of `loop` only adds to what `phi` of its header brings along: every value on the way to `next`, the one that goes on to the next iteration,
/// is the one before plus or minus something, or a choice between such values, or carried by an inner loop in the same way; and nothing else in the loop
/// reads any of them. Then next = phi + (what the body computes when it starts from zero).
bool only_adds(const llvm::PHINode &phi, const llvm::Value &next, const llvm::Loop &loop);

/// Every use of an accumulator's final value is a linear step towards the result, by factors that are known where the loop begins.
bool adjoint_known_beforehand(const llvm::Value *value, const llvm::Instruction &available_at, const FunctionFacts &known, unsigned depth = 0);

} // namespace cotangent::scalar
