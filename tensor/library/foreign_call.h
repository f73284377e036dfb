// What the foreign LAPACK calls share: a plan for one batch, made from the shapes and attributes of the call.
#pragma once

#include "tensor/library/foreign.h"
#include "tensor/library/lapack.h"

#include <functional>
#include <optional>
#include <span>

namespace cotangent::library {

/// What a batch holds of an operand or result. Vectors have one column, scalars one element.
struct ForeignBlock {
  int64_t rows = 1, columns = 1;
};

/// Scratch memory of one batch, laid out while planning.
class ScratchLayout {
public:
  /// The place of `count` items.
  template <class Item> int64_t take(int64_t count) {
    const int64_t place = bytes_;
    bytes_ += (count * static_cast<int64_t>(sizeof(Item)) + 63) / 64 * 64;
    return place;
  }
  int64_t bytes() const { return bytes_; }

private:
  int64_t bytes_ = 0;
};
template <class Item> Item *scratch_at(std::byte *scratch, int64_t place) {
  return reinterpret_cast<Item *>(scratch + place);
}

/// One batch: matrices are column-major and dense. Results that begin as operands hold these when it is called.
using ForeignKernel = std::function<void(const void *const *operands, void *const *results, std::byte *scratch)>;

struct ForeignPlan {
  ForeignKernel kernel;
  int64_t scratch_bytes = 0;
  bool row_major = false; // the kernel takes and gives row-major matrices after all
};

struct ForeignBlocks {
  std::span<const ForeignBlock> operands, results;
  const ForeignAttributes &attributes;

  /// The letter of an attribute such as `uplo = 76 : ui8`, if it is one of those allowed; else 0.
  char letter(std::string_view name, std::string_view allowed) const;
  std::optional<int64_t> integer(std::string_view name) const;
  std::optional<bool> boolean(std::string_view name) const;
};

/// No plan for blocks and attributes that do not fit together.
using ForeignPlanner = std::optional<ForeignPlan> (*)(const ForeignBlocks &blocks);

/// A target for one letter of precision. Operands and results are pairs of letter and rank without batches: T the type
/// itself, R its real part, C the complex type, I i32. `begins_as` has for each result the operand that it begins as,
/// or '-'.
struct ForeignTarget {
  std::string_view name;
  std::string_view operands, results, begins_as;
  ForeignPlanner planner;
};

/// The targets for float, double and complex numbers of them.
template <class Number> std::span<const ForeignTarget> factorization_targets();
template <class Number> std::span<const ForeignTarget> eigenvalue_targets();

template <class Number> struct RealPart {
  using Type = Number;
  static constexpr bool is_complex = false;
};
template <class Real> struct RealPart<std::complex<Real>> {
  using Type = Real;
  static constexpr bool is_complex = true;
};

/// The size that a routine asked for in its first element of work space, at least 1; rounded up, because single
/// precision may have rounded it down.
template <class Number> int asked_size(const Number &answer) {
  const double size = static_cast<double>(std::real(answer));
  return static_cast<int>(size * (1 + 1e-6)) + 1;
}

} // namespace cotangent::library
