// One element of an array as a value. Operations compute on Elements; arrays store their bits.
#pragma once

#include "core/elements/element_type.h"

#include <complex>
#include <cstddef>
#include <cstring>

namespace cotangent {

/// A number together with its element type; always a number that the type can hold: every constructor rounds.
///
/// Floating-point numbers of all formats are held as double, which holds each of them exactly; integers as int64_t (u64
/// by its bit pattern, see `as_unsigned`), booleans as 0 and 1, complex numbers as two doubles.
class Element {
public:
  Element() = default;

  /// Wraps to the width of an integer type (two's complement); not zero is true for Bool.
  static Element of_integer(ElementType type, int64_t value);
  static Element of_bool(bool value) { return of_integer(ElementType::Bool, value); }
  /// Rounds to nearest, ties to even, to the format of a floating-point type. Too large: infinity where the format has
  /// one, NaN in formats that have NaN but no infinity, the largest number where the format has neither; `encode` has
  /// the rest.
  static Element of_float(ElementType type, double value);
  /// Rounds each part to the type of the parts.
  static Element of_complex(ElementType type, std::complex<double> value);
  /// From the bits in memory (little endian, `facts_of(type).bytes` of them). Any byte but zero is true; of a byte that
  /// holds fewer than 8 bits the higher ones do not matter (`store` extends integers by their sign).
  static Element load(ElementType type, const std::byte *memory);
  void store(std::byte *memory) const;

  /// F8E8M0FNU has no zero: its `zero` is the smallest number, 2^-127.
  static Element zero(ElementType type);
  static Element one(ElementType type);
  /// Smallest and largest number of the type; infinities where it has them. Not for complex types.
  static Element lowest(ElementType type);
  static Element highest(ElementType type);

  ElementType type() const { return type_; }
  bool as_bool() const { return integer_ != 0; }
  int64_t as_integer() const { return integer_; }
  uint64_t as_unsigned() const { return static_cast<uint64_t>(integer_); }
  double as_float() const { return real_; }
  std::complex<double> as_complex() const { return {real_, imaginary_}; }

  /// The bits as in memory, `facts_of(type).bits` of them and zeros above; the parts of C64 one after the other. C128
  /// has too many: only its real part (see `store`).
  uint64_t bits() const;
  static Element of_bits(ElementType type, uint64_t bits);

private:
  Element(ElementType type, int64_t integer) : type_(type), integer_(integer) {}
  Element(ElementType type, double real, double imaginary) : type_(type), real_(real), imaginary_(imaginary) {}
  static Element load_any(ElementType type, const std::byte *memory);
  void store_any(std::byte *memory) const;

  ElementType type_ = ElementType::Bool;
  int64_t integer_ = 0;
  double real_ = 0, imaginary_ = 0;
};

/// Rounds a double to a format and gives the bits; and back. What the formats lack becomes:
///  - NaN, in formats of finite numbers only (4 and 6 bits): zero;
///  - infinity, in the same formats: the largest number, like every number that is too large;
///  - negative zero, in FNUZ: zero;
///  - numbers below zero, in F8E8M0FNU: NaN; zero: 2^-127, the nearest number; there 3 * 2^n, a tie, goes to 2^(n+2).
/// A NaN stays one with its sign, where the format has several NaNs; which other bits are set is not promised.
uint64_t encode(const FloatFormat &format, double value);
double decode(const FloatFormat &format, uint64_t bits);

inline Element Element::load(ElementType type, const std::byte *memory) {
  switch (type) {
  case ElementType::F32: {
    float value;
    std::memcpy(&value, memory, sizeof value);
    return Element(type, value, 0);
  }
  case ElementType::F64: {
    double value;
    std::memcpy(&value, memory, sizeof value);
    return Element(type, value, 0);
  }
  case ElementType::I32: {
    int32_t value;
    std::memcpy(&value, memory, sizeof value);
    return Element(type, value);
  }
  case ElementType::Bool:
    return Element(type, *memory != std::byte{0});
  default:
    return load_any(type, memory);
  }
}

inline void Element::store(std::byte *memory) const {
  switch (type_) {
  case ElementType::F32: {
    const float value = static_cast<float>(real_);
    std::memcpy(memory, &value, sizeof value);
    return;
  }
  case ElementType::F64:
    std::memcpy(memory, &real_, sizeof real_);
    return;
  case ElementType::I32: {
    const int32_t value = static_cast<int32_t>(integer_);
    std::memcpy(memory, &value, sizeof value);
    return;
  }
  case ElementType::Bool:
    *memory = static_cast<std::byte>(integer_);
    return;
  default:
    store_any(memory);
  }
}

} // namespace cotangent
