#include "tensor/reference/shape.h"

#include "tensor/reference/each.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace cotangent::reference {

namespace {

template <size_t bytes>
void copy_row(std::byte *to, int64_t to_stride, const std::byte *from, int64_t from_stride, int64_t count) {
  for (int64_t at = 0; at < count; ++at)
    std::memcpy(to + at * to_stride * int64_t(bytes), from + at * from_stride * int64_t(bytes), bytes);
}

using CopyRow = void (*)(std::byte *, int64_t, const std::byte *, int64_t, int64_t);

CopyRow copy_row_of(int bytes) {
  switch (bytes) {
  case 1:
    return copy_row<1>;
  case 2:
    return copy_row<2>;
  case 4:
    return copy_row<4>;
  case 8:
    return copy_row<8>;
  default:
    return copy_row<16>;
  }
}

/// Arrays share their bytes when copied; this one may be written to.
Array duplicate(const Array &array) {
  Array copy(array.type(), array.shape());
  if (array.count() > 0)
    std::memcpy(copy.bytes(), array.bytes(), static_cast<size_t>(array.byte_count()));
  return copy;
}

/// A new array that takes every element from under the layout.
Array view(const Array &from, const Layout &layout, const Shape &shape) {
  Array result(from.type(), shape);
  copy_strided(result, Layout::of(result), from, layout, shape);
  return result;
}

int64_t integer_in(const Array &array, int64_t position) {
  const int64_t value = array.get(position).as_integer();
  return array.type() == ElementType::U64 && value < 0 ? std::numeric_limits<int64_t>::max() : value;
}

/// Where a slice of these sizes begins so that it lies inside.
std::vector<int64_t> clamped_starts(const Shape &shape, std::span<const Array> starts, const Shape &sizes) {
  std::vector<int64_t> result = integers_of(starts);
  for (size_t dimension = 0; dimension < shape.size(); ++dimension)
    result[dimension] = std::clamp<int64_t>(result[dimension], 0, shape[dimension] - sizes[dimension]);
  return result;
}

Layout starting_at(const Array &array, const std::vector<int64_t> &starts) {
  Layout layout = Layout::of(array);
  for (size_t dimension = 0; dimension < starts.size(); ++dimension)
    layout.offset += starts[dimension] * layout.strides[dimension];
  return layout;
}

int64_t divide_up(int64_t dividend, int64_t divisor) { return dividend <= 0 ? 0 : (dividend + divisor - 1) / divisor; }

} // namespace

void copy_strided(Array &to, const Layout &to_layout, const Array &from, const Layout &from_layout,
                  const Shape &shape) {
  const int bytes = facts_of(to.type()).bytes;
  const CopyRow copy = copy_row_of(bytes);
  const size_t outer = shape.empty() ? 0 : shape.size() - 1;
  const int64_t row = shape.empty() ? 1 : shape[outer];
  const int64_t to_stride = shape.empty() ? 0 : to_layout.strides[outer];
  const int64_t from_stride = shape.empty() ? 0 : from_layout.strides[outer];
  if (row == 0)
    return;
  for (Index index(Shape(shape.begin(), shape.begin() + static_cast<int64_t>(outer))); index; ++index) {
    int64_t to_position = to_layout.offset, from_position = from_layout.offset;
    for (size_t dimension = 0; dimension < outer; ++dimension) {
      to_position += index[dimension] * to_layout.strides[dimension];
      from_position += index[dimension] * from_layout.strides[dimension];
    }
    copy(to.bytes() + to_position * bytes, to_stride, from.bytes() + from_position * bytes, from_stride, row);
  }
}

bool contains(const std::vector<int64_t> &list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::vector<int64_t> other_dimensions(int64_t rank, const std::vector<int64_t> &list) {
  std::vector<int64_t> result;
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    if (!contains(list, dimension))
      result.push_back(dimension);
  return result;
}

std::vector<int64_t> picked(const std::vector<int64_t> &list, const std::vector<int64_t> &dimensions) {
  std::vector<int64_t> result;
  for (int64_t dimension : dimensions)
    result.push_back(list[static_cast<size_t>(dimension)]);
  return result;
}

std::vector<int64_t> integers_of(const Array &array) {
  std::vector<int64_t> result(static_cast<size_t>(array.count()));
  for (int64_t position = 0; position < array.count(); ++position)
    result[static_cast<size_t>(position)] = integer_in(array, position);
  return result;
}

std::vector<int64_t> integers_of(std::span<const Array> scalars) {
  std::vector<int64_t> result;
  for (const Array &scalar : scalars)
    result.push_back(integer_in(scalar, 0));
  return result;
}

Array broadcast_in_dim(const Array &operand, const std::vector<int64_t> &broadcast_dimensions, const Shape &result) {
  Layout layout{0, std::vector<int64_t>(result.size(), 0)};
  const std::vector<int64_t> strides = strides_of(operand.shape());
  for (size_t dimension = 0; dimension < broadcast_dimensions.size(); ++dimension)
    if (operand.shape()[dimension] != 1)
      layout.strides[static_cast<size_t>(broadcast_dimensions[dimension])] = strides[dimension];
  return view(operand, layout, result);
}

Array broadcast(const Array &operand, const std::vector<int64_t> &broadcast_sizes) {
  Shape result = broadcast_sizes;
  std::vector<int64_t> dimensions;
  for (int64_t size : operand.shape()) {
    dimensions.push_back(static_cast<int64_t>(result.size()));
    result.push_back(size);
  }
  return broadcast_in_dim(operand, dimensions, result);
}

Array transpose(const Array &operand, const std::vector<int64_t> &permutation) {
  const std::vector<int64_t> strides = strides_of(operand.shape());
  Shape result;
  Layout layout;
  for (int64_t from : permutation) {
    result.push_back(operand.size(from));
    layout.strides.push_back(strides[static_cast<size_t>(from)]);
  }
  return view(operand, layout, result);
}

Array reverse(const Array &operand, const std::vector<int64_t> &dimensions) {
  Layout layout = Layout::of(operand);
  for (int64_t dimension : dimensions) {
    int64_t &stride = layout.strides[static_cast<size_t>(dimension)];
    layout.offset += (operand.size(dimension) - 1) * stride;
    stride = -stride;
  }
  return view(operand, layout, operand.shape());
}

Array slice(const Array &operand, const std::vector<int64_t> &start_indices, const std::vector<int64_t> &limit_indices,
            const std::vector<int64_t> &strides) {
  Layout layout = starting_at(operand, start_indices);
  Shape result;
  for (size_t dimension = 0; dimension < start_indices.size(); ++dimension) {
    result.push_back(divide_up(limit_indices[dimension] - start_indices[dimension], strides[dimension]));
    layout.strides[dimension] *= strides[dimension];
  }
  return view(operand, layout, result);
}

Array dynamic_slice(const Array &operand, std::span<const Array> start_indices,
                    const std::vector<int64_t> &slice_sizes) {
  return view(operand, starting_at(operand, clamped_starts(operand.shape(), start_indices, slice_sizes)), slice_sizes);
}

Array dynamic_update_slice(const Array &operand, const Array &update, std::span<const Array> start_indices) {
  Array result = duplicate(operand);
  const std::vector<int64_t> starts = clamped_starts(operand.shape(), start_indices, update.shape());
  copy_strided(result, starting_at(result, starts), update, Layout::of(update), update.shape());
  return result;
}

Array real_dynamic_slice(const Array &operand, const Array &start_indices, const Array &limit_indices,
                         const Array &strides) {
  return slice(operand, integers_of(start_indices), integers_of(limit_indices), integers_of(strides));
}

Array pad(const Array &operand, const Array &padding_value, const std::vector<int64_t> &edge_padding_low,
          const std::vector<int64_t> &edge_padding_high, const std::vector<int64_t> &interior_padding) {
  const size_t rank = operand.shape().size();
  Shape shape(rank);
  for (size_t dimension = 0; dimension < rank; ++dimension) {
    const int64_t size = operand.shape()[dimension];
    const int64_t between = std::max<int64_t>(size - 1, 0) * interior_padding[dimension];
    // A size below zero is refused by the verifier for known shapes; at run time it is empty.
    shape[dimension] =
        std::max<int64_t>(edge_padding_low[dimension] + size + between + edge_padding_high[dimension], 0);
  }
  Array result = Array::filled(padding_value.get(0), shape);

  Layout from = Layout::of(operand), to = Layout::of(result);
  Shape kept(rank); // how many indices of the operand survive negative padding
  for (size_t dimension = 0; dimension < rank; ++dimension) {
    const int64_t step = interior_padding[dimension] + 1, low = edge_padding_low[dimension];
    const int64_t first = divide_up(-low, step);
    const int64_t last = std::min(operand.shape()[dimension], divide_up(shape[dimension] - low, step));
    kept[dimension] = std::max<int64_t>(last - first, 0);
    from.offset += first * from.strides[dimension];
    to.offset += (low + first * step) * to.strides[dimension];
    to.strides[dimension] *= step;
  }
  copy_strided(result, to, operand, from, kept);
  return result;
}

Array concatenate(std::span<const Array> inputs, int64_t dimension) {
  Shape shape = inputs[0].shape();
  int64_t &total = shape[static_cast<size_t>(dimension)];
  total = 0;
  for (const Array &input : inputs)
    total += input.size(dimension);
  Array result(inputs[0].type(), shape);
  Layout layout = Layout::of(result);
  for (const Array &input : inputs) {
    copy_strided(result, layout, input, Layout::of(input), input.shape());
    layout.offset += input.size(dimension) * layout.strides[static_cast<size_t>(dimension)];
  }
  return result;
}

Array iota(ElementType type, const Shape &result, int64_t iota_dimension) {
  Array line(type, {result[static_cast<size_t>(iota_dimension)]});
  for (int64_t at = 0; at < line.count(); ++at) {
    const double number = static_cast<double>(at);
    line.set(at, is_complex(type) ? Element::of_complex(type, number)
                 : is_float(type) ? Element::of_float(type, number)
                                  : Element::of_integer(type, at));
  }
  // A line of one element would broadcast as well, but then it is zero everywhere, which is right.
  return broadcast_in_dim(line, {iota_dimension}, result);
}

Array get_dimension_size(const Array &operand, int64_t dimension) {
  return Array::scalar(Element::of_integer(ElementType::I32, operand.size(dimension)));
}

Array bitcast_convert(const Array &operand, ElementType type, const Shape &result_shape) {
  const int from_bits = facts_of(operand.type()).bits, to_bits = facts_of(type).bits;
  Array result(type, result_shape);
  if (from_bits % 8 == 0 && to_bits % 8 == 0) {
    if (result.count() > 0)
      std::memcpy(result.bytes(), operand.bytes(), static_cast<size_t>(result.byte_count()));
    return result;
  }
  // With a type of less than a byte the wide side has at most 64 bits.
  const int wide = std::max(from_bits, to_bits);
  const int64_t from_group = wide / from_bits, to_group = wide / to_bits;
  const auto lowest_bits = [](uint64_t bits, int count) {
    return count == 64 ? bits : bits & ((uint64_t(1) << count) - 1);
  };
  for (int64_t group = 0; group * to_group < result.count(); ++group) {
    uint64_t bits = 0;
    for (int64_t at = 0; at < from_group; ++at)
      bits |= lowest_bits(operand.get(group * from_group + at).bits(), from_bits) << (at * from_bits);
    for (int64_t at = 0; at < to_group; ++at)
      result.set(group * to_group + at, Element::of_bits(type, lowest_bits(bits >> (at * to_bits), to_bits)));
  }
  return result;
}

Array select(const Array &predicate, const Array &on_true, const Array &on_false) {
  if (predicate.rank() == 0)
    return predicate.get(0).as_bool() ? on_true : on_false;
  Array result = duplicate(on_false);
  const int64_t bytes = facts_of(on_true.type()).bytes;
  for (int64_t position = 0; position < result.count(); ++position)
    if (predicate.get(position).as_bool())
      std::memcpy(result.bytes() + position * bytes, on_true.bytes() + position * bytes, static_cast<size_t>(bytes));
  return result;
}

Array clamp(const Array &min, const Array &operand, const Array &max) {
  return each(operand.type(), operand.shape(), [&](int64_t position) {
    return clamp(min.get(min.rank() == 0 ? 0 : position), operand.get(position),
                 max.get(max.rank() == 0 ? 0 : position));
  });
}

} // namespace cotangent::reference
