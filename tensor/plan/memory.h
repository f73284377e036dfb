// Buffers share memory where that changes nothing.
#pragma once

#include "tensor/plan/program.h"

namespace cotangent::plan {

/// Copies whose ends can be one buffer vanish, kernels work in place where they read each element before they write it,
/// and what remains gets its place in the arena.
void assign_memory(Program &program);

} // namespace cotangent::plan
