// Kernels for processors with AVX2 and FMA.
#include "tensor/library/product_kernel_versions.h"

#ifdef __x86_64__

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

namespace cotangent::library::avx2 {
namespace {

constexpr int vector_bytes = 32, tile_rows = 6;
template <class Number> using VectorOf __attribute__((vector_size(vector_bytes))) = Number;

/// All ones in the first `count` lanes.
template <class Number> inline __m256i first_lanes(int count) {
  if constexpr (sizeof(Number) == 4)
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  else
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
template <class Number> inline VectorOf<Number> load_first(const Number *from, int count) {
  if constexpr (sizeof(Number) == 4)
    return (VectorOf<Number>)_mm256_maskload_epi32(reinterpret_cast<const int *>(from), first_lanes<Number>(count));
  else
    return (VectorOf<Number>)_mm256_maskload_epi64(reinterpret_cast<const long long *>(from),
                                                   first_lanes<Number>(count));
}
template <class Number> inline void store_first(Number *to, VectorOf<Number> value, int count) {
  if constexpr (sizeof(Number) == 4)
    _mm256_maskstore_epi32(reinterpret_cast<int *>(to), first_lanes<Number>(count), (__m256i)value);
  else
    _mm256_maskstore_epi64(reinterpret_cast<long long *>(to), first_lanes<Number>(count), (__m256i)value);
}

#include "tensor/library/product_kernel_body.h"

} // namespace

template <class Number> ProductKernels<Number> kernels() { return make_kernels<Number>(); }
template ProductKernels<float> kernels();
template ProductKernels<double> kernels();
template ProductKernels<uint32_t> kernels();
template ProductKernels<uint64_t> kernels();

} // namespace cotangent::library::avx2

#pragma clang attribute pop

#endif
