// Operations that move, cut and join elements.
#include "tensor/batch/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::batch {

namespace {

/// The result's shape says all.
Values by_types(const Request &request) { return Values(request.repeat(request.fronts())->getResults()); }

void require_one_shape(const Request &request, size_t first) {
  for (size_t at = first; at < request.batched.size(); ++at)
    if (request.batched[at])
      refuse(request.operation, "sizes and offsets that decide about a shape cannot differ from example to example");
}

Values dynamic_reshape(const Request &request) {
  require_one_shape(request, 1);
  return {request.build.reshape(request.batched[0], request.result_type().getShape())};
}

Values broadcast_to(const Request &request, Numbers dimensions) {
  return {request.build.broadcast(request.batched[0], behind_batch(dimensions), request.result_type().getShape())};
}
Values broadcast(const Request &request) {
  const auto added = static_cast<int64_t>(cast<BroadcastOp>(request.operation).getBroadcastSizes().size());
  Shape dimensions;
  for (int64_t at = 0; at < rank_of(request.operand(0)); ++at)
    dimensions.push_back(added + at);
  return broadcast_to(request, dimensions);
}
Values broadcast_in_dim(const Request &request) {
  return broadcast_to(request, cast<BroadcastInDimOp>(request.operation).getBroadcastDimensions());
}
Values dynamic_broadcast_in_dim(const Request &request) {
  require_one_shape(request, 1);
  return broadcast_to(request, cast<DynamicBroadcastInDimOp>(request.operation).getBroadcastDimensions());
}

Values transpose(const Request &request) {
  return {
      request.build.transpose(request.batched[0], behind_batch(cast<TransposeOp>(request.operation).getPermutation()))};
}
Values reverse(const Request &request) {
  return {request.build.reverse(request.batched[0], shifted(cast<ReverseOp>(request.operation).getDimensions()))};
}
Values concatenate(const Request &request) {
  const auto dimension = static_cast<int64_t>(cast<ConcatenateOp>(request.operation).getDimension());
  return {request.build.concatenate(request.fronts(), dimension + 1)};
}

Values slice(const Request &request) {
  auto operation = cast<SliceOp>(request.operation);
  return {request.build.slice(request.batched[0], with_front(0, operation.getStartIndices()),
                              with_front(request.size(), operation.getLimitIndices()),
                              with_front(1, operation.getStrides()))};
}

// --- padding ---------------------------------------------------------------------------------------------------------
Values pad(const Request &request) {
  auto operation = cast<PadOp>(request.operation);
  Numbers low = operation.getEdgePaddingLow(), high = operation.getEdgePaddingHigh(),
          interior = operation.getInteriorPadding();
  if (request.batched[1])
    return {pad_lanes(request.build, request.front(0), request.batched[1], low, high, interior)};
  return {request.build.pad(request.batched[0], request.operand(1), with_front(0, low), with_front(0, high),
                            with_front(0, interior))};
}

/// A number in front of numbers that are known when the program runs.
Value number_in_front(Build &build, Value numbers, int64_t number) {
  Value front = build.splat(RankedTensorType::get({1}, element_of(numbers)), static_cast<double>(number));
  return build.concatenate({front, numbers}, 0);
}

Values dynamic_pad(const Request &request) {
  require_one_shape(request, 2);
  if (request.batched[1])
    return loop_over_lanes(request);
  Values operands{request.batched[0], request.operand(1)};
  for (size_t at : {2, 3, 4})
    operands.push_back(number_in_front(request.build, request.operand(at), 0));
  return Values(request.repeat(operands)->getResults());
}

Values real_dynamic_slice(const Request &request) {
  if (!request.batched[0] || request.batched[1] || request.batched[2] || request.batched[3])
    return loop_over_lanes(request);
  Build &build = request.build;
  return Values(request
                    .repeat({request.batched[0], number_in_front(build, request.operand(1), 0),
                             number_in_front(build, request.operand(2), request.size()),
                             number_in_front(build, request.operand(3), 1)})
                    ->getResults());
}

Values get_dimension_size(const Request &request) {
  const auto dimension = cast<GetDimensionSizeOp>(request.operation).getDimension();
  auto size = static_cast<double>(shape_of(request.operand(0))[dimension]);
  return {request.build.splat(ranked(request.operation->getResult(0).getType()), size)};
}

} // namespace

llvm::ArrayRef<Rule> shape_rules() {
  static const Rule rules[] = {
      {"stablehlo.reshape", by_types},
      {"stablehlo.bitcast_convert", by_types},
      {"stablehlo.dynamic_reshape", dynamic_reshape},
      {"stablehlo.broadcast", broadcast},
      {"stablehlo.broadcast_in_dim", broadcast_in_dim},
      {"stablehlo.dynamic_broadcast_in_dim", dynamic_broadcast_in_dim},
      {"stablehlo.transpose", transpose},
      {"stablehlo.reverse", reverse},
      {"stablehlo.concatenate", concatenate},
      {"stablehlo.slice", slice},
      {"stablehlo.real_dynamic_slice", real_dynamic_slice},
      {"stablehlo.pad", pad},
      {"stablehlo.dynamic_pad", dynamic_pad},
      {"stablehlo.get_dimension_size", get_dimension_size},
  };
  return rules;
}

} // namespace cotangent::batch
