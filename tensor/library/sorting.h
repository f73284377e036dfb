// Sorting and the largest elements.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/library/call.h"

#include <vector>

namespace cotangent::library {

/// How floating-point keys compare; integers and booleans compare in one way only.
enum class SortOrder {
  Plain,     // compare LT or GT of type FLOAT: zeros are equal
  Total,     // TOTALORDER of the bits: -NaN, -infinity, ..., -0, +0, ..., +infinity, NaN
  Canonical, // TOTALORDER after both zeros became +0 and all NaNs the same positive one, as JAX compares
};
enum class SortPart { Whole, Real, Imaginary };

struct SortKey {
  int64_t operand = 0;
  bool descending = false; // GT instead of LT
  SortOrder order = SortOrder::Total;
  SortPart part = SortPart::Whole; // of complex operands
};

/// Not zero if the elements with number `left` of the operands come before those with number `right`, both counted in
/// row-major order. Gets the operands of the call, also those behind the ones to sort; called by several threads at
/// once.
using SortComparator = int32_t (*)(const void *const *operands, int64_t left, int64_t right);

struct SortSpec {
  std::vector<ElementType> types; // of the operands
  Shape shape;                    // of each
  int64_t dimension = -1;         // may count from the end
  std::vector<SortKey> keys;      // the first decides, the next one among equals
  int64_t comparator = -1;        // if there are no keys: the operand of the call that is a SortComparator
};

/// stablehlo.sort, always stable. Comparators that are no order do no harm: the result is then that of a merge sort
/// from the left with runs of 1, 2, 4, ..., also for Plain keys where there are NaNs.
///
/// Keys may be booleans, integers, f16, bf16, f32, f64 and parts of complex numbers; other operands are of any type.
/// Null otherwise, and for 2^32 and more elements along the dimension.
CallPointer make_sort(const SortSpec &spec);

/// chlo.top_k: results are the k largest along the last dimension, largest first, and their indices (i32); among equals
/// the lower index first. NaN of any sign is above infinity, -0 below +0; complex numbers compare by the real, then
/// the imaginary part. Null for floating-point types but f16, bf16, f32, f64, and if k does not fit the shape.
CallPointer make_top_k(ElementType type, const Shape &shape, int64_t k);

} // namespace cotangent::library
