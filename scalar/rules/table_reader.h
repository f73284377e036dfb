// The LLVM reader of the scalar rule table: a partial derivative as instructions.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include <string>

namespace cotangent::scalar {

/// d result / d inputs[index] of the rule, in the type of the result. The rule must have a formula for this input.
llvm::Value *emit_partial(llvm::IRBuilder<> &builder, const std::string &rule, unsigned index, llvm::ArrayRef<llvm::Value *> inputs, llvm::Value *result);

} // namespace cotangent::scalar
