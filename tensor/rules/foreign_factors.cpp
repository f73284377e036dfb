// Rules of foreign calls for LU and QR factors, as LAPACK packs them.
#include "tensor/rules/foreign_rules.h"

#include <algorithm>

using namespace mlir;
using namespace cotangent::stablehlo;

namespace cotangent::tensor_rules {

namespace {

/// rows[i] of each matrix, by indices from 0.
Value gather_rows(Build &build, Value matrix, Value indices, bool of_columns = false) {
  const int64_t rank = rank_of(matrix), batches = rank - 2;
  const int64_t dimension = of_columns ? rank - 1 : rank - 2, other = of_columns ? rank - 2 : rank - 1;
  Shape front = first_numbers(batches), sizes = filled(static_cast<size_t>(rank), 1);
  sizes[static_cast<size_t>(other)] = shape_of(matrix)[static_cast<size_t>(other)];
  auto numbers = GatherDimensionNumbersAttr::get(build.builder.getContext(), {other}, {dimension}, front, front,
                                                 {dimension}, rank_of(indices));
  return build.gather(matrix, indices, numbers, sizes);
}

/// Which row of the matrix stands in each row after the exchanges that LAPACK's pivots (from 1) name one by one.
Value order_of_rows(Build &build, Value pivots, int64_t rows) {
  const int64_t last = rank_of(pivots) - 1;
  auto integer = cast<IntegerType>(element_of(pivots));
  Shape shape(shape_of(pivots)), one(shape_of(pivots));
  const int64_t count = shape.back();
  shape.back() = rows;
  one.back() = 1;
  auto type = RankedTensorType::get(shape, integer);
  Shape kept = first_numbers(last);
  auto condition = [&](Build &build, ValueRange state) {
    return build.compare(state[0], build.scalar(integer, static_cast<double>(count)), ComparisonDirection::LT);
  };
  auto exchange = [&](Build &build, ValueRange state) {
    Value step = state[0], order = state[1];
    Values starts(static_cast<size_t>(last), build.scalar(integer, 0));
    starts.push_back(step);
    Value pivot = build.dynamic_slice(pivots, starts, one);
    pivot = build.subtract(pivot, build.splat_like(pivot, 1));
    Value positions = build.iota(type, last);
    auto at = [&](Value position) { return build.compare(positions, position, ComparisonDirection::EQ); };
    Value first = at(build.broadcast_scalar(step, shape));
    Value second = at(build.broadcast(pivot, first_numbers(last + 1), shape));
    auto picked = [&](Value where) {
      Value number = build.reduce_sum(build.select(where, order, build.zeros(type)), {last});
      return build.broadcast(number, kept, shape);
    };
    Value changed = build.select(first, picked(second), build.select(second, picked(first), order));
    return Values{build.add(step, build.scalar(integer, 1)), changed};
  };
  return build.while_loop({build.scalar(integer, 0), build.iota(type, last)}, condition, exchange)[1];
}

Value sum(Build &build, Value first, Value second) {
  return !first ? second : !second ? first : build.add(first, second);
}

/// Q = E - V T V^H, the product of k reflectors I - tau v v^H, where T = (I + D S)^-1 D with D = diag(tau) and S what
/// is strictly above the diagonal of V^H V (C. Puglisi, Modification of the Householder method based on the compact WY
/// representation, 1992). Holds for any tau, zero too.
struct Reflectors {
  Value v, tau, s, system, t;
};

Reflectors reflectors_of(Matrices &matrices, Value packed, Value tau) {
  Reflectors result;
  result.v = matrices.unit_lower(matrices.slice_columns(packed, 0, shape_of(tau).back()));
  result.tau = tau;
  result.s = matrices.strictly_upper(matrices.product(matrices.adjoint(result.v), result.v));
  result.system = matrices.scale_rows(result.s, tau); // ones on the diagonal are implied
  result.t = matrices.solve(result.system, matrices.diagonal_matrix(tau), {.lower = false, .unit_diagonal = true});
  return result;
}

struct ReflectorTangents {
  Value v, t; // null for zero
};

// (I + D S) T = D, so (I + D S) dT = dD - (dD S + D dS) T.
ReflectorTangents tangents_of(Matrices &matrices, const Reflectors &q, Value packed, Value tau) {
  Build &build = matrices.build;
  ReflectorTangents result;
  Value right_side;
  if (packed) {
    result.v = matrices.strictly_lower(matrices.slice_columns(packed, 0, shape_of(q.tau).back()));
    Value half = matrices.product(matrices.adjoint(q.v), result.v);
    Value s = matrices.strictly_upper(build.add(half, matrices.adjoint(half)));
    right_side = build.negate(matrices.product(matrices.scale_rows(s, q.tau), q.t));
  }
  if (tau) {
    Value change = matrices.diagonal_matrix(tau);
    change = build.subtract(change, matrices.scale_rows(matrices.product(q.s, q.t), tau));
    right_side = sum(build, right_side, change);
  }
  result.t = matrices.solve(q.system, right_side, {.lower = false, .unit_diagonal = true});
  return result;
}

// --- A = Q R ---------------------------------------------------------------------------------------------------------
// With C = Q^H dA R^-1 and W = Q^H dQ, which is skew-Hermitian: dR R^-1 = C - W is upper triangular with a real
// diagonal, so W has the strict lower triangle of C and the imaginary parts of its diagonal (M. Giles, An extended
// collection of matrix derivative results, 2008; S. Walter and L. Lehmann, Algorithmic differentiation of linear
// algebra functions, 2010). The reflectors come from Q: Q - E = V (-T V1^H) is a factorisation into unit lower and
// upper trapezoidal matrices (G. Ballard et al., Reconstructing Householder vectors from TSQR, 2014), and the diagonal
// of T is tau.
struct PackedTangents {
  Value packed, tau;
};

PackedTangents qr_tangents(Matrices &matrices, Value packed, Value tau, Value tangent) {
  Build &build = matrices.build;
  const int64_t rows = Matrices::rows(packed), columns = Matrices::columns(packed), count = std::min(rows, columns);
  const Reflectors reflectors = reflectors_of(matrices, packed, tau);
  Value upper_factor =
      build.negate(matrices.product(reflectors.t, matrices.adjoint(matrices.slice_rows(reflectors.v, 0, count))));
  Value q = matrices.product(reflectors.v, upper_factor);
  q = build.add(q, matrices.identity(ranked(q.getType())));

  Value front = matrices.slice_rows(packed, 0, count);
  Value quotient = matrices.solve(matrices.slice_columns(front, 0, count), matrices.slice_columns(tangent, 0, count),
                                  {.left_side = false, .lower = false});
  Value c = matrices.product(matrices.adjoint(q), quotient);
  Value below = matrices.strictly_lower(c);
  Value w = build.subtract(below, matrices.adjoint(below));
  if (is_complex(w))
    w = build.add(w, matrices.part(matrices.imaginary(c), ComparisonDirection::EQ));
  Value q_tangent =
      rows == count ? matrices.product(q, w) : build.add(matrices.product(q, build.subtract(w, c)), quotient);
  Value r_tangent =
      build.subtract(matrices.product(matrices.adjoint(q), tangent), matrices.product(w, matrices.upper(front)));

  Value factors = build.add(matrices.strictly_lower(reflectors.v), matrices.pad_rows(upper_factor, rows));
  Value change = factors_tangent(matrices, factors, q_tangent);
  return {build.add(matrices.pad_rows(matrices.upper(r_tangent), rows),
                    matrices.pad_columns(matrices.strictly_lower(change), columns)),
          build.negate(matrices.diagonal(change))};
}

} // namespace

// --- A = P^T L U -----------------------------------------------------------------------------------------------------
Values getrf_forward(const ForwardRequest &request) {
  Matrices matrices(request.build);
  Value order = order_of_rows(request.build, request.result(1), Matrices::rows(request.result()));
  Value exchanged = gather_rows(request.build, request.tangents[0], order);
  return {factors_tangent(matrices, request.result(), exchanged), Value(), Value()};
}

Values geqrf_forward(const ForwardRequest &request) {
  Matrices matrices(request.build);
  auto [packed, tau] = qr_tangents(matrices, request.result(0), request.result(1), request.tangents[0]);
  return {packed, tau};
}

Values geqp3_forward(const ForwardRequest &request) {
  Build &build = request.build;
  Matrices matrices(build);
  Value order = build.subtract(request.result(1), build.splat_like(request.result(1), 1));
  Value exchanged = gather_rows(build, request.tangents[0], order, /*of_columns=*/true);
  auto [packed, tau] = qr_tangents(matrices, request.result(0), request.result(2), exchanged);
  return {packed, Value(), tau};
}

// --- Q explicit ------------------------------------------------------------------------------------------------------
Values orgqr_forward(const ForwardRequest &request) {
  Build &build = request.build;
  Matrices matrices(build);
  const int64_t columns = Matrices::columns(request.result());
  const Reflectors q = reflectors_of(matrices, request.operand(0), request.operand(1));
  const ReflectorTangents change = tangents_of(matrices, q, request.tangents[0], request.tangents[1]);
  Value front = matrices.adjoint(matrices.slice_rows(q.v, 0, columns));
  Value inner = matrices.product(change.t, front); // d(T V1^H)
  if (change.v)
    inner = build.add(inner, matrices.product(q.t, matrices.adjoint(matrices.slice_rows(change.v, 0, columns))));
  Value tangent = matrices.product(q.v, inner);
  if (change.v)
    tangent = build.add(tangent, matrices.product(change.v, matrices.product(q.t, front)));
  return {build.negate(tangent)};
}

// --- products with Q -------------------------------------------------------------------------------------------------
namespace {

/// What the change of V and M does to V M V^H C, or to C V M V^H.
Value change_of_product(Matrices &matrices, Value v, Value m, Value v_tangent, Value m_tangent, Value c, bool left) {
  Build &build = matrices.build;
  Value adjoint = matrices.adjoint(v);
  if (left) {
    Value inner = matrices.product(adjoint, c); // V^H C
    Value change = matrices.product(m_tangent, inner);
    if (v_tangent)
      change = build.add(change, matrices.product(m, matrices.product(matrices.adjoint(v_tangent), c)));
    Value result = matrices.product(v, change);
    return v_tangent ? build.add(result, matrices.product(v_tangent, matrices.product(m, inner))) : result;
  }
  Value inner = matrices.product(c, v);
  Value change = matrices.product(inner, m_tangent);
  if (v_tangent)
    change = build.add(change, matrices.product(matrices.product(c, v_tangent), m));
  Value result = matrices.product(change, adjoint);
  return v_tangent ? build.add(result, matrices.product(matrices.product(inner, m), matrices.adjoint(v_tangent)))
                   : result;
}

} // namespace

Values ormqr_forward(const ForwardRequest &request) {
  Build &build = request.build;
  Matrices matrices(build);
  Value tangent;
  if (request.tangents[2])
    tangent =
        build.repeat(request.operation, {request.operand(0), request.operand(1), request.tangents[2]})->getResult(0);
  if (!request.tangents[0] && !request.tangents[1])
    return {tangent};
  const Reflectors q = reflectors_of(matrices, request.operand(0), request.operand(1));
  const ReflectorTangents change = tangents_of(matrices, q, request.tangents[0], request.tangents[1]);
  const bool adjoint = boolean_attribute(request.operation, "transpose");
  Value product = change_of_product(matrices, q.v, adjoint ? matrices.adjoint(q.t) : q.t, change.v,
                                    adjoint ? matrices.adjoint(change.t) : change.t, request.operand(2),
                                    boolean_attribute(request.operation, "left"));
  return {tangent ? build.subtract(tangent, product) : build.negate(product)};
}

Values ormqr_transpose(const TransposeRequest &request) {
  Operation *call =
      request.build.repeat(request.operation, {request.operand(0), request.operand(1), request.cotangent()});
  set_integer_attribute(call, "transpose", !boolean_attribute(request.operation, "transpose"));
  return {Value(), Value(), call->getResult(0)};
}

} // namespace cotangent::tensor_rules
