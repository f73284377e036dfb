// Operations that read and write where other values say.
#include "tensor/batch/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

namespace {

// --- slices ----------------------------------------------------------------------------------------------------------
bool any_from(const Request &request, size_t first) {
  return llvm::any_of(request.batched.drop_front(first), [](Value value) { return value != nullptr; });
}

/// The start of the batch dimension in front of the others.
Values with_zero(const Request &request, size_t first) {
  Values starts;
  if (first < request.batched.size())
    starts.push_back(request.build.zeros_like(request.operand(first)));
  for (size_t at = first; at < request.batched.size(); ++at)
    starts.push_back(request.operand(at));
  return starts;
}

/// The starts of each example as a row: tensor<size x count>.
Value rows_of_starts(const Request &request, size_t first) {
  Values columns;
  for (size_t at = first; at < request.batched.size(); ++at)
    columns.push_back(request.build.reshape(request.front(at), {request.size(), 1}));
  return request.build.concatenate(columns, 1);
}

Values dynamic_slice(const Request &request) {
  Build &build = request.build;
  auto operation = cast<DynamicSliceOp>(request.operation);
  Numbers sizes = operation.getSliceSizes();
  if (!any_from(request, 1)) {
    if (sizes.empty())
      return {request.batched[0]};
    return {build.dynamic_slice(request.batched[0], with_zero(request, 1), with_front(request.size(), sizes))};
  }
  const auto rank = static_cast<int64_t>(sizes.size());
  Shape places = first_numbers(rank), behind = shifted(places);
  Value indices = rows_of_starts(request, 1);
  auto *context = build.builder.getContext();
  if (!request.batched[0])
    return {build.gather(request.operand(0), indices,
                         GatherDimensionNumbersAttr::get(context, behind, {}, {}, {}, places, 1), sizes)};
  return {build.gather(request.batched[0], indices,
                       GatherDimensionNumbersAttr::get(context, behind, {}, {0}, {0}, behind, 1),
                       with_front(std::min<int64_t>(1, request.size()), sizes))};
}

/// The largest number that both a start and a 64-bit integer can be, or less.
double largest_start(Type element, int64_t limit) {
  auto type = cast<IntegerType>(element);
  const unsigned bits = type.getWidth() - (type.isUnsigned() ? 0 : 1);
  return static_cast<double>(bits >= 62 ? limit : std::min(limit, (int64_t(1) << bits) - 1));
}

Values dynamic_update_slice(const Request &request) {
  Build &build = request.build;
  Value operand = request.front(0), update = request.front(1);
  if (!any_from(request, 2)) {
    if (rank_of(request.operand(0)) == 0)
      return {update};
    return {build.dynamic_update_slice(operand, update, with_zero(request, 2))};
  }
  // Starts are clamped here: scatter leaves out what is not inside.
  Numbers shape = shape_of(request.operand(0)), window = shape_of(request.operand(1));
  Values columns;
  for (size_t at = 0; at < shape.size(); ++at) {
    Value start = request.front(at + 2);
    Type element = element_of(start);
    start = build.make<ClampOp>(start.getType(), build.scalar(element, 0), start,
                                build.scalar(element, largest_start(element, shape[at] - window[at])));
    columns.push_back(build.reshape(start, {request.size(), 1}));
  }
  Shape behind = shifted(first_numbers(static_cast<int64_t>(shape.size())));
  auto numbers = ScatterDimensionNumbersAttr::get(build.builder.getContext(), behind, {}, {0}, {0}, behind, 1);
  auto result = build.make_operation<ScatterOp>(TypeRange{operand.getType()}, ValueRange{operand},
                                                build.concatenate(columns, 1), ValueRange{update}, numbers,
                                                /*indices_are_sorted=*/false, /*unique_indices=*/true);
  auto scalar = RankedTensorType::get({}, element_of(operand));
  build.fill(result.getUpdateComputation(), {scalar, scalar},
             [](Build &, ValueRange arguments) { return Values{arguments[1]}; });
  return Values(result->getResults());
}

// --- gather ----------------------------------------------------------------------------------------------------------
struct GatherForm {
  GatherDimensionNumbersAttr numbers;
  int64_t batch_size; // of the slice along the operand's batch dimension; 0 if it has none
};

/// The operand's batch is a dimension of the slice if the indices are the same for all examples, and one that operand
/// and indices go through together if they differ.
GatherForm gather_form(const Request &request, GatherDimensionNumbersAttr old, size_t indices) {
  const bool operand_batched = request.batched[0] != nullptr, indices_batched = request.batched[indices] != nullptr;
  Shape offset(old.getOffsetDims()), collapsed(old.getCollapsedSliceDims()), operand(old.getOperandBatchingDims()),
      start(old.getStartIndicesBatchingDims()), map(old.getStartIndexMap());
  int64_t vector = old.getIndexVectorDim();
  offset = operand_batched && !indices_batched ? behind_batch(offset) : shifted(offset);
  if (operand_batched) {
    collapsed = shifted(collapsed);
    operand = indices_batched ? behind_batch(operand) : shifted(operand);
    map = shifted(map);
  }
  if (indices_batched) {
    start = operand_batched ? behind_batch(start) : shifted(start);
    ++vector;
  }
  auto numbers =
      GatherDimensionNumbersAttr::get(request.operation->getContext(), offset, collapsed, operand, start, map, vector);
  if (!operand_batched)
    return {numbers, 0};
  return {numbers, indices_batched ? std::min<int64_t>(1, request.size()) : request.size()};
}

Value either(const Request &request, size_t at) {
  return request.batched[at] ? request.batched[at] : request.operand(at);
}

Values gather(const Request &request) {
  auto operation = cast<GatherOp>(request.operation);
  auto [numbers, batch_size] = gather_form(request, operation.getDimensionNumbers(), 1);
  Shape sizes(operation.getSliceSizes());
  if (request.batched[0])
    sizes = with_front(batch_size, sizes);
  const bool sorted = operation.getIndicesAreSorted() && !request.batched[1];
  return {request.build.gather(either(request, 0), either(request, 1), numbers, sizes, sorted)};
}

Values dynamic_gather(const Request &request) {
  if (request.batched[2])
    return loop_over_lanes(request);
  auto operation = cast<DynamicGatherOp>(request.operation);
  auto [numbers, batch_size] = gather_form(request, operation.getDimensionNumbers(), 1);
  Value sizes = request.operand(2);
  if (request.batched[0]) {
    Value front = request.build.splat(RankedTensorType::get({1}, element_of(sizes)), static_cast<double>(batch_size));
    sizes = request.build.concatenate({front, sizes}, 0);
  }
  auto result = cast<DynamicGatherOp>(request.repeat({either(request, 0), either(request, 1), sizes}));
  result.setDimensionNumbersAttr(numbers);
  if (request.batched[1])
    result.setIndicesAreSorted(false);
  return {result};
}

Values torch_index_select(const Request &request) {
  auto result = request.repeat<TorchIndexSelectOp>();
  result.setDim(result.getDim() + 1);
  result.setBatchDims(result.getBatchDims() + 1);
  return {result};
}

// --- scatter ---------------------------------------------------------------------------------------------------------
Values scatter(const Request &request) {
  auto operation = cast<ScatterOp>(request.operation);
  const size_t count = operation.getInputs().size();
  const bool indices_batched = request.batched[count] != nullptr;
  Values operands = request.fronts();
  if (!indices_batched)
    operands[count] = request.operand(count);
  auto old = operation.getScatterDimensionNumbers();
  Shape start(old.getScatterIndicesBatchingDims());
  auto numbers = ScatterDimensionNumbersAttr::get(
      request.operation->getContext(),
      indices_batched ? shifted(old.getUpdateWindowDims()) : behind_batch(old.getUpdateWindowDims()),
      shifted(old.getInsertedWindowDims()),
      indices_batched ? behind_batch(old.getInputBatchingDims()) : shifted(old.getInputBatchingDims()),
      indices_batched ? behind_batch(start) : start, shifted(old.getScatterDimsToOperandDims()),
      old.getIndexVectorDim() + (indices_batched ? 1 : 0));
  auto result = cast<ScatterOp>(request.repeat(operands));
  result.setScatterDimensionNumbersAttr(numbers);
  if (indices_batched)
    result.setIndicesAreSorted(false);
  return Values(result->getResults());
}

} // namespace

llvm::ArrayRef<Rule> indexing_rules() {
  static const Rule rules[] = {
      {"stablehlo.dynamic_slice", dynamic_slice},
      {"stablehlo.dynamic_update_slice", dynamic_update_slice},
      {"stablehlo.gather", gather},
      {"stablehlo.dynamic_gather", dynamic_gather},
      {"stablehlo.scatter", scatter},
      {"stablehlo.torch_index_select", torch_index_select},
  };
  return rules;
}

} // namespace cotangent::batch
