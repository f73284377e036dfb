// Copies of operands into the number type and the order that the kernels need.
#pragma once

#include "core/elements/element_type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cotangent::library {

/// One dimension of a copy: its size and the strides in both arrays, in elements of each.
struct CopyDimension {
  int64_t size, from, to;
};

/// What becomes of an element. `Pairs` writes a complex number as two numbers, and `Rotated` also i times that number,
/// `rotated_distance` numbers further: a product of complex matrices is then one of real matrices,
/// [re im] * [[re im] [-im re]].
enum class CopyForm { Plain, Pairs, Rotated };

/// Moves elements and converts them. Strides of the target count numbers, also for complex elements.
struct StridedCopy {
  ElementType from_type = ElementType::F32;
  CopyForm form = CopyForm::Plain;
  int64_t rotated_distance = 0;
  std::vector<CopyDimension> dimensions;

  /// Puts the dimensions in a good order and joins those that lie one behind the other.
  void simplify();
  /// Number is float or double (from floating-point types and their pairs), uint32_t or uint64_t (from integers, whose
  /// sign is extended, and booleans); as `can_compute` says.
  template <class Number> void run(const void *from, Number *to, int threads) const;
};

/// The back way: rounds (or cuts off) dense or strided numbers into elements of a type; Bool is "not zero". Strides
/// `from` count numbers here, and `to` elements.
struct StridedResult {
  ElementType to_type = ElementType::F32;
  std::vector<CopyDimension> dimensions;

  void simplify();
  template <class Number> void run(const Number *from, void *to, int threads) const;
};

enum class NumberType { Float, Double, Unsigned32, Unsigned64 };

/// In which numbers sums of products of such operands are computed for such results; empty if they are not covered:
/// the kinds must agree, and the formats of 8 bits and less (save i8, u8 and booleans) are left out.
std::optional<NumberType> can_compute(ElementType operand, ElementType result);
int64_t bytes_of(NumberType type);
/// Whether elements of that type are such numbers (or pairs of them) as they are.
bool is_stored_as(ElementType type, NumberType number);

} // namespace cotangent::library
