// Triangular systems of row-major matrices, one after the other.
#pragma once

#include "tensor/reference/linear_algebra.h"

#include <cstdint>

namespace cotangent::library {

/// op(a) x = b (left side, x in `size` rows) or x op(a) = b (x in `size` columns), x in place of b.
struct TriangularSystem {
  bool left_side, lower, unit_diagonal;
  reference::Transpose transpose;
  int64_t size;    // of the square matrix a
  int64_t systems; // columns of b on the left side, else rows
};

/// `b` for the systems from `first` on, `count` of them. Number: float, double and complex numbers of them.
template <class Number>
void solve_triangular(const TriangularSystem &system, const Number *a, Number *b, int64_t first, int64_t count);

/// Factors the lower (upper) triangle in place as L L^H (U^H U); the other triangle is not touched. Returns 0, or the
/// one-based index of the first pivot that is not positive; then the triangle holds no result.
template <class Number> int64_t factor_cholesky(bool lower, Number *a, int64_t size);

} // namespace cotangent::library
