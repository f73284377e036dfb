// Transforms of several lines at once, one to a lane of the processor's vectors.
#pragma once

#include "tensor/library/fourier_plan.h"

namespace cotangent::library {

/// A block holds lines of complex numbers lane by lane: number j has its real parts at [j][0][lane], the imaginary ones
/// at [j][1][lane]. Blocks are aligned to the vectors.
template <class Real> struct FourierKernels {
  int64_t lanes;

  /// Transforms the block `data`; the result is in `data` or `scratch`, whichever is returned.
  Real *(*transform)(const FourierPlan<Real> &plan, Real *data, Real *scratch);

  /// Transfers `count` numbers of each line; `exchange` exchanges real and imaginary parts. Columns lie side by side
  /// in memory, `stride` parts from number to number; rows are dense, `stride` parts from row to row.
  void (*load_columns)(Real *block, const Real *memory, int64_t stride, int64_t count, bool exchange);
  void (*store_columns)(Real *memory, const Real *block, int64_t stride, int64_t count, bool exchange, Real factor);
  void (*load_rows)(Real *block, const Real *memory, int64_t stride, int64_t count, bool exchange);
  void (*store_rows)(Real *memory, const Real *block, int64_t stride, int64_t count, bool exchange, Real factor);

  /// Multiplies number j of each line by the number of that lane at factors + j * stride (parts alternate).
  void (*multiply)(Real *block, const Real *factors, int64_t stride, int64_t count);

  /// From the transform of the numbers x[2j] + i x[2j+1], half of them, that of the real x, half + 1 numbers.
  void (*unfold)(Real *result, const Real *block, int64_t half, const Real *twiddles);
  /// The other way, times two. With parts exchanged: conjugate numbers, as the backward transform wants them.
  void (*fold)(Real *result, const Real *block, int64_t half, const Real *twiddles);
};

/// With as many lanes as the processor has.
template <class Real> const FourierKernels<Real> &fourier_kernels();
/// For one line at a time.
template <class Real> const FourierKernels<Real> &single_fourier_kernels();

} // namespace cotangent::library
