// Elements: rounding to every format, bits in memory, ranges.
#include "core/elements/element.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

using namespace cotangent;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<ElementType> all_types() {
  std::vector<ElementType> types;
  for (int type = 0; type < element_type_count; ++type)
    types.push_back(static_cast<ElementType>(type));
  return types;
}

/// The floating-point types whose bit patterns can all be visited.
std::vector<ElementType> small_floats() {
  std::vector<ElementType> types;
  for (ElementType type : all_types())
    if (is_float(type) && facts_of(type).bits <= 16)
      types.push_back(type);
  return types;
}

double rounded(ElementType type, double value) { return Element::of_float(type, value).as_float(); }
uint64_t bits_of(ElementType type, double value) { return Element::of_float(type, value).bits(); }
double number(ElementType type, uint64_t bits) { return Element::of_bits(type, bits).as_float(); }

} // namespace

TEST_CASE("facts") {
  for (ElementType type : all_types()) {
    const ElementFacts &facts = facts_of(type);
    CAPTURE(std::string(facts.name));
    CHECK(element_type_named(facts.name) == type);
    CHECK(facts.bytes == (facts.bits + 7) / 8);
    if (is_float(type)) {
      const int sign = facts.format.specials == Specials::ScaleOnly ? 0 : 1;
      CHECK(facts.bits == sign + facts.format.exponent_bits + facts.format.mantissa_bits);
    }
  }
  CHECK(facts_of(ElementType::U4).name == "ui4");
  CHECK(facts_of(ElementType::C64).name == "complex<f32>");
  CHECK(part_of(ElementType::C64) == ElementType::F32);
  CHECK(part_of(ElementType::C128) == ElementType::F64);
  CHECK(part_of(ElementType::BF16) == ElementType::BF16);
  CHECK_FALSE(element_type_named("f12"));
  CHECK_FALSE(element_type_named(""));
}

TEST_CASE("every bit pattern survives") {
  for (ElementType type : small_floats()) {
    CAPTURE(std::string(facts_of(type).name));
    int not_numbers = 0, infinities = 0;
    for (uint64_t bits = 0; bits < uint64_t{1} << facts_of(type).bits; ++bits) {
      const double value = number(type, bits);
      infinities += std::isinf(value);
      if (std::isnan(value)) {
        ++not_numbers;
        REQUIRE(std::isnan(rounded(type, value)));
        continue;
      }
      REQUIRE(bits_of(type, value) == bits);
      std::byte memory[2] = {std::byte(bits), std::byte(bits >> 8)}, stored[2] = {};
      const Element loaded = Element::load(type, memory);
      REQUIRE(std::bit_cast<uint64_t>(loaded.as_float()) == std::bit_cast<uint64_t>(value));
      loaded.store(stored);
      REQUIRE(stored[0] == memory[0]);
      REQUIRE(stored[1] == memory[1]);
    }
    const FloatFormat &format = facts_of(type).format;
    const int mantissas = 1 << format.mantissa_bits;
    switch (format.specials) {
    case Specials::Ieee:
      CHECK(infinities == 2);
      CHECK(not_numbers == 2 * (mantissas - 1));
      break;
    case Specials::OneNan:
      CHECK(infinities == 0);
      CHECK(not_numbers == 2);
      break;
    case Specials::NegativeZero:
    case Specials::ScaleOnly:
      CHECK(infinities == 0);
      CHECK(not_numbers == 1);
      break;
    case Specials::FiniteOnly:
      CHECK(infinities + not_numbers == 0);
      break;
    }
  }
}

TEST_CASE("between two neighbours the nearer is taken, in the middle the even one") {
  for (ElementType type : small_floats()) {
    CAPTURE(std::string(facts_of(type).name));
    const FloatFormat &format = facts_of(type).format;
    if (format.specials == Specials::ScaleOnly)
      continue;
    const uint64_t largest = Element::highest(type).bits() - (format.specials == Specials::Ieee);
    const double sign = format.specials == Specials::NegativeZero ? 1 : -1;
    for (uint64_t below = 0; below < largest; ++below) {
      const double lower = number(type, below), upper = number(type, below + 1);
      const double middle = (lower + upper) / 2; // exact in double
      REQUIRE(bits_of(type, std::nextafter(middle, -infinity)) == below);
      REQUIRE(bits_of(type, middle) == below + (below & 1));
      REQUIRE(bits_of(type, std::nextafter(middle, infinity)) == below + 1);
      REQUIRE(rounded(type, sign * middle) == sign * number(type, below + (below & 1)));
    }
  }
}

TEST_CASE("known numbers") {
  CHECK(number(ElementType::F4E2M1FN, 0x7) == 6);
  CHECK(number(ElementType::F4E2M1FN, 0x1) == 0.5);
  CHECK(number(ElementType::F6E2M3FN, 0x1f) == 7.5);
  CHECK(number(ElementType::F6E3M2FN, 0x1f) == 28);
  CHECK(number(ElementType::F8E3M4, 0x6f) == 15.5);
  CHECK(number(ElementType::F8E4M3, 0x77) == 240);
  CHECK(number(ElementType::F8E4M3FN, 0x7e) == 448);
  CHECK(number(ElementType::F8E4M3FNUZ, 0x7f) == 240);
  CHECK(number(ElementType::F8E4M3B11FNUZ, 0x7f) == 30);
  CHECK(number(ElementType::F8E5M2, 0x7b) == 57344);
  CHECK(number(ElementType::F8E5M2FNUZ, 0x7f) == 57344);
  CHECK(number(ElementType::F8E8M0FNU, 0x7f) == 1);
  CHECK(number(ElementType::F8E8M0FNU, 0x00) == 0x1p-127);
  CHECK(number(ElementType::F16, 0x0001) == 0x1p-24);
  CHECK(number(ElementType::F16, 0xfbff) == -65504);
  CHECK(number(ElementType::BF16, 0x3f80) == 1);
  CHECK(number(ElementType::BF16, 0x0001) == 0x1p-133);
  CHECK(bits_of(ElementType::F16, 0x1p-25) == 0);
  CHECK(bits_of(ElementType::F16, std::nextafter(0x1p-25, 1)) == 1);
  CHECK(bits_of(ElementType::F16, std::numeric_limits<double>::denorm_min()) == 0);
  CHECK(bits_of(ElementType::F16, -0.0) == 0x8000);
  CHECK(bits_of(ElementType::F8E4M3FNUZ, -0.0) == 0);
  CHECK(bits_of(ElementType::F8E4M3FNUZ, -1e-30) == 0);
}

TEST_CASE("too large") {
  CHECK(rounded(ElementType::F16, std::nextafter(65520.0, 0)) == 65504);
  CHECK(rounded(ElementType::F16, 65520) == infinity);
  CHECK(rounded(ElementType::F16, -1e300) == -infinity);
  CHECK(rounded(ElementType::F8E5M2, 61440) == infinity);
  CHECK(rounded(ElementType::F32, 1e39) == infinity);
  CHECK(rounded(ElementType::F8E4M3FN, 464) == 448);
  CHECK(bits_of(ElementType::F8E4M3FN, 465) == 0x7f);
  CHECK(bits_of(ElementType::F8E4M3FN, -465) == 0xff);
  CHECK(bits_of(ElementType::F8E4M3FN, -infinity) == 0xff);
  CHECK(bits_of(ElementType::F8E4M3FNUZ, infinity) == 0x80);
  CHECK(bits_of(ElementType::F8E4M3FNUZ, -1000) == 0x80);
  CHECK(bits_of(ElementType::F8E5M2FNUZ, 61440) == 0x80);
  CHECK(rounded(ElementType::F4E2M1FN, 1000) == 6);
  CHECK(rounded(ElementType::F4E2M1FN, -infinity) == -6);
  CHECK(rounded(ElementType::F6E3M2FN, infinity) == 28);
}

TEST_CASE("not a number") {
  for (ElementType type : small_floats()) {
    CAPTURE(std::string(facts_of(type).name));
    if (facts_of(type).format.specials == Specials::FiniteOnly) {
      CHECK(rounded(type, not_a_number) == 0);
      continue;
    }
    CHECK(std::isnan(rounded(type, not_a_number)));
    CHECK(std::isnan(rounded(type, -not_a_number)));
    if (facts_of(type).format.specials == Specials::Ieee)
      CHECK(std::signbit(rounded(type, -not_a_number)));
  }
  CHECK(bits_of(ElementType::F16, not_a_number) == 0x7e00);
  CHECK(bits_of(ElementType::BF16, -not_a_number) == 0xffc0);
  for (ElementType type : {ElementType::F32, ElementType::F64}) {
    std::byte memory[8];
    Element::of_float(type, -not_a_number).store(memory);
    const Element loaded = Element::load(type, memory);
    CHECK(std::isnan(loaded.as_float()));
    CHECK(std::signbit(loaded.as_float()));
  }
}

TEST_CASE("scales are powers of two") {
  constexpr ElementType type = ElementType::F8E8M0FNU;
  CHECK(rounded(type, 1.49) == 1);
  CHECK(rounded(type, 1.5) == 2);
  CHECK(rounded(type, 3) == 4);
  CHECK(rounded(type, 0) == 0x1p-127);
  CHECK(rounded(type, -0.0) == 0x1p-127);
  CHECK(rounded(type, 0x1.8p-128) == 0x1p-127);
  CHECK(rounded(type, 1e-300) == 0x1p-127);
  CHECK(rounded(type, 0x1.7p+127) == 0x1p+127);
  CHECK(bits_of(type, 0x1.8p+127) == 0xff);
  CHECK(bits_of(type, infinity) == 0xff);
  CHECK(bits_of(type, -1) == 0xff);
  CHECK(bits_of(type, -3) == 0xff);
}

TEST_CASE("integers wrap to every width") {
  for (ElementType type : all_types()) {
    if (!is_integer(type))
      continue;
    const int bits = facts_of(type).bits;
    CAPTURE(std::string(facts_of(type).name));
    const int64_t lowest = Element::lowest(type).as_integer(), highest = Element::highest(type).as_integer();
    CHECK(Element::of_integer(type, static_cast<int64_t>(static_cast<uint64_t>(highest) + 1)).as_integer() == lowest);
    CHECK(Element::of_integer(type, static_cast<int64_t>(static_cast<uint64_t>(lowest) - 1)).as_integer() == highest);
    CHECK(Element::of_integer(type, highest).as_integer() == highest);
    CHECK(Element::of_integer(type, lowest).as_integer() == lowest);
    CHECK(Element::of_integer(type, -1).bits() == (bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1));
    CHECK((Element::of_integer(type, -1).as_integer() == -1) == (is_signed(type) || bits == 64));
    CHECK(Element::one(type).as_integer() == 1);
    for (int64_t value : {lowest, lowest + 1, int64_t{0}, int64_t{1}, highest}) {
      std::byte memory[8] = {};
      const Element element = Element::of_integer(type, value);
      element.store(memory);
      CHECK(Element::load(type, memory).as_integer() == element.as_integer());
      CHECK(Element::of_bits(type, element.bits()).as_integer() == element.as_integer());
    }
  }
  CHECK(Element::of_integer(ElementType::I2, 2).as_integer() == -2);
  CHECK(Element::of_integer(ElementType::U4, 17).as_integer() == 1);
  CHECK(Element::of_integer(ElementType::I8, 200).as_integer() == -56);
  CHECK(Element::highest(ElementType::U64).as_unsigned() == ~uint64_t{0});
  std::byte memory{0xfe}; // the sign is in bit 3
  CHECK(Element::load(ElementType::I4, &memory).as_integer() == -2);
  CHECK(Element::load(ElementType::U4, &memory).as_integer() == 14);
  Element::of_integer(ElementType::I4, -2).store(&memory);
  CHECK(memory == std::byte{0xfe});
}

TEST_CASE("booleans") {
  std::byte memory{7};
  CHECK(Element::load(ElementType::Bool, &memory).as_bool());
  CHECK(Element::load(ElementType::Bool, &memory).bits() == 1);
  Element::of_integer(ElementType::Bool, 256).store(&memory);
  CHECK(memory == std::byte{1});
  CHECK_FALSE(Element::of_bool(false).as_bool());
  CHECK(Element::highest(ElementType::Bool).as_bool());
  CHECK_FALSE(Element::lowest(ElementType::Bool).as_bool());
}

TEST_CASE("complex numbers") {
  const Element single = Element::of_complex(ElementType::C64, {0.1, -2});
  CHECK(single.as_complex() == std::complex<double>(0.1f, -2));
  CHECK(single.bits() == (uint64_t{0xc0000000} << 32 | std::bit_cast<uint32_t>(0.1f)));
  CHECK(Element::of_bits(ElementType::C64, single.bits()).as_complex() == single.as_complex());
  for (ElementType type : {ElementType::C64, ElementType::C128}) {
    std::byte memory[16];
    const Element element = Element::of_complex(type, {0.1, -infinity});
    element.store(memory);
    CHECK(Element::load(type, memory).as_complex() == element.as_complex());
    CHECK(Element::one(type).as_complex() == std::complex<double>(1, 0));
  }
}

TEST_CASE("ranges of the floating-point types") {
  CHECK(Element::lowest(ElementType::F32).as_float() == -infinity);
  CHECK(Element::highest(ElementType::F64).as_float() == infinity);
  CHECK(Element::highest(ElementType::F8E3M4).as_float() == infinity);
  CHECK(Element::lowest(ElementType::F8E4M3FN).as_float() == -448);
  CHECK(Element::highest(ElementType::F8E4M3FNUZ).as_float() == 240);
  CHECK(Element::highest(ElementType::F4E2M1FN).as_float() == 6);
  CHECK(Element::lowest(ElementType::F8E8M0FNU).as_float() == 0x1p-127);
  CHECK(Element::highest(ElementType::F8E8M0FNU).as_float() == 0x1p+127);
  for (ElementType type : small_floats())
    CHECK(Element::one(type).as_float() == 1);
}
