// Shapes of gathered slices and scattered updates. Both operations name dimensions in the same way.
#include "tensor/ir/infer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::stablehlo {

namespace {

/// What gather and scatter have in common: windows of `operand` at the places that `indices` holds.
struct Placement {
  Numbers operand, indices;
  Numbers window_dimensions; ///< of the result of gather, or of the updates
  Numbers dropped;           ///< dimensions of the operand that a window does not have
  Numbers operand_batching, indices_batching;
  Numbers index_map;
  int64_t vector_dimension;
  StringRef window_name, dropped_name, operand_batching_name, indices_batching_name, index_map_name;
};

} // namespace

static LogicalResult check_batching(Refuse refuse, const Placement &place) {
  int64_t rank = static_cast<int64_t>(place.operand.size());
  int64_t indices_rank = static_cast<int64_t>(place.indices.size());
  if (failed(check_sorted(refuse, place.operand_batching_name, place.operand_batching)) ||
      failed(check_dimensions(refuse, place.operand_batching_name, place.operand_batching, rank)) ||
      failed(check_dimensions(refuse, place.indices_batching_name, place.indices_batching, indices_rank)))
    return failure();
  if (llvm::is_contained(place.indices_batching, place.vector_dimension))
    return refuse() << place.indices_batching_name << " must not have index_vector_dim, " << place.vector_dimension;
  if (place.operand_batching.size() != place.indices_batching.size())
    return refuse() << place.operand_batching_name << " and " << place.indices_batching_name
                    << " must be of one size, but are " << to_text(place.operand_batching) << " and "
                    << to_text(place.indices_batching);
  for (auto [first, second] : llvm::zip(place.operand_batching, place.indices_batching))
    if (!compatible_dimensions(place.operand[first], place.indices[second]))
      return refuse() << "batching dimensions must be of one size, but dimension " << first << " of the operand is "
                      << place.operand[first] << " and dimension " << second << " of the indices is "
                      << place.indices[second];
  return success();
}

static LogicalResult check_index_map(Refuse refuse, const Placement &place) {
  int64_t rank = static_cast<int64_t>(place.operand.size());
  Shape both(place.index_map);
  llvm::append_range(both, place.operand_batching);
  if (failed(check_range(refuse, place.index_map_name, place.index_map, rank)) ||
      failed(check_unique(refuse, (place.index_map_name + " with " + place.operand_batching_name).str(), both)))
    return failure();
  int64_t length =
      place.vector_dimension < static_cast<int64_t>(place.indices.size()) ? place.indices[place.vector_dimension] : 1;
  if (compatible_dimensions(length, static_cast<int64_t>(place.index_map.size())))
    return success();
  return refuse() << place.index_map_name << " must have " << length
                  << " entries, one for each number of an index, but is " << to_text(place.index_map);
}

static LogicalResult check_placement(Refuse refuse, const Placement &place) {
  int64_t rank = static_cast<int64_t>(place.operand.size());
  int64_t indices_rank = static_cast<int64_t>(place.indices.size());
  if (failed(check_range(refuse, "index_vector_dim", place.vector_dimension, indices_rank + 1)) ||
      failed(check_sorted(refuse, place.window_name, place.window_dimensions)) ||
      failed(check_unique(refuse, place.window_name, place.window_dimensions)) ||
      failed(check_sorted(refuse, place.dropped_name, place.dropped)) ||
      failed(check_range(refuse, place.dropped_name, place.dropped, rank)) || failed(check_batching(refuse, place)))
    return failure();
  Shape both(place.dropped);
  llvm::append_range(both, place.operand_batching);
  if (failed(check_unique(refuse, (place.dropped_name + " with " + place.operand_batching_name).str(), both)))
    return failure();
  size_t named = place.window_dimensions.size() + both.size();
  if (static_cast<int64_t>(named) != rank)
    return refuse() << place.window_name << ", " << place.dropped_name << " and " << place.operand_batching_name
                    << " must name as many dimensions as the operand has, " << rank << ", but name " << named;
  return check_index_map(refuse, place);
}

/// Sizes of the places in order, without the dimension along which an index lies.
static Shape batch_sizes(const Placement &place) {
  Shape sizes;
  for (auto [at, size] : llvm::enumerate(place.indices))
    if (static_cast<int64_t>(at) != place.vector_dimension)
      sizes.push_back(size);
  return sizes;
}

/// Entries of `sizes`, one for each dimension of the operand, for the dimensions that a window has.
static Shape window_sizes(const Placement &place, Numbers sizes) {
  Shape kept;
  for (auto [at, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(place.dropped, static_cast<int64_t>(at)) &&
        !llvm::is_contained(place.operand_batching, static_cast<int64_t>(at)))
      kept.push_back(size);
  return kept;
}

static LogicalResult check_slice_sizes(Refuse refuse, const Placement &place, Numbers sizes) {
  if (failed(check_size(refuse, "slice_sizes", sizes, static_cast<int64_t>(place.operand.size()))))
    return failure();
  for (auto [at, size] : llvm::enumerate(sizes)) {
    bool single = llvm::is_contained(place.dropped, static_cast<int64_t>(at)) ||
                  llvm::is_contained(place.operand_batching, static_cast<int64_t>(at));
    if (size == unknown)
      continue;
    if (size < 0 || (place.operand[at] != unknown && size > place.operand[at]))
      return refuse() << "slice_sizes must be from 0 to the shape of the operand, " << to_text(place.operand)
                      << ", but are " << to_text(sizes);
    if (single && size > 1)
      return refuse() << "slice_sizes must be 0 or 1 in collapsed and batching dimensions, but is " << size
                      << " in dimension " << at;
  }
  return success();
}

FailureOr<Shape> infer_gather(Refuse refuse, Numbers operand, Numbers indices, GatherDimensionNumbersAttr numbers,
                              Numbers slice_sizes, int64_t result_rank) {
  Placement place{operand,
                  indices,
                  numbers.getOffsetDims(),
                  numbers.getCollapsedSliceDims(),
                  numbers.getOperandBatchingDims(),
                  numbers.getStartIndicesBatchingDims(),
                  numbers.getStartIndexMap(),
                  numbers.getIndexVectorDim(),
                  "offset_dims",
                  "collapsed_slice_dims",
                  "operand_batching_dims",
                  "start_indices_batching_dims",
                  "start_index_map"};
  if (failed(check_placement(refuse, place)) || failed(check_slice_sizes(refuse, place, slice_sizes)))
    return failure();
  Shape batch = batch_sizes(place), window = window_sizes(place, slice_sizes);
  int64_t rank = static_cast<int64_t>(batch.size() + window.size());
  if (rank != result_rank)
    return refuse() << "result must be of rank " << rank << " by the operands, but is of rank " << result_rank;
  if (failed(check_range(refuse, place.window_name, place.window_dimensions, rank)))
    return failure();
  Shape result;
  auto next_batch = batch.begin(), next_window = window.begin();
  for (int64_t at = 0; at < rank; ++at)
    result.push_back(llvm::is_contained(place.window_dimensions, at) ? *next_window++ : *next_batch++);
  return result;
}

LogicalResult check_scatter(Refuse refuse, Numbers input, Numbers indices, Numbers updates,
                            ScatterDimensionNumbersAttr numbers) {
  Placement place{input,
                  indices,
                  numbers.getUpdateWindowDims(),
                  numbers.getInsertedWindowDims(),
                  numbers.getInputBatchingDims(),
                  numbers.getScatterIndicesBatchingDims(),
                  numbers.getScatterDimsToOperandDims(),
                  numbers.getIndexVectorDim(),
                  "update_window_dims",
                  "inserted_window_dims",
                  "input_batching_dims",
                  "scatter_indices_batching_dims",
                  "scatter_dims_to_operand_dims"};
  if (failed(check_placement(refuse, place)))
    return failure();
  Shape batch = batch_sizes(place), window = window_sizes(place, input);
  int64_t rank = static_cast<int64_t>(batch.size() + window.size());
  if (rank != static_cast<int64_t>(updates.size()))
    return refuse() << "updates must be of rank " << rank << " by the other operands, but are of rank "
                    << updates.size();
  if (failed(check_range(refuse, place.window_name, place.window_dimensions, rank)))
    return failure();
  auto next_batch = batch.begin(), next_window = window.begin();
  for (int64_t at = 0; at < rank; ++at) {
    bool of_window = llvm::is_contained(place.window_dimensions, at);
    int64_t size = of_window ? *next_window++ : *next_batch++;
    if (of_window ? size != unknown && updates[at] != unknown && updates[at] > size
                  : !compatible_dimensions(updates[at], size))
      return refuse() << "dimension " << at << " of the updates must be " << (of_window ? "at most " : "") << size
                      << " by the other operands, but is " << updates[at];
  }
  return success();
}

} // namespace cotangent::stablehlo
