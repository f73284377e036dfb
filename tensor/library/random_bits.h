// Random bits.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/library/call.h"
#include "tensor/reference/random.h"

namespace cotangent::library {

/// stablehlo.rng_bit_generator: the state in; the new state and the bits out, which are those of
/// reference::rng_bit_generator. Null unless the state has two numbers, or three for Philox.
CallPointer make_random_bits(reference::RandomAlgorithm algorithm, int64_t state_size, ElementType type,
                             const Shape &shape);

} // namespace cotangent::library
