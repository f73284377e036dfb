#pragma once

#include "llvm/IR/Function.h"

namespace cotangent::scalar {

/// Rewrites shifts and masks of two floats in one integer. Dead instructions may stay behind.
bool unpack_floats(llvm::Function &function);

} // namespace cotangent::scalar
