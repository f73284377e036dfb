#include "tensor/reference/random.h"

#include "arrays.h"

using namespace cotangent;
using namespace cotangent::reference;

namespace {

/// Algorithm, type, state, shape; the first bits and the next state as XLA gives them on a CPU.
struct Known {
  RandomAlgorithm algorithm;
  ElementType type;
  std::vector<uint64_t> state;
  Shape shape;
  std::vector<uint64_t> bits, next_state;
};

const std::vector<uint64_t> two = {0x0123456789abcdef, 0xfffffffffffffffe};
const std::vector<uint64_t> three = {0x0123456789abcdef, 0xfffffffffffffffe, 0xffffffffffffffff};

const Known known[] = {
    {RandomAlgorithm::ThreeFry,
     ElementType::U32,
     two,
     {5},
     {0xb0f4215b, 0xe19a60b4, 0xb3d7494, 0xacf8c4dc, 0xaaa4d889},
     {0x123456789abcdef, 0x1}},
    {RandomAlgorithm::ThreeFry,
     ElementType::F64,
     two,
     {3},
     {0xe19a60b4b0f4215b, 0xacf8c4dc0b3d7494, 0x6b35c4f4aaa4d889},
     {0x123456789abcdef, 0x1}},
    {RandomAlgorithm::ThreeFry, ElementType::U8, {1, 2}, {2, 3}, {0x54, 0xd3, 0xd3, 0x3b, 0x3, 0x61}, {0x1, 0x5}},
    {RandomAlgorithm::ThreeFry,
     ElementType::U32,
     {1, 2},
     {3, 4},
     {0x296e954, 0x802fd53b, 0xed3492d3, 0xdf435003, 0x63b40bd3, 0xfcc0f261, 0x7dbb1d60, 0x24e4d334, 0x9718c0ad,
      0xe3f04ce5, 0xaafe5a17, 0xdfbf5831},
     {0x1, 0x8}},
    {RandomAlgorithm::ThreeFry,
     ElementType::U32,
     {1, 2},
     {3, 5},
     {0x296e954, 0x802fd53b, 0xed3492d3, 0xdf435003, 0x63b40bd3, 0x7dbb1d60, 0x24e4d334, 0x9718c0ad, 0xe3f04ce5,
      0xaafe5a17, 0xadc273d0, 0xe52ba482},
     {0x1, 0xb}},
    {RandomAlgorithm::ThreeFry,
     ElementType::I16,
     {1, 2},
     {3, 3, 3},
     {0xe954, 0x92d3, 0xbd3, 0x1d60, 0xc0ad, 0x5a17, 0x73d0, 0xd765, 0xa6f2, 0xd53b, 0x5003, 0xf261},
     {0x1, 0x14}},
    {RandomAlgorithm::ThreeFry,
     ElementType::U32,
     {1, 2},
     {3, 2, 4},
     {0x296e954, 0xed3492d3, 0x63b40bd3, 0x7dbb1d60, 0x802fd53b, 0xdf435003, 0xfcc0f261, 0x24e4d334, 0x9718c0ad,
      0xaafe5a17, 0xadc273d0, 0xbc56d765},
     {0x1, 0xe}},
    {RandomAlgorithm::ThreeFry, ElementType::U32, {1, 2}, {}, {0x296e954}, {0x1, 0x3}},
    {RandomAlgorithm::ThreeFry, ElementType::U32, {1, 2}, {2, 0}, {}, {0x1, 0x2}},
    {RandomAlgorithm::Philox,
     ElementType::U32,
     two,
     {9},
     {0xa485194, 0x41c5f806, 0xd6822fee, 0x3885a3d4, 0x41eb59f3, 0x307385e0, 0x5b8b3389, 0xa262f67c, 0x7006d264},
     {0x123456789abcdef, 0x1}},
    {RandomAlgorithm::Philox,
     ElementType::U32,
     three,
     {9},
     {0x600c42b0, 0x796f0a9a, 0x9ac71906, 0x8f6750cb, 0x2d8e471b, 0xf578e809, 0xf781a438, 0x6aaccdbf, 0xb850222e},
     {0x123456789abcdef, 0x1, 0x0}},
    {RandomAlgorithm::Philox,
     ElementType::U64,
     three,
     {5},
     {0x796f0a9a600c42b0, 0x8f6750cb9ac71906, 0xf578e8092d8e471b, 0x6aaccdbff781a438, 0xc58cb04bb850222e},
     {0x123456789abcdef, 0x1, 0x0}},
    {RandomAlgorithm::Philox, ElementType::U8, {1, 2}, {3, 2}, {0x49, 0xe8, 0xd7, 0xd9, 0xfe, 0xc3}, {0x1, 0x4}},
    {RandomAlgorithm::Philox, ElementType::U64, {1, 2}, {}, {0xa9b8bbe87d34a749}, {0x1, 0x3}},
    {RandomAlgorithm::Default,
     ElementType::F32,
     two,
     {5},
     {0xa485194, 0x41c5f806, 0xd6822fee, 0x3885a3d4, 0x41eb59f3},
     {0x123456789abcdef, 0x0}},
    {RandomAlgorithm::Default, ElementType::U4, three, {5}, {0x0, 0xa, 0x6, 0xb, 0xb}, {0x123456789abcdef, 0x0, 0x0}},
};

Array state_array(const std::vector<uint64_t> &words) {
  Array array(ElementType::U64, {static_cast<int64_t>(words.size())});
  for (size_t at = 0; at < words.size(); ++at)
    array.set(static_cast<int64_t>(at), Element::of_integer(ElementType::U64, static_cast<int64_t>(words[at])));
  return array;
}

} // namespace

TEST_CASE("rng_bit_generator gives the bits and states of XLA") {
  for (const Known &row : known) {
    CAPTURE(int(row.type));
    CAPTURE(row.shape.size());
    const RandomBits result = rng_bit_generator(state_array(row.state), row.algorithm, row.type, row.shape);
    REQUIRE(result.output.shape() == row.shape);
    REQUIRE(result.output.type() == row.type);
    for (size_t at = 0; at < row.bits.size(); ++at)
      CHECK(result.output.get(static_cast<int64_t>(at)).bits() == row.bits[at]);
    CHECK(test::same(result.output_state, state_array(row.next_state)));
  }
}

TEST_CASE("rng stays in its bounds and spreads over them") {
  uint64_t state = 7;
  const Array a = test::scalar(-3), b = test::scalar(4);
  const Array integers = rng(a, b, {1000}, RandomDistribution::Uniform, state);
  std::vector<int> hits(7);
  for (int64_t number : test::integers_in(integers)) {
    REQUIRE(number >= -3);
    REQUIRE(number < 4);
    ++hits[static_cast<size_t>(number + 3)];
  }
  for (int hit : hits)
    CHECK(hit > 80);
  const Array from = test::numbers(ElementType::F8E4M3FN, {}, {1}), to = test::numbers(ElementType::F8E4M3FN, {}, {2});
  const Array narrow = rng(from, to, {200}, RandomDistribution::Uniform, state);
  for (int64_t at = 0; at < narrow.count(); ++at) {
    REQUIRE(narrow.get(at).as_float() >= 1);
    REQUIRE(narrow.get(at).as_float() < 2);
  }
  CHECK(state != 7);
}

TEST_CASE("rng of the normal distribution has its mean and deviation") {
  uint64_t state = 1;
  const Array mean = test::numbers(ElementType::F64, {}, {5}), deviation = test::numbers(ElementType::F64, {}, {2});
  const Array numbers = rng(mean, deviation, {20000}, RandomDistribution::Normal, state);
  double sum = 0, squares = 0;
  for (int64_t at = 0; at < numbers.count(); ++at) {
    const double number = numbers.get(at).as_float();
    sum += number;
    squares += (number - 5) * (number - 5);
  }
  CHECK(sum / 20000 == doctest::Approx(5).epsilon(0.02));
  CHECK(std::sqrt(squares / 20000) == doctest::Approx(2).epsilon(0.02));
}
