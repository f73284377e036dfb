// Arrays from lists of numbers and back, and arrays of random numbers.
#pragma once

#include "runtime/arrays/array.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace test {

using cotangent::Array;
using cotangent::Element;
using cotangent::ElementType;
using cotangent::Index;
using cotangent::Shape;

inline Array integers(ElementType type, Shape shape, const std::vector<int64_t> &values) {
  return Array::of_integers(type, std::move(shape), values);
}
inline Array integers(Shape shape, const std::vector<int64_t> &values) {
  return integers(ElementType::I32, std::move(shape), values);
}
inline Array scalar(int64_t value, ElementType type = ElementType::I32) { return integers(type, {}, {value}); }

inline Element element(ElementType type, std::complex<double> value) {
  if (cotangent::is_complex(type))
    return Element::of_complex(type, value);
  if (cotangent::is_float(type))
    return Element::of_float(type, value.real());
  return Element::of_integer(type, static_cast<int64_t>(value.real()));
}

inline Array numbers(ElementType type, Shape shape, const std::vector<std::complex<double>> &values) {
  Array array(type, std::move(shape));
  REQUIRE(array.count() == static_cast<int64_t>(values.size()));
  for (int64_t position = 0; position < array.count(); ++position)
    array.set(position, element(type, values[static_cast<size_t>(position)]));
  return array;
}

/// Small integers in the type, which sums and products of a few keep exact; integer types stay in -8..7 or 0..7.
inline Array random_array(ElementType type, Shape shape, std::mt19937 &random) {
  Array array(type, std::move(shape));
  const int lowest = cotangent::is_unsigned(type) ? 0 : -8;
  std::uniform_int_distribution<int> draw(lowest, 7);
  for (int64_t position = 0; position < array.count(); ++position) {
    const double real = draw(random), imaginary = draw(random);
    array.set(position, element(type, {real, imaginary}));
  }
  return array;
}

inline std::complex<double> number_at(const Array &array, int64_t position) {
  const Element value = array.get(position);
  if (cotangent::is_complex(array.type()))
    return value.as_complex();
  return cotangent::is_float(array.type()) ? value.as_float() : static_cast<double>(value.as_integer());
}

inline std::vector<int64_t> integers_in(const Array &array) {
  std::vector<int64_t> result;
  for (int64_t position = 0; position < array.count(); ++position)
    result.push_back(static_cast<int64_t>(number_at(array, position).real()));
  return result;
}

inline int64_t position_in(const Array &array, const std::vector<int64_t> &index) {
  const std::vector<int64_t> strides = cotangent::strides_of(array.shape());
  int64_t position = 0;
  for (size_t dimension = 0; dimension < index.size(); ++dimension)
    position += index[dimension] * strides[dimension];
  return position;
}
inline Element at(const Array &array, const std::vector<int64_t> &index) {
  return array.get(position_in(array, index));
}

inline void check_integers(const Array &array, const Shape &shape, const std::vector<int64_t> &expected) {
  CHECK(array.shape() == shape);
  CHECK(integers_in(array) == expected);
}

/// The largest difference of two arrays of one shape.
inline double distance(const Array &left, const Array &right) {
  REQUIRE(left.shape() == right.shape());
  double largest = 0;
  for (int64_t position = 0; position < left.count(); ++position)
    largest = std::fmax(largest, std::abs(number_at(left, position) - number_at(right, position)));
  return largest;
}

inline bool same(const Array &left, const Array &right) {
  bool equal = left.type() == right.type() && left.shape() == right.shape();
  for (int64_t position = 0; equal && position < left.count(); ++position)
    equal = left.get(position).bits() == right.get(position).bits();
  return equal;
}

} // namespace test
