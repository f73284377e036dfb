// Linear algebra on matrices in the last two dimensions, with what stands in front of them as batches.
#pragma once

#include "tensor/build/build.h"

namespace cotangent::tensor_rules {

class Matrices {
public:
  explicit Matrices(Build &build) : build(build) {}

  // --- shapes --------------------------------------------------------------------------------------------------------
  static int64_t rows(mlir::Value matrix) { return shape_of(matrix)[static_cast<size_t>(rank_of(matrix) - 2)]; }
  static int64_t columns(mlir::Value matrix) { return shape_of(matrix).back(); }
  mlir::Value transpose(mlir::Value matrix);
  mlir::Value adjoint(mlir::Value matrix) { return build.conjugate(transpose(matrix)); }
  mlir::Value slice_rows(mlir::Value matrix, int64_t start, int64_t limit);
  mlir::Value slice_columns(mlir::Value matrix, int64_t start, int64_t limit);
  /// Rows of the first, then those of the second, of which there may be none.
  mlir::Value above(mlir::Value first, mlir::Value second);
  /// Zeros below, or to the right, up to a size.
  mlir::Value pad_rows(mlir::Value matrix, int64_t rows);
  mlir::Value pad_columns(mlir::Value matrix, int64_t columns);

  // --- parts ---------------------------------------------------------------------------------------------------------
  /// Of each element, whether its row and column compare so.
  mlir::Value where(mlir::RankedTensorType type, stablehlo::ComparisonDirection row_to_column);
  /// The part where row and column compare so, zeros elsewhere: GT is what is strictly below the diagonal.
  mlir::Value part(mlir::Value matrix, stablehlo::ComparisonDirection row_to_column);
  mlir::Value lower(mlir::Value matrix) { return part(matrix, stablehlo::ComparisonDirection::GE); }
  mlir::Value upper(mlir::Value matrix) { return part(matrix, stablehlo::ComparisonDirection::LE); }
  mlir::Value strictly_lower(mlir::Value matrix) { return part(matrix, stablehlo::ComparisonDirection::GT); }
  mlir::Value strictly_upper(mlir::Value matrix) { return part(matrix, stablehlo::ComparisonDirection::LT); }
  /// A lower or upper triangle with ones on the diagonal.
  mlir::Value unit_lower(mlir::Value matrix);
  /// As many ones on the diagonal as there is room for.
  mlir::Value identity(mlir::RankedTensorType type);
  /// The Hermitian matrix of which one triangle is given; imaginary parts of the diagonal are not read.
  mlir::Value hermitian(mlir::Value matrix, bool lower);

  // --- vectors -------------------------------------------------------------------------------------------------------
  mlir::Value diagonal(mlir::Value matrix);
  /// Element i of a vector all along column i, or row i, of matrices of a shape.
  mlir::Value along_columns(mlir::Value vector, Numbers shape);
  mlir::Value along_rows(mlir::Value vector, Numbers shape);
  mlir::Value scale_columns(mlir::Value matrix, mlir::Value vector) {
    return build.multiply(matrix, along_columns(vector, shape_of(matrix)));
  }
  mlir::Value scale_rows(mlir::Value matrix, mlir::Value vector) {
    return build.multiply(matrix, along_rows(vector, shape_of(matrix)));
  }
  mlir::Value diagonal_matrix(mlir::Value vector);

  // --- products ------------------------------------------------------------------------------------------------------
  mlir::Value product(mlir::Value left, mlir::Value right);
  struct Triangular {
    bool left_side = true, lower = true, unit_diagonal = false;
    stablehlo::Transpose transpose = stablehlo::Transpose::NO_TRANSPOSE;
  };
  /// x with op(a) x = b, or x op(a) = b. What the triangle leaves out of `a` is not read.
  mlir::Value solve(mlir::Value a, mlir::Value b, const Triangular &form);

  // --- numbers -------------------------------------------------------------------------------------------------------
  /// A real tensor as one of another element type, which may be complex.
  mlir::Value promoted(mlir::Value real, mlir::Type element);
  /// The imaginary part times i, of a complex tensor.
  mlir::Value imaginary(mlir::Value value);
  /// 1 / value; 0 where the value is 0.
  mlir::Value reciprocal_or_zero(mlir::Value value);
  /// 1 where the value is 0.
  mlir::Value one_for_zero(mlir::Value value);

  Build &build;
};

/// The tangent of a factorisation without pivoting, A = L U, of m x n matrices with k = min(m, n): L is unit lower
/// trapezoidal, U upper trapezoidal. `factors` has both, as LAPACK packs them; so has the result. A pivot of zero
/// counts as one, which does not matter if it is the last one of a matrix that has no more rows than columns.
mlir::Value factors_tangent(Matrices &matrices, mlir::Value factors, mlir::Value tangent);

} // namespace cotangent::tensor_rules
