// The kernels for any processor, and the choice among the versions.
#include "tensor/library/product_kernel.h"

#include "tensor/library/product_kernel_versions.h"

namespace cotangent::library {

namespace generic {
namespace {

constexpr int vector_bytes = 16, tile_rows = 4;
template <class Number> using VectorOf __attribute__((vector_size(vector_bytes))) = Number;

template <class Number> inline VectorOf<Number> load_first(const Number *from, int count) {
  VectorOf<Number> result = {};
  if (count == vector_bytes / static_cast<int>(sizeof(Number)))
    __builtin_memcpy(&result, from, sizeof result);
  else
    for (int lane = 0; lane < count; ++lane)
      result[lane] = from[lane];
  return result;
}
template <class Number> inline void store_first(Number *to, VectorOf<Number> value, int count) {
  for (int lane = 0; lane < count; ++lane)
    to[lane] = value[lane];
}

#include "tensor/library/product_kernel_body.h"

} // namespace

template <class Number> ProductKernels<Number> kernels() { return make_kernels<Number>(); }

} // namespace generic

namespace {

enum class Version { Generic, Avx2, Avx512 };

Version find_version() {
#ifdef __x86_64__
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
    return Version::Avx512;
  if (avx2)
    return Version::Avx2;
#endif
  return Version::Generic;
}

Version version() {
  static const Version found = find_version();
  return found;
}

template <class Number> ProductKernels<Number> chosen_kernels() {
#ifdef __x86_64__
  if (version() == Version::Avx512)
    return avx512::kernels<Number>();
  if (version() == Version::Avx2)
    return avx2::kernels<Number>();
#endif
  return generic::kernels<Number>();
}

} // namespace

template <class Number> const ProductKernels<Number> &product_kernels() {
  static const ProductKernels<Number> kernels = chosen_kernels<Number>();
  return kernels;
}
template const ProductKernels<float> &product_kernels();
template const ProductKernels<double> &product_kernels();
template const ProductKernels<uint32_t> &product_kernels();
template const ProductKernels<uint64_t> &product_kernels();

const char *product_kernel_name() {
  switch (version()) {
  case Version::Avx512:
    return "avx512";
  case Version::Avx2:
    return "avx2";
  case Version::Generic:
    break;
  }
  return "generic";
}

} // namespace cotangent::library
