#include "tensor/reference/indexing.h"

#include "arrays.h"
#include "tensor/reference/shape.h"

using namespace cotangent;
using namespace cotangent::reference;
using test::check_integers;
using test::integers;

namespace {

Element second(const Element &, const Element &value) { return value; }

} // namespace

TEST_CASE("gather takes rows, moved inside if they begin outside") {
  const Array operand = iota(ElementType::I32, {12}, 0).reshaped({4, 3});
  GatherDimensions rows;
  rows.offset_dims = {1};
  rows.collapsed_slice_dims = {0};
  rows.start_index_map = {0};
  rows.index_vector_dim = 1; // past the indices: each is a vector of one
  check_integers(gather(operand, integers({3}, {2, -7, 99}), rows, {1, 3}), {3, 3}, {6, 7, 8, 0, 1, 2, 9, 10, 11});
  check_integers(gather(operand, integers({0}, {}), rows, {1, 3}), {0, 3}, {});
  check_integers(gather(operand, integers(ElementType::U64, {1}, {-1}), rows, {1, 3}), {1, 3}, {9, 10, 11});
  // Two rows each; the offsets stand in front of the indices in the result.
  GatherDimensions pairs;
  pairs.offset_dims = {0, 1};
  pairs.start_index_map = {0};
  pairs.index_vector_dim = 1;
  check_integers(gather(operand, integers({2}, {1, 3}), pairs, {2, 1}), {2, 1, 2}, {3, 6, 6, 9});
}

TEST_CASE("gather against its definition, with batching and an index vector in the middle") {
  std::mt19937 random(1);
  // operand [batch 2, 5, 4, 3]; indices [3, vector 2, batch 2]; slices of 2 x 1 x 3, where the 1 is collapsed.
  const Array operand = test::random_array(ElementType::I32, {2, 5, 4, 3}, random);
  const Array indices = test::random_array(ElementType::I64, {3, 2, 2}, random);
  GatherDimensions dimensions;
  dimensions.offset_dims = {0, 3};
  dimensions.collapsed_slice_dims = {2};
  dimensions.operand_batching_dims = {0};
  dimensions.start_indices_batching_dims = {2};
  dimensions.start_index_map = {2, 1};
  dimensions.index_vector_dim = 1;
  const Array result = gather(operand, indices, dimensions, {1, 2, 1, 3});
  REQUIRE(result.shape() == Shape{2, 3, 2, 3});
  for (Index index(result.shape()); index; ++index) {
    const auto number = [&](int64_t at) { return test::at(indices, {index[1], at, index[2]}).as_integer(); };
    const int64_t row = std::clamp<int64_t>(number(1), 0, 3) + index[0], column = std::clamp<int64_t>(number(0), 0, 3);
    CHECK(result.get(index.position()).as_integer() ==
          test::at(operand, {index[2], row, column, index[3]}).as_integer());
  }
}

TEST_CASE("scatter adds up, drops what is outside and leaves its input alone") {
  ScatterDimensions elements;
  elements.inserted_window_dims = {0};
  elements.scatter_dims_to_operand_dims = {0};
  elements.index_vector_dim = 1;
  const Array input = integers({4}, {10, 20, 30, 40});
  const Array indices = integers({5}, {1, -1, 3, 4, 1}), updates = integers({5}, {1, 2, 3, 4, 5});
  check_integers(scatter(input, indices, updates, elements, add), {4}, {10, 26, 30, 43});
  check_integers(scatter(input, indices, updates, elements, second), {4}, {10, 5, 30, 3});
  check_integers(input, {4}, {10, 20, 30, 40});
  check_integers(scatter(input, integers({0}, {}), integers({0}, {}), elements, add), {4}, {10, 20, 30, 40});
  const Array far = integers(ElementType::I64, {2}, {INT64_MAX, INT64_MIN});
  check_integers(scatter(input, far, integers({2}, {1, 1}), elements, add), {4}, {10, 20, 30, 40});

  // A window that sticks out loses only the elements outside.
  ScatterDimensions window;
  window.update_window_dims = {1};
  window.scatter_dims_to_operand_dims = {0};
  window.index_vector_dim = 1;
  check_integers(scatter(input, integers({2}, {-1, 2}), integers({2, 3}, {1, 2, 3, 4, 5, 6}), window, add), {4},
                 {12, 23, 34, 45});
}

TEST_CASE("scatter of several inputs, which share one function") {
  ScatterDimensions elements;
  elements.inserted_window_dims = {0};
  elements.scatter_dims_to_operand_dims = {0};
  elements.index_vector_dim = 1;
  const std::vector<Array> inputs = {integers({2}, {1, 2}), test::numbers(ElementType::BF16, {2}, {256, 4})};
  const std::vector<Array> updates = {integers({2}, {10, 20}), test::numbers(ElementType::BF16, {2}, {1, 6})};
  const Combine body = [](std::span<Element> accumulators, std::span<const Element> values) {
    const Element old = accumulators[0];
    accumulators[0] = add(old, values[0]);
    accumulators[1] = add(accumulators[1], values[1]);
  };
  const std::vector<ElementType> wider = {ElementType::I64, ElementType::F32};
  const std::vector<Array> results = scatter(inputs, integers({2}, {0, 0}), updates, elements, body, wider);
  CHECK(results[0].type() == ElementType::I64);
  CHECK(results[1].type() == ElementType::F32);
  check_integers(results[0], {2}, {31, 2});
  check_integers(results[1], {2}, {263, 4});
}

TEST_CASE("scatter undoes gather") {
  std::mt19937 random(2);
  const Array operand = test::random_array(ElementType::F32, {3, 4, 5}, random);
  // Every place of the middle dimension once, in another order, for each of the batches.
  const Array indices = integers({3, 4, 1}, {2, 0, 3, 1, 0, 1, 2, 3, 3, 2, 1, 0});
  GatherDimensions take;
  take.offset_dims = {2};
  take.collapsed_slice_dims = {1};
  take.operand_batching_dims = {0};
  take.start_indices_batching_dims = {0};
  take.start_index_map = {1};
  take.index_vector_dim = 2;
  ScatterDimensions put;
  put.update_window_dims = {2};
  put.inserted_window_dims = {1};
  put.input_batching_dims = {0};
  put.scatter_indices_batching_dims = {0};
  put.scatter_dims_to_operand_dims = {1};
  put.index_vector_dim = 2;
  const Array taken = gather(operand, indices, take, {1, 1, 5});
  CHECK(!test::same(taken, operand));
  CHECK(test::same(scatter(Array(ElementType::F32, {3, 4, 5}), indices, taken, put, add), operand));
}

TEST_CASE("torch_index_select with and without batch") {
  const Array operand = iota(ElementType::I32, {12}, 0).reshaped({2, 3, 2});
  check_integers(torch_index_select(operand, integers({2}, {2, 0}), 1, 0), {2, 2, 2}, {4, 5, 0, 1, 10, 11, 6, 7});
  check_integers(torch_index_select(operand, test::scalar(1), 0, 0), {3, 2}, {6, 7, 8, 9, 10, 11});
  const Array index = integers({2, 2}, {2, 0, 1, 1});
  check_integers(torch_index_select(operand, index, 1, 1), {2, 2, 2}, {4, 5, 0, 1, 8, 9, 8, 9});
  check_integers(torch_index_select(operand, integers({2, 1, 1}, {1, 0}), 2, 1), {2, 3, 1, 1}, {1, 3, 5, 6, 8, 10});
}
