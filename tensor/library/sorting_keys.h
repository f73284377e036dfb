// Elements as unsigned integers that have their order.
#pragma once

#include "core/elements/element_type.h"
#include "tensor/library/sorting.h"

#include <cstring>
#include <type_traits>
#include <utility>

namespace cotangent::library {

enum class KeyKind { Bool, Unsigned, Signed, Total, Canonical, TopK };

/// The key of an element of the width of `Bits`; smaller comes first.
template <class Bits, KeyKind kind> struct KeyCoder {
  Bits infinity = 0; // pattern of the floating-point type
  int unused = 0;    // high bits that do not belong to a narrow integer
  Bits flip = 0;     // all ones for descending keys

  Bits operator()(Bits element) const {
    constexpr Bits sign = Bits(Bits(1) << (8 * sizeof(Bits) - 1));
    if constexpr (kind == KeyKind::Bool)
      return Bits(element != 0) ^ flip;
    else if constexpr (kind == KeyKind::Unsigned)
      return Bits(element << unused) ^ flip;
    else if constexpr (kind == KeyKind::Signed)
      return Bits(element << unused) ^ sign ^ flip;
    if constexpr (kind == KeyKind::Canonical || kind == KeyKind::TopK) {
      const Bits magnitude = element & Bits(~sign);
      element = magnitude > infinity ? Bits(infinity + 1) : element;
      if constexpr (kind == KeyKind::Canonical)
        element = magnitude == 0 ? Bits(0) : element;
    }
    return total_key(element) ^ flip;
  }

  /// Negative numbers turn around, positive ones go above them.
  static Bits total_key(Bits element) {
    constexpr int top = 8 * sizeof(Bits) - 1;
    const Bits negative = Bits(0) - Bits(element >> top);
    return element ^ Bits(negative | Bits(Bits(1) << top));
  }

  /// Whether no other element has the key of this one, apart from the order: `element_of` finds it.
  bool is_unique(Bits element) const {
    constexpr Bits sign = Bits(Bits(1) << (8 * sizeof(Bits) - 1));
    if constexpr (kind == KeyKind::Canonical)
      return Bits(element & Bits(~sign)) <= infinity && element != sign;
    return kind != KeyKind::Bool && kind != KeyKind::TopK && unused == 0;
  }
  Bits element_of(Bits key) const {
    constexpr int top = 8 * sizeof(Bits) - 1;
    key ^= flip;
    if constexpr (kind == KeyKind::Unsigned)
      return key;
    else if constexpr (kind == KeyKind::Signed)
      return key ^ Bits(Bits(1) << top);
    const Bits negative = Bits(key >> top) - Bits(1);
    return key ^ Bits(negative | Bits(Bits(1) << top));
  }
};

/// Calls use(coder) with the coder of a type, whole or part of a complex number; false if there is none.
template <class Use> bool with_key_coder(ElementType type, KeyKind of_floats, bool descending, Use use) {
  const ElementFacts &facts = facts_of(type);
  const auto code = [&]<class Bits, KeyKind kind>(Bits infinity) {
    const int unused = facts.bits < 8 && facts.kind != ElementKind::Bool ? 8 - facts.bits : 0;
    use(KeyCoder<Bits, kind>{infinity, unused, descending ? Bits(~Bits(0)) : Bits(0)});
    return true;
  };
  const auto by_width = [&]<KeyKind kind>(std::integral_constant<KeyKind, kind>) {
    switch (facts.bytes) {
    case 1:
      return code.template operator()<uint8_t, kind>(0);
    case 2:
      return code.template operator()<uint16_t, kind>(0);
    case 4:
      return code.template operator()<uint32_t, kind>(0);
    default:
      return code.template operator()<uint64_t, kind>(0);
    }
  };
  const auto of_float = [&]<KeyKind kind>(std::integral_constant<KeyKind, kind>) {
    switch (type) {
    case ElementType::F16:
      return code.template operator()<uint16_t, kind>(0x7c00);
    case ElementType::BF16:
      return code.template operator()<uint16_t, kind>(0x7f80);
    case ElementType::F32:
      return code.template operator()<uint32_t, kind>(0x7f800000U);
    case ElementType::F64:
      return code.template operator()<uint64_t, kind>(0x7ff0000000000000U);
    default:
      return false;
    }
  };
  switch (facts.kind) {
  case ElementKind::Bool:
    return code.template operator()<uint8_t, KeyKind::Bool>(0);
  case ElementKind::Unsigned:
    return by_width(std::integral_constant<KeyKind, KeyKind::Unsigned>());
  case ElementKind::Signed:
    return by_width(std::integral_constant<KeyKind, KeyKind::Signed>());
  case ElementKind::Float:
    if (of_floats == KeyKind::Total)
      return of_float(std::integral_constant<KeyKind, KeyKind::Total>());
    if (of_floats == KeyKind::TopK)
      return of_float(std::integral_constant<KeyKind, KeyKind::TopK>());
    return of_float(std::integral_constant<KeyKind, KeyKind::Canonical>());
  default:
    return false;
  }
}

} // namespace cotangent::library
