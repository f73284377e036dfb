// Operations that several processes take part in. The inner product is the sum over all processes: what one of them
// gets from others goes back to these.
#include "tensor/rules/rule.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

// --- the region of a reduction ---------------------------------------------------------------------------------------
/// The one operation that combines the two arguments of a region; null if there is more to it.
Operation *combiner(Region &region) {
  Block &block = region.front();
  if (!llvm::hasNItems(block, 2) || block.getNumArguments() != 2)
    return nullptr;
  Operation *operation = &block.front();
  const bool both = operation->getNumOperands() == 2 && operation->getOperand(0) != operation->getOperand(1) &&
                    llvm::all_of(operation->getOperands(),
                                 [&](Value operand) { return llvm::is_contained(block.getArguments(), operand); });
  return both && block.getTerminator()->getOperands() == operation->getResults() ? operation : nullptr;
}

void fill_sum(Build &build, Region &region, Type element) {
  auto scalar = RankedTensorType::get({}, element);
  region.getBlocks().clear();
  build.fill(region, {scalar, scalar},
             [](Build &build, ValueRange arguments) { return Values{build.add(arguments[0], arguments[1])}; });
}

/// The sum of a value over the processes of a group.
Value group_sum(Build &build, AllReduceOp like, Value value) {
  Operation *sum = build.repeat(like, {value}, {value.getType()});
  fill_sum(build, sum->getRegion(0), element_of(value));
  return sum->getResult(0);
}

// --- operations of several operands, each by itself ------------------------------------------------------------------
/// The operation of one operand, and of the roots if there are some.
Value alone(Build &build, Operation *operation, Value operand, Type result) {
  Values operands{operand};
  if (operation->getNumOperands() > operation->getNumResults())
    operands.push_back(operation->getOperands().back());
  return build.repeat(operation, operands, {result})->getResult(0);
}

Values forward_each(const ForwardRequest &request) {
  Values results;
  for (auto [tangent, result] : llvm::zip(request.tangents, request.operation->getResults()))
    results.push_back(tangent ? alone(request.build, request.operation, tangent, result.getType()) : Value());
  return results;
}

using Transpose = llvm::function_ref<Value(Value cotangent, RankedTensorType operand)>;
Values transpose_each(const TransposeRequest &request, Transpose transpose) {
  Values results(request.operation->getNumOperands());
  for (auto [at, cotangent] : llvm::enumerate(request.cotangents))
    if (cotangent && request.linear[at])
      results[at] = transpose(cotangent, ranked(request.operand(at).getType()));
  return results;
}

// --- reductions ------------------------------------------------------------------------------------------------------
/// The tangent of the largest or smallest number of a group: those that are it share equally.
Value extremum_tangent(Build &build, AllReduceOp operation, size_t at, Value tangent) {
  Value result = operation->getResult(static_cast<unsigned>(at));
  Value is_it = build.compare(operation->getOperand(static_cast<unsigned>(at)), result, ComparisonDirection::EQ);
  Value ones = build.convert(is_it, element_of(result));
  Value share = build.divide(ones, group_sum(build, operation, ones));
  return group_sum(build, operation, build.multiply(tangent, share));
}

Values all_reduce_forward(const ForwardRequest &request) {
  auto operation = cast<AllReduceOp>(request.operation);
  Operation *combine = combiner(operation.getComputation());
  if (isa_and_nonnull<AddOp>(combine))
    return forward_each(request);
  if (!isa_and_nonnull<MaximumOp, MinimumOp>(combine) || is_complex(request.operand(0)))
    refuse(operation, "only reductions by add, maximum and minimum have a derivative across processes; use all_gather, "
                      "and reduce what it gives");
  Values results;
  for (auto [at, tangent] : llvm::enumerate(request.tangents))
    results.push_back(tangent ? extremum_tangent(request.build, operation, at, tangent) : Value());
  return results;
}

Values all_reduce_transpose(const TransposeRequest &request) {
  return transpose_each(request, [&](Value cotangent, RankedTensorType type) {
    return alone(request.build, request.operation, cotangent, type);
  });
}

void require_sum(Operation *operation) {
  if (!isa_and_nonnull<AddOp>(combiner(operation->getRegion(0))))
    refuse(operation, "only reductions by add have a derivative here; use all_gather, and reduce what it gives");
}

Values reduced_forward(const ForwardRequest &request) {
  require_sum(request.operation);
  return forward_each(request);
}

Values reduce_scatter_transpose(const TransposeRequest &request) {
  auto operation = cast<ReduceScatterOp>(request.operation);
  return transpose_each(request, [&](Value cotangent, RankedTensorType type) {
    return request.build
        .make_operation<AllGatherOp>(TypeRange{type}, ValueRange{cotangent}, operation.getScatterDimension(),
                                     operation.getReplicaGroups(), operation.getChannelHandleAttr(),
                                     operation.getUseGlobalDeviceIds())
        ->getResult(0);
  });
}

Values all_gather_transpose(const TransposeRequest &request) {
  auto operation = cast<AllGatherOp>(request.operation);
  return transpose_each(request, [&](Value cotangent, RankedTensorType type) {
    auto parts = request.build.make_operation<ReduceScatterOp>(
        Type(type), cotangent, operation.getAllGatherDim(), operation.getReplicaGroups(),
        operation.getChannelHandleAttr(), operation.getUseGlobalDeviceIds());
    fill_sum(request.build, parts.getComputation(), type.getElementType());
    return parts->getResult(0);
  });
}

// --- from one to all, from all to one --------------------------------------------------------------------------------
/// The operand that says which process of a group is the root, if there is one.
Values with_root(Operation *operation, Value value) {
  Values operands{value};
  if (operation->getNumOperands() > operation->getNumResults())
    operands.push_back(operation->getOperands().back());
  return operands;
}

Values collective_broadcast_transpose(const TransposeRequest &request) {
  auto operation = cast<CollectiveBroadcastOp>(request.operation);
  return transpose_each(request, [&](Value cotangent, RankedTensorType type) {
    auto sum = request.build.make_operation<CollectiveReduceOp>(
        TypeRange{type}, with_root(operation, cotangent), operation.getReplicaGroups(),
        operation.getChannelHandleAttr(), /*use_global_device_ids=*/false, operation.getHasDynamicRoot());
    fill_sum(request.build, sum.getComputation(), type.getElementType());
    return sum->getResult(0);
  });
}

Values collective_reduce_transpose(const TransposeRequest &request) {
  auto operation = cast<CollectiveReduceOp>(request.operation);
  if (operation.getUseGlobalDeviceIds())
    refuse(operation, "a reduction to one process by global device ids cannot be reversed; use all_reduce");
  return transpose_each(request, [&](Value cotangent, RankedTensorType type) {
    return request.build
        .make_operation<CollectiveBroadcastOp>(TypeRange{type}, with_root(operation, cotangent),
                                               operation.getReplicaGroups(), operation.getChannelHandleAttr(),
                                               operation.getHasDynamicRoot())
        ->getResult(0);
  });
}

// --- exchanges -------------------------------------------------------------------------------------------------------
Values all_to_all_transpose(const TransposeRequest &request) {
  auto operation = cast<AllToAllOp>(request.operation);
  return transpose_each(request, [&](Value cotangent, RankedTensorType type) {
    return request.build
        .make_operation<AllToAllOp>(TypeRange{type}, ValueRange{cotangent}, operation.getConcatDimension(),
                                    operation.getSplitDimension(), operation.getSplitCount(),
                                    operation.getReplicaGroups(), operation.getChannelHandleAttr())
        ->getResult(0);
  });
}

Values collective_permute_transpose(const TransposeRequest &request) {
  auto operation = cast<CollectivePermuteOp>(request.operation);
  SmallVector<int64_t> pairs(operation.getSourceTargetPairs().getValues<int64_t>());
  for (size_t at = 0; at + 1 < pairs.size(); at += 2)
    std::swap(pairs[at], pairs[at + 1]);
  auto swapped = DenseIntElementsAttr::get(operation.getSourceTargetPairs().getType(), pairs);
  return {request.build.make<CollectivePermuteOp>(request.operand(0).getType(), request.cotangent(), swapped,
                                                  operation.getChannelHandleAttr())};
}

Values refuse_asynchronous(const ForwardRequest &request) {
  refuse(request.operation, "differentiate the program before its operations are made asynchronous");
}
Values refuse_send(const ForwardRequest &request) {
  refuse(request.operation, "what one process sends has no way back here; use collective_permute");
}

} // namespace

llvm::ArrayRef<Rule> collective_rules() {
  static const Rule rules[] = {
      {"stablehlo.all_reduce", all_reduce_forward, all_reduce_transpose,
       "maximum and minimum: processes that have the same number share equally"},
      {"stablehlo.cross-replica-sum", forward_each, all_reduce_transpose},
      {"stablehlo.reduce_scatter", reduced_forward, reduce_scatter_transpose},
      {"stablehlo.all_gather", forward_each, all_gather_transpose},
      {"stablehlo.all_to_all", forward_each, all_to_all_transpose},
      {"stablehlo.collective_broadcast", forward_each, collective_broadcast_transpose},
      {"stablehlo.collective_reduce", reduced_forward, collective_reduce_transpose},
      {"stablehlo.collective_permute", forward_each, collective_permute_transpose},
      {"stablehlo.async_start", refuse_asynchronous, nullptr, "refused"},
      {"stablehlo.async_done", refuse_asynchronous, nullptr, "refused"},
      {"stablehlo.send", refuse_send, nullptr, "refused"},
      {"stablehlo.recv"},
      {"stablehlo.replica_id"},
      {"stablehlo.partition_id"},
  };
  return rules;
}

} // namespace cotangent::tensor_rules
