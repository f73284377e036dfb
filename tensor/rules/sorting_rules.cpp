// sort and top_k: tangents are moved by the permutation.
#include "tensor/rules/rule.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

/// result[.., i, ..] = value[.., positions[.., i, ..], ..]
Value taken_along(Build &build, Value value, Value positions, int64_t dimension) {
  int64_t rank = rank_of(value);
  stablehlo::Shape others = all_but(rank, {dimension});
  auto numbers =
      GatherDimensionNumbersAttr::get(build.builder.getContext(), {}, {dimension}, others, others, {dimension}, rank);
  return build.gather(value, positions, numbers, filled(static_cast<size_t>(rank), 1));
}

/// The same sort, with the positions before it as an operand more.
Value permutation_of(Build &build, SortOp sort, int64_t dimension) {
  auto type = with_element(ranked(sort.getInputs()[0].getType()), build.builder.getI32Type());
  Values inputs(sort.getInputs());
  inputs.push_back(build.iota(type, dimension));
  SmallVector<Type> types;
  for (Value input : inputs)
    types.push_back(input.getType());
  auto sorted = build.make_operation<SortOp>(types, inputs, build.builder.getI64IntegerAttr(dimension),
                                             build.builder.getBoolAttr(true));
  Block &comparator = sort.getComparator().front();
  SmallVector<Type> arguments(comparator.getArgumentTypes());
  arguments.append(2, RankedTensorType::get({}, build.builder.getI32Type()));
  build.fill(sorted.getComparator(), arguments, [&](Build &inside, ValueRange given) {
    IRMapping mapping;
    mapping.map(comparator.getArguments(), given.drop_back(2));
    for (Operation &operation : comparator.without_terminator())
      inside.builder.clone(operation, mapping);
    return Values{mapping.lookupOrDefault(comparator.getTerminator()->getOperand(0))};
  });
  return sorted->getResults().back();
}

Values forward_sort(const ForwardRequest &request) {
  auto sort = cast<SortOp>(request.operation);
  auto dimension = static_cast<int64_t>(sort.getDimension());
  if (dimension < 0)
    dimension += rank_of(request.result());
  Values results(sort->getNumResults());
  if (rank_of(request.result()) == 0 || count_of(shape_of(request.result())) == 0)
    return Values(request.tangents);
  Value positions = permutation_of(request.build, sort, dimension);
  for (auto [result, tangent] : llvm::zip(results, request.tangents))
    if (tangent)
      result = taken_along(request.build, tangent, positions, dimension);
  return results;
}

Values forward_top_k(const ForwardRequest &request) {
  if (!is_differentiable(request.result()) || count_of(shape_of(request.result())) == 0)
    return {Value(), Value()};
  return {taken_along(request.build, request.tangents[0], request.result(1), rank_of(request.result()) - 1), Value()};
}

} // namespace

llvm::ArrayRef<Rule> sorting_rules() {
  static const Rule rules[] = {
      {"stablehlo.sort", forward_sort, nullptr, "equal elements keep their order"},
      {"chlo.top_k", forward_top_k, nullptr, "of equal elements the first counts"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
