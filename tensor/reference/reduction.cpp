#include "tensor/reference/reduction.h"

#include "tensor/reference/each.h"
#include "tensor/reference/shape.h"

namespace cotangent::reference {

namespace {

ElementType type_of_result(std::span<const Array> inputs, std::span<const ElementType> result_types, size_t at) {
  return result_types.empty() ? inputs[at].type() : result_types[at];
}

/// The shape that a reduction leaves, and for every dimension of the input its stride there (0: reduced).
std::pair<Shape, std::vector<int64_t>> reduced(const Shape &shape, const std::vector<int64_t> &dimensions) {
  const std::vector<int64_t> kept = other_dimensions(static_cast<int64_t>(shape.size()), dimensions);
  const Shape result = picked(shape, kept);
  std::vector<int64_t> strides(shape.size(), 0);
  const std::vector<int64_t> result_strides = strides_of(result);
  for (size_t at = 0; at < kept.size(); ++at)
    strides[static_cast<size_t>(kept[at])] = result_strides[at];
  return {result, strides};
}

} // namespace

std::vector<Array> reduce(std::span<const Array> inputs, std::span<const Array> init_values,
                          const std::vector<int64_t> &dimensions, const Combine &body,
                          std::span<const ElementType> result_types) {
  const auto [shape, strides] = reduced(inputs[0].shape(), dimensions);
  const size_t count = inputs.size();
  std::vector<Array> results;
  for (size_t at = 0; at < count; ++at) {
    const ElementType type = type_of_result(inputs, result_types, at);
    results.push_back(Array::filled(promoted(init_values[at].get(0), type), shape));
  }
  std::vector<Element> accumulators(count), values(count);
  for (Index index(inputs[0].shape()); index; ++index) {
    const int64_t to = position_of(index, strides);
    for (size_t at = 0; at < count; ++at) {
      accumulators[at] = results[at].get(to);
      values[at] = promoted(inputs[at].get(index.position()), results[at].type());
    }
    body(accumulators, values);
    for (size_t at = 0; at < count; ++at)
      results[at].set(to, accumulators[at]);
  }
  return results;
}

Array reduce(const Array &input, const Array &init_value, const std::vector<int64_t> &dimensions, BinaryFunction body) {
  return reduce({&input, 1}, {&init_value, 1}, dimensions, combine_with(body))[0];
}

namespace {

Shape window_counts(const Shape &input, const Window &window) {
  Shape result;
  for (size_t dimension = 0; dimension < input.size(); ++dimension)
    result.push_back(window.count(dimension, input[dimension]));
  return result;
}

/// The position in the input under one place of a window, or -1.
int64_t position_under(const Window &window, const Shape &input, const std::vector<int64_t> &strides, const Index &at,
                       const Index &in_window) {
  int64_t position = 0;
  for (size_t dimension = 0; dimension < input.size(); ++dimension) {
    const int64_t index = window.input_index(dimension, input[dimension], at[dimension], in_window[dimension]);
    if (index < 0)
      return -1;
    position += index * strides[dimension];
  }
  return position;
}

} // namespace

std::vector<Array> reduce_window(std::span<const Array> inputs, std::span<const Array> init_values,
                                 const Window &window, const Combine &body, std::span<const ElementType> result_types) {
  const Shape &input_shape = inputs[0].shape();
  const std::vector<int64_t> strides = strides_of(input_shape);
  const Shape shape = window_counts(input_shape, window);
  const size_t count = inputs.size();
  std::vector<Array> results;
  std::vector<Element> inits, accumulators(count), values(count);
  for (size_t at = 0; at < count; ++at) {
    inits.push_back(promoted(init_values[at].get(0), type_of_result(inputs, result_types, at)));
    results.emplace_back(inits.back().type(), shape);
  }
  for (Index index(shape); index; ++index) {
    accumulators = inits;
    for (Index place(window.dimensions); place; ++place) {
      const int64_t from = position_under(window, input_shape, strides, index, place);
      for (size_t at = 0; at < count; ++at)
        values[at] = from < 0 ? inits[at] : promoted(inputs[at].get(from), inits[at].type());
      body(accumulators, values);
    }
    for (size_t at = 0; at < count; ++at)
      results[at].set(index.position(), accumulators[at]);
  }
  return results;
}

Array reduce_window(const Array &input, const Array &init_value, const Window &window, BinaryFunction body) {
  return reduce_window({&input, 1}, {&init_value, 1}, window, combine_with(body))[0];
}

Array select_and_scatter(const Array &operand, const Array &source, const Array &init_value, const Window &window,
                         const Selector &select, const Combine &scatter, ElementType result_type) {
  const std::vector<int64_t> strides = strides_of(operand.shape());
  Array result = Array::filled(promoted(init_value.get(0), result_type), operand.shape());
  for (Index index(source.shape()); index; ++index) {
    int64_t selected = -1;
    Element best;
    for (Index place(window.dimensions); place; ++place) {
      const int64_t position = position_under(window, operand.shape(), strides, index, place);
      if (position < 0)
        continue;
      const Element value = operand.get(position);
      if (selected >= 0 && select(best, value))
        continue;
      selected = position;
      best = value;
    }
    if (selected < 0)
      continue;
    Element accumulator = result.get(selected);
    const Element value = promoted(source.get(index.position()), result_type);
    scatter({&accumulator, 1}, {&value, 1});
    result.set(selected, accumulator);
  }
  return result;
}

Array map(std::span<const Array> inputs, const MapFunction &computation, ElementType result_type) {
  std::vector<Element> values(inputs.size());
  return each(result_type, inputs[0].shape(), [&](int64_t position) {
    for (size_t at = 0; at < inputs.size(); ++at)
      values[at] = inputs[at].get(position);
    return computation(values);
  });
}

std::vector<Array> scan(std::span<const Array> inputs, std::span<const Array> inits, int64_t dimension,
                        int64_t scan_size, bool is_reverse, std::span<const ArrayType> output_types,
                        const ScanBody &body) {
  const auto along = static_cast<size_t>(dimension);
  const auto without = [along](Shape shape) {
    shape.erase(shape.begin() + static_cast<int64_t>(along));
    return shape;
  };
  // A slice of a whole array, as a layout over the shape of the slice.
  const auto layout_at = [along](const Array &whole, int64_t step) {
    Layout layout = Layout::of(whole);
    layout.offset = step * layout.strides[along];
    layout.strides.erase(layout.strides.begin() + static_cast<int64_t>(along));
    return layout;
  };
  std::vector<Array> outputs, carries(inits.begin(), inits.end());
  for (const ArrayType &type : output_types)
    outputs.emplace_back(type.type, type.shape);
  for (int64_t at = 0; at < scan_size; ++at) {
    const int64_t step = is_reverse ? scan_size - 1 - at : at;
    std::vector<Array> arguments;
    for (const Array &input : inputs) {
      Array slice(input.type(), without(input.shape()));
      copy_strided(slice, Layout::of(slice), input, layout_at(input, step), slice.shape());
      arguments.push_back(slice);
    }
    arguments.insert(arguments.end(), carries.begin(), carries.end());
    std::vector<Array> next = body(arguments);
    for (size_t output = 0; output < outputs.size(); ++output)
      copy_strided(outputs[output], layout_at(outputs[output], step), next[output], Layout::of(next[output]),
                   next[output].shape());
    carries.assign(next.begin() + static_cast<int64_t>(outputs.size()), next.end());
  }
  outputs.insert(outputs.end(), carries.begin(), carries.end());
  return outputs;
}

} // namespace cotangent::reference
