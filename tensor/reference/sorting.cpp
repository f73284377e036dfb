#include "tensor/reference/reduction.h"
#include "tensor/reference/shape.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cotangent::reference {

namespace {

/// Stable merge sort of 0, 1, ... count-1. `before` need not be an order: every number comes out once in any case,
/// which std::stable_sort does not promise.
template <class Before> std::vector<size_t> sorted_order(size_t count, Before before) {
  std::vector<size_t> order(count), merged(count);
  std::iota(order.begin(), order.end(), size_t(0));
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * run) {
      const size_t middle = std::min(begin + run, count), end = std::min(begin + 2 * run, count);
      size_t left = begin, right = middle;
      for (size_t to = begin; to < end; ++to) {
        // The left run gives first unless the right one is truly before: that makes it stable.
        const bool take_right = left == middle || (right < end && before(order[right], order[left]));
        merged[to] = take_right ? order[right++] : order[left++];
      }
    }
    order.swap(merged);
  }
  return order;
}

/// Calls visit(position of the first element) for all lines along a dimension.
template <class Visit> void for_each_line(const Shape &shape, size_t dimension, Visit visit) {
  const std::vector<int64_t> strides = strides_of(shape);
  Shape lines = shape;
  lines[dimension] = std::min<int64_t>(lines[dimension], 1);
  for (Index index(lines); index; ++index)
    visit(position_of(index, strides));
}

/// The order of top_k: true if the left one is larger.
bool larger(const Element &left, const Element &right) {
  switch (facts_of(left.type()).kind) {
  case ElementKind::Unsigned:
    return left.as_unsigned() > right.as_unsigned();
  case ElementKind::Float: {
    const double a = left.as_float(), b = right.as_float();
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && !std::isnan(b);
    return a == b ? !std::signbit(a) && std::signbit(b) : a > b;
  }
  case ElementKind::Complex: {
    const ElementType part = part_of(left.type());
    const auto real = [part](const Element &value) { return Element::of_float(part, value.as_complex().real()); };
    const auto imaginary = [part](const Element &value) { return Element::of_float(part, value.as_complex().imag()); };
    if (larger(real(left), real(right)) || larger(real(right), real(left)))
      return larger(real(left), real(right));
    return larger(imaginary(left), imaginary(right));
  }
  default:
    return left.as_integer() > right.as_integer();
  }
}

} // namespace

std::vector<Array> sort(std::span<const Array> inputs, int64_t dimension, const Comparator &comparator) {
  const Shape &shape = inputs[0].shape();
  const auto along = static_cast<size_t>(dimension < 0 ? dimension + inputs[0].rank() : dimension);
  const size_t operands = inputs.size();
  std::vector<Array> results;
  for (const Array &input : inputs)
    results.emplace_back(input.type(), shape);
  const auto count = static_cast<size_t>(shape[along]);
  const int64_t stride = strides_of(shape)[along];
  std::vector<Element> line(count * operands), arguments(2 * operands);
  for_each_line(shape, along, [&](int64_t first) {
    for (size_t at = 0; at < count; ++at)
      for (size_t operand = 0; operand < operands; ++operand)
        line[at * operands + operand] = inputs[operand].get(first + static_cast<int64_t>(at) * stride);
    const std::vector<size_t> order = sorted_order(count, [&](size_t left, size_t right) {
      for (size_t operand = 0; operand < operands; ++operand) {
        arguments[2 * operand] = line[left * operands + operand];
        arguments[2 * operand + 1] = line[right * operands + operand];
      }
      return comparator(arguments);
    });
    for (size_t at = 0; at < count; ++at)
      for (size_t operand = 0; operand < operands; ++operand)
        results[operand].set(first + static_cast<int64_t>(at) * stride, line[order[at] * operands + operand]);
  });
  return results;
}

TopK top_k(const Array &operand, int64_t k) {
  Shape shape = operand.shape();
  const int64_t size = shape.back();
  shape.back() = k;
  TopK result{Array(operand.type(), shape), Array(ElementType::I32, shape)};
  std::vector<Element> line(static_cast<size_t>(size));
  int64_t to = 0;
  for_each_line(operand.shape(), operand.shape().size() - 1, [&](int64_t first) {
    for (int64_t at = 0; at < size; ++at)
      line[static_cast<size_t>(at)] = operand.get(first + at);
    const std::vector<size_t> order =
        sorted_order(line.size(), [&](size_t left, size_t right) { return larger(line[left], line[right]); });
    for (int64_t at = 0; at < k; ++at, ++to) {
      result.values.set(to, line[order[static_cast<size_t>(at)]]);
      result.indices.set(to,
                         Element::of_integer(ElementType::I32, static_cast<int64_t>(order[static_cast<size_t>(at)])));
    }
  });
  return result;
}

} // namespace cotangent::reference
