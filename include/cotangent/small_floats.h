// Floating-point numbers of 16 bits and fewer as elements of arrays: ct::float16, ct::bfloat16, ct::float8_….
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace cotangent {

namespace detail {

/// The nearest number of a format (ties to even), as bits; and back. The element is named as in the text of modules.
std::uint16_t bits_of_float(std::string_view element, double value);
double float_of_bits(std::string_view element, std::uint16_t bits);

struct SmallFloatBase {};
template <class T> inline constexpr bool is_small_float = std::is_base_of_v<SmallFloatBase, T>;
/// Of real numbers.
template <class T> inline constexpr bool is_real = std::is_floating_point_v<T> || is_small_float<T>;

} // namespace detail

/// A number in one of these formats: computing with it computes with float.
template <class Format> class SmallFloat : detail::SmallFloatBase {
public:
  static constexpr std::string_view name = Format::name;
  using Bits = typename Format::Bits;

  SmallFloat() = default;
  /// The nearest number, ties to even.
  template <class Number>
    requires(std::is_arithmetic_v<Number>)
  SmallFloat(Number value)
      : bits_(static_cast<Bits>(detail::bits_of_float(Format::name, static_cast<double>(value)))) {}
  static SmallFloat of_bits(Bits bits) {
    SmallFloat result;
    result.bits_ = bits;
    return result;
  }

  operator float() const { return static_cast<float>(detail::float_of_bits(Format::name, bits_)); }
  Bits bits() const { return bits_; }

private:
  Bits bits_ = 0;
};

namespace detail {
struct Float16Format {
  static constexpr std::string_view name = "f16";
  using Bits = std::uint16_t;
};
struct BFloat16Format {
  static constexpr std::string_view name = "bf16";
  using Bits = std::uint16_t;
};
struct Float8Format {
  using Bits = std::uint8_t;
};
struct Float8E3M4 : Float8Format {
  static constexpr std::string_view name = "f8E3M4";
};
struct Float8E4M3 : Float8Format {
  static constexpr std::string_view name = "f8E4M3";
};
struct Float8E4M3FN : Float8Format {
  static constexpr std::string_view name = "f8E4M3FN";
};
struct Float8E4M3FNUZ : Float8Format {
  static constexpr std::string_view name = "f8E4M3FNUZ";
};
struct Float8E4M3B11FNUZ : Float8Format {
  static constexpr std::string_view name = "f8E4M3B11FNUZ";
};
struct Float8E5M2 : Float8Format {
  static constexpr std::string_view name = "f8E5M2";
};
struct Float8E5M2FNUZ : Float8Format {
  static constexpr std::string_view name = "f8E5M2FNUZ";
};
struct Float8E8M0FNU : Float8Format {
  static constexpr std::string_view name = "f8E8M0FNU";
};
} // namespace detail

/// IEEE 754 binary16; and the upper half of a float.
using float16 = SmallFloat<detail::Float16Format>;
using bfloat16 = SmallFloat<detail::BFloat16Format>;
/// Eight bits: exponent and mantissa as the name says. FN: no infinities; UZ: no negative zero.
using float8_e3m4 = SmallFloat<detail::Float8E3M4>;
using float8_e4m3 = SmallFloat<detail::Float8E4M3>;
using float8_e4m3fn = SmallFloat<detail::Float8E4M3FN>;
using float8_e4m3fnuz = SmallFloat<detail::Float8E4M3FNUZ>;
using float8_e4m3b11fnuz = SmallFloat<detail::Float8E4M3B11FNUZ>;
using float8_e5m2 = SmallFloat<detail::Float8E5M2>;
using float8_e5m2fnuz = SmallFloat<detail::Float8E5M2FNUZ>;
/// Powers of two only; no zero.
using float8_e8m0fnu = SmallFloat<detail::Float8E8M0FNU>;

} // namespace cotangent
