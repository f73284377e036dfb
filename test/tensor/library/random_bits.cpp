#include "tensor/library/random_bits.h"

#include "calls.h"

#include <doctest/doctest.h>

using namespace cotangent;
using namespace test;
using reference::RandomAlgorithm;

namespace {

void check_bits(RandomAlgorithm algorithm, ElementType type, const Shape &shape, const std::vector<uint64_t> &numbers) {
  INFO(facts_of(type).name << ", " << type_text(type, shape) << ", state of " << numbers.size());
  const auto size = static_cast<int64_t>(numbers.size());
  Array state(ElementType::U64, {size});
  std::copy(numbers.begin(), numbers.end(), reinterpret_cast<uint64_t *>(state.bytes()));
  const reference::RandomBits expected = reference::rng_bit_generator(state, algorithm, type, shape);
  const library::CallPointer call = library::make_random_bits(algorithm, size, type, shape);
  REQUIRE(call);
  for (const int threads : {1, 3}) {
    const std::vector<Array> results = run(*call, {state}, {{ElementType::U64, {size}}, {type, shape}}, threads);
    CHECK(same(results[0], expected.output_state));
    CHECK(same(results[1], expected.output));
  }
}

const Shape shapes[] = {{},     {0},    {1},       {2},    {5},       {64},         {129},    {3, 5},
                        {3, 4}, {2, 3}, {3, 3, 3}, {7, 0}, {3, 2, 4}, {5, 6, 7, 2}, {3, 700}, {20001}};

} // namespace

TEST_CASE("bits and states are those of the reference") {
  const uint64_t end = ~uint64_t(0);
  for (const ElementType type : {ElementType::U2, ElementType::I4, ElementType::I8, ElementType::U8, ElementType::I16,
                                 ElementType::U32, ElementType::I64, ElementType::U64})
    for (const Shape &shape : shapes) {
      check_bits(RandomAlgorithm::ThreeFry, type, shape, {0x0123456789abcdef, 17});
      check_bits(RandomAlgorithm::ThreeFry, type, shape, {end, end - 3});
      check_bits(RandomAlgorithm::Philox, type, shape, {0x0123456789abcdef, 17, 4});
      check_bits(RandomAlgorithm::Philox, type, shape, {77, end - 1, end});
      check_bits(RandomAlgorithm::Default, type, shape, {77, end - 70});
    }
}

TEST_CASE("numbers are made of the bits of unsigned ones") {
  for (const auto [type, bits] : {std::pair(ElementType::F32, ElementType::U32),
                                  {ElementType::F64, ElementType::U64},
                                  {ElementType::BF16, ElementType::U16},
                                  {ElementType::F16, ElementType::U16}}) {
    Array state(ElementType::U64, {2});
    const Shape shape = {3, 7};
    const auto bytes = [&](ElementType of) {
      const library::CallPointer call = library::make_random_bits(RandomAlgorithm::ThreeFry, 2, of, shape);
      const Array output = run(*call, {state}, {{ElementType::U64, {2}}, {of, shape}})[1];
      return std::vector<std::byte>(output.bytes(), output.bytes() + output.byte_count());
    };
    CHECK(bytes(type) == bytes(bits));
  }
}

TEST_CASE("states that fit no generator") {
  CHECK(!library::make_random_bits(RandomAlgorithm::ThreeFry, 3, ElementType::U32, {4}));
  CHECK(!library::make_random_bits(RandomAlgorithm::Default, 1, ElementType::U32, {4}));
  CHECK(!library::make_random_bits(RandomAlgorithm::Philox, 2, ElementType::C64, {4}));
}
