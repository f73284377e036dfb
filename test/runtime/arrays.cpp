// Arrays: memory, shapes, text.
#include "cotangent/error.h"
#include "runtime/arrays/array.h"
#include "runtime/arrays/text.h"

#include <doctest/doctest.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

using namespace cotangent;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Action> std::string error_of(Action &&action) {
  try {
    action();
  } catch (const Error &error) {
    return error.what();
  }
  return "none";
}

std::string text_of(ElementType type, double value) { return element_text(Element::of_float(type, value)); }

} // namespace

TEST_CASE("new arrays are zero and aligned") {
  for (int type = 0; type < element_type_count; ++type) {
    const Array array(static_cast<ElementType>(type), {3, 5});
    CHECK(reinterpret_cast<uintptr_t>(array.bytes()) % 64 == 0);
    CHECK(array.count() == 15);
    CHECK(array.byte_count() == 15 * facts_of(array.type()).bytes);
    for (int64_t byte = 0; byte < array.byte_count(); ++byte)
      REQUIRE(array.bytes()[byte] == std::byte{0});
  }
}

TEST_CASE("shapes") {
  const Array scalar = Array::scalar(Element::of_integer(ElementType::I32, -7));
  CHECK(scalar.rank() == 0);
  CHECK(scalar.count() == 1);
  CHECK(scalar.only_integer() == -7);
  const Array empty(ElementType::F32, {2, 0, INT64_MAX, INT64_MAX});
  CHECK(empty.count() == 0);
  CHECK(strides_of(empty.shape()).size() == 4);
  CHECK(strides_of({2, 3, 4}) == Shape{12, 4, 1});
  CHECK(element_count({}) == 1);
  CHECK(type_text(ElementType::F32, {2, 3}) == "2x3xf32");
  CHECK(type_text(ElementType::C64, {}) == "complex<f32>");

  const int64_t values[] = {1, 2, 3, 4, 5, 6};
  const Array array = Array::of_integers(ElementType::I8, {2, 3}, values);
  const Array reshaped = array.reshaped({3, 2});
  CHECK(reshaped.bytes() == array.bytes());
  CHECK(array_text(reshaped) == "[[1, 2], [3, 4], [5, 6]]");
  CHECK(error_of([&] { array.reshaped({4}); }) ==
        "cotangent: [bad-shape] an array of type 2x3xi8 cannot take the shape "
        "of 4xi8: the number of elements differs");
  CHECK(error_of([&] { Array::of_integers(ElementType::I8, {4}, values); }) ==
        "cotangent: [bad-shape] an array of type 4xi8 has 4 elements, but 6 values were given");
  CHECK(error_of([] { element_count({2, -1}); }) == "cotangent: [bad-shape] a size of an array is below zero");
}

TEST_CASE("indices count in row-major order") {
  std::string seen;
  for (Index index({2, 1, 2}); index; ++index)
    seen += std::to_string(index.position()) + ":" + std::to_string(index[0]) + std::to_string(index[2]) + " ";
  CHECK(seen == "0:00 1:01 2:10 3:11 ");
  CHECK_FALSE(Index({2, 0}));
  CHECK(Index(Shape{}));
}

TEST_CASE("arrays that cannot be are refused before memory is taken") {
  CHECK(error_of([] { Array(ElementType::F32, {1 << 30, 1 << 30, 1 << 30}); }) ==
        "cotangent: [too-large] an array of type 1073741824x1073741824x1073741824xf32 needs more than 2^63 bytes of "
        "memory, more than can be had");
  CHECK(
      error_of([] { Array(ElementType::F64, {INT64_MAX}); }) ==
      "cotangent: [too-large] an array of type 9223372036854775807xf64 needs more than 2^63 bytes of memory, more than "
      "can be had");
  CHECK(
      error_of([] { Array(ElementType::F32, {int64_t{1} << 50}); }) ==
      "cotangent: [too-large] an array of type 1125899906842624xf32 needs 4503599627370496 bytes of memory, more than "
      "can be had");
  CHECK(error_of([] { element_count({INT64_MAX, 2}); }) ==
        "cotangent: [too-large] an array has more elements than 64 bits can count");
}

TEST_CASE("filled arrays") {
  for (int64_t count : {0, 1, 2, 7, 64}) {
    const Array array = Array::filled(Element::of_complex(ElementType::C128, {1.5, -2}), {count});
    REQUIRE(array.count() == count);
    for (int64_t position = 0; position < count; ++position)
      REQUIRE(array.get(position).as_complex() == std::complex<double>(1.5, -2));
  }
  const int64_t values[] = {300, -1};
  CHECK(array_text(Array::of_integers(ElementType::U8, {2}, values)) == "[44, 255]");
  CHECK(array_text(Array::of_integers(ElementType::BF16, {2}, values)) == "[300.0, -1.0]");
  CHECK(array_text(Array::of_integers(ElementType::C64, {2}, values)) == "[(300.0, 0.0), (-1.0, 0.0)]");
  CHECK(array_text(Array::of_integers(ElementType::Bool, {2}, values)) == "[true, true]");
}

TEST_CASE("text of arrays") {
  const int64_t values[] = {1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(array_text(Array::of_integers(ElementType::I32, {2, 2, 2}, values)) == "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]");
  CHECK(array_text(Array::of_integers(ElementType::I32, {1, 8, 1}, values)) ==
        "[[[1], [2], [3], [4], [5], [6], [7], [8]]]");
  CHECK(array_text(Array::scalar(Element::of_bool(true))) == "true");
  CHECK(array_text(Array(ElementType::F32, {2, 0})) == "");
}

TEST_CASE("text of numbers") {
  CHECK(text_of(ElementType::F64, 0.1) == "0.1");
  CHECK(text_of(ElementType::F32, 0.1) == "0.1");
  CHECK(text_of(ElementType::F16, 0.1) == "0.1");
  CHECK(text_of(ElementType::BF16, 0.1) == "0.1");
  CHECK(text_of(ElementType::F16, 65504) == "65504.0");
  CHECK(text_of(ElementType::F8E4M3FN, 448) == "448.0");
  CHECK(text_of(ElementType::BF16, 3.3895313892515355e38) == "3.39e+38");
  CHECK(text_of(ElementType::F64, 1e300) == "1.0e+300");
  CHECK(text_of(ElementType::F64, 100) == "100.0");
  CHECK(text_of(ElementType::F32, -0.0) == "-0.0");
  CHECK(text_of(ElementType::F32, 16777216) == "16777216.0");
  CHECK(text_of(ElementType::F32, infinity) == "inf");
  CHECK(text_of(ElementType::F16, -infinity) == "-inf");
  CHECK(text_of(ElementType::F8E4M3FN, NAN) == "nan");
  CHECK(element_text(Element::of_complex(ElementType::C64, {0.1, -infinity})) == "(0.1, -inf)");
  CHECK(element_text(Element::highest(ElementType::U64)) == "18446744073709551615");
  CHECK(element_text(Element::lowest(ElementType::I64)) == "-9223372036854775808");
}

TEST_CASE("text reads back as the same number") {
  for (ElementType type : {ElementType::F16, ElementType::BF16, ElementType::F8E5M2FNUZ, ElementType::F8E8M0FNU}) {
    for (uint64_t bits = 0; bits < uint64_t{1} << facts_of(type).bits; ++bits) {
      const Element element = Element::of_bits(type, bits);
      if (!std::isfinite(element.as_float()))
        continue;
      const std::string text = element_text(element);
      double value = 0;
      REQUIRE(std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size());
      REQUIRE(Element::of_float(type, value).bits() == bits);
    }
  }
}
