// Random bits and numbers.
#pragma once

#include "runtime/arrays/array.h"

namespace cotangent::reference {

enum class RandomAlgorithm { Default, ThreeFry, Philox };
struct RandomBits {
  Array output_state, output;
};
/// The state is u64[2], for Philox (which is also the default) u64[2] or u64[3]. The same bits and states as XLA gives
/// on a CPU: see random.cpp for the layout. Floating-point results have the bits of unsigned numbers of their width.
RandomBits rng_bit_generator(const Array &initial_state, RandomAlgorithm algorithm, ElementType type,
                             const Shape &result);

enum class RandomDistribution { Uniform, Normal };
/// Numbers in [a, b), or of mean a and standard deviation b. The state is any number; it moves with each number drawn.
Array rng(const Array &a, const Array &b, const Shape &result, RandomDistribution distribution, uint64_t &state);

} // namespace cotangent::reference
