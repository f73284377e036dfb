#include "tensor/interpret/groups.h"

#include <numeric>
#include <set>

using namespace mlir;

namespace cotangent::interpret {

std::vector<ProcessGroup> cross_replica(const std::vector<Ids> &groups, GridSize size) {
  std::vector<ProcessGroup> result;
  for (const Ids &replicas : groups)
    for (int64_t partition = 0; partition < size.partitions; ++partition) {
      ProcessGroup &group = result.emplace_back();
      for (int64_t replica : replicas)
        group.push_back({replica, partition});
    }
  return result;
}

std::vector<ProcessGroup> cross_partition(const std::vector<Ids> &groups, GridSize size) {
  std::vector<ProcessGroup> result;
  for (const Ids &partitions : groups)
    for (int64_t replica = 0; replica < size.replicas; ++replica) {
      ProcessGroup &group = result.emplace_back();
      for (int64_t partition : partitions)
        group.push_back({replica, partition});
    }
  return result;
}

std::vector<ProcessGroup> cross_replica_and_partition(const std::vector<Ids> &groups, GridSize size) {
  std::vector<ProcessGroup> result;
  for (const Ids &replicas : groups) {
    ProcessGroup &group = result.emplace_back();
    for (int64_t partition = 0; partition < size.partitions; ++partition)
      for (int64_t replica : replicas)
        group.push_back({replica, partition});
  }
  return result;
}

std::vector<ProcessGroup> flattened_ids(const std::vector<Ids> &groups, GridSize size) {
  std::vector<ProcessGroup> result;
  for (const Ids &processes : groups) {
    ProcessGroup &group = result.emplace_back();
    for (int64_t process : processes)
      group.push_back({process / size.partitions, process % size.partitions});
  }
  return result;
}

Strategy by_replica(GridSize size) { return {cross_replica, size, size.replicas, "replicas"}; }
Strategy by_partition(GridSize size) { return {cross_partition, size, size.partitions, "partitions"}; }
Strategy by_replica_and_partition(GridSize size) {
  return {cross_replica_and_partition, size, size.replicas, "replicas"};
}
Strategy by_flattened_id(GridSize size) { return {flattened_ids, size, size.processes(), "processes"}; }

namespace {

std::vector<Ids> rows_of(Operation &operation, DenseIntElementsAttr attribute) {
  ShapedType type = attribute.getType();
  if (type.getRank() != 2)
    fail(operation, "bad-module", "groups must be of rank 2, but are of rank " + std::to_string(type.getRank()));
  std::vector<Ids> rows(static_cast<size_t>(type.getDimSize(0)));
  int64_t at = 0;
  for (int64_t id : attribute.getValues<int64_t>()) {
    Ids &row = rows[static_cast<size_t>(at++ / type.getDimSize(1))];
    if (id >= 0)
      row.push_back(id);
  }
  return rows;
}

/// A digit of a coordinate: the coordinate divided by the weight, modulo the size.
struct Digit {
  size_t axis;
  int64_t weight, size;
  int64_t of(const std::vector<int64_t> &coordinates) const { return coordinates[axis] / weight % size; }
  bool overlaps(const Digit &other) const {
    return axis == other.axis && weight < other.weight * other.size && other.weight < weight * size;
  }
};

/// The axis, or the part of it that `(pre_size)size` takes out: the middle one of pre_size x size x rest.
Digit digit_of(Operation &operation, stablehlo::AxisRefAttr reference, ArrayRef<stablehlo::MeshAxisAttr> axes) {
  const auto *axis = llvm::find_if(axes, [&](auto axis) { return axis.getName() == reference.getName(); });
  if (axis == axes.end())
    fail(operation, "bad-module", "the mesh has no axis \"" + reference.getName().str() + "\"");
  auto at = static_cast<size_t>(axis - axes.begin());
  stablehlo::SubAxisInfoAttr part = reference.getSubAxisInfo();
  if (!part)
    return {at, 1, axis->getSize()};
  int64_t outer = part.getPreSize(), size = part.getSize();
  if (outer < 1 || size < 1 || axis->getSize() % outer != 0 || axis->getSize() / outer % size != 0)
    fail(operation, "bad-module",
         "the axis \"" + reference.getName().str() + "\" of size " + std::to_string(axis->getSize()) +
             " has no part (" + std::to_string(outer) + ")" + std::to_string(size));
  return {at, axis->getSize() / outer / size, size};
}

/// Devices whose coordinates differ in the named axes only are a group, ordered by these axes.
std::vector<Ids> rows_of(Operation &operation, stablehlo::ReplicaGroupMeshAxesAttr attribute,
                         const Strategy &strategy) {
  auto mesh = dyn_cast<stablehlo::MeshAttr>(attribute.getMesh());
  if (!mesh)
    fail(operation, "unsupported", "replica_groups need a mesh that stands in the operation itself");
  Shape sizes;
  for (stablehlo::MeshAxisAttr axis : mesh.getAxes())
    sizes.push_back(axis.getSize());
  int64_t devices = element_count(sizes);
  if (devices != strategy.ids || (mesh.getDeviceIds() && mesh.getDeviceIds().size() != devices))
    fail(operation, "bad-module",
         "the mesh has " + std::to_string(devices) + " devices, but the grid has " + std::to_string(strategy.ids) +
             " " + strategy.noun);
  Ids ids(static_cast<size_t>(devices));
  std::iota(ids.begin(), ids.end(), 0);
  if (mesh.getDeviceIds())
    ids.assign(mesh.getDeviceIds().value_begin<int64_t>(), mesh.getDeviceIds().value_end<int64_t>());

  std::vector<Digit> digits;
  for (Attribute axis : attribute.getAxes()) {
    auto reference = dyn_cast<stablehlo::AxisRefAttr>(axis);
    if (!reference)
      fail(operation, "bad-module", "axes of replica_groups must be of the form #stablehlo.axis_ref");
    Digit digit = digit_of(operation, reference, mesh.getAxes());
    if (llvm::any_of(digits, [&](const Digit &other) { return digit.overlaps(other); }))
      fail(operation, "bad-module", "the axis \"" + reference.getName().str() + "\" is there twice");
    digits.push_back(digit);
  }
  std::map<std::vector<int64_t>, std::map<std::vector<int64_t>, int64_t>> groups;
  for (Index index(sizes); index; ++index) {
    std::vector<int64_t> rest = *index, inside;
    for (const Digit &digit : digits) {
      inside.push_back(digit.of(*index));
      rest[digit.axis] -= inside.back() * digit.weight;
    }
    groups[rest][inside] = ids[static_cast<size_t>(index.position())];
  }
  std::vector<Ids> rows;
  for (const auto &[rest, group] : groups) {
    Ids &row = rows.emplace_back();
    for (const auto &[inside, id] : group)
      row.push_back(id);
  }
  return rows;
}

} // namespace

std::vector<Ids> ids_of(Operation &operation, Attribute attribute, const Strategy &strategy, bool unique) {
  auto mesh = dyn_cast<stablehlo::ReplicaGroupMeshAxesAttr>(attribute);
  std::vector<Ids> rows =
      mesh ? rows_of(operation, mesh, strategy) : rows_of(operation, cast<DenseIntElementsAttr>(attribute));
  std::set<int64_t> seen;
  for (const Ids &row : rows)
    for (int64_t id : row) {
      if (id < 0 || id >= strategy.ids)
        fail(operation, "bad-module",
             "the groups have the number " + std::to_string(id) + ", but the grid has " + std::to_string(strategy.ids) +
                 " " + strategy.noun);
      if (unique && !seen.insert(id).second)
        fail(operation, "bad-module", "the groups have the number " + std::to_string(id) + " twice");
    }
  return rows;
}

std::vector<Ids> ids_of_all(Operation &operation, Attribute attribute, const Strategy &strategy) {
  std::vector<Ids> rows = ids_of(operation, attribute, strategy);
  if (rows.empty()) {
    Ids &all = rows.emplace_back(static_cast<size_t>(strategy.ids));
    std::iota(all.begin(), all.end(), 0);
  }
  size_t count = 0;
  for (const Ids &row : rows)
    count += row.size();
  if (static_cast<int64_t>(count) != strategy.ids)
    fail(operation, "bad-module",
         "the groups must have all of the grid's " + std::to_string(strategy.ids) + " " + strategy.noun +
             ", but have " + std::to_string(count));
  return rows;
}

} // namespace cotangent::interpret
