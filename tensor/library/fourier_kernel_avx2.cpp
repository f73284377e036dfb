// Kernels for processors with AVX2 and FMA.
#include "tensor/library/fourier_kernel_versions.h"

#ifdef __x86_64__

#include <utility>

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

namespace cotangent::library::avx2 {
namespace {

constexpr int vector_bytes = 32;

#include "tensor/library/fourier_kernel_body.h"

} // namespace

template <class Real> FourierKernels<Real> fourier_kernels(bool single) {
  return single ? make_kernels<Real, 1>() : make_kernels<Real, vector_bytes / int(sizeof(Real))>();
}
template FourierKernels<float> fourier_kernels(bool single);
template FourierKernels<double> fourier_kernels(bool single);

} // namespace cotangent::library::avx2

#pragma clang attribute pop

#endif
