// What the tests of traced programs share.
#pragma once

#include "cotangent/tensor.h"

#include <cmath>
#include <doctest/doctest.h>
#include <random>
#include <vector>

namespace ct = cotangent;

/// Compiles a function for arguments and calls it.
template <class F, class... A> auto run(F function, A &...arguments) {
  return ct::compile(function, arguments...)(arguments...);
}

template <class T = float, std::size_t N>
ct::ConcreteArray<T, N> array(const std::array<std::int64_t, N> &shape, const std::vector<T> &elements) {
  return ct::to_device(std::span<const T>(elements), shape);
}
template <class T = float, std::size_t N>
ct::ConcreteArray<T, N> random_array(const std::array<std::int64_t, N> &shape, unsigned seed = 1, double low = -2,
                                     double high = 2) {
  std::mt19937_64 generator(seed);
  return ct::uniform_weights<T>(shape, low, high, generator);
}
template <std::size_t N> using Sizes = std::array<std::int64_t, N>;

template <class A, class T>
void check_elements(const A &result, const std::vector<T> &expected, double tolerance = 1e-6) {
  auto found = result.to_host();
  REQUIRE(found.size() == expected.size());
  for (std::size_t at = 0; at < expected.size(); ++at) {
    INFO("element ", at);
    const double value = static_cast<double>(found[at]), wanted = static_cast<double>(expected[at]);
    CHECK((std::isnan(wanted)
               ? std::isnan(value)
               : value == wanted || std::abs(value - wanted) <= tolerance * std::max(1.0, std::abs(wanted))));
  }
}
