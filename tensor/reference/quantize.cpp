#include "tensor/reference/quantize.h"

#include "tensor/reference/elementwise.h"

namespace cotangent::reference {

namespace {

/// The scales and zero points of a quantization in the expressed type, for each element of an array.
class Parameters {
public:
  Parameters(const Quantization &quantization, const Shape &shape) {
    for (double scale : quantization.scales)
      scales_.push_back(Element::of_float(quantization.expressed, scale));
    for (int64_t zero_point : quantization.zero_points)
      zero_points_.push_back(Element::of_integer(quantization.storage, zero_point));
    if (quantization.axis < 0)
      return;
    stride_ = strides_of(shape)[static_cast<size_t>(quantization.axis)];
    size_ = shape[static_cast<size_t>(quantization.axis)];
  }

  const Element &scale(int64_t position) const { return scales_[slice(position)]; }
  /// In the storage type.
  const Element &zero_point(int64_t position) const { return zero_points_[slice(position)]; }

private:
  size_t slice(int64_t position) const { return static_cast<size_t>(position / stride_ % size_); }

  std::vector<Element> scales_, zero_points_;
  int64_t stride_ = 1, size_ = 1;
};

} // namespace

Array uniform_quantize(const Array &operand, const Quantization &to) {
  const Parameters parameters(to, operand.shape());
  const auto expressed = [&to](const Element &value) { return convert(value, to.expressed); };
  const Element lowest = expressed(Element::of_integer(to.storage, to.storage_min));
  const Element highest = expressed(Element::of_integer(to.storage, to.storage_max));
  Array result(to.storage, operand.shape());
  for (int64_t position = 0; position < operand.count(); ++position) {
    const Element scaled = divide(operand.get(position), parameters.scale(position));
    const Element shifted = add(scaled, expressed(parameters.zero_point(position)));
    const Element clamped = clamp(lowest, shifted, highest);
    result.set(position, convert(round_nearest_even(clamped), to.storage));
  }
  return result;
}

Array uniform_dequantize(const Array &operand, const Quantization &from) {
  const Parameters parameters(from, operand.shape());
  Array result(from.expressed, operand.shape());
  for (int64_t position = 0; position < operand.count(); ++position) {
    // The specification subtracts in the storage type, where 127 - -128 would wrap; meant is the number.
    const int64_t difference = operand.get(position).as_integer() - parameters.zero_point(position).as_integer();
    const Element number = Element::of_float(from.expressed, static_cast<double>(difference));
    result.set(position, multiply(number, parameters.scale(position)));
  }
  return result;
}

Array requantize(const Array &operand, const Quantization &from, const Quantization &to) {
  return uniform_quantize(uniform_dequantize(operand, from), to);
}

} // namespace cotangent::reference
