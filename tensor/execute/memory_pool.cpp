#include "tensor/execute/memory_pool.h"

#include "cotangent/error.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace cotangent::execute {
namespace {

constexpr int64_t page = 2 << 20;        // a large page
constexpr int64_t most_kept = 1ll << 30; // bytes in the pool
constexpr int classes = 64;

/// Free blocks by their size, a power of two up to one large page, a multiple of a quarter of one above.
struct Pool {
  std::mutex lock;
  std::vector<std::pair<std::byte *, int64_t>> free[classes];
  int64_t kept = 0;
};

Pool &pool() {
  static Pool *one = new Pool; // arrays may outlive all that is static
  return *one;
}

/// The exponent of the power of two that holds the bytes; 6 at least.
int class_of(int64_t bytes) { return std::bit_width(static_cast<uint64_t>(std::max<int64_t>(bytes, 64) - 1)); }

int64_t capacity_for(int64_t bytes) {
  if (bytes <= page)
    return int64_t{1} << class_of(bytes);
  int64_t step = std::max<int64_t>(page, std::bit_floor(static_cast<uint64_t>(bytes)) / 4);
  return (bytes + step - 1) / step * step;
}

std::byte *take(int64_t bytes, int64_t &capacity) {
  static const int64_t machine = static_cast<int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
  if (bytes < 0 || bytes >= machine)
    throw Error("too-large",
                "the program needs " + std::to_string(bytes) + " bytes of memory, more than the machine has");
  capacity = capacity_for(bytes);
  {
    std::lock_guard guard(pool().lock);
    auto &blocks = pool().free[class_of(capacity)];
    for (size_t at = blocks.size(); at-- > 0;)
      if (blocks[at].second == capacity) {
        std::byte *found = blocks[at].first;
        blocks.erase(blocks.begin() + static_cast<ptrdiff_t>(at));
        pool().kept -= capacity;
        return found;
      }
  }
  bool large = capacity >= 2 * page;
  auto *memory = static_cast<std::byte *>(
      std::aligned_alloc(large ? static_cast<size_t>(page) : 64, static_cast<size_t>(capacity)));
  if (!memory)
    throw Error("too-large", "the program needs " + std::to_string(bytes) + " bytes of memory, which cannot be had");
  if (large)
    ::madvise(memory, static_cast<size_t>(capacity), MADV_HUGEPAGE);
  return memory;
}

void give_back(std::byte *memory, int64_t capacity) {
  {
    std::lock_guard guard(pool().lock);
    if (pool().kept + capacity <= most_kept) {
      pool().free[class_of(capacity)].emplace_back(memory, capacity);
      pool().kept += capacity;
      return;
    }
  }
  std::free(memory);
}

} // namespace

PooledMemory::PooledMemory(int64_t bytes) {
  if (bytes > 0)
    bytes_ = take(bytes, capacity_);
}
PooledMemory::~PooledMemory() {
  if (bytes_)
    give_back(bytes_, capacity_);
}

std::shared_ptr<std::byte[]> pooled_memory(int64_t bytes) {
  int64_t capacity = 0;
  std::byte *memory = take(bytes, capacity);
  return {memory, [capacity](std::byte *whole) { give_back(whole, capacity); }};
}

Array pooled_array(ElementType type, const Shape &shape) {
  return Array(type, shape, pooled_memory(element_count(shape) * facts_of(type).bytes));
}

} // namespace cotangent::execute
