// Operations that groups of processes compute together. Each process brings its operands and computes its own results
// from those of its group.
#include "tensor/interpret/element_regions.h"
#include "tensor/interpret/grid.h"
#include "tensor/interpret/transfer.h"
#include "tensor/reference/combine.h"
#include "tensor/reference/each.h"
#include "tensor/reference/shape.h"

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::interpret {
namespace {

// --- in terms of arrays ----------------------------------------------------------------------------------------------
/// One of `count` equal parts along a dimension.
Array part_of(const Array &array, int64_t at, int64_t count, int64_t dimension) {
  std::vector<int64_t> start(array.shape().size(), 0), limit = array.shape(), strides(array.shape().size(), 1);
  auto split = static_cast<size_t>(dimension);
  int64_t size = array.shape()[split] / count;
  start[split] = at * size;
  limit[split] = start[split] + size;
  return reference::slice(array, start, limit, strides);
}

/// The elements at one position combined in order, from the left.
Array combine_all(std::span<const Array> operands, const ElementRegion &computation, ElementType type) {
  Array result(type, operands[0].shape());
  for (int64_t at = 0; at < result.count(); ++at) {
    Element sum = reference::promoted(operands[0].get(at), type);
    for (const Array &operand : operands.subspan(1)) {
      Element pair[] = {sum, operand.get(at)};
      sum = computation(pair)[0];
    }
    result.set(at, sum);
  }
  return result;
}

Array sum_all(std::span<const Array> operands) {
  reference::BinaryFunction add = reference::binary_function("stablehlo.add");
  Array sum = operands[0];
  for (const Array &operand : operands.subspan(1))
    sum = reference::each(sum.type(), add, sum, operand);
  return sum;
}

/// The parts of all operands that are for one receiver.
Array exchange(std::span<const Array> operands, int64_t receiver, int64_t split_dimension, int64_t concat_dimension) {
  std::vector<Array> parts;
  for (const Array &operand : operands)
    parts.push_back(part_of(operand, receiver, static_cast<int64_t>(operands.size()), split_dimension));
  return reference::concatenate(parts, concat_dimension);
}

Array zeros(ElementType type, const Shape &shape) { return Array::filled(Element::zero(type), shape); }

// --- groups ----------------------------------------------------------------------------------------------------------
GridSize grid_size(Step &step) {
  Grid *grid = step.evaluator.process().grid;
  return grid ? grid->size() : GridSize();
}

template <class Op> int64_t channel_of(Op operation) {
  return operation.getChannelHandle() ? operation.getChannelHandle()->getHandle() : 0;
}

/// Of operations in which replicas and partitions may take part together.
template <class Op> Strategy joint_strategy(Step &step, Op operation) {
  GridSize size = grid_size(step);
  if (operation.getUseGlobalDeviceIds())
    return by_flattened_id(size);
  return channel_of(operation) > 0 ? by_replica_and_partition(size) : by_replica(size);
}
/// Of operations in which either replicas or partitions take part.
template <class Op> Strategy separate_strategy(Step &step, Op operation) {
  return channel_of(operation) > 0 ? by_partition(grid_size(step)) : by_replica(grid_size(step));
}

/// Arrays of a group, and which process of the group this one is.
struct Gathered {
  std::vector<std::vector<Array>> operands; // by number of the operand, then in the group's order
  size_t position;
};

/// Waits for the others of the group. Nothing if the process is in no group.
std::optional<Gathered> gather(Step &step, const std::vector<Ids> &ids, const Strategy &strategy, int64_t channel) {
  const Process &process = step.evaluator.process();
  for (const ProcessGroup &group : strategy.split(ids, strategy.size)) {
    auto found = llvm::find(group, process.id);
    if (found == group.end())
      continue;
    std::vector<Array> mine = step.arrays(0, step.operands.size());
    std::vector<std::vector<Array>> brought = {mine};
    if (process.grid)
      brought = process.grid->meet(step.operation, process.id, channel, group, std::move(mine));
    Gathered gathered{std::vector<std::vector<Array>>(step.operands.size()),
                      static_cast<size_t>(found - group.begin())};
    for (const std::vector<Array> &arrays : brought)
      for (size_t at = 0; at < arrays.size(); ++at)
        gathered.operands[at].push_back(arrays[at]);
    return gathered;
  }
  return std::nullopt;
}
/// Of operations that every process is in a group of.
Gathered gather_all(Step &step, Attribute groups, const Strategy &strategy, int64_t channel) {
  return *gather(step, ids_of_all(step.operation, groups, strategy), strategy, channel);
}

/// The results as they are, if they have the types that the operation states.
Values checked(Step &step, Values results) {
  for (auto [result, value] : llvm::zip(step.operation.getResults(), results))
    check_value(step.operation, result.getType(), value, /*stored=*/false);
  return results;
}

void check_divisible(Step &step, const Array &array, int64_t dimension, size_t count) {
  if (array.size(dimension) % static_cast<int64_t>(count) != 0)
    fail(step.operation, "bad-shape",
         "dimension " + std::to_string(dimension) + " of " + type_text(array.type(), array.shape()) +
             " has no equal parts for a group of " + std::to_string(count));
}

// --- everybody in a group gets something -----------------------------------------------------------------------------
Values all_gather(Step &step) {
  auto operation = cast<AllGatherOp>(step.operation);
  Gathered gathered =
      gather_all(step, operation.getReplicaGroups(), joint_strategy(step, operation), channel_of(operation));
  Values results;
  for (const std::vector<Array> &operands : gathered.operands)
    results.emplace_back(reference::concatenate(operands, static_cast<int64_t>(operation.getAllGatherDim())));
  return checked(step, std::move(results));
}

Values all_reduce(Step &step) {
  auto operation = cast<AllReduceOp>(step.operation);
  ElementRegion computation(step.evaluator, operation.getComputation(), step.scope);
  Gathered gathered =
      gather_all(step, operation.getReplicaGroups(), joint_strategy(step, operation), channel_of(operation));
  Values results;
  for (const std::vector<Array> &operands : gathered.operands)
    results.emplace_back(combine_all(operands, computation, step.result_type(results.size())));
  return checked(step, std::move(results));
}

Values reduce_scatter(Step &step) {
  auto operation = cast<ReduceScatterOp>(step.operation);
  auto dimension = static_cast<int64_t>(operation.getScatterDimension());
  ElementRegion computation(step.evaluator, operation.getComputation(), step.scope);
  Gathered gathered =
      gather_all(step, operation.getReplicaGroups(), joint_strategy(step, operation), channel_of(operation));
  const std::vector<Array> &operands = gathered.operands[0];
  check_divisible(step, operands[0], dimension, operands.size());
  std::vector<Array> parts;
  for (const Array &operand : operands)
    parts.push_back(
        part_of(operand, static_cast<int64_t>(gathered.position), static_cast<int64_t>(operands.size()), dimension));
  return checked(step, {combine_all(parts, computation, step.result_type())});
}

Values all_to_all(Step &step) {
  auto operation = cast<AllToAllOp>(step.operation);
  auto split = static_cast<int64_t>(operation.getSplitDimension()),
       join = static_cast<int64_t>(operation.getConcatDimension());
  Gathered gathered =
      gather_all(step, operation.getReplicaGroups(), separate_strategy(step, operation), channel_of(operation));
  Values results;
  for (const std::vector<Array> &operands : gathered.operands) {
    if (operands.size() != operation.getSplitCount())
      fail(step.operation, "bad-module",
           "split_count is " + std::to_string(operation.getSplitCount()) + ", but the groups are of " +
               std::to_string(operands.size()));
    check_divisible(step, operands[0], split, operands.size());
    results.emplace_back(exchange(operands, static_cast<int64_t>(gathered.position), split, join));
  }
  return checked(step, std::move(results));
}

Values cross_replica_sum(Step &step) {
  auto operation = cast<CrossReplicaSumOp>(step.operation);
  Gathered gathered = gather_all(step, operation.getReplicaGroups(), by_replica(grid_size(step)), 0);
  return checked(step, {sum_all(gathered.operands[0])});
}

// --- one of the group has a special role -----------------------------------------------------------------------------
/// The position in the group for each result: the first, or what the last operand says.
std::vector<size_t> roots_of(Step &step, bool dynamic, size_t group_size) {
  std::vector<size_t> roots(step.results.size(), 0);
  if (!dynamic)
    return roots;
  const Array &given = step.operands.back().array;
  for (size_t at = 0; at < roots.size(); ++at) {
    int64_t root = given.get(static_cast<int64_t>(at)).as_integer();
    if (root < 0 || root >= static_cast<int64_t>(group_size))
      fail(step.operation, "bad-module",
           "the root is " + std::to_string(root) + " in a group of " + std::to_string(group_size));
    roots[at] = static_cast<size_t>(root);
  }
  return roots;
}

/// Zeros of the operands' shapes.
Values no_results(Step &step) {
  Values results;
  for (size_t at = 0; at < step.results.size(); ++at)
    results.emplace_back(zeros(step.result_type(at), step.array(at).shape()));
  return results;
}

Values collective_broadcast(Step &step) {
  auto operation = cast<CollectiveBroadcastOp>(step.operation);
  Strategy strategy = separate_strategy(step, operation);
  auto gathered =
      gather(step, ids_of(step.operation, operation.getReplicaGroups(), strategy), strategy, channel_of(operation));
  if (!gathered)
    return no_results(step);
  std::vector<size_t> roots = roots_of(step, operation.getHasDynamicRoot(), gathered->operands[0].size());
  Values results;
  for (size_t at = 0; at < roots.size(); ++at)
    results.emplace_back(gathered->operands[at][roots[at]]);
  return checked(step, std::move(results));
}

/// Only the root gets the result; it comes out as zeros elsewhere.
Values collective_reduce(Step &step) {
  auto operation = cast<CollectiveReduceOp>(step.operation);
  Strategy strategy =
      operation.getUseGlobalDeviceIds() ? by_flattened_id(grid_size(step)) : separate_strategy(step, operation);
  ElementRegion computation(step.evaluator, operation.getComputation(), step.scope);
  auto gathered =
      gather(step, ids_of(step.operation, operation.getReplicaGroups(), strategy), strategy, channel_of(operation));
  Values results = no_results(step);
  if (!gathered)
    return results;
  std::vector<size_t> roots = roots_of(step, operation.getHasDynamicRoot(), gathered->operands[0].size());
  for (size_t at = 0; at < roots.size(); ++at)
    if (gathered->position == roots[at])
      results[at] = combine_all(gathered->operands[at], computation, step.result_type(at));
  return checked(step, std::move(results));
}

/// A process sends to one and receives from one, either of which may be missing; nobody waits for a receiver.
Values collective_permute(Step &step) {
  auto operation = cast<CollectivePermuteOp>(step.operation);
  const Process &process = step.evaluator.process();
  Strategy strategy = separate_strategy(step, operation);
  DenseIntElementsAttr pairs = operation.getSourceTargetPairs();
  auto target = partner(step.operation, pairs, strategy, process.id, Role::Source);
  auto source = partner(step.operation, pairs, strategy, process.id, Role::Target);
  Mailbox mailbox{Mailbox::Kind::Permute, channel_of(operation), process.id, target};
  if (process.grid && target)
    process.grid->send(step.operation, mailbox, step.operands);
  if (!source)
    return no_results(step);
  if (!process.grid)
    return step.operands;
  return checked(step, process.grid->receive(step.operation, process.id,
                                             {Mailbox::Kind::Permute, channel_of(operation), source, process.id}));
}

} // namespace

void add_collective_handlers(HandlerTable &table) {
  table["stablehlo.all_gather"] = all_gather;
  table["stablehlo.all_reduce"] = all_reduce;
  table["stablehlo.reduce_scatter"] = reduce_scatter;
  table["stablehlo.all_to_all"] = all_to_all;
  table["stablehlo.cross-replica-sum"] = cross_replica_sum;
  table["stablehlo.collective_broadcast"] = collective_broadcast;
  table["stablehlo.collective_reduce"] = collective_reduce;
  table["stablehlo.collective_permute"] = collective_permute;
}

} // namespace cotangent::interpret
