#include "tensor/library/lapack.h"

#include <dlfcn.h>

#include <initializer_list>

namespace cotangent::library {

namespace {

/// OpenBLAS holds all of LAPACK; the reference library of the distribution is the second choice.
void *open_library() {
  for (const char *name : {"libopenblas.so.0", "liblapack.so.3"})
    if (void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      // Calls come from the threads of the caller, several at once, and results must not depend on their number.
      if (void *set_threads = dlsym(handle, "openblas_set_num_threads"))
        reinterpret_cast<void (*)(int)>(set_threads)(1);
      return handle;
    }
  return nullptr;
}

} // namespace

Routine lapack_routine(char letter, std::string_view name) {
  static void *const library = open_library();
  if (!library)
    return {};
  const std::string symbol = letter + std::string(name) + "_";
  return Routine(dlsym(library, symbol.c_str()));
}

} // namespace cotangent::library
