// What the rules of operations and of foreign calls for the same factors share.
#pragma once

#include "tensor/rules/matrices.h"

namespace cotangent::tensor_rules {

/// The tangent of the factor of a Hermitian matrix. Of the matrix's tangent one triangle is read; the other triangle
/// of `factor` must be zero.
mlir::Value cholesky_tangent(Matrices &matrices, mlir::Value factor, mlir::Value tangent, bool lower);

/// The tangent of the solution x; one of the tangents may be null.
mlir::Value triangular_solve_tangent(Matrices &matrices, const Matrices::Triangular &form, mlir::Value a, mlir::Value x,
                                     mlir::Value a_tangent, mlir::Value b_tangent);
/// The cotangent of b.
mlir::Value triangular_solve_cotangent(Matrices &matrices, const Matrices::Triangular &form, mlir::Value a,
                                       mlir::Value cotangent);

} // namespace cotangent::tensor_rules
