// Convolutions, their gradients among them, as products of many small matrices that lie in the operands.
#pragma once

#include "core/elements/element_type.h"
#include "runtime/arrays/array.h"
#include "tensor/library/call.h"
#include "tensor/reference/linear_algebra.h"

#include <vector>

namespace cotangent::library {

/// The arguments of reference::convolution; the dimensions of the window are taken from rhs.
struct Convolution {
  ElementType operand_type = ElementType::F32; // of both
  ElementType result_type = ElementType::F32;
  Shape lhs, rhs;
  reference::Window window;
  std::vector<bool> window_reversal;
  reference::ConvolutionDimensions dimensions;
  int64_t feature_group_count = 1, batch_group_count = 1; // one of them is 1
};

Shape convolution_result_shape(const Convolution &convolution);

/// A call with the operands lhs and rhs. Null for element types that `make_product` does not cover either; sums are
/// computed as there. Padding takes part as zeros, so that infinities in the kernel give NaN there; the gaps that base
/// dilation leaves between the elements of lhs do not take part.
CallPointer make_convolution(const Convolution &convolution);

} // namespace cotangent::library
