// The kernels for any processor, and the choice among the versions.
#include "tensor/library/fourier_kernel.h"

#include "tensor/library/fourier_kernel_versions.h"

#include <utility>

namespace cotangent::library {

namespace generic {
namespace {

constexpr int vector_bytes = 16;

#include "tensor/library/fourier_kernel_body.h"

} // namespace

template <class Real> FourierKernels<Real> fourier_kernels(bool single) {
  return single ? make_kernels<Real, 1>() : make_kernels<Real, vector_bytes / int(sizeof(Real))>();
}

} // namespace generic

namespace {

template <class Real> FourierKernels<Real> chosen_kernels(bool single) {
#ifdef __x86_64__
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
    return avx512::fourier_kernels<Real>(single);
  if (avx2)
    return avx2::fourier_kernels<Real>(single);
#endif
  return generic::fourier_kernels<Real>(single);
}

} // namespace

template <class Real> const FourierKernels<Real> &fourier_kernels() {
  static const FourierKernels<Real> kernels = chosen_kernels<Real>(false);
  return kernels;
}
template <class Real> const FourierKernels<Real> &single_fourier_kernels() {
  static const FourierKernels<Real> kernels = chosen_kernels<Real>(true);
  return kernels;
}
template const FourierKernels<float> &fourier_kernels();
template const FourierKernels<double> &fourier_kernels();
template const FourierKernels<float> &single_fourier_kernels();
template const FourierKernels<double> &single_fourier_kernels();

} // namespace cotangent::library
