// Scratch memory of threads that run library operations.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace cotangent::library {

/// At least that many bytes of this thread, aligned to 64, kept for the next call; what they hold is arbitrary. A call
/// that still uses them must not ask again, nor call who does.
inline std::byte *thread_memory(size_t bytes) {
  struct Memory {
    std::byte *start = nullptr;
    size_t size = 0;
    ~Memory() { std::free(start); }
  };
  thread_local Memory memory;
  if (memory.size < bytes) {
    std::free(memory.start);
    memory.size = 0;
    const size_t size = (bytes + 63) / 64 * 64;
    memory.start = static_cast<std::byte *>(std::aligned_alloc(64, size));
    if (!memory.start)
      throw std::bad_alloc();
    memory.size = size;
  }
  return memory.start;
}

} // namespace cotangent::library
