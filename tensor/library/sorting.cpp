#include "tensor/library/sorting.h"

#include "core/elements/element.h"
#include "tensor/library/sorting_keys.h"
#include "tensor/library/sorting_radix.h"
#include "tensor/library/thread_memory.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace cotangent::library {

namespace {

/// Elements below which threads cost more than they save, about 50 microseconds.
constexpr int64_t least_parallel_elements = 8192;

/// Copies a line of elements `stride` apart to adjacent ones, or back.
template <class Bits>
void copy_line(Bits *to, int64_t to_stride, const Bits *from, int64_t from_stride, int64_t count) {
  for (int64_t at = 0; at < count; ++at)
    to[at * to_stride] = from[at * from_stride];
}

struct Lines {
  int64_t outer = 1, size = 1, inner = 1;

  Lines(const Shape &shape, size_t dimension) : size(shape[dimension]) {
    for (size_t at = 0; at < dimension; ++at)
      outer *= shape[at];
    for (size_t at = dimension + 1; at < shape.size(); ++at)
      inner *= shape[at];
  }
  /// Of units that have so many lines each: enough for a thread to take at once.
  int64_t units_together(int64_t lines) const {
    return std::max<int64_t>(1, least_parallel_elements / std::max<int64_t>(1, size * lines));
  }
  int64_t start(int64_t line) const { return line / inner * inner * size + line % inner; }
  bool parallel(int threads) const {
    return threads > 1 && outer * inner > 1 && outer * size * inner >= least_parallel_elements;
  }
};

template <class Bits, KeyKind kind>
bool has_nan(const Bits *line, int64_t stride, int64_t count, const KeyCoder<Bits, kind> &coder) {
  bool found = false;
  for (int64_t at = 0; at < count; ++at)
    found |= Bits(line[at * stride] & Bits(Bits(~Bits(0)) >> 1)) > coder.infinity;
  return found;
}

/// `Plain` keys of a line with NaNs.
template <class Bits>
void sort_incomparable(Bits *line, Bits *scratch, int64_t count, ElementType type, bool descending) {
  std::vector<uint32_t> order(static_cast<size_t>(count)), merged(order.size());
  std::vector<double> numbers(order.size());
  std::iota(order.begin(), order.end(), 0U);
  for (size_t at = 0; at < numbers.size(); ++at)
    numbers[at] = Element::load(type, reinterpret_cast<const std::byte *>(line + at)).as_float();
  merge_sort(order.data(), merged.data(), order.size(), [&](uint32_t left, uint32_t right) {
    return descending ? numbers[left] > numbers[right] : numbers[left] < numbers[right];
  });
  for (size_t at = 0; at < order.size(); ++at)
    scratch[at] = line[order[at]];
  std::copy(scratch, scratch + count, line);
}

/// One operand that is its own key: the elements themselves move.
template <class Bits, KeyKind kind> class SortAlone final : public Call {
public:
  SortAlone(ElementType type, const Lines &lines, const KeyCoder<Bits, kind> &coder, bool plain)
      : type_(type), lines_(lines), coder_(coder), plain_(plain) {}

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
    const auto *from = static_cast<const Bits *>(operands[0]);
    auto *to = static_cast<Bits *>(results[0]);
    const int64_t size = lines_.size, width = lines_.inner == 1 ? 1 : std::max<int64_t>(1, 64 / int64_t(sizeof(Bits)));
    // Neighbours along the inner dimensions share cache lines.
    const int64_t blocks = (lines_.inner + width - 1) / width;
#pragma omp parallel for schedule(dynamic, lines_.units_together(width))                                               \
    num_threads(workspace.threads) if (lines_.parallel(workspace.threads))
    for (int64_t unit = 0; unit < lines_.outer * blocks; ++unit) {
      const int64_t start = unit / blocks * size * lines_.inner + unit % blocks * width;
      if (lines_.inner == 1) {
        auto *scratch = reinterpret_cast<Bits *>(thread_memory(static_cast<size_t>(size) * sizeof(Bits)));
        std::copy(from + start, from + start + size, to + start);
        sort_line(to + start, scratch);
        continue;
      }
      const int64_t count = std::min(width, lines_.inner - unit % blocks * width);
      auto *memory = reinterpret_cast<Bits *>(thread_memory(static_cast<size_t>(size * (width + 1)) * sizeof(Bits)));
      for (int64_t at = 0; at < size; ++at)
        copy_line(memory + at, size, from + start + at * lines_.inner, 1, count);
      for (int64_t line = 0; line < count; ++line)
        sort_line(memory + line * size, memory + width * size);
      for (int64_t at = 0; at < size; ++at)
        copy_line(to + start + at * lines_.inner, 1, memory + at, size, count);
    }
  }

private:
  void sort_line(Bits *line, Bits *scratch) const {
    if (plain_ && has_nan(line, 1, lines_.size, coder_))
      return sort_incomparable(line, scratch, lines_.size, type_, coder_.flip != 0);
    const KeyCoder<Bits, kind> coder = coder_;
    const auto count = static_cast<size_t>(lines_.size);
    bool unique = count > longest_insertion_line;
    for (size_t at = 0; unique && at < count;)
      for (const size_t end = std::min(count, at + 1024); at < end; ++at)
        unique &= coder.is_unique(line[at]);
    if (unique) { // the keys move instead of the elements
      const Coded coded{{coder.infinity, coder.unused, coder.flip}};
      sort_by_key<Bits>(line, scratch, count, coded.coder, [](Bits key) { return key; }, coded);
    } else {
      sort_by_key<Bits>(line, scratch, count, coder);
    }
  }

  /// Without NaNs and -0 the canonical order is the total one.
  struct Coded {
    KeyCoder<Bits, kind == KeyKind::Canonical ? KeyKind::Total : kind> coder;
    Bits encoded(Bits element) const { return coder(element); }
    Bits decoded(Bits key) const { return coder.element_of(key); }
  };

  ElementType type_;
  Lines lines_;
  KeyCoder<Bits, kind> coder_;
  bool plain_;
};

/// Several operands or keys, or a comparator: a line is sorted as a list of indices, then the elements move.
class SortByIndex final : public Call {
public:
  SortByIndex(const SortSpec &spec, const Lines &lines) : spec_(spec), lines_(lines) {}

  void run(const void *const *operands, void *const *results, const Workspace &workspace) const override {
#pragma omp parallel for schedule(dynamic, lines_.units_together(1))                                                   \
    num_threads(workspace.threads) if (lines_.parallel(workspace.threads))
    for (int64_t line = 0; line < lines_.outer * lines_.inner; ++line) {
      const auto count = static_cast<size_t>(lines_.size);
      auto *records = reinterpret_cast<Record *>(thread_memory(count * (2 * sizeof(Record) + 2 * sizeof(uint32_t))));
      auto *order = reinterpret_cast<uint32_t *>(records + 2 * count);
      std::iota(order, order + count, 0U);
      sort_line(operands, lines_.start(line), records, order);
      for (size_t operand = 0; operand < spec_.types.size(); ++operand)
        move(operands[operand], results[operand], facts_of(spec_.types[operand]).bytes, lines_.start(line), order);
    }
  }

private:
  struct Record {
    uint64_t key, index;
  };

  void sort_line(const void *const *operands, int64_t start, Record *records, uint32_t *order) const {
    const auto count = static_cast<size_t>(lines_.size);
    if (spec_.keys.empty()) {
      const auto comparator = reinterpret_cast<SortComparator>(const_cast<void *>(operands[spec_.comparator]));
      return merge_sort(order, order + count, count, [&](int64_t left, int64_t right) {
        return comparator(operands, start + left * lines_.inner, start + right * lines_.inner) != 0;
      });
    }
    if (incomparable(operands, start))
      return merge_sort(order, order + count, count,
                        [&](uint32_t left, uint32_t right) { return before(operands, start, left, right); });
    for (size_t key = spec_.keys.size(); key-- > 0;)
      with_key(operands, start, spec_.keys[key],
               [&]<class Bits, KeyKind kind>(const Bits *line, int64_t stride, const KeyCoder<Bits, kind> &coder) {
                 sort_by_one(line, stride, coder, records, order);
               });
  }

  template <class Bits, KeyKind kind>
  void sort_by_one(const Bits *line, int64_t stride, const KeyCoder<Bits, kind> &coder, Record *records,
                   uint32_t *order) const {
    const auto count = static_cast<size_t>(lines_.size);
    if constexpr (sizeof(Bits) <= 4) {
      // Key and index in one number.
      auto *numbers = reinterpret_cast<uint64_t *>(records);
      for (size_t at = 0; at < count; ++at)
        numbers[at] = uint64_t(coder(line[int64_t(order[at]) * stride])) << 32 | order[at];
      sort_by_key<Bits>(numbers, numbers + count, count,
                        [](uint64_t number) { return static_cast<Bits>(number >> 32); });
      for (size_t at = 0; at < count; ++at)
        order[at] = static_cast<uint32_t>(numbers[at]);
    } else {
      for (size_t at = 0; at < count; ++at)
        records[at] = {coder(line[int64_t(order[at]) * stride]), order[at]};
      sort_by_key<uint64_t>(records, records + count, count, [](const Record &record) { return record.key; });
      for (size_t at = 0; at < count; ++at)
        order[at] = static_cast<uint32_t>(records[at].index);
    }
  }

  /// Calls use(first element, stride, coder) for a key; both in units of the key's type.
  template <class Use> void with_key(const void *const *operands, int64_t start, const SortKey &key, Use use) const {
    const ElementType type = spec_.types[static_cast<size_t>(key.operand)];
    const int64_t parts = key.part == SortPart::Whole ? 1 : 2;
    const KeyKind kind = key.order == SortOrder::Total ? KeyKind::Total : KeyKind::Canonical;
    with_key_coder(part_of(type), kind, key.descending,
                   [&]<class Bits, KeyKind coded>(const KeyCoder<Bits, coded> &coder) {
                     const auto *line = static_cast<const Bits *>(operands[key.operand]) + parts * start;
                     use(line + (key.part == SortPart::Imaginary ? 1 : 0), parts * lines_.inner, coder);
                   });
  }

  bool is_plain_float(const SortKey &key) const {
    return key.order == SortOrder::Plain && is_float(part_of(spec_.types[static_cast<size_t>(key.operand)]));
  }

  bool incomparable(const void *const *operands, int64_t start) const {
    bool found = false;
    for (const SortKey &key : spec_.keys)
      if (is_plain_float(key))
        with_key(operands, start, key, [&](const auto *line, int64_t stride, const auto &coder) {
          found |= has_nan(line, stride, lines_.size, coder);
        });
    return found;
  }

  /// The keys in order, as a comparator would have it: the next one counts where the last is equal.
  bool before(const void *const *operands, int64_t start, int64_t left, int64_t right) const {
    for (const SortKey &key : spec_.keys) {
      bool less = false, equal = false;
      with_key(operands, start, key,
               [&]<class Bits, KeyKind kind>(const Bits *line, int64_t stride, const KeyCoder<Bits, kind> &coder) {
                 const Bits a = line[left * stride], b = line[right * stride];
                 const bool comparable =
                     !is_plain_float(key) || !(has_nan(&a, 0, 1, coder) || has_nan(&b, 0, 1, coder));
                 less = comparable && coder(a) < coder(b);
                 equal = comparable && coder(a) == coder(b);
               });
      if (!equal)
        return less;
    }
    return false;
  }

  void move(const void *from, void *to, int bytes, int64_t start, const uint32_t *order) const {
    const auto each = [&]<class Item>(Item) {
      const auto *source = static_cast<const Item *>(from) + start;
      auto *target = static_cast<Item *>(to) + start;
      for (int64_t at = 0; at < lines_.size; ++at)
        target[at * lines_.inner] = source[int64_t(order[at]) * lines_.inner];
    };
    switch (bytes) {
    case 1:
      return each(uint8_t());
    case 2:
      return each(uint16_t());
    case 4:
      return each(uint32_t());
    case 8:
      return each(uint64_t());
    default:
      return each(Record());
    }
  }

  SortSpec spec_;
  Lines lines_;
};

bool is_key(ElementType type, const SortKey &key) {
  if (is_complex(type) != (key.part != SortPart::Whole))
    return false;
  return with_key_coder(part_of(type), KeyKind::Total, false, [](const auto &) {});
}

} // namespace

CallPointer make_sort(const SortSpec &spec) {
  const int64_t rank = static_cast<int64_t>(spec.shape.size());
  const int64_t dimension = spec.dimension < 0 ? spec.dimension + rank : spec.dimension;
  if (dimension < 0 || dimension >= rank || spec.types.empty() || spec.keys.empty() != (spec.comparator >= 0))
    return nullptr;
  for (const SortKey &key : spec.keys)
    if (key.operand < 0 || key.operand >= static_cast<int64_t>(spec.types.size()) ||
        !is_key(spec.types[static_cast<size_t>(key.operand)], key))
      return nullptr;
  const Lines lines(spec.shape, static_cast<size_t>(dimension));
  if (lines.size > std::numeric_limits<uint32_t>::max())
    return nullptr;
  if (spec.types.size() > 1 || spec.keys.size() != 1 || is_complex(spec.types[0]))
    return std::make_unique<SortByIndex>(spec, lines);
  const SortKey &key = spec.keys[0];
  const bool plain = key.order == SortOrder::Plain && is_float(spec.types[0]);
  const KeyKind kind = key.order == SortOrder::Total ? KeyKind::Total : KeyKind::Canonical;
  CallPointer call;
  with_key_coder(spec.types[0], kind, key.descending,
                 [&]<class Bits, KeyKind coded>(const KeyCoder<Bits, coded> &coder) {
                   call = std::make_unique<SortAlone<Bits, coded>>(spec.types[0], lines, coder, plain);
                 });
  return call;
}

} // namespace cotangent::library
