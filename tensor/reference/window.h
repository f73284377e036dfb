// Windows that move over an array: of reduce_window, select_and_scatter and convolution.
#pragma once

#include "runtime/arrays/array.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace cotangent::reference {

/// One number per dimension each. An empty list stands for ones (padding: for zeros).
struct Window {
  std::vector<int64_t> dimensions;
  std::vector<int64_t> strides;
  std::vector<int64_t> base_dilations;
  std::vector<int64_t> window_dilations;
  std::vector<std::pair<int64_t, int64_t>> padding; // low, high; may be negative

  int64_t stride(size_t dimension) const { return strides.empty() ? 1 : strides[dimension]; }
  int64_t base_dilation(size_t dimension) const { return base_dilations.empty() ? 1 : base_dilations[dimension]; }
  int64_t window_dilation(size_t dimension) const { return window_dilations.empty() ? 1 : window_dilations[dimension]; }
  int64_t padding_low(size_t dimension) const { return padding.empty() ? 0 : padding[dimension].first; }
  int64_t padding_high(size_t dimension) const { return padding.empty() ? 0 : padding[dimension].second; }

  /// How many positions the window has along a dimension of that size.
  int64_t count(size_t dimension, int64_t input_size) const {
    const auto dilated = [](int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; };
    const int64_t padded =
        padding_low(dimension) + dilated(input_size, base_dilation(dimension)) + padding_high(dimension);
    const int64_t window = dilated(dimensions[dimension], window_dilation(dimension));
    return padded <= 0 || window > padded ? 0 : (padded - window) / stride(dimension) + 1;
  }

  /// The index in the input under one place of the window; -1 in padding and between dilated elements.
  int64_t input_index(size_t dimension, int64_t input_size, int64_t window_position, int64_t in_window) const {
    const int64_t dilated =
        window_position * stride(dimension) + in_window * window_dilation(dimension) - padding_low(dimension);
    if (dilated < 0 || dilated % base_dilation(dimension) != 0)
      return -1;
    const int64_t index = dilated / base_dilation(dimension);
    return index < input_size ? index : -1;
  }
};

} // namespace cotangent::reference
