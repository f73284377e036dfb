#include "tensor/reference/shape.h"

#include "arrays.h"

using namespace cotangent;
using namespace cotangent::reference;
using test::check_integers;
using test::integers;
using test::scalar;

TEST_CASE("broadcast_in_dim stretches dimensions of size one and permutes") {
  check_integers(broadcast_in_dim(integers({1, 3}, {4, 5, 6}), {2, 0}, {3, 2, 2}), {3, 2, 2},
                 {4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6});
  check_integers(broadcast_in_dim(scalar(7), {}, {2, 2}), {2, 2}, {7, 7, 7, 7});
  check_integers(broadcast_in_dim(integers({2}, {1, 2}), {0}, {2, 0}), {2, 0}, {});
  check_integers(broadcast(integers({2}, {1, 2}), {2, 2}), {2, 2, 2}, {1, 2, 1, 2, 1, 2, 1, 2});
}

TEST_CASE("transpose and reverse") {
  const Array cube = iota(ElementType::I32, {24}, 0).reshaped({2, 3, 4});
  const Array turned = transpose(cube, {2, 0, 1});
  CHECK(turned.shape() == Shape{4, 2, 3});
  for (Index index(cube.shape()); index; ++index)
    CHECK(test::at(turned, {index[2], index[0], index[1]}).as_integer() == index.position());
  CHECK(test::same(transpose(turned, {1, 2, 0}), cube));
  check_integers(reverse(integers({2, 3}, {1, 2, 3, 4, 5, 6}), {1}), {2, 3}, {3, 2, 1, 6, 5, 4});
  check_integers(reverse(integers({2, 3}, {1, 2, 3, 4, 5, 6}), {0, 1}), {2, 3}, {6, 5, 4, 3, 2, 1});
  check_integers(reverse(integers({0, 3}, {}), {0, 1}), {0, 3}, {});
  check_integers(transpose(scalar(3), {}), {}, {3});
}

TEST_CASE("slices, also of nothing and starting outside") {
  const Array line = iota(ElementType::I32, {10}, 0);
  check_integers(slice(line, {1}, {9}, {3}), {3}, {1, 4, 7});
  check_integers(slice(line, {4}, {4}, {1}), {0}, {});
  check_integers(slice(line.reshaped({2, 5}), {1, 1}, {2, 5}, {1, 2}), {1, 2}, {6, 8});
  check_integers(real_dynamic_slice(line, integers({1}, {2}), integers({1}, {8}), integers({1}, {5})), {2}, {2, 7});

  const std::vector<Array> beyond = {scalar(9)}, before = {scalar(-5)}, inside = {scalar(2)};
  check_integers(dynamic_slice(line, beyond, {4}), {4}, {6, 7, 8, 9});
  check_integers(dynamic_slice(line, before, {4}), {4}, {0, 1, 2, 3});
  const std::vector<Array> huge = {scalar(-1, ElementType::U64)}; // 2^64 - 1
  check_integers(dynamic_slice(line, huge, {2}), {2}, {8, 9});

  const Array update = integers({2}, {70, 71});
  check_integers(dynamic_update_slice(line, update, beyond), {10}, {0, 1, 2, 3, 4, 5, 6, 7, 70, 71});
  check_integers(dynamic_update_slice(line, update, inside), {10}, {0, 1, 70, 71, 4, 5, 6, 7, 8, 9});
  check_integers(line, {10}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}); // unchanged
  check_integers(dynamic_update_slice(line, integers({0}, {}), inside), {10}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("pad with negative and interior padding, against its definition") {
  const Array operand = iota(ElementType::I32, {15}, 0).reshaped({3, 5});
  for (int64_t low = -4; low <= 2; ++low)
    for (int64_t high = -4; high <= 2; ++high)
      for (int64_t interior = 0; interior <= 2; ++interior) {
        const int64_t columns = low + 5 + 4 * interior + high;
        if (columns < 0)
          continue;
        const Array result = pad(operand, scalar(-1), {1, low}, {-1, high}, {0, interior});
        REQUIRE(result.shape() == Shape{3, columns});
        for (Index index(result.shape()); index; ++index) {
          const int64_t row = index[0] - 1, step = index[1] - low;
          const bool hit = row >= 0 && step >= 0 && step % (interior + 1) == 0 && step / (interior + 1) < 5;
          CHECK(result.get(index.position()).as_integer() == (hit ? row * 5 + step / (interior + 1) : -1));
        }
      }
  check_integers(pad(integers({0}, {}), scalar(9), {1}, {2}, {3}), {3}, {9, 9, 9});
  check_integers(pad(integers({2}, {1, 2}), scalar(9), {-1}, {-1}, {0}), {0}, {});
  check_integers(pad(integers({2}, {1, 2}), scalar(9), {-5}, {6}, {0}), {3}, {9, 9, 9});
}

TEST_CASE("concatenate, iota and sizes") {
  const std::vector<Array> parts = {integers({2, 1}, {1, 2}), integers({2, 0}, {}), integers({2, 2}, {3, 4, 5, 6})};
  check_integers(concatenate(parts, 1), {2, 3}, {1, 3, 4, 2, 5, 6});
  check_integers(iota(ElementType::F16, {2, 3}, 1), {2, 3}, {0, 1, 2, 0, 1, 2});
  check_integers(iota(ElementType::C64, {2, 2}, 0), {2, 2}, {0, 0, 1, 1});
  check_integers(iota(ElementType::I2, {5}, 0), {5}, {0, 1, -2, -1, 0});
  check_integers(iota(ElementType::I8, {1, 2}, 0), {1, 2}, {0, 0});
  check_integers(get_dimension_size(iota(ElementType::F32, {4, 0}, 0), 0), {}, {4});
}

TEST_CASE("bitcast_convert between all widths") {
  const Array word = scalar(0x12345678);
  check_integers(bitcast_convert(word, ElementType::U8, {4}), {4}, {0x78, 0x56, 0x34, 0x12});
  check_integers(bitcast_convert(word, ElementType::U4, {8}), {8}, {8, 7, 6, 5, 4, 3, 2, 1});
  check_integers(bitcast_convert(bitcast_convert(word, ElementType::U4, {8}), ElementType::I32, {}), {}, {0x12345678});
  check_integers(bitcast_convert(integers(ElementType::U8, {2}, {0xE4, 0x1B}), ElementType::U2, {2, 4}), {2, 4},
                 {0, 1, 2, 3, 3, 2, 1, 0});
  check_integers(bitcast_convert(integers(ElementType::I4, {2}, {-1, 2}), ElementType::U8, {}), {}, {0x2F});
  check_integers(bitcast_convert(integers(ElementType::I4, {2}, {-1, -8}), ElementType::U4, {2}), {2}, {15, 8});
  // 1.0 is 0010 in f4E2M1FN: exponent 1 with bias 1.
  const Array ones = Array::filled(Element::of_float(ElementType::F4E2M1FN, 1), {2});
  check_integers(bitcast_convert(ones, ElementType::U8, {}), {}, {0x22});
  const Array six = Array::filled(Element::of_bits(ElementType::F6E2M3FN, 0b100111), {1});
  check_integers(bitcast_convert(six, ElementType::U2, {1, 3}), {1, 3}, {3, 1, 2});
  check_integers(bitcast_convert(test::numbers(ElementType::F32, {}, {1}), ElementType::I32, {}), {}, {0x3F800000});
  check_integers(bitcast_convert(integers({0}, {}), ElementType::U8, {0, 4}), {0, 4}, {});
  const Array pair = test::numbers(ElementType::C64, {2}, {{1, 2}, {3, 4}});
  CHECK(test::same(bitcast_convert(bitcast_convert(pair, ElementType::C128, {}), ElementType::C64, {2}), pair));
}

TEST_CASE("select and clamp with arrays and scalars") {
  const Array left = integers({3}, {1, 2, 3}), right = integers({3}, {4, 5, 6});
  check_integers(select(integers(ElementType::Bool, {3}, {1, 0, 1}), left, right), {3}, {1, 5, 3});
  check_integers(select(scalar(0, ElementType::Bool), left, right), {3}, {4, 5, 6});
  check_integers(clamp(scalar(2), left, integers({3}, {9, 1, 2})), {3}, {2, 1, 2});
  const Array nan = test::numbers(ElementType::F32, {1}, {NAN}), one = test::numbers(ElementType::F32, {}, {1});
  CHECK(std::isnan(clamp(one, nan, one).get(0).as_float()));
}
