#include "tensor/rules/normalization.h"

#include "tensor/rules/expansion.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

/// Vectors of features and the tensors that they belong to.
class Features {
public:
  Features(Build &build, Value operand, uint64_t index)
      : build_(build), shape_(shape_of(operand)), index_(static_cast<int64_t>(index)),
        others_(all_but(rank_of(operand), index_)) {
    int64_t features = shape_[static_cast<size_t>(index)];
    count_ = features == 0 ? 0 : count_of(shape_) / features;
  }

  double count() const { return static_cast<double>(count_); }
  Value spread(Value vector) const { return build_.broadcast(vector, {index_}, shape_); }
  Value sum(Value value) const { return build_.reduce_sum(value, others_); }
  Value mean(Value value) const {
    Value total = sum(value);
    return build_.divide(total, build_.splat_like(total, count()));
  }

private:
  Build &build_;
  Shape shape_;
  int64_t index_, count_;
  Shape others_;
};

Value sum_of(Build &build, Value first, Value second) {
  return first && second ? build.add(first, second) : first ? first : second;
}

/// What normalising with a mean and a variance computes on the way. Per feature, r = 1 / sqrt(variance + epsilon).
struct Normalized {
  Value reciprocal;     // r
  Value centered, unit; // x - mean, (x - mean) r
};

Normalized normalized(Build &build, const Features &features, Value operand, Value mean, Value variance,
                      double epsilon) {
  Value shifted = build.add(variance, build.splat_like(variance, epsilon));
  Value reciprocal = build.analytic<RsqrtOp>(shifted);
  Value centered = build.subtract(operand, features.spread(mean));
  return {reciprocal, centered, build.multiply(centered, features.spread(reciprocal))};
}

struct Rates {
  Value operand, scale, offset, mean, variance;
};

/// Of y = scale (x - mean) r + offset:
///   y' = scale' unit + scale r (x' - mean') - scale unit r^2 variance' / 2 + offset'
Value tangent_of(Build &build, const Features &features, const Normalized &normalized, Value scale,
                 const Rates &rates) {
  Value result;
  if (rates.scale)
    result = build.multiply(normalized.unit, features.spread(rates.scale));
  Value factor = build.multiply(scale, normalized.reciprocal), shift = rates.offset;
  if (rates.operand)
    result = sum_of(build, result, build.multiply(rates.operand, features.spread(factor)));
  if (rates.mean)
    shift = sum_of(build, shift, build.negate(build.multiply(rates.mean, factor)));
  if (rates.variance) {
    Value square = build.multiply(normalized.reciprocal, normalized.reciprocal);
    Value slope = build.multiply(build.scale(scale, -0.5), square);
    Value part = build.multiply(normalized.unit, features.spread(build.multiply(rates.variance, slope)));
    result = sum_of(build, result, part);
  }
  return shift ? sum_of(build, result, features.spread(shift)) : result;
}

} // namespace

Values forward_batch_norm_inference(const ForwardRequest &request) {
  auto operation = cast<BatchNormInferenceOp>(request.operation);
  Build &build = request.build;
  Features features(build, operation.getOperand(), operation.getFeatureIndex());
  Normalized here = normalized(build, features, operation.getOperand(), operation.getMean(), operation.getVariance(),
                               operation.getEpsilon().convertToDouble());
  ArrayRef<Value> rates = request.tangents;
  return {tangent_of(build, features, here, operation.getScale(), {rates[0], rates[1], rates[2], rates[3], rates[4]})};
}

/// The mean and the variance of the operand, mean((x - mean)^2), whose tangent is 2 mean((x - mean) x').
Values forward_batch_norm_training(const ForwardRequest &request) {
  auto operation = cast<BatchNormTrainingOp>(request.operation);
  Build &build = request.build;
  Features features(build, operation.getOperand(), operation.getFeatureIndex());
  Normalized here = normalized(build, features, operation.getOperand(), operation.getBatchMean(),
                               operation.getBatchVar(), operation.getEpsilon().convertToDouble());
  Rates rates{request.tangents[0], request.tangents[1], request.tangents[2], nullptr, nullptr};
  if (rates.operand) {
    rates.mean = features.mean(rates.operand);
    rates.variance = build.scale(features.mean(build.multiply(here.centered, rates.operand)), 2);
  }
  return {tangent_of(build, features, here, operation.getScale(), rates), rates.mean, rates.variance};
}

Values forward_batch_norm_grad(const ForwardRequest &request) {
  auto operation = cast<BatchNormGradOp>(request.operation);
  Features features(request.build, operation.getOperand(), operation.getFeatureIndex());
  return expand(request.build, operation->getOperands(), request.tangents,
                [&](Build &build) {
                  Normalized here = normalized(build, features, operation.getOperand(), operation.getMean(),
                                               operation.getVariance(), operation.getEpsilon().convertToDouble());
                  Value output = operation.getGradOutput();
                  Value offset = features.sum(output), scale = features.sum(build.multiply(output, here.unit));
                  // What the mean and the variance, which depend on the operand, take away.
                  Value taken = build.add(features.spread(offset), build.multiply(here.unit, features.spread(scale)));
                  Value rest = build.subtract(output, build.divide(taken, build.splat_like(taken, features.count())));
                  Value factor = build.multiply(operation.getScale(), here.reciprocal);
                  return Values{build.multiply(rest, features.spread(factor)), scale, offset};
                })
      .tangents;
}

} // namespace cotangent::tensor_rules
