// Rules of foreign calls for eigenvalues and singular values.
#include "tensor/rules/foreign_rules.h"

#include <algorithm>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

/// b_j - b_i for row i and column j.
Value differences(Matrices &matrices, Value values) {
  Shape shape(shape_of(values));
  shape.push_back(shape.back());
  return matrices.build.subtract(matrices.along_columns(values, shape), matrices.along_rows(values, shape));
}

/// (I - Q Q^H) value, for orthonormal columns of Q.
Value without_span(Matrices &matrices, Value q, Value value) {
  Value inside = matrices.product(q, matrices.product(matrices.adjoint(q), value));
  return matrices.build.subtract(value, inside);
}

} // namespace

// --- A = V diag(w) V^H -----------------------------------------------------------------------------------------------
// With M = V^H dA V: dw = diag(M), and V^H dV has M_ij / (w_j - w_i) beside a diagonal of zeros (Giles 2008).
Values syevd_forward(const ForwardRequest &request) {
  Build &build = request.build;
  Matrices matrices(build);
  Value vectors = request.result(0), values = request.result(1);
  const bool with_vectors = has_letter(request.operation, "mode", 'V');
  if (!with_vectors) {
    refuse_use(request.operation, 0);
    Operation *call = build.repeat(request.operation, {request.operand(0)});
    set_integer_attribute(call, "mode", 'V');
    vectors = call->getResult(0);
  }
  Value tangent = matrices.hermitian(request.tangents[0], has_letter(request.operation, "uplo", 'L'));
  Value m = matrices.product(matrices.adjoint(vectors), matrices.product(tangent, vectors));
  Value values_tangent = build.real(matrices.diagonal(m));
  if (!with_vectors)
    return {Value(), values_tangent, Value()};
  Value factors = matrices.promoted(matrices.reciprocal_or_zero(differences(matrices, values)), element_of(vectors));
  return {matrices.product(vectors, build.multiply(m, factors)), values_tangent, Value()};
}

// --- A = U diag(s) V^H -----------------------------------------------------------------------------------------------
// With P = U^H dA V, and W = U^H dU, Z = V^H dV, which are skew-Hermitian: P = W S + dS - S Z. So ds is the real
// diagonal of P, W (s_j^2 - s_i^2) = P s_j + s_i P^H, Z (s_j^2 - s_i^2) = s_i P + P^H s_j beside the diagonal, and
// W_ii - Z_ii = i Im(P_ii) / s_i, of which each has a half. What is outside of the spans of U and V comes from
// dA V = U d(S…) (Giles 2008; J. Townsend, Differentiating the singular value decomposition, 2016).
namespace {

struct SingularValues {
  Value s, u, v; // thin: as many columns of U and V as there are values
};

SingularValues thin_values(Matrices &matrices, const ForwardRequest &request) {
  Build &build = request.build;
  const int64_t count = shape_of(request.result(1)).back();
  Value u = request.result(2), adjoint_v = request.result(3);
  if (has_letter(request.operation, "mode", 'N')) {
    Operation *call = build.repeat(request.operation, {request.operand(0)});
    set_integer_attribute(call, "mode", 'S');
    auto type = ranked(request.operand(0).getType());
    Shape u_shape(type.getShape()), v_shape(type.getShape());
    u_shape[u_shape.size() - 1] = count;
    v_shape[v_shape.size() - 2] = count;
    call->getResult(2).setType(with_shape(type, u_shape));
    call->getResult(3).setType(with_shape(type, v_shape));
    u = call->getResult(2);
    adjoint_v = call->getResult(3);
  }
  return {request.result(1), matrices.slice_columns(u, 0, count),
          matrices.adjoint(matrices.slice_rows(adjoint_v, 0, count))};
}

/// Columns of a whole basis: the rest follows the front without turning in itself.
Value with_rest(Matrices &matrices, Value basis, Value front, Value front_tangent) {
  const int64_t count = Matrices::columns(front), all = Matrices::columns(basis);
  if (count == all)
    return front_tangent;
  Build &build = matrices.build;
  Value rest = matrices.slice_columns(basis, count, all);
  Value rest_tangent = build.negate(matrices.product(front, matrices.product(matrices.adjoint(front_tangent), rest)));
  return build.concatenate({front_tangent, rest_tangent}, rank_of(front) - 1);
}

} // namespace

Values gesdd_forward(const ForwardRequest &request) {
  Build &build = request.build;
  Matrices matrices(build);
  refuse_use(request.operation, 0);
  const auto [s, u, v] = thin_values(matrices, request);
  Value a = request.tangents[0], a_v = matrices.product(a, v);
  Value p = matrices.product(matrices.adjoint(u), a_v);
  Value diagonal = matrices.diagonal(p), values_tangent = build.real(diagonal);
  if (has_letter(request.operation, "mode", 'N'))
    return {Value(), values_tangent, Value(), Value(), Value()};

  Type element = element_of(u);
  Value numbers = matrices.promoted(s, element), inverses = matrices.promoted(matrices.reciprocal_or_zero(s), element);
  Value sums = build.add(matrices.along_columns(s, shape_of(p)), matrices.along_rows(s, shape_of(p)));
  Value factors =
      matrices.promoted(matrices.reciprocal_or_zero(build.multiply(differences(matrices, s), sums)), element);
  Value adjoint_p = matrices.adjoint(p);
  Value w =
      build.multiply(build.add(matrices.scale_columns(p, numbers), matrices.scale_rows(adjoint_p, numbers)), factors);
  Value z =
      build.multiply(build.add(matrices.scale_rows(p, numbers), matrices.scale_columns(adjoint_p, numbers)), factors);
  if (is_complex(p)) {
    Value phases = build.multiply(matrices.imaginary(diagonal), build.scale(inverses, 0.5));
    w = build.add(w, matrices.diagonal_matrix(phases));
    z = build.subtract(z, matrices.diagonal_matrix(phases));
  }
  Value u_tangent = matrices.product(u, w), v_tangent = matrices.product(v, z);
  if (Matrices::rows(u) > Matrices::columns(u))
    u_tangent = build.add(u_tangent, matrices.scale_columns(without_span(matrices, u, a_v), inverses));
  if (Matrices::rows(v) > Matrices::columns(v)) {
    Value a_u = matrices.product(matrices.adjoint(a), u);
    v_tangent = build.add(v_tangent, matrices.scale_columns(without_span(matrices, v, a_u), inverses));
  }
  u_tangent = with_rest(matrices, request.result(2), u, u_tangent);
  v_tangent = with_rest(matrices, matrices.adjoint(request.result(3)), v, v_tangent);
  return {Value(), values_tangent, u_tangent, matrices.adjoint(v_tangent), Value()};
}

// --- A V = V diag(w) -------------------------------------------------------------------------------------------------
namespace {

/// Columns keep their norm of one, and the element that LAPACK has made real, the largest, stays real.
Value with_fixed_norm_and_phase(Matrices &matrices, Value vectors, Value tangent) {
  Build &build = matrices.build;
  const int64_t rows = rank_of(vectors) - 2;
  Shape shape(shape_of(vectors));
  Value change = build.multiply(build.conjugate(vectors), tangent);
  Value norms = build.reduce_sum(build.real(change), {rows});
  Value real = build.real(vectors), imaginary = build.imag(vectors);
  Value squares = build.multiply(real, real);
  Value is_real = build.compare(imaginary, build.zeros_like(imaginary), ComparisonDirection::EQ);
  squares = build.select(is_real, squares, build.zeros_like(squares));
  Value largest = build.reduce_max(squares, {rows});
  Value chosen = build.compare(squares, matrices.along_columns(largest, shape), ComparisonDirection::EQ);
  chosen = build.convert(chosen, element_of(real));
  Value weight = build.multiply(build.reduce_sum(chosen, {rows}), largest);
  Value phases = build.multiply(build.reduce_sum(build.multiply(build.imag(change), chosen), {rows}),
                                matrices.reciprocal_or_zero(weight));
  return build.subtract(tangent, matrices.scale_columns(vectors, build.complex(norms, phases)));
}

/// M = V^-1 dA V, by the left vectors L: V^-1 is diag(1 / (l_i^H v_i)) L^H.
Value in_basis(Matrices &matrices, Value vectors, Value left, Value tangent) {
  Build &build = matrices.build;
  Value products = build.reduce_sum(build.multiply(build.conjugate(left), vectors), {rank_of(vectors) - 2});
  Value m = matrices.product(matrices.adjoint(left), matrices.product(tangent, vectors));
  return matrices.scale_rows(m, build.divide(build.splat_like(products, 1), products));
}

/// Of the vectors of A: V^-1 dV has M_ij / (w_j - w_i) beside the diagonal.
Value vectors_tangent(Matrices &matrices, Value vectors, Value values, Value m) {
  Value factors = matrices.reciprocal_or_zero(differences(matrices, values));
  Value tangent = matrices.product(vectors, matrices.build.multiply(m, factors));
  return with_fixed_norm_and_phase(matrices, vectors, tangent);
}

} // namespace

Values geev_forward(const ForwardRequest &request) {
  Build &build = request.build;
  Matrices matrices(build);
  const bool is_real = !is_complex(request.operand(0));
  const unsigned first = is_real ? 2 : 1; // the left vectors; the right ones are behind them
  const bool with_left = has_letter(request.operation, "compute_left", 'V');
  const bool with_right = has_letter(request.operation, "compute_right", 'V');
  Operation *call = request.operation;
  if (!with_left || !with_right) {
    call = build.repeat(request.operation, {request.operand(0)});
    set_integer_attribute(call, "compute_left", 'V');
    set_integer_attribute(call, "compute_right", 'V');
  }
  Value left = call->getResult(first), right = call->getResult(first + 1);
  Value values = is_real ? build.complex(request.result(0), request.result(1)) : request.result(0);
  Value tangent = is_real ? matrices.promoted(request.tangents[0], element_of(left)) : request.tangents[0];

  Value m = in_basis(matrices, right, left, tangent);
  Value values_tangent = matrices.diagonal(m);
  Value left_tangent, right_tangent;
  if (with_right)
    right_tangent = vectors_tangent(matrices, right, values, m);
  if (with_left) { // the right vectors of A^H
    Value adjoint = in_basis(matrices, left, right, matrices.adjoint(tangent));
    left_tangent = vectors_tangent(matrices, left, build.conjugate(values), adjoint);
  }
  if (is_real)
    return {build.real(values_tangent), build.imag(values_tangent), left_tangent, right_tangent, Value()};
  return {values_tangent, left_tangent, right_tangent, Value()};
}

} // namespace cotangent::tensor_rules
