#pragma once

#include "llvm/IR/InstrTypes.h"

namespace cotangent::scalar {

/// May a call through a pointer reach this function? The program holds its address, and it takes and returns what the call does.
bool may_be_called_by(const llvm::CallBase &call, const llvm::Function &function);

} // namespace cotangent::scalar
