// Operations of the dialect chlo that need more than their operands.
#include "tensor/interpret/comparison.h"
#include "tensor/interpret/evaluator.h"
#include "tensor/reference/each.h"
#include "tensor/reference/linear_algebra.h"
#include "tensor/reference/reduction.h"
#include "tensor/reference/shape.h"

using namespace mlir;

namespace cotangent::interpret {
namespace {

/// As NumPy does, or with the dimensions of the operand of lower rank given.
std::pair<Array, Array> broadcast_pair(Step &step, std::optional<ArrayRef<int64_t>> given) {
  const Array &lhs = step.array(0), &rhs = step.array(1);
  const Array &lower = lhs.rank() < rhs.rank() ? lhs : rhs, &higher = lhs.rank() < rhs.rank() ? rhs : lhs;
  std::vector<int64_t> dimensions = integers_of(given);
  if (!given || dimensions.size() != static_cast<size_t>(lower.rank())) {
    dimensions.clear();
    for (int64_t at = 0; at < lower.rank(); ++at)
      dimensions.push_back(higher.rank() - lower.rank() + at);
  }
  Shape shape = higher.shape();
  for (int64_t at = 0; at < lower.rank(); ++at) {
    int64_t &size = shape[static_cast<size_t>(dimensions[static_cast<size_t>(at)])], other = lower.size(at);
    if (size != other && size != 1 && other != 1)
      fail(step.operation, "bad-shape",
           type_text(lhs.type(), lhs.shape()) + " and " + type_text(rhs.type(), rhs.shape()) +
               " cannot be broadcast together");
    size = size == 1 ? other : size;
  }
  std::vector<int64_t> identity;
  for (int64_t at = 0; at < higher.rank(); ++at)
    identity.push_back(at);
  Array first = reference::broadcast_in_dim(lower, dimensions, shape),
        second = reference::broadcast_in_dim(higher, identity, shape);
  if (lhs.rank() < rhs.rank())
    return {first, second};
  return {second, first};
}

std::optional<ArrayRef<int64_t>> given_dimensions(Step &step) {
  auto attribute = step.operation.getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  return attribute ? std::optional<ArrayRef<int64_t>>(attribute.asArrayRef()) : std::nullopt;
}

Values broadcast_binary(Step &step) {
  auto [lhs, rhs] = broadcast_pair(step, given_dimensions(step));
  StringRef mnemonic = step.operation.getName().stripDialect();
  mnemonic.consume_front("broadcast_");
  reference::BinaryFunction function = reference::binary_function("stablehlo." + mnemonic.str());
  if (!function)
    function = reference::binary_function("chlo." + mnemonic.str());
  if (!function)
    fail(step.operation, "unsupported", "the interpreter does not know this operation");
  return {reference::each(step.result_type(), function, lhs, rhs)};
}

Values broadcast_compare(Step &step) {
  auto operation = cast<chlo::BroadcastCompareOp>(step.operation);
  auto [lhs, rhs] = broadcast_pair(step, given_dimensions(step));
  return {reference::each(ElementType::Bool, lhs.shape(), [&, lhs = lhs, rhs = rhs](int64_t at) {
    return interpret::compare(operation, lhs.get(at), rhs.get(at));
  })};
}

Array aligned_to(const Array &operand, const Shape &shape) {
  std::vector<int64_t> dimensions;
  for (int64_t at = 0; at < operand.rank(); ++at)
    dimensions.push_back(static_cast<int64_t>(shape.size()) - operand.rank() + at);
  return reference::broadcast_in_dim(operand, dimensions, shape);
}

Values broadcast_select(Step &step) {
  size_t rank = 0;
  for (const Value &operand : step.operands)
    rank = std::max(rank, operand.array.shape().size());
  Shape shape(rank, 1);
  for (const Value &operand : step.operands) {
    const Shape &own = operand.array.shape();
    for (size_t at = 0; at < own.size(); ++at) {
      int64_t &size = shape[rank - own.size() + at];
      if (size != own[at] && size != 1 && own[at] != 1)
        fail(step.operation, "bad-shape", "the operands cannot be broadcast together");
      size = size == 1 ? own[at] : size;
    }
  }
  return {reference::select(aligned_to(step.array(0), shape), aligned_to(step.array(1), shape),
                            aligned_to(step.array(2), shape))};
}

Values constant(Step &step) { return {array_of(cast<chlo::ConstantOp>(step.operation).getValue())}; }

Values constant_like(Step &step) {
  TypedAttr value = cast<chlo::ConstantLikeOp>(step.operation).getValue();
  auto single =
      DenseElementsAttr::get(RankedTensorType::get({}, getElementTypeOrSelf(value.getType())), Attribute(value));
  return {Array::filled(array_of(single).get(0), step.array(0).shape())};
}

Values top_k(Step &step) {
  reference::TopK result =
      reference::top_k(step.array(0), static_cast<int64_t>(cast<chlo::TopKOp>(step.operation).getK()));
  ElementType type = step.result_type(1);
  auto index = [&](int64_t at) { return Element::of_integer(type, result.indices.get(at).as_integer()); };
  return {result.values, reference::each(type, result.indices.shape(), index)};
}

Values ragged_dot(Step &step) {
  auto numbers = cast<chlo::RaggedDotOp>(step.operation).getRaggedDotDimensionNumbers();
  reference::RaggedDotDimensions dimensions;
  dimensions.lhs_batching_dimensions = integers_of(numbers.getLhsBatchingDimensions());
  dimensions.rhs_batching_dimensions = integers_of(numbers.getRhsBatchingDimensions());
  dimensions.lhs_contracting_dimensions = integers_of(numbers.getLhsContractingDimensions());
  dimensions.rhs_contracting_dimensions = integers_of(numbers.getRhsContractingDimensions());
  dimensions.lhs_ragged_dimensions = integers_of(numbers.getLhsRaggedDimensions());
  dimensions.rhs_group_dimensions = integers_of(numbers.getRhsGroupDimensions());
  return {reference::ragged_dot(step.array(0), step.array(1), step.array(2), dimensions, step.result_type())};
}

Values scan(Step &step) {
  auto operation = cast<chlo::ScanOp>(step.operation);
  size_t inputs = operation.getInputs().size(), inits = operation.getInits().size();
  int64_t dimension = static_cast<int64_t>(operation.getDimension());
  int64_t size = inputs ? step.array(0).size(dimension) : static_cast<int64_t>(operation.getScanDimSize().value_or(0));
  std::vector<reference::ArrayType> types;
  for (size_t at = 0; at < operation.getOutputs().size(); ++at) {
    types.push_back({step.result_type(at), step.result_shape(at)});
    types.back().shape[static_cast<size_t>(dimension)] = size;
  }
  auto body = [&](std::span<const Array> arrays) {
    Values values(arrays.begin(), arrays.end());
    std::vector<Array> results;
    for (Value &value : step.evaluator.run_region(operation.getBody(), values, step.scope))
      results.push_back(value.array);
    return results;
  };
  std::vector<Array> results = reference::scan(step.arrays(0, inputs), step.arrays(inputs, inits), dimension, size,
                                               operation.getIsReverse(), types, body);
  return Values(results.begin(), results.end());
}

} // namespace

void add_chlo_handlers(HandlerTable &table) {
  for (const char *name :
       {"add", "and", "atan2", "complex", "divide", "maximum", "minimum", "multiply", "next_after", "or", "polygamma",
        "power", "remainder", "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor", "zeta"})
    table["chlo.broadcast_" + std::string(name)] = broadcast_binary;
  table["chlo.broadcast_compare"] = broadcast_compare;
  table["chlo.broadcast_select"] = broadcast_select;
  table["chlo.constant"] = constant;
  table["chlo.constant_like"] = constant_like;
  table["chlo.top_k"] = top_k;
  table["chlo.ragged_dot"] = ragged_dot;
  table["chlo.scan"] = scan;
}

} // namespace cotangent::interpret
