#include "tensor/reference/reduction.h"

#include "arrays.h"
#include "tensor/reference/shape.h"

#include <algorithm>

using namespace cotangent;
using namespace cotangent::reference;
using test::check_integers;
using test::integers;
using test::numbers;
using test::scalar;

namespace {

/// The pair of the largest value and its first index.
void arg_max(std::span<Element> accumulators, std::span<const Element> values) {
  if (values[0].as_float() > accumulators[0].as_float()) {
    accumulators[0] = values[0];
    accumulators[1] = values[1];
  }
}

bool less(std::span<const Element> pair) { return pair[0].as_float() < pair[1].as_float(); }

} // namespace

TEST_CASE("reduce over some, all and no dimensions") {
  const Array operand = integers({2, 3}, {1, 2, 3, 4, 5, 6});
  check_integers(reduce(operand, scalar(0), {0}, add), {3}, {5, 7, 9});
  check_integers(reduce(operand, scalar(100), {1}, add), {2}, {106, 115});
  check_integers(reduce(operand, scalar(1), {1, 0}, multiply), {}, {720});
  check_integers(reduce(operand, scalar(10), {}, add), {2, 3}, {11, 12, 13, 14, 15, 16});
  check_integers(reduce(integers({2, 0}, {}), scalar(7), {1}, add), {2}, {7, 7});
  check_integers(reduce(integers({0, 2}, {}), scalar(7), {1}, add), {0}, {});
}

TEST_CASE("reduce rounds every step to the accumulator, and goes from left to right") {
  // bf16 has 8 bits: 256 + 1 is 256 again.
  const Array ones = numbers(ElementType::BF16, {4}, {1, 1, 1, 1}), start = numbers(ElementType::BF16, {}, {256});
  check_integers(reduce(ones, start, {0}, add), {}, {256});
  const std::vector<Array> inputs = {ones}, inits = {start};
  const std::vector<ElementType> wide = {ElementType::F32};
  const std::vector<Array> wider = reduce(inputs, inits, {0}, combine_with(add), wide);
  CHECK(wider[0].type() == ElementType::F32);
  check_integers(wider[0], {}, {260});
  check_integers(reduce(integers({3}, {1, 2, 3}), scalar(10), {0}, subtract), {}, {4});
}

TEST_CASE("reduce of several inputs") {
  const std::vector<Array> inputs = {numbers(ElementType::F32, {2, 3}, {1, 5, 5, 9, 2, 3}),
                                     iota(ElementType::I32, {2, 3}, 1)};
  const std::vector<Array> inits = {numbers(ElementType::F32, {}, {-INFINITY}), scalar(-1)};
  const std::vector<Array> results = reduce(inputs, inits, {1}, arg_max);
  check_integers(results[0], {2}, {5, 9});
  check_integers(results[1], {2}, {1, 0});
}

TEST_CASE("reduce_window against reduce of slices of the padded array") {
  std::mt19937 random(3);
  const Array operand = test::random_array(ElementType::I32, {7, 5}, random);
  for (int round = 0; round < 60; ++round) {
    const auto draw = [&](int64_t lowest, int64_t highest) {
      return std::uniform_int_distribution<int64_t>(lowest, highest)(random);
    };
    Window window;
    std::vector<int64_t> low, high, interior;
    for (int dimension = 0; dimension < 2; ++dimension) {
      window.dimensions.push_back(draw(1, 3));
      window.strides.push_back(draw(1, 3));
      window.base_dilations.push_back(draw(1, 3));
      window.window_dilations.push_back(draw(1, 3));
      window.padding.emplace_back(draw(-2, 3), draw(-2, 3));
      low.push_back(window.padding.back().first);
      high.push_back(window.padding.back().second);
      interior.push_back(window.base_dilations.back() - 1);
    }
    const Array init = scalar(5);
    const Array padded = pad(operand, init, low, high, interior);
    const Array result = reduce_window(operand, init, window, add);
    for (Index index(result.shape()); index; ++index) {
      std::vector<int64_t> start, limit;
      for (size_t dimension = 0; dimension < 2; ++dimension) {
        start.push_back(index[dimension] * window.strides[dimension]);
        limit.push_back(start.back() + (window.dimensions[dimension] - 1) * window.window_dilations[dimension] + 1);
        REQUIRE(limit.back() <= padded.shape()[dimension]);
      }
      const Array sum = reduce(slice(padded, start, limit, window.window_dilations), init, {0, 1}, add);
      CHECK(result.get(index.position()).as_integer() == sum.only_integer());
    }
    const std::vector<Array> inputs = {operand}, inits = {init};
    CHECK(test::same(reduce_window(inputs, inits, window, combine_with(add))[0], result));
  }
}

TEST_CASE("reduce_window that is empty, larger than its input, or a running sum") {
  Window window;
  window.dimensions = {4};
  check_integers(reduce_window(integers({3}, {1, 2, 3}), scalar(0), window, add), {0}, {});
  check_integers(reduce_window(integers({0}, {}), scalar(0), window, add), {0}, {});
  window.padding = {{3, 0}};
  check_integers(reduce_window(integers({4}, {1, 2, 3, 4}), scalar(0), window, add), {4}, {1, 3, 6, 10});
}

TEST_CASE("select_and_scatter sends each value to the largest element of its window") {
  const Selector at_least = [](const Element &left, const Element &right) {
    return left.as_integer() >= right.as_integer();
  };
  Window window;
  window.dimensions = {2, 2};
  window.strides = {2, 2};
  const Array operand = integers({2, 4}, {1, 7, 2, 2, 3, 4, 2, 2});
  check_integers(select_and_scatter(operand, integers({1, 2}, {10, 20}), scalar(0), window, at_least, combine_with(add),
                                    ElementType::I32),
                 {2, 4}, {0, 10, 20, 0, 0, 0, 0, 0});
  // Overlapping windows meet in one element; padding is never selected, though it is zero and the rest below.
  Window overlapping;
  overlapping.dimensions = {3};
  overlapping.padding = {{2, 1}};
  const Array low = integers({4}, {-9, -1, -5, -6});
  check_integers(select_and_scatter(low, integers({5}, {1, 2, 4, 8, 16}), scalar(100), overlapping, at_least,
                                    combine_with(add), ElementType::I64),
                 {4}, {101, 114, 116, 100});
}

TEST_CASE("map") {
  const std::vector<Array> inputs = {integers({2}, {1, 2}), integers({2}, {10, 20})};
  const MapFunction less_than_third = [](std::span<const Element> values) {
    return Element::of_bool(values[0].as_integer() * 11 > values[1].as_integer());
  };
  check_integers(map(inputs, less_than_third, ElementType::Bool), {2}, {1, 1});
}

TEST_CASE("sort is stable, takes operands along and works in any dimension") {
  const std::vector<Array> inputs = {numbers(ElementType::F32, {6}, {2, 1, 2, 0, 1, 2}),
                                     iota(ElementType::I32, {6}, 0)};
  const std::vector<Array> sorted = sort(inputs, -1, less);
  check_integers(sorted[0], {6}, {0, 1, 1, 2, 2, 2});
  check_integers(sorted[1], {6}, {3, 1, 4, 0, 2, 5});
  const std::vector<Array> matrix = {numbers(ElementType::F32, {3, 2}, {3, 1, 1, 2, 2, 0})};
  check_integers(sort(matrix, 0, less)[0], {3, 2}, {1, 0, 2, 1, 3, 2});
  check_integers(sort(matrix, 1, less)[0], {3, 2}, {1, 3, 1, 2, 0, 2});
  const std::vector<Array> empty = {numbers(ElementType::F32, {0, 2}, {})};
  CHECK(sort(empty, 0, less)[0].shape() == Shape{0, 2});

  std::mt19937 random(4);
  for (int64_t size = 1; size < 40; ++size) {
    const std::vector<Array> line = {test::random_array(ElementType::F32, {size}, random)};
    std::vector<int64_t> expected = test::integers_in(line[0]);
    std::sort(expected.begin(), expected.end());
    CHECK(test::integers_in(sort(line, 0, less)[0]) == expected);
    // A comparator that is no order still gives a permutation.
    const Array any = sort(line, 0, [](std::span<const Element>) { return true; })[0];
    std::vector<int64_t> all = test::integers_in(any);
    std::sort(all.begin(), all.end());
    CHECK(all == expected);
  }
}

TEST_CASE("top_k: NaN first, lower index first among equals") {
  const TopK top = top_k(numbers(ElementType::F32, {2, 5}, {1, NAN, 3, INFINITY, 3, -0.0, 0.0, -1, 0.0, -INFINITY}), 4);
  check_integers(top.indices, {2, 4}, {1, 3, 2, 4, 1, 3, 0, 2});
  CHECK(std::isnan(top.values.get(0).as_float()));
  CHECK(top.values.get(2).as_float() == 3);
  check_integers(top_k(integers(ElementType::U8, {3}, {200, 7, 255}), 2).indices, {2}, {2, 0});
  check_integers(top_k(integers(ElementType::U64, {2}, {1, -1}), 1).indices, {1}, {1});
  check_integers(top_k(integers(ElementType::I8, {3}, {-56, 7, -1}), 3).values, {3}, {7, -1, -56});
  check_integers(top_k(integers({3}, {1, 2, 3}), 0).values, {0}, {});
}

TEST_CASE("scan forwards and backwards, with slices of arrays") {
  const std::vector<Array> inputs = {integers({2, 3}, {1, 2, 3, 4, 5, 6})}, inits = {integers({2}, {10, 20})};
  const std::vector<ArrayType> types = {{ElementType::I32, {2, 3}}};
  const ScanBody running = [](std::span<const Array> arguments) {
    Array sum(ElementType::I32, {2});
    for (int64_t row = 0; row < 2; ++row)
      sum.set(row, add(arguments[0].get(row), arguments[1].get(row)));
    return std::vector<Array>{arguments[1], sum}; // exclusive: the output is the carry before
  };
  const std::vector<Array> forward = scan(inputs, inits, 1, 3, false, types, running);
  check_integers(forward[0], {2, 3}, {10, 11, 13, 20, 24, 29});
  check_integers(forward[1], {2}, {16, 35});
  const std::vector<Array> backward = scan(inputs, inits, 1, 3, true, types, running);
  check_integers(backward[0], {2, 3}, {15, 13, 10, 31, 26, 20});
  check_integers(backward[1], {2}, {16, 35});
  // Nothing to scan leaves the carries; no inputs needs the size.
  const ScanBody doubling = [](std::span<const Array> arguments) {
    const Array twice = Array::scalar(add(arguments[0].get(0), arguments[0].get(0)));
    return std::vector<Array>{arguments[0], twice};
  };
  const std::vector<Array> one = {scalar(1)};
  const std::vector<ArrayType> none = {{ElementType::I32, {0}}}, four = {{ElementType::I32, {4}}};
  CHECK(scan({}, one, 0, 0, false, none, doubling)[1].only_integer() == 1);
  check_integers(scan({}, one, 0, 4, false, four, doubling)[0], {4}, {1, 2, 4, 8});
}

TEST_CASE("batch normalisation") {
  // Two features with values 1, 3 and 10, 30: means 2 and 20, variances 1 and 100.
  const Array operand = numbers(ElementType::F64, {2, 2}, {1, 10, 3, 30});
  const Array scale = numbers(ElementType::F64, {2}, {2, 3}), offset = numbers(ElementType::F64, {2}, {1, -1});
  const BatchNormTraining training = batch_norm_training(operand, scale, offset, 0, 1);
  check_integers(training.batch_mean, {2}, {2, 20});
  check_integers(training.batch_var, {2}, {1, 100});
  check_integers(training.output, {2, 2}, {-1, -4, 3, 2});
  const Array mean = numbers(ElementType::F64, {2}, {0, 10}), variance = numbers(ElementType::F64, {2}, {3, 99});
  check_integers(batch_norm_inference(operand, scale, offset, mean, variance, 1, 1), {2, 2}, {2, -1, 4, 5});
}

TEST_CASE("batch_norm_grad against differences of batch_norm_training") {
  std::mt19937 random(5);
  const double epsilon = 0.01, step = 1e-5;
  const Array operand = test::random_array(ElementType::F64, {3, 2, 2}, random);
  const Array scale = test::random_array(ElementType::F64, {2}, random);
  const Array offset = test::random_array(ElementType::F64, {2}, random);
  const Array weights = test::random_array(ElementType::F64, {3, 2, 2}, random);
  // The sum of the output with these weights, with one number of the three moved.
  const auto loss = [&](int which, int64_t position, double by) {
    std::vector<Array> arguments = {operand, scale, offset};
    Array moved = pad(arguments[static_cast<size_t>(which)], Array::scalar(Element::zero(ElementType::F64)),
                      std::vector<int64_t>(which == 0 ? 3 : 1, 0), std::vector<int64_t>(which == 0 ? 3 : 1, 0),
                      std::vector<int64_t>(which == 0 ? 3 : 1, 0)); // a copy
    moved.set(position, Element::of_float(ElementType::F64, moved.get(position).as_float() + by));
    arguments[static_cast<size_t>(which)] = moved;
    const Array output = batch_norm_training(arguments[0], arguments[1], arguments[2], epsilon, 1).output;
    double sum = 0;
    for (int64_t at = 0; at < output.count(); ++at)
      sum += output.get(at).as_float() * weights.get(at).as_float();
    return sum;
  };
  const BatchNormTraining training = batch_norm_training(operand, scale, offset, epsilon, 1);
  const BatchNormGrad grad =
      batch_norm_grad(operand, scale, training.batch_mean, training.batch_var, weights, epsilon, 1);
  const Array *gradients[] = {&grad.grad_operand, &grad.grad_scale, &grad.grad_offset};
  for (int which = 0; which < 3; ++which)
    for (int64_t position = 0; position < gradients[which]->count(); ++position) {
      const double slope = (loss(which, position, step) - loss(which, position, -step)) / (2 * step);
      CHECK(gradients[which]->get(position).as_float() == doctest::Approx(slope).epsilon(1e-5));
    }
}
