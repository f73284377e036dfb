// The functions that reductions, windows and scatters apply to elements, and the step before them: promotion.
#pragma once

#include "tensor/reference/elementwise.h"

#include <functional>
#include <span>
#include <vector>

namespace cotangent::reference {

/// accumulators = body(accumulators..., values...): a region with two arguments per input, of elements of the types of
/// its results. Both spans are as long as there are inputs.
using Combine = std::function<void(std::span<Element> accumulators, std::span<const Element> values)>;

/// For the usual region of one operation, accumulator = function(accumulator, value).
inline Combine combine_with(BinaryFunction function) {
  return [function](std::span<Element> accumulators, std::span<const Element> values) {
    accumulators[0] = function(accumulators[0], values[0]);
  };
}

/// Converts to the same or a wider type of the same kind (`is_promotable` in the specification).
inline Element promoted(const Element &value, ElementType type) {
  if (value.type() == type)
    return value;
  if (is_float(type))
    return Element::of_float(type, value.as_float());
  if (is_complex(type))
    return Element::of_complex(type, value.as_complex());
  return Element::of_integer(type, value.as_integer());
}

} // namespace cotangent::reference
