#include "tensor/plan/expansion.h"

#include "tensor/build/build.h"
#include "tensor/ir/dialects.h"
#include "tensor/plan/native.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::plan {
namespace {

/// What the normalisations share: numbers for each feature, and sums over all else.
class Features {
public:
  Features(Build &build, mlir::Value operand, uint64_t feature)
      : build_(build), type_(ranked(operand.getType())), feature_(static_cast<int64_t>(feature)),
        others_(all_but(type_.getRank(), {feature_})) {}

  mlir::Value spread(mlir::Value numbers) { return build_.broadcast(numbers, {feature_}, type_.getShape()); }
  mlir::Value deviation(mlir::Value variance, const APFloat &epsilon) {
    mlir::Value shifted = shifted_variance(variance, epsilon);
    return build_.analytic<SqrtOp>(shifted);
  }
  mlir::Value shifted_variance(mlir::Value variance, const APFloat &epsilon) {
    return build_.binary<AddOp>(variance, build_.splat_like(variance, epsilon.convertToDouble()));
  }
  mlir::Value centered(mlir::Value operand, mlir::Value mean) {
    return build_.binary<SubtractOp>(operand, spread(mean));
  }
  double elements_of_each() const {
    int64_t features = type_.getDimSize(static_cast<unsigned>(feature_));
    return features == 0 ? 0 : static_cast<double>(type_.getNumElements() / features);
  }
  mlir::Value mean(mlir::Value operand) {
    mlir::Value sum = sums({operand}).front();
    return build_.binary<DivideOp>(sum, build_.splat_like(sum, elements_of_each()));
  }

  /// Over all dimensions but that of the features, in one pass.
  Values sums(const Values &values) {
    mlir::Type element = type_.getElementType();
    Values zeros(values.size(), build_.scalar(element, 0));
    SmallVector<Type> results(values.size(),
                              RankedTensorType::get({type_.getDimSize(static_cast<unsigned>(feature_))}, element));
    auto reduce = build_.make_operation<ReduceOp>(results, values, zeros, others_);
    SmallVector<Type> arguments(2 * values.size(), RankedTensorType::get({}, element));
    build_.fill(reduce.getBody(), arguments, [&](Build &build, ValueRange both) {
      Values added;
      for (size_t at = 0; at < values.size(); ++at)
        added.push_back(build.binary<AddOp>(both[at], both[at + values.size()]));
      return added;
    });
    return Values(reduce.getResults());
  }

private:
  Build &build_;
  RankedTensorType type_;
  int64_t feature_;
  stablehlo::Shape others_;
};

mlir::Value normalized(Build &build, Features &features, mlir::Value centered, mlir::Value scale, mlir::Value offset,
                       mlir::Value deviation) {
  mlir::Value quotient = build.binary<DivideOp>(centered, features.spread(deviation));
  mlir::Value scaled = build.binary<MultiplyOp>(features.spread(scale), quotient);
  return build.binary<AddOp>(scaled, features.spread(offset));
}

Values expand(Build &build, BatchNormInferenceOp operation) {
  Features features(build, operation.getOperand(), operation.getFeatureIndex());
  return {normalized(build, features, features.centered(operation.getOperand(), operation.getMean()),
                     operation.getScale(), operation.getOffset(),
                     features.deviation(operation.getVariance(), operation.getEpsilon()))};
}

Values expand(Build &build, BatchNormTrainingOp operation) {
  Features features(build, operation.getOperand(), operation.getFeatureIndex());
  mlir::Value mean = features.mean(operation.getOperand());
  mlir::Value centered = features.centered(operation.getOperand(), mean);
  mlir::Value variance = features.mean(build.binary<MultiplyOp>(centered, centered));
  mlir::Value output = normalized(build, features, centered, operation.getScale(), operation.getOffset(),
                                  features.deviation(variance, operation.getEpsilon()));
  return {output, mean, variance};
}

Values expand(Build &build, BatchNormGradOp operation) {
  Features features(build, operation.getOperand(), operation.getFeatureIndex());
  mlir::Value grad = operation.getGradOutput();
  mlir::Value centered = features.centered(operation.getOperand(), operation.getMean());
  mlir::Value shifted = features.shifted_variance(operation.getVariance(), operation.getEpsilon());
  mlir::Value deviation = build.analytic<SqrtOp>(shifted);
  mlir::Value quotient = build.binary<DivideOp>(centered, features.spread(deviation));
  Values sums =
      features.sums({grad, build.binary<MultiplyOp>(grad, quotient), build.binary<MultiplyOp>(grad, centered)});
  double count = features.elements_of_each();
  mlir::Value scaled = build.binary<MultiplyOp>(grad, build.splat_like(grad, count));
  mlir::Value through_variance =
      build.binary<DivideOp>(build.binary<MultiplyOp>(features.spread(sums[2]), centered), features.spread(shifted));
  mlir::Value direction =
      build.binary<SubtractOp>(build.binary<SubtractOp>(scaled, features.spread(sums[0])), through_variance);
  mlir::Value factor = build.binary<DivideOp>(operation.getScale(), deviation);
  factor = build.binary<DivideOp>(factor, build.splat_like(factor, count));
  return {build.binary<MultiplyOp>(features.spread(factor), direction), sums[1], sums[0]};
}

} // namespace

void expand_operations(func::FuncOp function) {
  SmallVector<Operation *> found;
  function.walk([&](Operation *operation) {
    if (isa<BatchNormInferenceOp, BatchNormTrainingOp, BatchNormGradOp>(operation) &&
        llvm::all_of(operation->getOperandTypes(), [](Type type) { return is_native(type); }))
      found.push_back(operation);
  });
  for (Operation *operation : found) {
    OpBuilder builder(operation);
    Build build(builder, operation->getLoc());
    Values results = llvm::TypeSwitch<Operation *, Values>(operation)
                         .Case<BatchNormInferenceOp, BatchNormTrainingOp, BatchNormGradOp>(
                             [&](auto concrete) { return expand(build, concrete); });
    operation->replaceAllUsesWith(results);
    operation->erase();
  }
}

} // namespace cotangent::plan
