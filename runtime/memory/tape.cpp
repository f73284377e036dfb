// Memory of tapes and shadows. One block is kept per thread, so that repeated calls do not ask the system for memory again.
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <new>
#include <vector>

namespace {

struct Deferred {
  struct Entry {
    void *memory;
    void (*release)(void *);
  };
  std::vector<Entry> entries;
};

// The layout is known to the emitter (scalar/emit/tape.cpp).
struct Tape {
  void *memory = nullptr;
  unsigned long top = 0, limit = 0;
  Deferred *deferred = nullptr;
};

thread_local unsigned long last_bytes = 0;

} // namespace

extern "C" {

/// Grows a block; null starts a new one. Throws std::bad_alloc.
void *cotangent_tape_grow(void *memory, unsigned long bytes) {
  void *grown = std::realloc(memory, bytes);
  if (!grown)
    throw std::bad_alloc();
  return grown;
}

void cotangent_tape_release(void *memory, unsigned long peak) noexcept {
  last_bytes = peak;
  std::free(memory);
}

/// Most bytes that the tape of the last combined reverse call of this thread held.
unsigned long cotangent_last_tape_bytes(void) noexcept { return last_bytes; }

void cotangent_tape_discard(void *memory) noexcept { std::free(memory); }

/// Memory of a shadow whose primal is freed: the backward half still needs it, so it goes when that has ended.
void cotangent_defer_free(void *list, void *memory, void (*release)(void *)) {
  auto *&deferred = *static_cast<Deferred **>(list);
  if (!memory)
    return;
  if (!deferred)
    deferred = new Deferred;
  deferred->entries.push_back({memory, release});
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

void *cotangent_tape_new(void) { return new Tape; }

unsigned long cotangent_tape_bytes(const void *handle) noexcept { return handle ? static_cast<const Tape *>(handle)->top : 0; }

void cotangent_tape_free(void *handle) noexcept {
  if (!handle)
    return;
  auto *tape = static_cast<Tape *>(handle);
  cotangent_free_deferred(tape->deferred);
  std::free(tape->memory);
  delete tape;
}

/// The shadow of realloc: fresh zeros that start with what the old shadow held.
void *cotangent_shadow_reallocate(void *old, unsigned long bytes, int release) {
  auto *grown = static_cast<char *>(std::calloc(bytes ? bytes : 1, 1));
  if (!grown)
    throw std::bad_alloc();
  if (old) {
    unsigned long had = malloc_usable_size(old);
    std::memcpy(grown, old, had < bytes ? had : bytes);
    if (release)
      std::free(old);
  }
  return grown;
}

/// Backwards: what the grown shadow holds belongs to the old one again.
void cotangent_shadow_undo_reallocate(void *old, void *grown, unsigned long bytes) noexcept {
  if (old) {
    unsigned long had = malloc_usable_size(old);
    std::memcpy(old, grown, had < bytes ? had : bytes);
  }
}
}
