#include "tensor/library/parallel.h"

#include <algorithm>

namespace cotangent::library {

void run_parts(Part part, const void *const *buffers, int64_t size, int64_t grain, int threads) {
  if (threads <= 1 || size <= grain)
    return part(buffers, 0, size);
  constexpr int64_t chunks_per_thread = 8;
  grain = std::max(grain, size / (chunks_per_thread * threads));
  constexpr int64_t line = 64; // elements; threads should not write to the same cache line
  if (grain > line)
    grain = (grain + line - 1) / line * line;
  const int64_t chunks = (size + grain - 1) / grain;
#pragma omp parallel for schedule(dynamic) num_threads(static_cast<int>(std::min<int64_t>(threads, chunks)))
  for (int64_t chunk = 0; chunk < chunks; ++chunk)
    part(buffers, chunk * grain, std::min(size, (chunk + 1) * grain));
}

} // namespace cotangent::library
