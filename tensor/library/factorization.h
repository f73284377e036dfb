// Cholesky factors and triangular systems.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/library/call.h"
#include "tensor/reference/linear_algebra.h"

namespace cotangent::library {

/// stablehlo.cholesky of matrices in the last two dimensions: reads one triangle and gives L with L L^H = a (lower) or
/// U with U^H U = a, zero in the other triangle; NaN everywhere if a is not positive definite. Null for types but f32,
/// f64, complex<f32>, complex<f64>, and for matrices that are not square.
CallPointer make_cholesky(ElementType type, const Shape &shape, bool lower);

/// stablehlo.triangular_solve, for the same types; the operands are a and b. Null if the shapes do not fit.
CallPointer make_triangular_solve(ElementType type, const Shape &a, const Shape &b, bool left_side, bool lower,
                                  bool unit_diagonal, reference::Transpose transpose);

} // namespace cotangent::library
