// What the operations of the dialect `check` state, in both their forms.
#pragma once

#include "tensor/interpret/evaluator.h"

namespace cotangent::interpret {

/// Handles `stablehlo.custom_call @check.…`. Throws Error [failed-check].
Values run_check_call(Step &step);

/// "dense<[1, 2]> : tensor<2xi32>"
std::string text_of(const Array &array);

} // namespace cotangent::interpret
