#include "tensor/library/convolution.h"

#include "calls.h"

#include <algorithm>
#include <numeric>

using namespace cotangent;
using library::Convolution;

namespace {

Array convolve(const Convolution &convolution, const Array &lhs, const Array &rhs) {
  const library::CallPointer call = library::make_convolution(convolution);
  REQUIRE(call);
  return test::run_on_threads(*call, {lhs, rhs}, {convolution.result_type, convolution_result_shape(convolution)});
}

void check_convolution(const Convolution &convolution, std::mt19937 &random) {
  const Array lhs = test::random_array(convolution.operand_type, convolution.lhs, random),
              rhs = test::random_array(convolution.operand_type, convolution.rhs, random);
  const Array expected =
      reference::convolution(lhs, rhs, convolution.window, convolution.window_reversal, convolution.dimensions,
                             convolution.feature_group_count, convolution.batch_group_count, convolution.result_type);
  CHECK_MESSAGE(test::same(convolve(convolution, lhs, rhs), expected), type_text(lhs.type(), lhs.shape()), " * ",
                type_text(rhs.type(), rhs.shape()));
}

/// Sizes by role (first, second, spatial...) under a random order of dimensions.
Shape placed(int64_t first, int64_t second, const Shape &spatial, int64_t &first_dimension, int64_t &second_dimension,
             std::vector<int64_t> &spatial_dimensions, std::mt19937 &random) {
  std::vector<int64_t> order(spatial.size() + 2);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::shuffle(order, random);
  Shape shape(order.size());
  first_dimension = order[0];
  second_dimension = order[1];
  shape[static_cast<size_t>(order[0])] = first;
  shape[static_cast<size_t>(order[1])] = second;
  for (size_t at = 0; at < spatial.size(); ++at) {
    spatial_dimensions.push_back(order[at + 2]);
    shape[static_cast<size_t>(order[at + 2])] = spatial[at];
  }
  return shape;
}

Convolution random_convolution(ElementType operand, ElementType result, std::mt19937 &random) {
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int64_t>(low, high)(random); };
  Convolution convolution;
  convolution.operand_type = operand;
  convolution.result_type = result;
  const int64_t groups = draw(0, 2) == 0 ? draw(2, 5) : 1;
  (draw(0, 1) == 0 ? convolution.feature_group_count : convolution.batch_group_count) = groups;
  const int64_t features = draw(0, 30) == 0 ? 0 : draw(1, 5), outputs = draw(0, 3) == 0 ? 1 : draw(1, 9);
  const int64_t rank = draw(0, 3);
  Shape input, kernel;
  reference::Window &window = convolution.window;
  for (int64_t at = 0; at < rank; ++at) {
    input.push_back(draw(0, 30) == 0 ? 0 : draw(1, rank == 1 ? 40 : 7));
    kernel.push_back(draw(0, 30) == 0 ? 0 : draw(1, 4));
    window.strides.push_back(draw(1, 3));
    window.base_dilations.push_back(draw(0, 1) == 0 ? 1 : draw(1, 4));
    window.window_dilations.push_back(draw(1, 3));
    window.padding.emplace_back(draw(-2, 4), draw(-2, 4));
    convolution.window_reversal.push_back(draw(0, 1) == 0);
  }
  reference::ConvolutionDimensions &dimensions = convolution.dimensions;
  convolution.lhs = placed(draw(1, 4) * convolution.batch_group_count, features * convolution.feature_group_count,
                           input, dimensions.input_batch_dimension, dimensions.input_feature_dimension,
                           dimensions.input_spatial_dimensions, random);
  convolution.rhs = placed(features, outputs * groups, kernel, dimensions.kernel_input_feature_dimension,
                           dimensions.kernel_output_feature_dimension, dimensions.kernel_spatial_dimensions, random);
  placed(1, 1, input, dimensions.output_batch_dimension, dimensions.output_feature_dimension,
         dimensions.output_spatial_dimensions, random);
  return convolution;
}

/// Batch, height, width, feature; the kernel is height, width, input, output feature.
Convolution plain(const Shape &lhs, const Shape &rhs, int64_t padding) {
  Convolution convolution;
  convolution.lhs = lhs;
  convolution.rhs = rhs;
  convolution.window.padding = {{padding, padding}, {padding, padding}};
  convolution.dimensions = {0, 3, {1, 2}, 2, 3, {0, 1}, 0, 3, {1, 2}};
  return convolution;
}

} // namespace

TEST_CASE("convolutions of all types with any dimension numbers, strides, padding, dilations and groups") {
  std::mt19937 random(1);
  const std::pair<ElementType, ElementType> types[] = {
      {ElementType::F32, ElementType::F32},  {ElementType::F64, ElementType::F64},
      {ElementType::C64, ElementType::C64},  {ElementType::C128, ElementType::C128},
      {ElementType::F16, ElementType::F16},  {ElementType::BF16, ElementType::F32},
      {ElementType::I8, ElementType::I32},   {ElementType::U16, ElementType::U16},
      {ElementType::I32, ElementType::I32},  {ElementType::I64, ElementType::I64},
      {ElementType::Bool, ElementType::Bool}};
  for (const auto &[operand, result] : types)
    for (int round = 0; round < 40; ++round)
      check_convolution(random_convolution(operand, result, random), random);
}

TEST_CASE("the common forms at sizes of several tiles, panels and tasks") {
  std::mt19937 random(2);
  for (ElementType type : {ElementType::F32, ElementType::C128}) {
    std::vector<Convolution> cases;
    cases.push_back(plain({2, 15, 26, 7}, {3, 3, 7, 40}, 1));
    cases.push_back(plain({1, 9, 30, 1}, {5, 5, 1, 32}, 2));
    cases.push_back(plain({2, 9, 11, 40}, {1, 1, 40, 70}, 0));
    // By channel.
    cases.push_back(plain({2, 12, 14, 70}, {3, 3, 1, 70}, 1));
    cases.back().feature_group_count = 70;
    // Gradient of a convolution of stride 2 by its input: dilated input, reversed kernel, features exchanged.
    cases.push_back(plain({2, 7, 8, 40}, {3, 3, 20, 40}, 2));
    cases.back().window.base_dilations = {2, 2};
    cases.back().window_reversal = {true, true};
    cases.back().dimensions.kernel_input_feature_dimension = 3;
    cases.back().dimensions.kernel_output_feature_dimension = 2;
    // Gradient by the kernel: batch and features exchanged, the sum runs over the image.
    cases.push_back(plain({3, 18, 18, 20}, {3, 16, 16, 36}, 0));
    cases.back().dimensions = {3, 0, {1, 2}, 0, 3, {1, 2}, 2, 3, {0, 1}};
    // The same by channel.
    cases.push_back(plain({3, 12, 12, 40}, {3, 10, 10, 40}, 0));
    cases.back().dimensions = {3, 0, {1, 2}, 0, 3, {1, 2}, 2, 3, {0, 1}};
    cases.back().batch_group_count = 40;
    for (Convolution &convolution : cases) {
      convolution.operand_type = convolution.result_type = type;
      check_convolution(convolution, random);
    }
  }
}

TEST_CASE("padding takes part as zeros; what is not covered") {
  Convolution convolution = plain({1, 2, 2, 1}, {3, 3, 1, 1}, 1);
  const Array lhs = test::numbers(ElementType::F32, convolution.lhs, {1, 1, 1, 1});
  std::vector<std::complex<double>> weights(9, 1);
  weights[0] = std::numeric_limits<double>::infinity();
  const Array result = convolve(convolution, lhs, test::numbers(ElementType::F32, convolution.rhs, weights));
  CHECK(std::isnan(result.get(0).as_float()));
  CHECK(std::isinf(result.get(3).as_float()));
  convolution.operand_type = ElementType::F8E4M3FN;
  CHECK_FALSE(library::make_convolution(convolution));
}
