// The largest elements: those above the smallest of the best so far are collected until there are twice as many.
#include "tensor/library/sorting.h"
#include "tensor/library/sorting_keys.h"
#include "tensor/library/thread_memory.h"

#include <algorithm>
#include <memory>

namespace cotangent::library {

namespace {

constexpr int64_t least_parallel_elements = 50000;

/// Elements of a type of one part.
template <class Bits, KeyKind kind> struct PlainKeys {
  using Item = Bits;
  using Key = Bits;
  KeyCoder<Bits, kind> coder;
  Key operator()(const Item &item) const { return coder(item); }
};

/// Complex numbers: real part, then imaginary part.
template <class Bits, KeyKind kind> struct ComplexKeys {
  struct Item {
    Bits real, imaginary;
  };
  using Key = std::pair<Bits, Bits>;
  KeyCoder<Bits, kind> coder;
  Key operator()(const Item &item) const { return {coder(item.real), coder(item.imaginary)}; }
};

template <class Keys> class TopK final : public Call {
public:
  TopK(const Keys &keys, int64_t lines, int64_t size, int64_t k) : keys_(keys), lines_(lines), size_(size), k_(k) {}

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const auto *operand = static_cast<const Item *>(operands[0]);
    auto *values = static_cast<Item *>(results[0]);
    auto *indices = static_cast<int32_t *>(results[1]);
    const int threads = workspace.threads;
    const int64_t together = std::max<int64_t>(1, least_parallel_elements / 4 / std::max<int64_t>(1, size_));
#pragma omp parallel for schedule(dynamic, together)                                                                   \
    num_threads(threads) if (threads > 1 && lines_ * size_ > least_parallel_elements)
    for (int64_t line = 0; line < lines_; ++line)
      select(operand + line * size_, values + line * k_, indices + line * k_);
  }

private:
  using Item = typename Keys::Item;
  using Key = typename Keys::Key;
  struct Candidate {
    Key key;
    int32_t index;
    bool operator<(const Candidate &other) const { // the larger first
      return key != other.key ? other.key < key : index < other.index;
    }
  };

  void select(const Item *line, Item *values, int32_t *indices) const {
    if (k_ == 0)
      return;
    const int64_t room = std::min(size_, std::max<int64_t>(2 * k_, k_ + 64));
    auto *best = reinterpret_cast<Candidate *>(thread_memory(static_cast<size_t>(room) * sizeof(Candidate)));
    int64_t count = 0;
    Key least{}; // of the best k, once there are as many
    bool full = false;
    for (int64_t at = 0; at < size_; ++at) {
      const Key key = keys_(line[at]);
      // An equal one later in the line is not among them.
      if (full && !(least < key))
        continue;
      if (count == room) {
        std::nth_element(best, best + k_ - 1, best + count);
        least = best[k_ - 1].key;
        count = k_;
        full = true;
        if (!(least < key))
          continue;
      }
      best[count++] = {key, static_cast<int32_t>(at)};
    }
    if (count > k_)
      std::nth_element(best, best + k_ - 1, best + count);
    std::sort(best, best + k_);
    for (int64_t at = 0; at < k_; ++at) {
      values[at] = line[best[at].index];
      indices[at] = best[at].index;
    }
  }

  Keys keys_;
  int64_t lines_, size_, k_;
};

} // namespace

CallPointer make_top_k(ElementType type, const Shape &shape, int64_t k) {
  if (shape.empty() || k < 0 || k > shape.back() || shape.back() > INT32_MAX)
    return nullptr;
  const int64_t size = shape.back(), lines = size == 0 ? 0 : element_count(shape) / size;
  CallPointer call;
  with_key_coder(part_of(type), KeyKind::TopK, false, [&]<class Bits, KeyKind kind>(const KeyCoder<Bits, kind> &coder) {
    if (is_complex(type))
      call = std::make_unique<TopK<ComplexKeys<Bits, kind>>>(ComplexKeys<Bits, kind>{coder}, lines, size, k);
    else
      call = std::make_unique<TopK<PlainKeys<Bits, kind>>>(PlainKeys<Bits, kind>{coder}, lines, size, k);
  });
  return call;
}

} // namespace cotangent::library
