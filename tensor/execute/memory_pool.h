// Memory that is kept from one run to the next, so that its pages need not be had again.
#pragma once

#include "runtime/arrays/array.h"

namespace cotangent::execute {

/// Uninitialised bytes, aligned to 64, given back at the end. Throws Error [too-large].
class PooledMemory {
public:
  explicit PooledMemory(int64_t bytes);
  ~PooledMemory();
  PooledMemory(const PooledMemory &) = delete;
  PooledMemory &operator=(const PooledMemory &) = delete;
  std::byte *bytes() const { return bytes_; }

private:
  std::byte *bytes_ = nullptr;
  int64_t capacity_ = 0;
};

/// Uninitialised bytes that go back to the pool with the last copy.
std::shared_ptr<std::byte[]> pooled_memory(int64_t bytes);

/// An array with uninitialised elements; its memory goes back to the pool with the last copy.
Array pooled_array(ElementType type, const Shape &shape);

} // namespace cotangent::execute
