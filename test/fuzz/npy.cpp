// Fuzz target of the .npy reader; not part of the build:
//   clang++-22 -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. -Iinclude test/fuzz/npy.cpp
//     core/elements/*.cpp runtime/arrays/*.cpp -o fuzz-npy && ./fuzz-npy -max_total_time=120
#include "runtime/arrays/npy.h"
#include "cotangent/error.h"
#include "runtime/arrays/text.h"

#include <cstdint>
#include <cstdlib>

using namespace cotangent;

/// The first byte chooses the type that is wanted, the others are the file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  std::optional<ElementType> wanted;
  if (data[0] < element_type_count)
    wanted = static_cast<ElementType>(data[0]);
  try {
    const Array array = read_npy_bytes(std::as_bytes(std::span(data + 1, size - 1)), "fuzz", wanted);
    if (static_cast<uint64_t>(array.byte_count()) > size || (wanted && array.type() != *wanted))
      std::abort();
    if (array.rank() < 100)
      array_text(array);
  } catch (const Error &error) {
    if (error.kind() != "bad-npy")
      std::abort();
  }
  return 0;
}
