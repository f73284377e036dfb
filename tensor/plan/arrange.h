// Which kernels become one, and which wait for others.
#pragma once

#include "tensor/plan/program.h"

namespace cotangent::plan {

/// Adds a kernel behind the steps, or joins it with one of the last ones: elementwise operations of one shape that read
/// the same arrays, or each other. Common operands are read once, and what one needs of another not at all.
void add_kernel(Steps &steps, Step step);

/// Moves kernels that change an array behind the last step, from number `first` on, that reads the array as it was, so
/// that they need not copy it.
void delay_updates(Steps &steps, size_t first);

/// Takes results out of joined kernels that no step reads.
void drop_unread_results(Program &program);

} // namespace cotangent::plan
