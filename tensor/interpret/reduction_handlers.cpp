// Operations that apply a region to many elements.
#include "tensor/interpret/element_regions.h"
#include "tensor/reference/reduction.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::interpret {
namespace {

Values values_of(std::vector<Array> arrays) { return Values(arrays.begin(), arrays.end()); }

std::vector<ElementType> result_types(Step &step) {
  std::vector<ElementType> types;
  for (const TensorFacts &result : step.results)
    types.push_back(result.type);
  return types;
}

Values reduce(Step &step) {
  auto operation = cast<ReduceOp>(step.operation);
  size_t count = operation.getInputs().size();
  ElementRegion body(step.evaluator, operation.getBody(), step.scope);
  return values_of(reference::reduce(step.arrays(0, count), step.arrays(count, count),
                                     integers_of(operation.getDimensions()), body.combine(), result_types(step)));
}

Values reduce_window(Step &step) {
  auto operation = cast<ReduceWindowOp>(step.operation);
  size_t count = operation.getInputs().size();
  reference::Window window{integers_of(operation.getWindowDimensions()), integers_of(operation.getWindowStrides()),
                           integers_of(operation.getBaseDilations()), integers_of(operation.getWindowDilations()),
                           pairs_of(operation.getPadding())};
  ElementRegion body(step.evaluator, operation.getBody(), step.scope);
  return values_of(reference::reduce_window(step.arrays(0, count), step.arrays(count, count), window, body.combine(),
                                            result_types(step)));
}

Values select_and_scatter(Step &step) {
  auto operation = cast<SelectAndScatterOp>(step.operation);
  reference::Window window{integers_of(operation.getWindowDimensions()),
                           integers_of(operation.getWindowStrides()),
                           {},
                           {},
                           pairs_of(operation.getPadding())};
  if (window.dimensions.empty())
    window.dimensions.assign(step.array(0).shape().size(), 1);
  ElementRegion select(step.evaluator, operation.getSelect(), step.scope),
      scatter(step.evaluator, operation.getScatter(), step.scope);
  auto selector = [&](const Element &first, const Element &second) {
    Element inputs[] = {first, second};
    return select(inputs)[0].as_bool();
  };
  return {reference::select_and_scatter(step.array(0), step.array(1), step.array(2), window, selector,
                                        scatter.combine(), step.result_type())};
}

Values sort(Step &step) {
  auto operation = cast<SortOp>(step.operation);
  ElementRegion comparator(step.evaluator, operation.getComparator(), step.scope);
  return values_of(
      reference::sort(step.arrays(0, step.operands.size()), static_cast<int64_t>(operation.getDimension()),
                      [&](std::span<const Element> elements) { return comparator(elements)[0].as_bool(); }));
}

Values map(Step &step) {
  auto operation = cast<MapOp>(step.operation);
  ElementRegion computation(step.evaluator, operation.getComputation(), step.scope);
  return {reference::map(
      step.arrays(0, step.operands.size()), [&](std::span<const Element> elements) { return computation(elements)[0]; },
      step.result_type())};
}

Values batch_norm_inference(Step &step) {
  auto operation = cast<BatchNormInferenceOp>(step.operation);
  return {reference::batch_norm_inference(step.array(0), step.array(1), step.array(2), step.array(3), step.array(4),
                                          operation.getEpsilon().convertToDouble(),
                                          static_cast<int64_t>(operation.getFeatureIndex()))};
}
Values batch_norm_training(Step &step) {
  auto operation = cast<BatchNormTrainingOp>(step.operation);
  auto result = reference::batch_norm_training(step.array(0), step.array(1), step.array(2),
                                               operation.getEpsilon().convertToDouble(),
                                               static_cast<int64_t>(operation.getFeatureIndex()));
  return {result.output, result.batch_mean, result.batch_var};
}
Values batch_norm_grad(Step &step) {
  auto operation = cast<BatchNormGradOp>(step.operation);
  auto result = reference::batch_norm_grad(step.array(0), step.array(1), step.array(2), step.array(3), step.array(4),
                                           operation.getEpsilon().convertToDouble(),
                                           static_cast<int64_t>(operation.getFeatureIndex()));
  return {result.grad_operand, result.grad_scale, result.grad_offset};
}

} // namespace

void add_reduction_handlers(HandlerTable &table) {
  table["stablehlo.reduce"] = reduce;
  table["stablehlo.reduce_window"] = reduce_window;
  table["stablehlo.select_and_scatter"] = select_and_scatter;
  table["stablehlo.sort"] = sort;
  table["stablehlo.map"] = map;
  table["stablehlo.batch_norm_inference"] = batch_norm_inference;
  table["stablehlo.batch_norm_training"] = batch_norm_training;
  table["stablehlo.batch_norm_grad"] = batch_norm_grad;
}

} // namespace cotangent::interpret
