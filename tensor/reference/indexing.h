// Operations that read or write at positions that arrive as data.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/reference/combine.h"

#include <span>
#include <vector>

namespace cotangent::reference {

/// Named as in the specification.
struct GatherDimensions {
  std::vector<int64_t> offset_dims;
  std::vector<int64_t> collapsed_slice_dims;
  std::vector<int64_t> operand_batching_dims;
  std::vector<int64_t> start_indices_batching_dims;
  std::vector<int64_t> start_index_map;
  int64_t index_vector_dim = 0;
};

/// Also dynamic_gather. Starts outside move as far as needed for the slice to lie inside.
Array gather(const Array &operand, const Array &start_indices, const GatherDimensions &dimensions,
             const std::vector<int64_t> &slice_sizes);

/// Named as in the specification.
struct ScatterDimensions {
  std::vector<int64_t> update_window_dims;
  std::vector<int64_t> inserted_window_dims;
  std::vector<int64_t> input_batching_dims;
  std::vector<int64_t> scatter_indices_batching_dims;
  std::vector<int64_t> scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
};

/// Updates are applied in row-major order of `updates`; those that fall outside are dropped, element by element. The
/// results have the given types (what the update function computes on); none given: the types of the inputs.
std::vector<Array> scatter(std::span<const Array> inputs, const Array &scatter_indices, std::span<const Array> updates,
                           const ScatterDimensions &dimensions, const Combine &update_computation,
                           std::span<const ElementType> result_types = {});
Array scatter(const Array &input, const Array &scatter_indices, const Array &updates,
              const ScatterDimensions &dimensions, BinaryFunction update_computation);

/// result[b..., i..., j..., k...] = operand[b..., i..., index[b..., j...], k...], where b are the batch dimensions.
/// Indices outside are clamped.
Array torch_index_select(const Array &operand, const Array &index, int64_t dimension, int64_t batch_dimensions);

} // namespace cotangent::reference
