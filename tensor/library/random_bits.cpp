// Layouts of states and words: see reference/random.cpp. Counters are worked off in blocks, whose words go to where
// they belong afterwards.
#include "tensor/library/random_bits.h"

#include "core/elements/element.h"

#include <algorithm>
#include <utility>

namespace cotangent::library {
namespace {

constexpr int block = 64; // counters
using Words = uint32_t[block];

[[gnu::always_inline]] inline uint32_t rotated(uint32_t word, int by) { return word << by | word >> (32 - by); }

/// Threefry-2x32 of 20 rounds for the counters from `counter` on.
[[gnu::always_inline]] inline void three_fry_words(uint64_t key, uint64_t counter, Words *words) {
  const auto low = static_cast<uint32_t>(key), high = static_cast<uint32_t>(key >> 32);
  const uint32_t keys[3] = {low, high, 0x1BD11BDA ^ low ^ high};
  for (int at = 0; at < block; ++at) {
    const uint64_t number = counter + static_cast<uint64_t>(at);
    uint32_t first = static_cast<uint32_t>(number) + keys[0], second = static_cast<uint32_t>(number >> 32) + keys[1];
    const auto rounds = [&](uint32_t injection, int a, int b, int c, int d) {
      for (const int by : {a, b, c, d}) {
        first += second;
        second = rotated(second, by) ^ first;
      }
      first += keys[injection % 3];
      second += keys[(injection + 1) % 3] + injection;
    };
    rounds(1, 13, 15, 26, 6);
    rounds(2, 17, 29, 16, 24);
    rounds(3, 13, 15, 26, 6);
    rounds(4, 17, 29, 16, 24);
    rounds(5, 13, 15, 26, 6);
    words[0][at] = first;
    words[1][at] = second;
  }
}

/// Philox-4x32 of 10 rounds.
[[gnu::always_inline]] inline void philox_words(uint64_t key, uint64_t counter, uint64_t counter_high, Words *words) {
  for (int at = 0; at < block; ++at) {
    const uint64_t number = counter + static_cast<uint64_t>(at);
    const uint64_t above = counter_high + (number < counter ? 1 : 0);
    auto first = static_cast<uint32_t>(number), second = static_cast<uint32_t>(number >> 32);
    auto third = static_cast<uint32_t>(above), fourth = static_cast<uint32_t>(above >> 32);
    auto key_first = static_cast<uint32_t>(key), key_second = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
      const uint64_t product = uint64_t(0xD2511F53) * first, other = uint64_t(0xCD9E8D57) * third;
      first = static_cast<uint32_t>(other >> 32) ^ second ^ key_first;
      third = static_cast<uint32_t>(product >> 32) ^ fourth ^ key_second;
      second = static_cast<uint32_t>(other);
      fourth = static_cast<uint32_t>(product);
      key_first += 0x9E3779B9;
      key_second += 0xBB67AE85;
    }
    words[0][at] = first;
    words[1][at] = second;
    words[2][at] = third;
    words[3][at] = fourth;
  }
}

/// words[i]: the i-th word of each counter of a block.
using ThreeFry = void (*)(uint64_t key, uint64_t counter, Words *words);
using Philox = void (*)(uint64_t key, uint64_t counter, uint64_t counter_high, Words *words);

void three_fry_any(uint64_t key, uint64_t counter, Words *words) { three_fry_words(key, counter, words); }
void philox_any(uint64_t key, uint64_t counter, uint64_t counter_high, Words *words) {
  philox_words(key, counter, counter_high, words);
}
#ifdef __x86_64__
__attribute__((target("avx2"))) void three_fry_avx2(uint64_t key, uint64_t counter, Words *words) {
  three_fry_words(key, counter, words);
}
__attribute__((target("avx2"))) void philox_avx2(uint64_t key, uint64_t counter, uint64_t counter_high, Words *words) {
  philox_words(key, counter, counter_high, words);
}
__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,prefer-256-bit"))) void
three_fry_avx512(uint64_t key, uint64_t counter, Words *words) {
  three_fry_words(key, counter, words);
}
__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,prefer-256-bit"))) void
philox_avx512(uint64_t key, uint64_t counter, uint64_t counter_high, Words *words) {
  philox_words(key, counter, counter_high, words);
}
#endif

std::pair<ThreeFry, Philox> chosen_generators() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    return {three_fry_avx512, philox_avx512};
  if (__builtin_cpu_supports("avx2"))
    return {three_fry_avx2, philox_avx2};
#endif
  return {three_fry_any, philox_any};
}

/// The halved dimension, and what lies before and behind it.
struct Halves {
  int64_t outer = 1, size = 1, inner = 1;

  explicit Halves(Shape shape) {
    if (shape.empty())
      shape = {1};
    size_t split = 0;
    for (size_t at = 0; at < shape.size(); ++at) {
      if (shape[at] % 2 == 0) {
        split = at;
        break;
      }
      if (shape[at] > shape[split])
        split = at;
    }
    for (size_t at = 0; at < split; ++at)
      outer *= shape[at];
    size = shape[split];
    for (size_t at = split + 1; at < shape.size(); ++at)
      inner *= shape[at];
  }
  int64_t half() const { return (size + 1) / 2; }
  int64_t counters() const { return outer * half() * inner; }
};

class RandomBits final : public Call {
public:
  RandomBits(reference::RandomAlgorithm algorithm, int64_t state_size, ElementType type, const Shape &shape)
      : three_fry_(algorithm == reference::RandomAlgorithm::ThreeFry), state_size_(state_size), type_(type),
        halves_(shape), count_(element_count(shape)) {
    const bool wide = facts_of(type).bits == 64;
    per_counter_ = three_fry_ ? (wide ? 1 : 2) : (wide ? 2 : 4);
    counters_ = three_fry_ && !wide ? halves_.counters() : (count_ + per_counter_ - 1) / per_counter_;
  }

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const auto *state = static_cast<const uint64_t *>(operands[0]);
    auto *next = static_cast<uint64_t *>(results[0]);
    constexpr int64_t together = 4096; // counters that a thread takes at once
#pragma omp parallel for schedule(dynamic)                                                                             \
    num_threads(workspace.threads) if (workspace.threads > 1 && counters_ > 4 * together)
    for (int64_t begin = 0; begin < counters_; begin += together)
      for (int64_t first = begin; first < std::min(counters_, begin + together); first += block)
        fill(state, first, std::min<int64_t>(block, counters_ - first), results[1]);
    std::copy(state, state + state_size_, next);
    const auto used = static_cast<uint64_t>(counters_);
    next[1] += used;
    if (state_size_ > 2 && next[1] < used)
      ++next[2];
  }

private:
  void fill(const uint64_t *state, int64_t first, int64_t count, void *bits) const {
    static const std::pair<ThreeFry, Philox> generators = chosen_generators();
    alignas(64) Words words[4];
    const uint64_t counter = state[1] + static_cast<uint64_t>(first);
    if (three_fry_) {
      generators.first(state[0], counter, words);
    } else {
      const uint64_t above = state_size_ > 2 ? state[2] : state[0];
      generators.second(state[0], counter, above + (counter < state[1] ? 1 : 0), words);
    }
    switch (facts_of(type_).bits) {
    case 64:
      return write_wide(words, first, count, static_cast<uint64_t *>(bits));
    case 32:
      return write(words, first, count, static_cast<uint32_t *>(bits), [](uint32_t word) { return word; });
    case 16:
      return write(words, first, count, static_cast<uint16_t *>(bits), [](uint32_t word) { return word; });
    case 8:
      return write(words, first, count, static_cast<uint8_t *>(bits), [](uint32_t word) { return word; });
    default: // fewer bits than a byte has
      return write(words, first, count, static_cast<uint8_t *>(bits), [&](uint32_t word) {
        std::byte stored{};
        Element::of_bits(type_, word & ((1U << facts_of(type_).bits) - 1)).store(&stored);
        return static_cast<uint8_t>(stored);
      });
    }
  }

  void write_wide(const Words *words, int64_t first, int64_t count, uint64_t *bits) const {
    for (int64_t at = 0; at < count; ++at)
      for (int64_t number = 0; number < per_counter_; ++number)
        if (const int64_t place = (first + at) * per_counter_ + number; place < count_)
          bits[place] = uint64_t(words[2 * number + 1][at]) << 32 | words[2 * number][at];
  }

  template <class Bits, class Narrow>
  void write(const Words *words, int64_t first, int64_t count, Bits *bits, Narrow narrow) const {
    const auto bits_of = [&](int word, int64_t at) { return static_cast<Bits>(narrow(words[word][at])); };
    if (!three_fry_) {
      const int64_t whole = std::min(count, count_ / 4 - first);
      for (int64_t at = 0; at < whole; ++at)
        for (int word = 0; word < 4; ++word)
          bits[(first + at) * 4 + word] = bits_of(word, at);
      if (whole < count)
        for (int word = 0; word < count_ % 4; ++word)
          bits[(first + whole) * 4 + word] = bits_of(word, whole);
      return;
    }
    const int64_t inner = halves_.inner, half = halves_.half();
    for (int64_t at = 0; at < count;) { // runs of counters whose words lie one behind the other
      const int64_t after = (first + at) % inner, along = (first + at) / inner % half,
                    before = (first + at) / inner / half;
      Bits *to = bits + (before * halves_.size + 2 * along) * inner + after;
      const int64_t pairs = halves_.size / 2 - along; // whole ones
      if (inner == 1 && pairs > 0) {
        const int64_t run = std::min(pairs, count - at);
        for (int64_t number = 0; number < run; ++number) {
          to[2 * number] = bits_of(0, at + number);
          to[2 * number + 1] = bits_of(1, at + number);
        }
        at += run;
        continue;
      }
      const int64_t run = std::min(inner - after, count - at);
      for (int64_t number = 0; number < run; ++number)
        to[number] = bits_of(0, at + number);
      if (pairs > 0)
        for (int64_t number = 0; number < run; ++number)
          to[inner + number] = bits_of(1, at + number);
      at += run;
    }
  }

  bool three_fry_;
  int64_t state_size_;
  ElementType type_;
  Halves halves_;
  int64_t count_, per_counter_ = 1, counters_ = 0;
};

} // namespace

CallPointer make_random_bits(reference::RandomAlgorithm algorithm, int64_t state_size, ElementType type,
                             const Shape &shape) {
  const bool three_fry = algorithm == reference::RandomAlgorithm::ThreeFry;
  if (is_complex(type) || (state_size != 2 && (three_fry || state_size != 3)))
    return nullptr;
  return std::make_unique<RandomBits>(algorithm, state_size, type, shape);
}

} // namespace cotangent::library
