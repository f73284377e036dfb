// Constraints of operations that several processes take part in, and the code that TableGen makes for them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <utility>

using namespace mlir;

namespace cotangent::stablehlo {

// --- groups of processes ---------------------------------------------------------------------------------------------
namespace {

enum class GroupRule { all_present, any_processes };

} // namespace

/// Rows of unique process numbers. With all present, -1 may fill up rows of groups that are smaller, as exporters do.
static LogicalResult check_groups(Refuse refuse, Attribute attribute, GroupRule rule, bool may_fill = false) {
  auto groups = dyn_cast<DenseIntElementsAttr>(attribute);
  if (!groups)
    return success();
  if (groups.getType().getRank() != 2)
    return refuse() << "replica_groups must be of rank 2, but are of " << groups.getType();
  llvm::SmallSet<int64_t, 8> seen;
  int64_t largest = -1;
  for (int64_t process : groups.getValues<int64_t>()) {
    if (process == -1 && may_fill)
      continue;
    if (process < 0)
      return refuse() << "replica_groups must not have negative processes, but have " << process;
    if (!seen.insert(process).second)
      return refuse() << "replica_groups must be unique, but process " << process << " is there twice";
    largest = std::max(largest, process);
  }
  if (rule == GroupRule::any_processes || largest < static_cast<int64_t>(seen.size()))
    return success();
  return refuse() << "replica_groups must have each process below their number, " << seen.size() << ", but have "
                  << largest;
}

/// Entries in a row of groups; nothing if a mesh says, or if no group means all processes.
static std::optional<int64_t> group_size(Attribute attribute) {
  auto groups = dyn_cast<DenseIntElementsAttr>(attribute);
  if (!groups || groups.getType().getRank() != 2 || groups.empty())
    return std::nullopt;
  return groups.getType().getDimSize(1);
}

/// Entries are replicas of which every partition takes part, so that a group has some multiple of processes.
static bool with_partitions(std::optional<ChannelHandleAttr> channel, bool global) {
  return channel && channel->getHandle() > 0 && !global;
}

/// One size is so many parts of another, or a multiple of that if partitions count.
static bool fits_parts(int64_t whole, int64_t part, std::optional<int64_t> parts, bool partitions) {
  if (whole == unknown || part == unknown)
    return true;
  if (part == 0)
    return whole == 0;
  if (whole % part != 0)
    return false;
  return !parts || (partitions ? whole / part % *parts == 0 : whole / part == *parts);
}

static LogicalResult check_global_ids(Refuse refuse, bool global, std::optional<ChannelHandleAttr> channel,
                                      Attribute groups) {
  if (!global)
    return success();
  if (!channel || channel->getHandle() <= 0)
    return refuse() << "use_global_device_ids needs a channel_handle with a positive handle";
  if (isa<DenseIntElementsAttr>(groups) && cast<DenseIntElementsAttr>(groups).empty())
    return refuse() << "use_global_device_ids needs replica_groups that are not empty";
  return success();
}

static LogicalResult check_mesh(Refuse refuse, Operation *operation, Attribute groups, SymbolTableCollection &symbols) {
  auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(groups);
  auto symbol = axes ? dyn_cast<SymbolRefAttr>(axes.getMesh()) : SymbolRefAttr();
  if (!symbol || symbols.lookupNearestSymbolFrom(operation, symbol))
    return success();
  return refuse() << "replica_groups name the mesh " << symbol << ", but there is none";
}

static LogicalResult check_pairs(Refuse refuse, DenseIntElementsAttr pairs) {
  ShapedType type = pairs.getType();
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return refuse() << "source_target_pairs must be of shape N x 2, but are of " << type;
  SmallVector<int64_t> values(pairs.getValues<int64_t>()), sources, targets;
  for (size_t at = 0; at + 1 < values.size(); at += 2) {
    sources.push_back(values[at]);
    targets.push_back(values[at + 1]);
  }
  return failure(failed(check_at_least(refuse, "source_target_pairs", values, 0)) ||
                 failed(check_unique(refuse, "sources of source_target_pairs", sources)) ||
                 failed(check_unique(refuse, "targets of source_target_pairs", targets)));
}

static LogicalResult check_count(Refuse refuse, size_t operands, size_t results) {
  if (operands == 0)
    return refuse() << "needs at least one operand";
  if (operands == results)
    return success();
  return refuse() << "needs one result for each of " << operands << " operands, but has " << results;
}

/// `size` times or divided by a count; nothing if that has a rest or is too large.
static std::optional<int64_t> scaled(int64_t size, int64_t factor, int64_t divisor) {
  if (size == unknown)
    return unknown;
  int64_t product = 0;
  if (divisor < 1 || __builtin_mul_overflow(size, factor, &product) || product % divisor != 0)
    return std::nullopt;
  return product / divisor;
}

static LogicalResult check_scaled(Refuse refuse, Value operand, Value result, Shape expected, int64_t dimension,
                                  std::optional<int64_t> size) {
  if (!size)
    return refuse() << "dimension " << dimension << " of " << operand.getType()
                    << " must be divisible by the number of parts";
  expected[dimension] = *size;
  return check_shape(refuse, "result", expected, result);
}

// --- gathering and reducing ------------------------------------------------------------------------------------------
LogicalResult AllGatherOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_count(refuse, getOperands().size(), getNumResults())) ||
      failed(check_groups(refuse, getReplicaGroups(), GroupRule::all_present)) ||
      failed(check_global_ids(refuse, getUseGlobalDeviceIds(), getChannelHandle(), getReplicaGroups())))
    return failure();
  int64_t dimension = static_cast<int64_t>(getAllGatherDim());
  std::optional<int64_t> parts = group_size(getReplicaGroups());
  bool partitions = with_partitions(getChannelHandle(), getUseGlobalDeviceIds());
  for (auto [operand, result] : llvm::zip(getOperands(), getResults())) {
    if (failed(check_range(refuse, "all_gather_dim", dimension, rank_of(operand))) ||
        failed(check_element(refuse, "result", element_of(operand), result)))
      return failure();
    Shape shape(shape_of(operand));
    int64_t before = shape[dimension], after = rank_of(result) == rank_of(operand) ? shape_of(result)[dimension] : 0;
    shape[dimension] = unknown;
    if (failed(check_shape(refuse, "result", shape, result)))
      return failure();
    if (before == 0)
      return emitOpError("operand must not be empty in dimension ") << dimension << ", but is " << operand.getType();
    if (!fits_parts(after, before, parts, partitions))
      return emitOpError("result must have the operands of a group of ")
             << parts.value_or(1) << " side by side in dimension " << dimension << ", but the types are "
             << operand.getType() << " and " << result.getType();
  }
  return success();
}

/// Each operand by itself: the computation joins two scalars, in a type that holds the elements of each operand.
static LogicalResult check_reduced(Refuse refuse, ValueRange operands, ResultRange results, Region &computation) {
  if (failed(check_count(refuse, operands.size(), results.size())))
    return failure();
  for (auto [operand, result] : llvm::zip(operands, results)) {
    FailureOr<SmallVector<Type>> element = infer_accumulators(refuse, "computation", operand, {}, computation);
    if (failed(element) ||
        failed(
            check_type(refuse, "result", RankedTensorType::get(shape_of(operand), element->front()), result.getType())))
      return failure();
  }
  return success();
}

LogicalResult AllReduceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return failure(failed(check_groups(refuse, getReplicaGroups(), GroupRule::all_present, /*may_fill=*/true)) ||
                 failed(check_global_ids(refuse, getUseGlobalDeviceIds(), getChannelHandle(), getReplicaGroups())) ||
                 failed(check_reduced(refuse, getOperands(), getResults(), getComputation())));
}

LogicalResult ReduceScatterOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_groups(refuse, getReplicaGroups(), GroupRule::all_present)) ||
      failed(check_global_ids(refuse, getUseGlobalDeviceIds(), getChannelHandle(), getReplicaGroups())))
    return failure();
  int64_t dimension = static_cast<int64_t>(getScatterDimension());
  if (failed(check_range(refuse, "scatter_dimension", dimension, rank_of(getOperand()))))
    return failure();
  FailureOr<SmallVector<Type>> element = infer_accumulators(refuse, "computation", getOperand(), {}, getComputation());
  if (failed(element) || failed(check_element(refuse, "result", element->front(), getResult())))
    return failure();
  Shape shape(shape_of(getOperand()));
  int64_t before = std::exchange(shape[dimension], unknown);
  if (failed(check_shape(refuse, "result", shape, getResult())))
    return failure();
  if (fits_parts(before, shape_of(getResult())[dimension], group_size(getReplicaGroups()),
                 with_partitions(getChannelHandle(), getUseGlobalDeviceIds())))
    return success();
  return emitOpError("result must have an equal part for each process of a group in dimension ")
         << dimension << ", but the types are " << getOperand().getType() << " and " << getType();
}

LogicalResult AllToAllOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_count(refuse, getOperands().size(), getNumResults())) ||
      failed(check_groups(refuse, getReplicaGroups(), GroupRule::all_present)))
    return failure();
  int64_t split = static_cast<int64_t>(getSplitDimension()), join = static_cast<int64_t>(getConcatDimension());
  int64_t count = static_cast<int64_t>(getSplitCount());
  auto groups = dyn_cast<DenseIntElementsAttr>(getReplicaGroups());
  if (groups && groups.getType().getDimSize(1) != count)
    return emitOpError("split_count must be the size of the replica groups, ")
           << groups.getType().getDimSize(1) << ", but is " << count;
  for (auto [operand, result] : llvm::zip(getOperands(), getResults())) {
    if (failed(check_range(refuse, "split_dimension", split, rank_of(operand))) ||
        failed(check_range(refuse, "concat_dimension", join, rank_of(operand))) ||
        failed(check_element(refuse, "result", element_of(operand), result)))
      return failure();
    Shape shape(shape_of(operand));
    std::optional<int64_t> size = scaled(shape[split], 1, count);
    if (split == join && size)
      size = shape[split];
    std::optional<int64_t> joined = scaled(shape[join], count, 1);
    if (!joined)
      return emitOpError("dimension ") << join << " of " << operand.getType() << " gets too large";
    if (split != join)
      shape[join] = *joined;
    if (failed(check_scaled(refuse, operand, result, shape, split, size)))
      return failure();
  }
  return success();
}

// --- one root --------------------------------------------------------------------------------------------------------
/// The operands without the last, which holds the root of each of them if that is dynamic.
static FailureOr<ValueRange> without_roots(Refuse refuse, ValueRange operands, size_t results, bool dynamic_root) {
  ValueRange values = operands;
  if (dynamic_root) {
    if (operands.size() < 2)
      return refuse() << "has_dynamic_root needs at least two operands, but there are " << operands.size();
    values = operands.drop_back();
    Shape count{static_cast<int64_t>(values.size())};
    auto roots = ranked(operands.back().getType());
    if (!compatible_shapes(roots.getShape(), count) || !roots.getElementType().isInteger(32))
      return refuse() << "the last operand must hold the roots as tensor<" << count[0] << "xi32>, but is " << roots;
  }
  if (failed(check_count(refuse, values.size(), results)))
    return failure();
  return values;
}

LogicalResult CollectiveBroadcastOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_groups(refuse, getReplicaGroups(), GroupRule::any_processes)))
    return failure();
  FailureOr<ValueRange> values = without_roots(refuse, getOperands(), getNumResults(), getHasDynamicRoot());
  return failed(values) ? failure() : check_types(refuse, "results", values->getTypes(), getResultTypes());
}

LogicalResult CollectiveReduceOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  if (failed(check_groups(refuse, getReplicaGroups(), GroupRule::any_processes)) ||
      failed(check_global_ids(refuse, getUseGlobalDeviceIds(), getChannelHandle(), getReplicaGroups())))
    return failure();
  FailureOr<ValueRange> values = without_roots(refuse, getOperands(), getNumResults(), getHasDynamicRoot());
  return failed(values) ? failure() : check_reduced(refuse, *values, getResults(), getComputation());
}

LogicalResult CollectivePermuteOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  return failure(failed(check_pairs(refuse, getSourceTargetPairs())) ||
                 failed(check_type(refuse, "result", getOperand().getType(), getType())));
}

// --- sending and waiting ---------------------------------------------------------------------------------------------
LogicalResult RecvOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  SmallVector<Type> types(getResultTypes());
  if (failed(check_received(refuse, types)))
    return failure();
  int64_t kind = getChannelHandle().getType(), expected = getIsHostTransfer() ? 3 : 1;
  if (kind != expected)
    return emitOpError("the type of channel_handle must be ")
           << expected << " when is_host_transfer is " << (getIsHostTransfer() ? "true" : "false") << ", but is "
           << kind;
  return getSourceTargetPairs() ? check_pairs(refuse, *getSourceTargetPairs()) : success();
}

LogicalResult AsyncDoneOp::verify() {
  auto refuse = [&] { return emitOpError(); };
  auto future = cast<FutureType>(getOperand().getType());
  return check_types(refuse, "results", TypeRange(future.getTypes()), getResultTypes());
}

// --- meshes ----------------------------------------------------------------------------------------------------------
template <class Op> static LogicalResult check_mesh(Op operation, SymbolTableCollection &symbols) {
  auto refuse = [&] { return operation.emitOpError(); };
  return check_mesh(refuse, operation, operation.getReplicaGroups(), symbols);
}

LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &symbols) { return check_mesh(*this, symbols); }
LogicalResult AllReduceOp::verifySymbolUses(SymbolTableCollection &symbols) { return check_mesh(*this, symbols); }
LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &symbols) { return check_mesh(*this, symbols); }
LogicalResult CollectiveBroadcastOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return check_mesh(*this, symbols);
}
LogicalResult CollectiveReduceOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return check_mesh(*this, symbols);
}
LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &symbols) { return check_mesh(*this, symbols); }

} // namespace cotangent::stablehlo

#define GET_OP_CLASSES
#include "tensor/ir/collectives.cpp.inc"
