// Operations that apply a function given as a region to many elements.
#include "tensor/batch/rule.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

namespace {

// --- functions with a neutral element --------------------------------------------------------------------------------
/// The one operation that combines the two arguments of a region; null if there is more to it.
Operation *combiner(Region &region) {
  Block &block = region.front();
  if (!llvm::hasNItems(block, 2) || block.getNumArguments() != 2)
    return nullptr;
  Operation *operation = &block.front();
  const bool both = operation->getNumOperands() == 2 && operation->getOperand(0) != operation->getOperand(1) &&
                    llvm::is_contained(block.getArguments(), operation->getOperand(0)) &&
                    llvm::is_contained(block.getArguments(), operation->getOperand(1));
  return both && block.getTerminator()->getOperands() == operation->getResults() ? operation : nullptr;
}

std::optional<double> largest(Type element) {
  if (isa<FloatType>(element))
    return std::numeric_limits<double>::infinity();
  return std::nullopt;
}

/// The number that changes nothing, of sums, products, extremes of floating-point numbers, and logic.
std::optional<double> neutral(Operation *combine, Type element) {
  const bool is_boolean = element.isInteger(1);
  if (isa<AddOp>(combine))
    return is_boolean ? 0 : -0.0;
  if (isa<MultiplyOp>(combine))
    return 1;
  if (isa<MaximumOp>(combine) && largest(element))
    return -*largest(element);
  if (isa<MinimumOp>(combine) && largest(element))
    return largest(element);
  if (isa<OrOp, XorOp>(combine))
    return 0;
  if (isa<AndOp>(combine))
    return is_boolean ? 1 : -1;
  return std::nullopt;
}

/// Of a reduction of one value whose start differs by example: it starts with the neutral element, and the start comes
/// in at the end.
struct LateStart {
  Operation *combine;
  Value neutral;

  Value finish(Build &build, Value result, Value starts) const {
    Value spread_starts = spread(build, starts, shape_of(result));
    return build.repeat(combine, {spread_starts, result}, {result.getType()})->getResult(0);
  }
};

std::optional<LateStart> late_start(const Request &request, size_t start, Region &region) {
  Operation *combine = combiner(region);
  Type element = element_of(request.operand(start));
  std::optional<double> number = combine ? neutral(combine, element) : std::nullopt;
  if (!number || element_of(request.operation->getResult(0)) != element || element_of(request.operand(0)) != element)
    return std::nullopt;
  return LateStart{combine, request.build.scalar(element, *number)};
}

bool any_batched(const Request &request, size_t first) {
  return llvm::any_of(request.batched.drop_front(first), [](Value value) { return value != nullptr; });
}

// --- reductions ------------------------------------------------------------------------------------------------------
Values reduce(const Request &request) {
  auto operation = cast<ReduceOp>(request.operation);
  const size_t count = operation.getInputs().size();
  Values operands;
  for (size_t at = 0; at < count; ++at)
    operands.push_back(request.front(at));
  for (size_t at = count; at < 2 * count; ++at)
    operands.push_back(request.operand(at));
  auto run = [&] {
    auto result = cast<ReduceOp>(request.repeat(operands));
    result.setDimensions(shifted(operation.getDimensions()));
    return Values(result->getResults());
  };
  if (!any_batched(request, count))
    return run();
  std::optional<LateStart> late = count == 1 ? late_start(request, 1, operation.getBody()) : std::nullopt;
  if (!late)
    return loop_over_lanes(request);
  operands[1] = late->neutral;
  return {late->finish(request.build, run()[0], request.batched[1])};
}

// --- windows ---------------------------------------------------------------------------------------------------------
Shape numbers_or(std::optional<Numbers> numbers, int64_t rank, int64_t number) {
  return numbers ? Shape(*numbers) : filled(static_cast<size_t>(rank), number);
}

DenseIntElementsAttr padding_in_front(std::optional<DenseIntElementsAttr> padding, Build &build) {
  if (!padding)
    return {};
  SmallVector<int64_t> numbers{0, 0};
  llvm::append_range(numbers, padding->getValues<int64_t>());
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size()) / 2, 2}, build.builder.getI64Type());
  return DenseIntElementsAttr::get(type, numbers);
}

Values reduce_window(const Request &request) {
  Build &build = request.build;
  auto operation = cast<ReduceWindowOp>(request.operation);
  const size_t count = operation.getInputs().size();
  const int64_t rank = rank_of(request.operand(0));
  Values operands;
  for (size_t at = 0; at < count; ++at)
    operands.push_back(request.front(at));
  for (size_t at = count; at < 2 * count; ++at)
    operands.push_back(request.operand(at));
  auto run = [&](Numbers base_dilations, DenseIntElementsAttr padding) {
    auto result = cast<ReduceWindowOp>(request.repeat(operands));
    result.setWindowDimensions(with_front(1, operation.getWindowDimensions()));
    result.setWindowStrides(with_front(1, numbers_or(operation.getWindowStrides(), rank, 1)));
    result.setWindowDilations(with_front(1, numbers_or(operation.getWindowDilations(), rank, 1)));
    result.setBaseDilations(with_front(1, base_dilations));
    if (padding)
      result.setPaddingAttr(padding);
    else
      result.removePaddingAttr();
    return Values(result->getResults());
  };
  Shape dilations = numbers_or(operation.getBaseDilations(), rank, 1);
  if (!any_batched(request, count))
    return run(dilations, padding_in_front(operation.getPadding(), build));
  std::optional<LateStart> late = count == 1 ? late_start(request, 1, operation.getBody()) : std::nullopt;
  if (!late)
    return loop_over_lanes(request);
  // Padding has the start too, once for each padded element.
  Shape low = filled(static_cast<size_t>(rank), 0), high = low, interior;
  if (operation.getPadding())
    for (auto [at, number] : llvm::enumerate(operation.getPadding()->getValues<int64_t>()))
      (at % 2 ? high : low)[at / 2] = number;
  for (int64_t dilation : dilations)
    interior.push_back(dilation - 1);
  operands[0] = pad_lanes(build, operands[0], request.batched[1], low, high, interior);
  operands[1] = late->neutral;
  Value result = run(filled(static_cast<size_t>(rank), 1), {})[0];
  return {late->finish(build, result, request.batched[1])};
}

Values select_and_scatter(const Request &request) {
  if (request.batched[2])
    return loop_over_lanes(request);
  auto operation = cast<SelectAndScatterOp>(request.operation);
  const int64_t rank = rank_of(request.operand(0));
  auto result = cast<SelectAndScatterOp>(request.repeat({request.front(0), request.front(1), request.operand(2)}));
  result.setWindowDimensions(with_front(1, numbers_or(operation.getWindowDimensions(), rank, 1)));
  result.setWindowStrides(with_front(1, numbers_or(operation.getWindowStrides(), rank, 1)));
  if (operation.getPadding())
    result.setPaddingAttr(padding_in_front(operation.getPadding(), request.build));
  return {result};
}

// --- sorting, mapping, scanning --------------------------------------------------------------------------------------
Values sort(const Request &request) {
  auto result = request.repeat<SortOp>();
  const auto dimension = static_cast<int64_t>(result.getDimension());
  if (dimension >= 0) // else counted from the last
    result.setDimension(static_cast<uint64_t>(dimension + 1));
  return Values(result->getResults());
}

Values map(const Request &request) {
  auto result = request.repeat<MapOp>();
  result.setDimensions(first_numbers(rank_of(result)));
  return {result};
}

/// The last dimension stays the last.
Values top_k(const Request &request) { return Values(request.repeat(request.fronts())->getResults()); }

Values scan(const Request &request) {
  auto operation = cast<chlo::ScanOp>(request.operation);
  OperationState state(request.build.location, operation->getName());
  state.addOperands(request.fronts());
  state.addTypes(request.result_types());
  state.addAttributes(operation->getAttrDictionary().getValue());
  state.addRegion();
  auto result = cast<chlo::ScanOp>(request.build.builder.create(state));
  SmallVector<Type> types;
  for (Type type : operation.getBody().getArgumentTypes())
    types.push_back(batched_type(type, request.size()));
  request.build.fill(result.getBody(), types, [&](Build &build, ValueRange arguments) {
    Values results = request.batcher.apply(build, operation.getBody(), arguments);
    for (auto [result, one] : llvm::zip_equal(results, operation.getBody().front().getTerminator()->getOperandTypes()))
      result = request.batcher.front(build, result, one);
    return results;
  });
  result.setDimension(operation.getDimension() + 1);
  return Values(result->getResults());
}

} // namespace

llvm::ArrayRef<Rule> reduction_rules() {
  static const Rule rules[] = {
      {"stablehlo.reduce", reduce},
      {"stablehlo.reduce_window", reduce_window},
      {"stablehlo.select_and_scatter", select_and_scatter},
      {"stablehlo.sort", sort},
      {"stablehlo.map", map},
      {"chlo.top_k", top_k},
      {"chlo.scan", scan},
  };
  return rules;
}

} // namespace cotangent::batch
