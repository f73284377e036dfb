// Constraints of operations that apply a region to many elements, and the code that TableGen makes for them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

/// Results of one shape, in the types that the body accumulates.
static LogicalResult check_accumulated(Refuse refuse, Numbers shape, ArrayRef<Type> elements, TypeRange results) {
  SmallVector<Type> expected;
  for (Type element : elements)
    expected.push_back(RankedTensorType::get(shape, element));
  return check_types(refuse, "results", expected, results);
}

static LogicalResult check_inputs(Refuse refuse, ValueRange inputs, ResultRange results) {
  if (inputs.empty())
    return refuse() << "needs at least one input";
  if (inputs.size() != results.size())
    return refuse() << "needs one result for each of " << inputs.size() << " inputs, but has " << results.size();
  return check_same_shapes(refuse, "inputs", inputs);
}

/// The known dimensions of all inputs.
static Shape merged_shape(ValueRange inputs) {
  Shape shape(shape_of(inputs.front()));
  for (Value input : inputs)
    for (auto [dimension, other] : llvm::zip(shape, shape_of(input)))
      dimension = merge(dimension, other);
  return shape;
}

LogicalResult ReduceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_inputs(refuse, getInputs(), getResults())) ||
      failed(check_dimensions(refuse, "dimensions", getDimensions(), rank_of(getInputs()[0]))))
    return failure();
  FailureOr<SmallVector<Type>> elements = infer_accumulators(refuse, "body", getInputs(), getInitValues(), getBody());
  if (failed(elements))
    return failure();
  Shape shape;
  for (auto [at, size] : llvm::enumerate(merged_shape(getInputs())))
    if (!llvm::is_contained(getDimensions(), static_cast<int64_t>(at)))
      shape.push_back(size);
  return check_accumulated(refuse, shape, *elements, getResultTypes());
}

LogicalResult ReduceWindowOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_inputs(refuse, getInputs(), getResults())) ||
      failed(check_size(refuse, "window_dimensions", getWindowDimensions(), rank_of(getInputs()[0]))) ||
      failed(check_at_least(refuse, "window_dimensions", getWindowDimensions(), 1)))
    return failure();
  FailureOr<Window> window = make_window(refuse, getWindowDimensions(), getWindowStrides(), getPadding(),
                                         getBaseDilations(), getWindowDilations());
  if (failed(window))
    return failure();
  FailureOr<Shape> shape = infer_windows(refuse, merged_shape(getInputs()), *window);
  FailureOr<SmallVector<Type>> elements = infer_accumulators(refuse, "body", getInputs(), getInitValues(), getBody());
  if (failed(shape) || failed(elements))
    return failure();
  return check_accumulated(refuse, *shape, *elements, getResultTypes());
}

/// `region` decides between two scalars of these element types each.
static LogicalResult check_predicate(Refuse refuse, StringRef name, ArrayRef<Type> elements, Region &region) {
  SmallVector<Type> arguments;
  for (Type element : elements)
    arguments.append(2, RankedTensorType::get({}, element));
  FailureOr<OperandRange> results = region_results(refuse, name, region);
  if (failed(results) || failed(check_arguments(refuse, name, arguments, region)))
    return failure();
  Type boolean = RankedTensorType::get({}, IntegerType::get(region.getContext(), 1));
  if (compatible_types(TypeRange(boolean), TypeRange(results->getTypes())))
    return success();
  return refuse() << name << " must return " << boolean << ", but returns " << to_text(results->getTypes());
}

LogicalResult SelectAndScatterOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  Type element = element_of(getOperand());
  Shape sizes(rank_of(getOperand()), 1);
  if (std::optional<Numbers> given = getWindowDimensions())
    sizes.assign(given->begin(), given->end());
  if (failed(check_element(refuse, "source", element, getSource())) ||
      failed(check_predicate(refuse, "select", element, getSelect())) ||
      failed(check_size(refuse, "window_dimensions", sizes, rank_of(getOperand()))) ||
      failed(check_at_least(refuse, "window_dimensions", sizes, 1)))
    return failure();
  FailureOr<SmallVector<Type>> elements =
      infer_accumulators(refuse, "scatter", getOperand(), getInitValue(), getScatter());
  FailureOr<Window> window = make_window(refuse, sizes, getWindowStrides(), getPadding(), std::nullopt, std::nullopt);
  if (failed(elements) || failed(window))
    return failure();
  FailureOr<Shape> shape = infer_windows(refuse, shape_of(getOperand()), *window);
  if (failed(shape) || failed(check_shape(refuse, "source", *shape, getSource())))
    return failure();
  return check_accumulated(refuse, shape_of(getOperand()), *elements, getOperation()->getResultTypes());
}

LogicalResult SortOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_inputs(refuse, getInputs(), getResults())) ||
      failed(check_types(refuse, "results", getInputs().getTypes(), getResultTypes())))
    return failure();
  int64_t rank = rank_of(getInputs()[0]), dimension = getDimension();
  if (dimension < -rank || dimension >= rank)
    return emitOpError("dimension must be from ") << -rank << " to below " << rank << ", but is " << dimension;
  SmallVector<Type> elements;
  for (Value input : getInputs())
    elements.push_back(element_of(input));
  return check_predicate(refuse, "comparator", elements, getComparator());
}

LogicalResult MapOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (getInputs().empty())
    return emitOpError("needs at least one input");
  Shape all = llvm::to_vector(llvm::seq<int64_t>(0, rank_of(getInputs()[0])));
  if (getDimensions() != Numbers(all))
    return emitOpError("dimensions must be all of the inputs', ")
           << to_text(all) << ", but are " << to_text(getDimensions());
  SmallVector<Type> arguments;
  for (Value input : getInputs())
    arguments.push_back(RankedTensorType::get({}, element_of(input)));
  FailureOr<OperandRange> results = region_results(refuse, "computation", getComputation());
  if (failed(results) || failed(check_arguments(refuse, "computation", arguments, getComputation())))
    return failure();
  Type scalar = RankedTensorType::get({}, element_of(getResult()));
  return check_types(refuse, "results of computation", scalar, results->getTypes());
}

// --- batch normalisation ---------------------------------------------------------------------------------------------
/// Values of the operand's shape, and vectors with one entry for each feature.
static LogicalResult check_normalisation(Refuse refuse, Value operand, int64_t feature, ValueRange whole,
                                         ValueRange vectors) {
  if (failed(check_range(refuse, "feature_index", feature, rank_of(operand))))
    return failure();
  for (Value value : whole)
    if (!compatible_shapes(shape_of(operand), shape_of(value)))
      return refuse() << "needs values of the operand's shape " << operand.getType() << ", but has one of "
                      << value.getType();
  int64_t features = shape_of(operand)[feature];
  for (Value vector : vectors)
    if (!compatible_dimensions(shape_of(vector)[0], features))
      return refuse() << "needs vectors of " << features << " features, the size of dimension " << feature << " of "
                      << operand.getType() << ", but has one of " << vector.getType();
  return success();
}

LogicalResult BatchNormGradOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_normalisation(refuse, getOperand(), static_cast<int64_t>(getFeatureIndex()),
                             {getGradOutput(), getGradOperand()},
                             {getScale(), getMean(), getVariance(), getGradScale(), getGradOffset()});
}
LogicalResult BatchNormInferenceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_normalisation(refuse, getOperand(), static_cast<int64_t>(getFeatureIndex()), {getResult()},
                             {getScale(), getOffset(), getMean(), getVariance()});
}
LogicalResult BatchNormTrainingOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return check_normalisation(refuse, getOperand(), static_cast<int64_t>(getFeatureIndex()), {getOutput()},
                             {getScale(), getOffset(), getBatchMean(), getBatchVar()});
}

} // namespace cotangent::stablehlo

#define GET_OP_CLASSES
#include "tensor/ir/reduction.cpp.inc"
