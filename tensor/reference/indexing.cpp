#include "tensor/reference/indexing.h"

#include "tensor/reference/each.h"
#include "tensor/reference/shape.h"

#include <algorithm>
#include <cstring>

namespace cotangent::reference {

namespace {

/// What gather and scatter share: where in the operand the slice of each index vector begins.
class Starts {
public:
  /// `index_map` says which dimension of the operand each number of an index vector is for.
  Starts(const Array &indices, int64_t index_vector_dim, const std::vector<int64_t> &index_map,
         const std::vector<int64_t> &operand_batching, const std::vector<int64_t> &indices_batching)
      : index_map_(index_map), operand_batching_(operand_batching) {
    const std::vector<int64_t> strides = strides_of(indices.shape());
    for (int64_t dimension : other_dimensions(indices.rank(), {index_vector_dim})) {
      batch_shape_.push_back(indices.size(dimension));
      batch_strides_.push_back(strides[static_cast<size_t>(dimension)]);
    }
    // The dimension of the vectors is left out of the batch, so later ones move one to the front.
    for (int64_t dimension : indices_batching)
      batching_.push_back(static_cast<size_t>(dimension - (dimension < index_vector_dim ? 0 : 1)));
    if (index_vector_dim < indices.rank())
      vector_stride_ = strides[static_cast<size_t>(index_vector_dim)];
    // Bounded so that sums with offsets in a slice cannot overflow; far outside of any array either way.
    numbers_ = integers_of(indices);
    for (int64_t &number : numbers_)
      number = std::clamp<int64_t>(number, -(int64_t(1) << 62), int64_t(1) << 62);
  }

  const Shape &batch_shape() const { return batch_shape_; }

  /// Moved inside for slices of these sizes, if given.
  void find(const Index &batch, const Shape &operand, const Shape *slice_sizes, std::vector<int64_t> &start) const {
    int64_t position = 0;
    for (size_t dimension = 0; dimension < batch_shape_.size(); ++dimension)
      position += batch[dimension] * batch_strides_[dimension];
    start.assign(operand.size(), 0);
    for (size_t at = 0; at < index_map_.size(); ++at) {
      const auto dimension = static_cast<size_t>(index_map_[at]);
      int64_t number = numbers_[static_cast<size_t>(position + static_cast<int64_t>(at) * vector_stride_)];
      if (slice_sizes)
        number = std::clamp<int64_t>(number, 0, operand[dimension] - (*slice_sizes)[dimension]);
      start[dimension] = number;
    }
    for (size_t at = 0; at < batching_.size(); ++at)
      start[static_cast<size_t>(operand_batching_[at])] += batch[batching_[at]];
  }

private:
  std::vector<int64_t> index_map_, operand_batching_, numbers_;
  Shape batch_shape_;
  std::vector<int64_t> batch_strides_;
  std::vector<size_t> batching_; // positions in the batch index that select along operand_batching_
  int64_t vector_stride_ = 0;
};

std::vector<int64_t> strides_along(const Shape &shape, const std::vector<int64_t> &dimensions) {
  return picked(strides_of(shape), dimensions);
}

std::vector<int64_t> joined(std::vector<int64_t> first, const std::vector<int64_t> &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

} // namespace

Array gather(const Array &operand, const Array &start_indices, const GatherDimensions &dimensions,
             const std::vector<int64_t> &slice_sizes) {
  const Starts starts(start_indices, dimensions.index_vector_dim, dimensions.start_index_map,
                      dimensions.operand_batching_dims, dimensions.start_indices_batching_dims);
  // The dimensions of the operand that stay in the result, in the order of offset_dims.
  const std::vector<int64_t> offset_operand =
      other_dimensions(operand.rank(), joined(dimensions.collapsed_slice_dims, dimensions.operand_batching_dims));
  const auto rank = static_cast<int64_t>(starts.batch_shape().size() + offset_operand.size());
  const std::vector<int64_t> batch_result = other_dimensions(rank, dimensions.offset_dims);
  Shape shape(static_cast<size_t>(rank)), offset_shape;
  for (size_t at = 0; at < batch_result.size(); ++at)
    shape[static_cast<size_t>(batch_result[at])] = starts.batch_shape()[at];
  for (size_t at = 0; at < offset_operand.size(); ++at) {
    offset_shape.push_back(slice_sizes[static_cast<size_t>(offset_operand[at])]);
    shape[static_cast<size_t>(dimensions.offset_dims[at])] = offset_shape.back();
  }
  Array result(operand.type(), shape);
  // Collapsed and batching dimensions of size 0 have nothing to take from.
  if (result.count() == 0 || operand.count() == 0)
    return result;

  // One slice as pairs of positions, relative to where it begins on either side.
  std::vector<std::pair<int64_t, int64_t>> slice;
  const std::vector<int64_t> offset_strides = strides_along(operand.shape(), offset_operand);
  const std::vector<int64_t> result_strides = strides_along(shape, dimensions.offset_dims);
  for (Index offset(offset_shape); offset; ++offset)
    slice.emplace_back(position_of(offset, offset_strides), position_of(offset, result_strides));

  const std::vector<int64_t> operand_strides = strides_of(operand.shape());
  const std::vector<int64_t> batch_strides = strides_along(shape, batch_result);
  const auto bytes = static_cast<int64_t>(facts_of(operand.type()).bytes);
  std::vector<int64_t> start;
  for (Index batch(starts.batch_shape()); batch; ++batch) {
    starts.find(batch, operand.shape(), &slice_sizes, start);
    int64_t from = 0;
    for (size_t dimension = 0; dimension < start.size(); ++dimension)
      from += start[dimension] * operand_strides[dimension];
    const int64_t to = position_of(batch, batch_strides);
    for (const auto &[from_offset, to_offset] : slice)
      std::memcpy(result.bytes() + (to + to_offset) * bytes, operand.bytes() + (from + from_offset) * bytes,
                  static_cast<size_t>(bytes));
  }
  return result;
}

namespace {

/// Calls visit(position in the results, position in the updates) for every update that falls inside.
template <class Visit>
void for_each_update(const Shape &input, const Array &scatter_indices, const Shape &updates,
                     const ScatterDimensions &dimensions, Visit visit) {
  const Starts starts(scatter_indices, dimensions.index_vector_dim, dimensions.scatter_dims_to_operand_dims,
                      dimensions.input_batching_dims, dimensions.scatter_indices_batching_dims);
  const std::vector<int64_t> window_input = other_dimensions(
      static_cast<int64_t>(input.size()), joined(dimensions.inserted_window_dims, dimensions.input_batching_dims));
  Shape window_shape;
  for (int64_t dimension : dimensions.update_window_dims)
    window_shape.push_back(updates[static_cast<size_t>(dimension)]);
  const std::vector<int64_t> window_strides = strides_along(updates, dimensions.update_window_dims);
  const std::vector<int64_t> batch_strides =
      strides_along(updates, other_dimensions(static_cast<int64_t>(updates.size()), dimensions.update_window_dims));
  const std::vector<int64_t> input_strides = strides_of(input);
  std::vector<int64_t> start, at;
  for (Index batch(starts.batch_shape()); batch; ++batch) {
    starts.find(batch, input, nullptr, start);
    const int64_t batch_position = position_of(batch, batch_strides);
    for (Index window(window_shape); window; ++window) {
      at = start;
      for (size_t dimension = 0; dimension < window_input.size(); ++dimension)
        at[static_cast<size_t>(window_input[dimension])] += window[dimension];
      int64_t position = 0;
      bool inside = true;
      for (size_t dimension = 0; dimension < at.size() && inside; ++dimension) {
        inside = at[dimension] >= 0 && at[dimension] < input[dimension];
        position += inside ? at[dimension] * input_strides[dimension] : 0;
      }
      if (inside)
        visit(position, batch_position + position_of(window, window_strides));
    }
  }
}

Array converted(const Array &array, ElementType type) {
  return each(type, array.shape(), [&](int64_t position) { return promoted(array.get(position), type); });
}

} // namespace

std::vector<Array> scatter(std::span<const Array> inputs, const Array &scatter_indices, std::span<const Array> updates,
                           const ScatterDimensions &dimensions, const Combine &update_computation,
                           std::span<const ElementType> result_types) {
  std::vector<Array> results;
  for (size_t at = 0; at < inputs.size(); ++at)
    results.push_back(converted(inputs[at], result_types.empty() ? inputs[at].type() : result_types[at]));
  std::vector<Element> accumulators(inputs.size()), values(inputs.size());
  for_each_update(inputs[0].shape(), scatter_indices, updates[0].shape(), dimensions, [&](int64_t to, int64_t from) {
    for (size_t at = 0; at < results.size(); ++at) {
      accumulators[at] = results[at].get(to);
      values[at] = promoted(updates[at].get(from), results[at].type());
    }
    update_computation(accumulators, values);
    for (size_t at = 0; at < results.size(); ++at)
      results[at].set(to, accumulators[at]);
  });
  return results;
}

Array scatter(const Array &input, const Array &scatter_indices, const Array &updates,
              const ScatterDimensions &dimensions, BinaryFunction update_computation) {
  return scatter({&input, 1}, scatter_indices, {&updates, 1}, dimensions, combine_with(update_computation))[0];
}

Array torch_index_select(const Array &operand, const Array &index, int64_t dimension, int64_t batch_dimensions) {
  // A gather that takes whole lines along the dimensions after the batch, and one index along the selected one.
  GatherDimensions dimensions;
  dimensions.index_vector_dim = index.rank();
  dimensions.start_index_map = {dimension};
  dimensions.collapsed_slice_dims = {dimension};
  Shape sizes = operand.shape();
  sizes[static_cast<size_t>(dimension)] = 1;
  for (int64_t batch = 0; batch < batch_dimensions; ++batch) {
    dimensions.operand_batching_dims.push_back(batch);
    dimensions.start_indices_batching_dims.push_back(batch);
    sizes[static_cast<size_t>(batch)] = 1;
  }
  const int64_t selected = index.rank() - batch_dimensions; // dimensions in place of the selected one
  for (int64_t at = batch_dimensions; at < operand.rank(); ++at)
    if (at != dimension)
      dimensions.offset_dims.push_back(at < dimension ? at : at + selected - 1);
  return gather(operand, index, dimensions, sizes);
}

} // namespace cotangent::reference
