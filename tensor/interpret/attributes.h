// Dimension numbers as the reference wants them, and what a foreign call says about itself.
#pragma once

#include "tensor/interpret/types.h"
#include "tensor/library/foreign.h"
#include "tensor/reference/linear_algebra.h"

namespace cotangent::interpret {

reference::DotDimensions dimensions_of(stablehlo::DotDimensionNumbersAttr numbers);
reference::ConvolutionDimensions dimensions_of(stablehlo::ConvDimensionNumbersAttr numbers);
/// Of ConvolutionOp and DynamicConvOp, without the padding; the dimensions are those of the kernel.
template <class Op> reference::Window window_of(Op operation) {
  return {{},
          integers_of(operation.getWindowStrides()),
          integers_of(operation.getLhsDilation()),
          integers_of(operation.getRhsDilation()),
          {}};
}
template <class Op> std::vector<bool> reversal_of(Op operation) {
  auto reversed = operation.getWindowReversal();
  return reversed ? std::vector<bool>(reversed->begin(), reversed->end()) : std::vector<bool>();
}

/// The library's function for a custom_call; null if there is none.
library::CallPointer foreign_function(stablehlo::CustomCallOp operation);

} // namespace cotangent::interpret
