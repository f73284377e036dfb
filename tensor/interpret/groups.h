// How a grid of processes is split into groups that work together: StableHLO specification, "Collective ops".
#pragma once

#include "tensor/interpret/evaluator.h"

namespace cotangent::interpret {

struct GridSize {
  int64_t replicas = 1, partitions = 1;
  int64_t processes() const { return replicas * partitions; }
};

using Ids = std::vector<int64_t>;
using ProcessGroup = std::vector<ProcessId>;

/// Groups of replicas, once for each partition.
std::vector<ProcessGroup> cross_replica(const std::vector<Ids> &groups, GridSize size);
/// Groups of partitions, once for each replica.
std::vector<ProcessGroup> cross_partition(const std::vector<Ids> &groups, GridSize size);
/// Groups of replicas with all their partitions.
std::vector<ProcessGroup> cross_replica_and_partition(const std::vector<Ids> &groups, GridSize size);
/// Groups of processes counted row by row, a replica each.
std::vector<ProcessGroup> flattened_ids(const std::vector<Ids> &groups, GridSize size);

/// What the entries of groups mean in one operation, and how many there are of that.
struct Strategy {
  std::vector<ProcessGroup> (*split)(const std::vector<Ids> &, GridSize);
  GridSize size;
  int64_t ids;
  const char *noun; // "replicas"
};
Strategy by_replica(GridSize size);
Strategy by_partition(GridSize size);
Strategy by_replica_and_partition(GridSize size);
Strategy by_flattened_id(GridSize size);

/// Rows of an attribute `replica_groups` or `source_target_pairs`, also of a mesh; entries below zero fill up rows and
/// are left out. Throws Error [bad-module] if one is out of range or there twice (in pairs: `unique` false), or the
/// mesh does not fit, and [unsupported] for meshes that are defined elsewhere.
std::vector<Ids> ids_of(mlir::Operation &operation, mlir::Attribute attribute, const Strategy &strategy,
                        bool unique = true);
/// The same for operations that every process takes part in: no rows stand for one with everybody. Throws Error
/// [bad-module] if somebody is missing.
std::vector<Ids> ids_of_all(mlir::Operation &operation, mlir::Attribute attribute, const Strategy &strategy);

} // namespace cotangent::interpret
