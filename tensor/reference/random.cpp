// The generators of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). How states
// become keys and counters and how the words are laid out was found by comparing outputs with those of XLA on a CPU:
//
// ThreeFry: the key is state[0], the counter state[1] (low word first). Words of at most 32 bits: the first dimension
// of even size (else the largest, the first of such; then with one in excess) is halved, counters go through the halved
// shape in row-major order, and the two words of each become neighbours along that dimension. 64 bits: one counter for
// each, first word low. The counter advances by the counters used.
//
// Philox: the key is state[0], the counter of 128 bits state[1] and state[2], or state[1] and the key for a state of
// two. Its four words fill the output in order, two of them to 64 bits, first word low. The counter advances by the
// counters used.
//
// Narrower types take the low bits of a word each.
#include "tensor/reference/random.h"

#include "tensor/reference/each.h"

#include <array>
#include <cmath>
#include <numbers>

namespace cotangent::reference {

namespace {

uint32_t low(uint64_t bits) { return static_cast<uint32_t>(bits); }
uint32_t high(uint64_t bits) { return static_cast<uint32_t>(bits >> 32); }
uint64_t joined(uint32_t low_word, uint32_t high_word) { return uint64_t(high_word) << 32 | low_word; }
uint32_t rotated(uint32_t word, int by) { return word << by | word >> (32 - by); }

/// Threefry-2x32 of 20 rounds.
std::array<uint32_t, 2> three_fry(uint64_t key, uint64_t counter) {
  static constexpr int rotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  const std::array<uint32_t, 3> keys = {low(key), high(key), 0x1BD11BDA ^ low(key) ^ high(key)};
  uint32_t first = low(counter) + keys[0], second = high(counter) + keys[1];
  for (uint32_t round = 0; round < 20; ++round) {
    first += second;
    second = rotated(second, rotations[round % 8]) ^ first;
    if (round % 4 == 3) {
      const uint32_t injection = round / 4 + 1;
      first += keys[injection % 3];
      second += keys[(injection + 1) % 3] + injection;
    }
  }
  return {first, second};
}

/// Philox-4x32 of 10 rounds.
std::array<uint32_t, 4> philox(uint64_t key, uint64_t counter_low, uint64_t counter_high) {
  std::array<uint32_t, 4> words = {low(counter_low), high(counter_low), low(counter_high), high(counter_high)};
  uint32_t key_first = low(key), key_second = high(key);
  for (int round = 0; round < 10; ++round) {
    const uint64_t product = uint64_t(0xD2511F53) * words[0], other = uint64_t(0xCD9E8D57) * words[2];
    words = {high(other) ^ words[1] ^ key_first, low(other), high(product) ^ words[3] ^ key_second, low(product)};
    key_first += 0x9E3779B9;
    key_second += 0xBB67AE85;
  }
  return words;
}

void set_bits(Array &array, int64_t position, uint64_t bits) {
  const int width = facts_of(array.type()).bits;
  array.set(position, Element::of_bits(array.type(), width == 64 ? bits : bits & ((uint64_t(1) << width) - 1)));
}

size_t halved_dimension(const Shape &shape) {
  size_t largest = 0;
  for (size_t dimension = 0; dimension < shape.size(); ++dimension) {
    if (shape[dimension] % 2 == 0)
      return dimension;
    if (shape[dimension] > shape[largest])
      largest = dimension;
  }
  return largest;
}

/// Fills the output and says how many counters that took.
uint64_t fill_three_fry(Array &output, uint64_t key, uint64_t counter) {
  if (facts_of(output.type()).bits == 64) {
    for (int64_t position = 0; position < output.count(); ++position) {
      const auto [first, second] = three_fry(key, counter + static_cast<uint64_t>(position));
      set_bits(output, position, joined(first, second));
    }
    return static_cast<uint64_t>(output.count());
  }
  Shape shape = output.shape().empty() ? Shape{1} : output.shape();
  const size_t split = halved_dimension(shape);
  int64_t outer = 1, inner = 1;
  for (size_t dimension = 0; dimension < split; ++dimension)
    outer *= shape[dimension];
  for (size_t dimension = split + 1; dimension < shape.size(); ++dimension)
    inner *= shape[dimension];
  const int64_t size = shape[split], half = (size + 1) / 2;
  for (int64_t number = 0; number < outer * half * inner; ++number) {
    const int64_t after = number % inner, along = number / inner % half * 2, before = number / inner / half;
    const auto [first, second] = three_fry(key, counter + static_cast<uint64_t>(number));
    set_bits(output, (before * size + along) * inner + after, first);
    if (along + 1 < size)
      set_bits(output, (before * size + along + 1) * inner + after, second);
  }
  return static_cast<uint64_t>(outer * half * inner);
}

/// Fills the output and says how many counters that took. The lower half of the counter carries into the upper one.
uint64_t fill_philox(Array &output, uint64_t key, uint64_t counter_low, uint64_t counter_high) {
  const bool wide = facts_of(output.type()).bits == 64;
  const int64_t per_counter = wide ? 2 : 4;
  const int64_t counters = (output.count() + per_counter - 1) / per_counter;
  for (int64_t number = 0; number < counters; ++number) {
    const uint64_t at = counter_low + static_cast<uint64_t>(number);
    const std::array<uint32_t, 4> words = philox(key, at, counter_high + (at < counter_low ? 1 : 0));
    for (int64_t in_block = 0; in_block < per_counter; ++in_block) {
      const int64_t position = number * per_counter + in_block;
      const auto word = static_cast<size_t>(wide ? 2 * in_block : in_block);
      if (position < output.count())
        set_bits(output, position, wide ? joined(words[word], words[word + 1]) : words[word]);
    }
  }
  return static_cast<uint64_t>(counters);
}

} // namespace

RandomBits rng_bit_generator(const Array &initial_state, RandomAlgorithm algorithm, ElementType type,
                             const Shape &result) {
  std::vector<uint64_t> state;
  for (int64_t position = 0; position < initial_state.count(); ++position)
    state.push_back(initial_state.get(position).as_unsigned());
  Array output(type, result);
  if (algorithm == RandomAlgorithm::ThreeFry) {
    state[1] += fill_three_fry(output, state[0], state[1]);
  } else {
    const uint64_t used = fill_philox(output, state[0], state[1], state.size() > 2 ? state[2] : state[0]);
    state[1] += used;
    if (state.size() > 2 && state[1] < used)
      ++state[2];
  }
  Array output_state(ElementType::U64, initial_state.shape());
  for (size_t at = 0; at < state.size(); ++at)
    output_state.set(static_cast<int64_t>(at), Element::of_integer(ElementType::U64, static_cast<int64_t>(state[at])));
  return {output_state, output};
}

namespace {

/// 64 random bits, and the state moves on.
uint64_t draw(uint64_t &state) {
  const std::array<uint32_t, 4> words = philox(0, state++, 0);
  return joined(words[0], words[1]);
}

/// In [0, 1).
double draw_fraction(uint64_t &state) { return static_cast<double>(draw(state) >> 11) * 0x1p-53; }

Element draw_uniform(const Element &a, const Element &b, uint64_t &state) {
  if (!is_float(a.type())) {
    const uint64_t range = b.as_unsigned() - a.as_unsigned();
    return range == 0 ? a : Element::of_integer(a.type(), static_cast<int64_t>(a.as_unsigned() + draw(state) % range));
  }
  const double from = a.as_float(), to = b.as_float();
  for (int attempt = 0; attempt < 100; ++attempt) {
    // Narrow formats may round up to b, which is outside.
    const Element number = Element::of_float(a.type(), from + draw_fraction(state) * (to - from));
    if (number.as_float() < to)
      return number;
  }
  return a;
}

/// By the transform of Box and Muller.
Element draw_normal(const Element &mean, const Element &deviation, uint64_t &state) {
  const double radius = std::sqrt(-2 * std::log(1 - draw_fraction(state)));
  const double normal = radius * std::cos(2 * std::numbers::pi * draw_fraction(state));
  return Element::of_float(mean.type(), mean.as_float() + deviation.as_float() * normal);
}

} // namespace

Array rng(const Array &a, const Array &b, const Shape &result, RandomDistribution distribution, uint64_t &state) {
  return each(a.type(), result, [&](int64_t) {
    return distribution == RandomDistribution::Uniform ? draw_uniform(a.get(0), b.get(0), state)
                                                       : draw_normal(a.get(0), b.get(0), state);
  });
}

} // namespace cotangent::reference
