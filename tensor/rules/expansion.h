// Tangents of operations that a rule makes in place of its own: rules that are easier to say by other operations.
#pragma once

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

struct Expansion {
  Values results, tangents;
};
/// Makes operations (elementwise and the like; no control flow) and the tangents of what they return. One tangent for
/// each input, null for zero; a value that is there twice has the same tangent twice.
Expansion expand(Build &build, mlir::ValueRange inputs, llvm::ArrayRef<mlir::Value> tangents,
                 llvm::function_ref<Values(Build &)> make);

} // namespace cotangent::tensor_rules
