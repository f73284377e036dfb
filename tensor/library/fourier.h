// Discrete Fourier transforms.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/library/call.h"
#include "tensor/reference/linear_algebra.h"

namespace cotangent::library {

/// stablehlo.fft over the last `lengths.size()` (1 to 3) dimensions, computed in the precision of the elements.
/// Operands of f32, f64, complex<f32> or complex<f64>, as the type of transform wants them; null for others and for
/// lengths that do not fit the shape. The parts that a real result cannot depend on (the imaginary part of the first
/// number, and of the middle one of an even length) are ignored.
CallPointer make_fft(ElementType operand, const Shape &operand_shape, reference::FftType type,
                     const std::vector<int64_t> &lengths);

} // namespace cotangent::library
