// Kernels for processors with AVX-512 (F, VL, DQ, BW).
#include "tensor/library/product_kernel_versions.h"

#ifdef __x86_64__

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx2,fma"))),                   \
                             apply_to = function)

namespace cotangent::library::avx512 {
namespace {

constexpr int vector_bytes = 64, tile_rows = 12;
template <class Number> using VectorOf __attribute__((vector_size(vector_bytes))) = Number;

template <class Number> inline VectorOf<Number> load_first(const Number *from, int count) {
  const unsigned mask = (1U << count) - 1;
  if constexpr (sizeof(Number) == 4)
    return (VectorOf<Number>)_mm512_maskz_loadu_epi32(static_cast<__mmask16>(mask), from);
  else
    return (VectorOf<Number>)_mm512_maskz_loadu_epi64(static_cast<__mmask8>(mask), from);
}
template <class Number> inline void store_first(Number *to, VectorOf<Number> value, int count) {
  const unsigned mask = (1U << count) - 1;
  if constexpr (sizeof(Number) == 4)
    _mm512_mask_storeu_epi32(to, static_cast<__mmask16>(mask), (__m512i)value);
  else
    _mm512_mask_storeu_epi64(to, static_cast<__mmask8>(mask), (__m512i)value);
}

#include "tensor/library/product_kernel_body.h"

} // namespace

template <class Number> ProductKernels<Number> kernels() { return make_kernels<Number>(); }
template ProductKernels<float> kernels();
template ProductKernels<double> kernels();
template ProductKernels<uint32_t> kernels();
template ProductKernels<uint64_t> kernels();

} // namespace cotangent::library::avx512

#pragma clang attribute pop

#endif
