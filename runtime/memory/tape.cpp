// Memory of tapes and shadows. One block is kept per thread, so that repeated calls do not ask the system for memory again.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>
#include <unordered_map>
#include <vector>

#include "cotangent/error.h"

namespace {

struct Deferred {
  struct Entry {
    void *memory;
    void (*release)(void *);
  };
  std::vector<Entry> entries;
  // Which words of a copy were floating, copy after copy; see cotangent_copy_forward.
  std::vector<std::vector<bool>> copies;
  // Shadows that belong to the result, with what they hold when the forward half has ended.
  std::unordered_map<void *, std::vector<char>> kept;
};

/// Made when it is first needed.
Deferred &deferred_of(void *list) {
  auto *&deferred = *static_cast<Deferred **>(list);
  if (!deferred)
    deferred = new Deferred;
  return *deferred;
}

// The layout is known to the emitter (scalar/emit/tape.cpp).
struct Tape {
  void *memory = nullptr;
  unsigned long top = 0, limit = 0;
  Deferred *deferred = nullptr;
  unsigned long stamp = 0; // not known to the emitter
};

} // namespace

/// Derivatives without a tape set it themselves.
extern "C" thread_local unsigned long cotangent_last_bytes;
thread_local unsigned long cotangent_last_bytes = 0;

extern "C" {

/// Grows a block; null starts a new one. Throws std::bad_alloc.
void *cotangent_tape_grow(void *memory, unsigned long bytes) {
  void *grown = std::realloc(memory, bytes);
  if (!grown)
    throw std::bad_alloc();
  return grown;
}

void cotangent_tape_release(void *memory, unsigned long peak) noexcept {
  cotangent_last_bytes = peak;
  std::free(memory);
}

/// Most bytes that the tape of the last combined reverse call of this thread held.
unsigned long cotangent_last_tape_bytes(void) noexcept { return cotangent_last_bytes; }

void cotangent_tape_discard(void *memory) noexcept { std::free(memory); }

/// Memory of a shadow whose primal is freed: the backward half still needs it, so it goes when that has ended.
void cotangent_defer_free(void *list, void *memory, void (*release)(void *)) {
  if (!memory)
    return;
  Deferred &deferred = deferred_of(list);
  if (!deferred.kept.empty())
    deferred.kept.erase(memory);
  deferred.entries.push_back({memory, release});
}

/// Where the backward half writes zeros over pointers and floating values alike, the destructor of the result's shadow would not find
/// its memory: blocks of it are noted when they are made, kept at the end of the forward half and put back at the end of the other.
void cotangent_keep_block(void *list, void *memory, unsigned long bytes) {
  if (memory)
    deferred_of(list).kept[memory].resize(bytes);
}

void cotangent_keep_blocks(void *list) noexcept {
  if (auto *deferred = *static_cast<Deferred **>(list))
    for (auto &[memory, content] : deferred->kept)
      std::memcpy(content.data(), memory, content.size());
}

void cotangent_restore_blocks(void *list) noexcept {
  if (auto *deferred = *static_cast<Deferred **>(list))
    for (auto &[memory, content] : deferred->kept)
      std::memcpy(memory, content.data(), content.size());
}

/// The shadow of a copy whose words are told apart only now: where the same memory holds floating values at one time and pointers at
/// another. Both shadows belong to memory that the differentiated function made itself, so in the forward sweep the shadow of a
/// floating word is zero, and that of a pointer is a pointer.
///
/// Floating values lie at multiples of their size. A copy between addresses that differ in this respect moves no floating values
/// (characters of a string beside numbers), or it is answered by an error backwards.
void cotangent_copy_forward(void *list, void *to, void *from, unsigned long bytes) {
  std::vector<bool> floating(bytes);
  const char *source = static_cast<char *>(from);
  unsigned long lead = -reinterpret_cast<unsigned long>(from) % 8; // bytes before the first whole word
  for (unsigned long word = 0, end = std::min(lead ? lead : 8, bytes); word < bytes; word = end, end = std::min(end + 8, bytes)) {
    // A word is a pointer if any of its bytes is not zero.
    bool zero = std::all_of(source + word, source + end, [](char part) { return part == 0; });
    std::fill(floating.begin() + static_cast<long>(word), floating.begin() + static_cast<long>(end), zero);
  }
  deferred_of(list).copies.push_back(std::move(floating));
  std::memmove(to, from, bytes);
}

/// Backwards: what arrived at floating words of `to` is added to `from`. `single`: the words hold floats rather than doubles.
void cotangent_copy_backward(void *list, void *to, void *from, unsigned long bytes, int single) {
  auto *deferred = *static_cast<Deferred **>(list);
  std::vector<bool> floating = std::move(deferred->copies.back());
  deferred->copies.pop_back();
  auto *target = static_cast<char *>(to), *source = static_cast<char *>(from);
  std::vector<char> arrived(target, target + bytes);
  bool any = false;
  for (unsigned long byte = 0; byte < bytes; ++byte)
    if (floating[byte]) {
      any |= target[byte] != 0;
      target[byte] = 0;
    }
  if (!any)
    return;
  unsigned long unit = single ? 4 : 8, lead = -reinterpret_cast<unsigned long>(from) % unit;
  if (lead != -reinterpret_cast<unsigned long>(to) % unit)
    cotangent_throw_runtime_exception("unknown-type", "floating values were copied between addresses that differ in their distance from a multiple of the size of the values; copy the members of the struct one by one");
  auto add = [&](auto part, unsigned long place) {
    auto sum = part;
    std::memcpy(&part, &arrived[place], sizeof part);
    std::memcpy(&sum, source + place, sizeof sum);
    sum += part;
    std::memcpy(source + place, &sum, sizeof sum);
  };
  for (unsigned long place = lead; place + unit <= bytes; place += unit)
    if (floating[place])
      single ? add(float{}, place) : add(double{}, place);
}

void cotangent_free_deferred(void *list) noexcept {
  auto *deferred = static_cast<Deferred *>(list);
  if (!deferred)
    return;
  for (auto entry = deferred->entries.rbegin(); entry != deferred->entries.rend(); ++entry)
    entry->release(entry->memory);
  delete deferred;
}

// Memory for aligned new is freed by the alignment-aware forms; the alignment itself is not looked at by the library.
void cotangent_delete_aligned(void *memory) noexcept { ::operator delete(memory, std::align_val_t(64)); }
void cotangent_delete_aligned_array(void *memory) noexcept { ::operator delete[](memory, std::align_val_t(64)); }

/// For the forward half of a derivative with this stamp.
void *cotangent_tape_new(unsigned long stamp) {
  auto *tape = new Tape;
  tape->stamp = stamp;
  return tape;
}

/// Throws Error ("bad-annotation") if the tape is from another derivative; the tape stays as it is.
void cotangent_tape_expect(const void *handle, unsigned long stamp) {
  if (handle && static_cast<const Tape *>(handle)->stamp != stamp)
    throw cotangent::Error("bad-annotation", "the tape was made by another form of this derivative: the halves are in files that were compiled differently, or the tape belongs to another function of the same type");
}

unsigned long cotangent_tape_bytes(const void *handle) noexcept { return handle ? static_cast<const Tape *>(handle)->top : 0; }

void cotangent_tape_free(void *handle) noexcept {
  if (!handle)
    return;
  auto *tape = static_cast<Tape *>(handle);
  cotangent_free_deferred(tape->deferred);
  std::free(tape->memory);
  delete tape;
}

/// What `from` holds goes to `to` and leaves zeros: as many bytes as both have room for, at most `bytes`.
void cotangent_move_content(void *to, void *from, unsigned long bytes) noexcept {
  bytes = std::min({bytes, malloc_usable_size(to), malloc_usable_size(from)}); // none for null
  if (!bytes)
    return;
  std::memcpy(to, from, bytes);
  std::memset(from, 0, bytes);
}
}
