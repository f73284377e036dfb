// Stable sorting by keys, digit by digit from the lowest (D. Knuth, The Art of Computer Programming 3, 5.2.5).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace cotangent::library {

/// Lines up to the first length are sorted by comparing all pairs, up to the second by insertion.
inline constexpr size_t longest_pairs_line = 32, longest_insertion_line = 64;

template <class Key, class Item, class KeyOf> void sort_by_pairs(Item *line, size_t count, KeyOf key_of) {
  Key keys[longest_pairs_line];
  Item items[longest_pairs_line];
  for (size_t at = 0; at < count; ++at) {
    items[at] = line[at];
    keys[at] = key_of(line[at]);
  }
  for (size_t at = 0; at < count; ++at) {
    const Key key = keys[at];
    uint32_t place = 0;
    for (size_t other = 0; other < at; ++other)
      place += keys[other] <= key;
    for (size_t other = at + 1; other < count; ++other)
      place += keys[other] < key;
    line[place] = items[at];
  }
}

template <class Item, class KeyOf> void sort_by_insertion(Item *line, size_t count, KeyOf key_of) {
  for (size_t at = 1; at < count; ++at) {
    const Item item = line[at];
    const auto key = key_of(item);
    size_t to = at;
    for (; to > 0 && key < key_of(line[to - 1]); --to)
      line[to] = line[to - 1];
    line[to] = item;
  }
}

/// What is done with items on the way of the digits: nothing.
struct AsTheyAre {
  template <class Item> Item encoded(Item item) const { return item; }
  template <class Item> Item decoded(Item item) const { return item; }
};

/// Sorts `line` by key_of(item), a number of `Key`; `scratch` has room for as many items. The result is in `line`.
/// Between the first and last pass items are replaced by `change.encoded(item)`, which `moving_key_of` reads.
template <class Key, class Item, class KeyOf, class MovingKeyOf, class Change>
void sort_by_key(Item *line, Item *scratch, size_t count, KeyOf key_of, MovingKeyOf moving_key_of, Change change) {
  if (count <= longest_pairs_line)
    return sort_by_pairs<Key>(line, count, key_of);
  if (count <= longest_insertion_line)
    return sort_by_insertion(line, count, key_of);
  constexpr int digits = sizeof(Key);
  uint32_t counts[digits][256] = {};
  for (size_t at = 0; at < count; ++at) {
    const Key key = key_of(line[at]);
    for (int digit = 0; digit < digits; ++digit)
      ++counts[digit][(key >> (8 * digit)) & 255];
  }
  const Key first = key_of(line[0]);
  int passes[digits], last = -1;
  for (int digit = 0; digit < digits; ++digit)
    if (counts[digit][(first >> (8 * digit)) & 255] != count) // not all the same
      passes[++last] = digit;
  Item *from = line, *to = scratch;
  for (int pass = 0; pass <= last; ++pass) {
    const int shift = 8 * passes[pass];
    Item *places[256], *place = to;
    for (int value = 0; value < 256; ++value) {
      places[value] = place;
      place += counts[passes[pass]][value];
    }
    const auto move = [&](auto load, auto key, auto store) {
      for (size_t at = 0; at < count; ++at) {
        const Item item = load(from[at]);
        *places[(key(item) >> shift) & 255]++ = store(item);
      }
    };
    const auto same = [](const Item &item) { return item; };
    const auto encode = [&](const Item &item) { return change.encoded(item); };
    const auto decode = [&](const Item &item) { return change.decoded(item); };
    if (last == 0)
      move(same, key_of, same);
    else if (pass == 0)
      move(encode, moving_key_of, same);
    else if (pass == last)
      move(same, moving_key_of, decode);
    else
      move(same, moving_key_of, same);
    std::swap(from, to);
  }
  if (from != line)
    std::copy(from, from + count, line);
}
template <class Key, class Item, class KeyOf> void sort_by_key(Item *line, Item *scratch, size_t count, KeyOf key_of) {
  sort_by_key<Key>(line, scratch, count, key_of, key_of, AsTheyAre());
}

/// Stable merge sort of indices from runs of one, in `order`; `scratch` has room for as many. `before` need not be an
/// order: every index comes out once in any case.
template <class Before> void merge_sort(uint32_t *order, uint32_t *scratch, size_t count, Before before) {
  uint32_t *from = order, *to = scratch;
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * run) {
      const size_t middle = std::min(begin + run, count), end = std::min(begin + 2 * run, count);
      size_t left = begin, right = middle, at = begin;
      while (left < middle && right < end)
        // The left run gives first unless the right one is truly before: that makes it stable.
        to[at++] = before(from[right], from[left]) ? from[right++] : from[left++];
      at = static_cast<size_t>(std::copy(from + left, from + middle, to + at) - to);
      std::copy(from + right, from + end, to + at);
    }
    std::swap(from, to);
  }
  if (from != order)
    std::copy(from, from + count, order);
}

} // namespace cotangent::library
