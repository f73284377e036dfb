#include "tensor/rules/matrices.h"

#include <algorithm>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

Value padded(Build &build, Value matrix, int64_t dimension, int64_t size) {
  const auto rank = static_cast<size_t>(rank_of(matrix));
  Shape none = filled(rank, 0), high = none;
  high[static_cast<size_t>(dimension)] = size - shape_of(matrix)[static_cast<size_t>(dimension)];
  return build.pad(matrix, build.scalar(element_of(matrix), 0), none, high, none);
}

} // namespace

// --- shapes ----------------------------------------------------------------------------------------------------------
Value Matrices::transpose(Value matrix) {
  Shape order = first_numbers(rank_of(matrix));
  std::swap(order[order.size() - 2], order[order.size() - 1]);
  return build.transpose(matrix, order);
}

Value Matrices::slice_rows(Value matrix, int64_t start, int64_t limit) {
  return build.slice_dimension(matrix, rank_of(matrix) - 2, start, limit);
}
Value Matrices::slice_columns(Value matrix, int64_t start, int64_t limit) {
  return build.slice_dimension(matrix, rank_of(matrix) - 1, start, limit);
}
Value Matrices::above(Value first, Value second) {
  return rows(second) == 0 ? first : build.concatenate({first, second}, rank_of(first) - 2);
}
Value Matrices::pad_rows(Value matrix, int64_t rows) { return padded(build, matrix, rank_of(matrix) - 2, rows); }
Value Matrices::pad_columns(Value matrix, int64_t columns) {
  return padded(build, matrix, rank_of(matrix) - 1, columns);
}

// --- parts -----------------------------------------------------------------------------------------------------------
Value Matrices::where(RankedTensorType type, ComparisonDirection row_to_column) {
  const int64_t rank = type.getRank();
  auto index = RankedTensorType::get(type.getShape().take_back(2), build.builder.getI32Type());
  Value small = build.compare(build.iota(index, 0), build.iota(index, 1), row_to_column);
  return build.broadcast(small, {rank - 2, rank - 1}, type.getShape());
}

Value Matrices::part(Value matrix, ComparisonDirection row_to_column) {
  return build.select(where(ranked(matrix.getType()), row_to_column), matrix, build.zeros_like(matrix));
}

Value Matrices::unit_lower(Value matrix) {
  return build.select(where(ranked(matrix.getType()), ComparisonDirection::EQ), build.splat_like(matrix, 1),
                      strictly_lower(matrix));
}

Value Matrices::identity(RankedTensorType type) {
  return build.select(where(type, ComparisonDirection::EQ), build.splat(type, 1), build.zeros(type));
}

Value Matrices::hermitian(Value matrix, bool is_lower) {
  Value strict = is_lower ? strictly_lower(matrix) : strictly_upper(matrix);
  Value diagonal = part(promoted(build.real(matrix), element_of(matrix)), ComparisonDirection::EQ);
  return build.add(build.add(strict, adjoint(strict)), diagonal);
}

// --- vectors ---------------------------------------------------------------------------------------------------------
Value Matrices::diagonal(Value matrix) {
  const int64_t count = std::min(rows(matrix), columns(matrix));
  Value square = slice_columns(slice_rows(matrix, 0, count), 0, count);
  return build.reduce_sum(part(square, ComparisonDirection::EQ), {rank_of(matrix) - 2});
}

Value Matrices::along_columns(Value vector, Numbers shape) {
  Shape dimensions = first_numbers(rank_of(vector));
  dimensions.back() = static_cast<int64_t>(shape.size()) - 1;
  return build.broadcast(vector, dimensions, shape);
}
Value Matrices::along_rows(Value vector, Numbers shape) {
  return build.broadcast(vector, first_numbers(rank_of(vector)), shape);
}

Value Matrices::diagonal_matrix(Value vector) {
  Shape shape(shape_of(vector));
  shape.push_back(shape.back());
  return part(along_columns(vector, shape), ComparisonDirection::EQ);
}

// --- products --------------------------------------------------------------------------------------------------------
Value Matrices::product(Value left, Value right) {
  const int64_t rank = rank_of(left);
  Shape batches = first_numbers(rank - 2);
  return build.dot_general(left, right, batches, batches, {rank - 1}, {rank - 2});
}

Value Matrices::solve(Value a, Value b, const Triangular &form) {
  return build.make<TriangularSolveOp>(b.getType(), a, b, form.left_side, form.lower, form.unit_diagonal,
                                       form.transpose);
}

// --- numbers ---------------------------------------------------------------------------------------------------------
Value Matrices::promoted(Value real, Type element) {
  return isa<ComplexType>(element) ? build.complex(real, build.zeros_like(real)) : real;
}
Value Matrices::imaginary(Value value) {
  Value part = build.imag(value);
  return build.complex(build.zeros_like(part), part);
}

Value Matrices::reciprocal_or_zero(Value value) {
  Value zeros = build.zeros_like(value);
  Value is_zero = build.compare(value, zeros, ComparisonDirection::EQ);
  return build.select(is_zero, zeros, build.divide(build.splat_like(value, 1), one_for_zero(value)));
}

Value Matrices::one_for_zero(Value value) {
  Value is_zero = build.compare(value, build.zeros_like(value), ComparisonDirection::EQ);
  return build.select(is_zero, build.splat_like(value, 1), value);
}

// --- factors ---------------------------------------------------------------------------------------------------------
// L1 and U1 are the square fronts. From dA = dL U + L dU: with G = L1^-1 dA1 and N = L1^-1 dL1, which is strictly
// lower, N U1 + dU1 = G1, so N is the strict lower triangle of G1 U1^-1. That triangle does not read the last pivot.
Value factors_tangent(Matrices &matrices, Value factors, Value tangent) {
  Build &build = matrices.build;
  const int64_t rows = Matrices::rows(factors), columns = Matrices::columns(factors), count = std::min(rows, columns);
  Value front = matrices.slice_rows(factors, 0, count);
  Value square = matrices.slice_columns(front, 0, count);
  Value upper = matrices.upper(front);
  Value pivots = build.select(matrices.where(ranked(square.getType()), ComparisonDirection::EQ),
                              matrices.one_for_zero(square), square);
  Value g = matrices.solve(square, matrices.slice_rows(tangent, 0, count),
                           {.left_side = true, .lower = true, .unit_diagonal = true});
  Value quotient = matrices.solve(pivots, matrices.slice_columns(g, 0, count), {.left_side = false, .lower = false});
  Value n = matrices.strictly_lower(quotient);
  Value upper_tangent = matrices.upper(build.subtract(g, matrices.product(n, upper)));
  Value lower_tangent = matrices.strictly_lower(matrices.product(matrices.unit_lower(square), n));
  Value packed = build.add(upper_tangent, matrices.pad_columns(lower_tangent, columns));
  if (rows == count)
    return packed;
  // More rows than columns: L2 = A2 U1^-1.
  Value below = matrices.slice_rows(factors, count, rows);
  Value rest = build.subtract(matrices.slice_rows(tangent, count, rows), matrices.product(below, upper_tangent));
  return matrices.above(packed, matrices.solve(pivots, rest, {.left_side = false, .lower = false}));
}

} // namespace cotangent::tensor_rules
