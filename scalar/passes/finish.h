// What is done to finished derivatives: helper calls are inlined, registers are made of their stack homes; on request, optimisation.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

namespace cotangent::scalar {
void finish(llvm::ArrayRef<llvm::Function *> derivatives, bool optimise);
} // namespace cotangent::scalar
