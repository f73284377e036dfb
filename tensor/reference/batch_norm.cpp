// Batch normalisation, step by step as in the specification.
#include "tensor/reference/each.h"
#include "tensor/reference/reduction.h"
#include "tensor/reference/shape.h"

namespace cotangent::reference {

namespace {

Array zip(BinaryFunction function, const Array &left, const Array &right) {
  return each(left.type(), function, left, right);
}

/// The sizes and broadcasts that all three operations need.
class Features {
public:
  Features(const Array &operand, int64_t feature_index)
      : shape_(operand.shape()), type_(operand.type()), feature_index_(feature_index),
        others_(other_dimensions(operand.rank(), {feature_index})) {
    const int64_t features = operand.size(feature_index);
    per_feature_ = features == 0 ? 0 : operand.count() / features;
  }

  /// One number per feature, spread over the shape of the operand.
  Array spread(const Array &numbers) const { return broadcast_in_dim(numbers, {feature_index_}, shape_); }
  Array filled(double number) const { return Array::filled(Element::of_float(type_, number), shape_); }
  Array elements_per_feature() const { return filled(static_cast<double>(per_feature_)); }

  Array sum(const Array &array) const { return reduce(array, Array::scalar(Element::zero(type_)), others_, add); }
  Array mean(const Array &array) const {
    const Array total = sum(array);
    const Element divisor = Element::of_float(type_, static_cast<double>(per_feature_));
    return zip(divide, total, Array::filled(divisor, total.shape()));
  }

private:
  Shape shape_;
  ElementType type_;
  int64_t feature_index_, per_feature_ = 0;
  std::vector<int64_t> others_;
};

Array square_root(const Array &array) { return each(array.type(), sqrt, array); }

} // namespace

Array batch_norm_inference(const Array &operand, const Array &scale, const Array &offset, const Array &mean,
                           const Array &variance, double epsilon, int64_t feature_index) {
  const Features features(operand, feature_index);
  const Array centered = zip(subtract, operand, features.spread(mean));
  const Array deviation = square_root(zip(add, features.spread(variance), features.filled(epsilon)));
  const Array normalized = zip(divide, centered, deviation);
  return zip(add, zip(multiply, features.spread(scale), normalized), features.spread(offset));
}

BatchNormTraining batch_norm_training(const Array &operand, const Array &scale, const Array &offset, double epsilon,
                                      int64_t feature_index) {
  const Features features(operand, feature_index);
  const Array mean = features.mean(operand);
  const Array centered = zip(subtract, operand, features.spread(mean));
  const Array variance = features.mean(zip(multiply, centered, centered));
  return {batch_norm_inference(operand, scale, offset, mean, variance, epsilon, feature_index), mean, variance};
}

BatchNormGrad batch_norm_grad(const Array &operand, const Array &scale, const Array &mean, const Array &variance,
                              const Array &grad_output, double epsilon, int64_t feature_index) {
  const Features features(operand, feature_index);
  const Array centered = zip(subtract, operand, features.spread(mean));
  const Array shifted_variance = zip(add, features.spread(variance), features.filled(epsilon));
  const Array deviation = square_root(shifted_variance);
  const Array normalized = zip(divide, centered, deviation);
  const Array count = features.elements_per_feature();

  const Array grad_offset = features.sum(grad_output);
  const Array grad_scale = features.sum(zip(multiply, grad_output, normalized));
  // What mean and variance, which depend on the operand, take away from the gradient of every element.
  const Array scaled = zip(multiply, grad_output, count);
  const Array through_mean = features.spread(grad_offset);
  const Array covariance = features.spread(features.sum(zip(multiply, grad_output, centered)));
  const Array through_variance = zip(divide, zip(multiply, covariance, centered), shifted_variance);
  const Array direction = zip(subtract, zip(subtract, scaled, through_mean), through_variance);
  const Array factor = zip(divide, zip(divide, features.spread(scale), deviation), count);
  return {zip(multiply, factor, direction), grad_scale, grad_offset};
}

} // namespace cotangent::reference
