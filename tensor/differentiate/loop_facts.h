// How often a loop runs, and what of its values is known beforehand.
#pragma once

#include "tensor/build/build.h"

#include <optional>

namespace cotangent::differentiate {

/// A carried integer that changes by a constant in each step.
struct Induction {
  int64_t step;
};

/// By position of the carried value.
std::optional<Induction> induction_of(stablehlo::WhileOp loop, size_t position);
/// The body returns its argument, or what the loop started with.
bool is_invariant(stablehlo::WhileOp loop, size_t position);
/// The number of steps, if the condition compares a counter with a constant.
std::optional<int64_t> constant_count(stablehlo::WhileOp loop);

} // namespace cotangent::differentiate
