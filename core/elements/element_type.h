// The element types that arrays may have, and what is known of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cotangent {

/// In the order of the public specification of StableHLO. I: signed (or signless) integers, U: unsigned.
enum class ElementType : uint8_t {
  Bool,
  I2,
  I4,
  I8,
  I16,
  I32,
  I64,
  U2,
  U4,
  U8,
  U16,
  U32,
  U64,
  F4E2M1FN,
  F6E2M3FN,
  F6E3M2FN,
  F8E3M4,
  F8E4M3,
  F8E4M3FN,
  F8E4M3FNUZ,
  F8E4M3B11FNUZ,
  F8E5M2,
  F8E5M2FNUZ,
  F8E8M0FNU,
  BF16,
  F16,
  F32,
  F64,
  C64,
  C128, // pairs of f32, of f64
};
inline constexpr int element_type_count = static_cast<int>(ElementType::C128) + 1;

enum class ElementKind : uint8_t { Bool, Signed, Unsigned, Float, Complex };

/// Which bit patterns of a floating-point format are not finite numbers.
enum class Specials : uint8_t {
  Ieee,         // the largest exponent holds infinities and NaNs
  OneNan,       // FN: no infinities; all ones in exponent and mantissa is NaN
  FiniteOnly,   // FN of 4 and 6 bits: every pattern is a number
  NegativeZero, // FNUZ: no infinities, no negative zero; its pattern is the only NaN
  ScaleOnly,    // E8M0: powers of two without sign and zero; all ones is NaN
};

/// A binary floating-point format: sign, exponent, mantissa, from the highest bit.
struct FloatFormat {
  int exponent_bits;
  int mantissa_bits; // without the implicit one
  int bias;
  Specials specials;
};

struct ElementFacts {
  std::string_view name;  // as in MLIR text: "f32", "i8" (signed), "ui8", "complex<f32>"
  std::string_view numpy; // type string of a .npy file, little endian; types that NumPy lacks are raw: "|V2"
  ElementKind kind;
  int bits;           // of one element (of both parts for complex numbers)
  int bytes;          // in memory and in files: types of less than 8 bits take a byte
  FloatFormat format; // of floating-point types and of the parts of complex ones
};

/// In the order of ElementType; ask `facts_of`.
extern const ElementFacts element_facts[element_type_count];

inline const ElementFacts &facts_of(ElementType type) { return element_facts[static_cast<int>(type)]; }

inline bool is_float(ElementType type) { return facts_of(type).kind == ElementKind::Float; }
inline bool is_complex(ElementType type) { return facts_of(type).kind == ElementKind::Complex; }
inline bool is_signed(ElementType type) { return facts_of(type).kind == ElementKind::Signed; }
inline bool is_unsigned(ElementType type) { return facts_of(type).kind == ElementKind::Unsigned; }
inline bool is_integer(ElementType type) { return is_signed(type) || is_unsigned(type); }

/// The type of the parts of a complex type; the type itself otherwise.
ElementType part_of(ElementType type);

std::optional<ElementType> element_type_named(std::string_view name);

} // namespace cotangent
