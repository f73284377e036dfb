// The versions of the kernels that are compiled; `fourier_kernels` chooses among them.
#pragma once

#include "tensor/library/fourier_kernel.h"

namespace cotangent::library {

#ifdef __x86_64__
namespace avx512 {
template <class Real> FourierKernels<Real> fourier_kernels(bool single);
}
namespace avx2 {
template <class Real> FourierKernels<Real> fourier_kernels(bool single);
}
#endif
namespace generic {
template <class Real> FourierKernels<Real> fourier_kernels(bool single);
}

} // namespace cotangent::library
