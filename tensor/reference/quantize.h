// Between floating-point numbers and the integers that stand for them.
#pragma once

#include "runtime/arrays/array.h"

#include <vector>

namespace cotangent::reference {

/// A quantized element type: an integer q stands for (q - zero_point) * scale.
struct Quantization {
  ElementType storage = ElementType::I8;
  ElementType expressed = ElementType::F32;
  int64_t storage_min = -128, storage_max = 127;
  int64_t axis = -1; // -1: one scale and zero point for the whole array; otherwise one per index along this dimension
  std::vector<double> scales = {1};
  std::vector<int64_t> zero_points = {0};
};

/// From the expressed type to the storage type: x / scale + zero_point, clamped, rounded to nearest, ties to even. Each
/// step rounds to the expressed type. NaN gives 0.
Array uniform_quantize(const Array &operand, const Quantization &to);
/// From the storage type to the expressed type.
Array uniform_dequantize(const Array &operand, const Quantization &from);
/// uniform_quantize of a quantized operand: through the expressed type, which both share.
Array requantize(const Array &operand, const Quantization &from, const Quantization &to);

} // namespace cotangent::reference
