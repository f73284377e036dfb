#include "tensor/library/lapack.h"

#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>
#include <vector>

namespace cotangent::library {

namespace {

/// The OpenBLAS of a distribution is years old (Debian 12: 0.3.21). On processors with AVX-512 and bfloat16 it runs
/// kernels that were new then, those for Cooper Lake and Sapphire Rapids; later versions corrected wrong results in
/// them. For such processors the kernels of the generation before are asked for. What the user asks for stays.
const char *trusted_core() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bf16"))
    return "SKYLAKEX";
#endif
  return nullptr;
}

void *open_with_core(const char *name) {
  constexpr const char *variable = "OPENBLAS_CORETYPE";
  const char *core = std::getenv(variable) ? nullptr : trusted_core();
  if (core)
    setenv(variable, core, 1);
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (core)
    unsetenv(variable);
  return handle;
}

template <class Number> Number test_number(size_t at) {
  return static_cast<Number>(static_cast<double>(at * 7919 % 64) - 31);
}

/// A product of small integers at sizes that no kernel fits evenly; exact in every order of summation.
template <class Number> bool multiplies_right(void *library, const char *symbol) {
  Routine gemm(dlsym(library, symbol));
  if (!gemm)
    return true; // the reference LAPACK is in a library of its own
  for (int n : {1, 5, 17, 67}) {
    const int m = n + 3, k = 2 * n + 1;
    std::vector<Number> a(static_cast<size_t>(m * k)), b(static_cast<size_t>(k * n)), c(static_cast<size_t>(m * n));
    for (size_t at = 0; at < a.size(); ++at)
      a[at] = test_number<Number>(at);
    for (size_t at = 0; at < b.size(); ++at)
      b[at] = test_number<Number>(3 * at + 1);
    const Number one = 1, zero = 0;
    const char plain = 'N';
    gemm(&plain, &plain, &m, &n, &k, &one, a.data(), &m, b.data(), &k, &zero, c.data(), &m);
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row) {
        Number sum = 0;
        for (int at = 0; at < k; ++at)
          sum += a[static_cast<size_t>(row + at * m)] * b[static_cast<size_t>(at + column * k)];
        if (sum != c[static_cast<size_t>(row + column * m)])
          return false;
      }
  }
  return true;
}

bool is_right(void *library) {
  return multiplies_right<float>(library, "sgemm_") && multiplies_right<double>(library, "dgemm_") &&
         multiplies_right<std::complex<float>>(library, "cgemm_") &&
         multiplies_right<std::complex<double>>(library, "zgemm_");
}

std::string said_by(void *library, const char *function) {
  void *address = dlsym(library, function);
  return address ? reinterpret_cast<const char *(*)()>(address)() : "";
}

struct Loaded {
  void *library = nullptr;
  LapackStatus status;
};

Loaded load() {
  Loaded loaded;
  for (const char *name : {"libopenblas.so.0", "liblapack.so.3"}) {
    void *handle = open_with_core(name);
    if (!handle)
      continue;
    // Calls come from the threads of the caller, several at once, and results must not depend on their number.
    if (void *set_threads = dlsym(handle, "openblas_set_num_threads"))
      reinterpret_cast<void (*)(int)>(set_threads)(1);
    if (!is_right(handle)) {
      loaded.status.fault = std::string(name) + " multiplies wrongly on this processor (kernels: " +
                            said_by(handle, "openblas_get_corename") + ")";
      continue;
    }
    loaded.library = handle;
    loaded.status.library = name;
    loaded.status.configuration = said_by(handle, "openblas_get_config");
    loaded.status.core = said_by(handle, "openblas_get_corename");
    return loaded;
  }
  return loaded;
}

const Loaded &loaded() {
  static const Loaded once = load();
  return once;
}

} // namespace

const LapackStatus &lapack_status() { return loaded().status; }

Routine lapack_routine(char letter, std::string_view name) {
  if (!loaded().library)
    return {};
  const std::string symbol = letter + std::string(name) + "_";
  return Routine(dlsym(loaded().library, symbol.c_str()));
}

} // namespace cotangent::library
