// Loops shared out to threads.
#pragma once

#include <cstdint>

namespace cotangent::library {

using Part = void (*)(const void *const *buffers, int64_t begin, int64_t end);

/// Runs part(buffers, begin, end) for chunks of [0, size), in the caller's thread if there is one chunk. Chunks, of at
/// least `grain`, are handed out as threads become free; what is computed must not depend on where a chunk ends.
void run_parts(Part part, const void *const *buffers, int64_t size, int64_t grain, int threads);

} // namespace cotangent::library
