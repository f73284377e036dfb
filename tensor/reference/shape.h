// Operations that move elements without looking at them, and those that make or choose them by position.
#pragma once

#include "runtime/arrays/array.h"

#include <span>
#include <vector>

namespace cotangent::reference {

/// Where an element lies: offset + sum of index * stride, in elements. Strides may be zero or negative.
struct Layout {
  int64_t offset = 0;
  std::vector<int64_t> strides;

  static Layout of(const Array &array) { return {0, strides_of(array.shape())}; }
};

inline int64_t position_of(const Index &index, const std::vector<int64_t> &strides) {
  int64_t position = 0;
  for (size_t dimension = 0; dimension < strides.size(); ++dimension)
    position += index[dimension] * strides[dimension];
  return position;
}

/// to[index] = from[index] for all indices of the shape, each side under its own layout; both of one element type.
void copy_strided(Array &to, const Layout &to_layout, const Array &from, const Layout &from_layout, const Shape &shape);

bool contains(const std::vector<int64_t> &list, int64_t value);
/// The dimensions of an array of that rank that are not in the list, ascending.
std::vector<int64_t> other_dimensions(int64_t rank, const std::vector<int64_t> &list);
/// The entries of a list that has one for each dimension.
std::vector<int64_t> picked(const std::vector<int64_t> &list, const std::vector<int64_t> &dimensions);

/// An array of indices, sizes or permutation as plain numbers; numbers of u64 beyond int64_t saturate.
std::vector<int64_t> integers_of(const Array &array);
/// The same for operands that are one scalar per dimension.
std::vector<int64_t> integers_of(std::span<const Array> scalars);

/// broadcast_in_dim, and dynamic_broadcast_in_dim with the shape that arrives at run time.
Array broadcast_in_dim(const Array &operand, const std::vector<int64_t> &broadcast_dimensions, const Shape &result);
/// Puts new dimensions in front.
Array broadcast(const Array &operand, const std::vector<int64_t> &broadcast_sizes);
inline Array reshape(const Array &operand, const Shape &result) { return operand.reshaped(result); }
Array transpose(const Array &operand, const std::vector<int64_t> &permutation);
Array reverse(const Array &operand, const std::vector<int64_t> &dimensions);

Array slice(const Array &operand, const std::vector<int64_t> &start_indices, const std::vector<int64_t> &limit_indices,
            const std::vector<int64_t> &strides);
/// The start is one scalar per dimension; it moves as far as needed for the slice to lie inside.
Array dynamic_slice(const Array &operand, std::span<const Array> start_indices,
                    const std::vector<int64_t> &slice_sizes);
Array dynamic_update_slice(const Array &operand, const Array &update, std::span<const Array> start_indices);
/// `slice` with attributes that arrive as arrays of one dimension.
Array real_dynamic_slice(const Array &operand, const Array &start_indices, const Array &limit_indices,
                         const Array &strides);

/// Also dynamic_pad. The padding value is a scalar array.
Array pad(const Array &operand, const Array &padding_value, const std::vector<int64_t> &edge_padding_low,
          const std::vector<int64_t> &edge_padding_high, const std::vector<int64_t> &interior_padding);
Array concatenate(std::span<const Array> inputs, int64_t dimension);

/// Also dynamic_iota.
Array iota(ElementType type, const Shape &result, int64_t iota_dimension);
/// A scalar of i32.
Array get_dimension_size(const Array &operand, int64_t dimension);

/// Bits of several narrow elements make a wide one, the first of them in the lowest bits. Elements of less than a byte
/// count with their own bits, though each takes a byte in memory.
Array bitcast_convert(const Array &operand, ElementType type, const Shape &result);

/// The predicate has the shape of the others or is a scalar.
Array select(const Array &predicate, const Array &on_true, const Array &on_false);
/// minimum(maximum(operand, min), max); the bounds have the shape of the operand or are scalars.
Array clamp(const Array &min, const Array &operand, const Array &max);

} // namespace cotangent::reference
