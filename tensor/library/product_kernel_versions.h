// The versions of the kernels that are compiled; `product_kernels` chooses among them.
#pragma once

#include "tensor/library/product_kernel.h"

namespace cotangent::library {

#ifdef __x86_64__
namespace avx512 {
template <class Number> ProductKernels<Number> kernels();
}
namespace avx2 {
template <class Number> ProductKernels<Number> kernels();
}
#endif
namespace generic {
template <class Number> ProductKernels<Number> kernels();
}

} // namespace cotangent::library
