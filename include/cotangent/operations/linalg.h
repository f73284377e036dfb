// Linear algebra on matrices in the last two dimensions; dimensions in front of them are batches. Elements are float,
// double or complex (integers become real numbers).
#pragma once

#include <tuple>
#include <utility>

#include "cotangent/operations/reductions.h"
#include "cotangent/operations/shaping.h"

namespace cotangent {

namespace detail {

TraceHandle trace_cholesky(TraceHandle a, Place place);
TraceHandle trace_triangular_solve(TraceHandle a, TraceHandle b, bool lower, bool transpose, bool unit_diagonal,
                                   bool vector, Place place);
TraceHandle trace_solve(TraceHandle a, TraceHandle b, bool vector, Place place);
TraceHandle trace_inverse(TraceHandle a, Place place);
TraceHandle trace_determinant(TraceHandle a, Place place);
/// Sign and logarithm of the size.
void trace_slogdet(TraceHandle a, TraceHandle results[2], Place place);
void trace_qr(TraceHandle a, TraceHandle results[2], Place place);
void trace_eigh(TraceHandle a, TraceHandle results[2], Place place);
void trace_svd(TraceHandle a, TraceHandle results[3], Place place);
TraceHandle trace_least_squares(TraceHandle a, TraceHandle b, bool vector, Place place);

template <TensorLike... A> using linear_element = real_or_complex<promoted_t<A...>>;
template <std::size_t rank> constexpr void require_matrices() {
  static_assert(rank >= 2, "a matrix has at least two dimensions");
}
/// b is one vector for each matrix, not a matrix.
template <TensorLike A, TensorLike B> constexpr bool is_vector() {
  require_matrices<rank_of_operand<A>>();
  static_assert(rank_of_operand<B> == rank_of_operand<A> || rank_of_operand<B> + 1 == rank_of_operand<A>,
                "the right side has the rank of the matrices, or one less");
  return rank_of_operand<B> != rank_of_operand<A>;
}

} // namespace detail

/// The lower triangle L with L L^H = a, for Hermitian positive definite a (of which the mean with its adjoint is
/// taken); NaN for others.
template <TensorLike A> auto cholesky(const A &a, detail::Place place = detail::Place::current()) {
  detail::require_matrices<rank_of_operand<A>>();
  using T = detail::linear_element<A>;
  return detail::array_of<T, rank_of_operand<A>>(detail::trace_cholesky(detail::handle_as<T>(a, place), place));
}

/// How ct::triangular_solve reads its matrix.
struct TriangularOptions {
  bool lower = true;          // the other triangle is not read
  bool transpose = false;     // solve with the transpose of the matrix
  bool unit_diagonal = false; // the diagonal counts as ones
};
/// x with a x = b; b is [..., n] or [..., n, columns].
template <TensorLike A, TensorLike B>
auto triangular_solve(const A &a, const B &b, const TriangularOptions &options = {},
                      detail::Place place = detail::Place::current()) {
  constexpr bool vector = detail::is_vector<A, B>();
  using T = detail::linear_element<A, B>;
  return detail::array_of<T, rank_of_operand<B>>(
      detail::trace_triangular_solve(detail::handle_as<T>(a, place), detail::handle_as<T>(b, place), options.lower,
                                     options.transpose, options.unit_diagonal, vector, place));
}
/// x with a x = b, by LU factorisation with pivots; infinities or NaN for singular a. b is [..., n] or
/// [..., n, columns].
template <TensorLike A, TensorLike B>
auto solve(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  constexpr bool vector = detail::is_vector<A, B>();
  using T = detail::linear_element<A, B>;
  return detail::array_of<T, rank_of_operand<B>>(
      detail::trace_solve(detail::handle_as<T>(a, place), detail::handle_as<T>(b, place), vector, place));
}
/// The inverse; ct::solve is faster and more exact where a product with it is wanted.
template <TensorLike A> auto inv(const A &a, detail::Place place = detail::Place::current()) {
  detail::require_matrices<rank_of_operand<A>>();
  using T = detail::linear_element<A>;
  return detail::array_of<T, rank_of_operand<A>>(detail::trace_inverse(detail::handle_as<T>(a, place), place));
}
template <TensorLike A> auto det(const A &a, detail::Place place = detail::Place::current()) {
  detail::require_matrices<rank_of_operand<A>>();
  using T = detail::linear_element<A>;
  return detail::array_of<T, rank_of_operand<A> - 2>(detail::trace_determinant(detail::handle_as<T>(a, place), place));
}
/// {sign, logarithm of the size} of the determinant; the sign of complex ones is a number on the unit circle.
template <TensorLike A> auto slogdet(const A &a, detail::Place place = detail::Place::current()) {
  detail::require_matrices<rank_of_operand<A>>();
  using T = detail::linear_element<A>;
  detail::TraceHandle results[2];
  detail::trace_slogdet(detail::handle_as<T>(a, place), results, place);
  return std::pair(detail::array_of<T, rank_of_operand<A> - 2>(results[0]),
                   detail::array_of<detail::part_of<T>, rank_of_operand<A> - 2>(results[1]));
}
/// {Q, R} with Q R = a: for [..., m, n] matrices and k = min(m, n), Q is [..., m, k] with orthonormal columns and R
/// [..., k, n] an upper triangle.
template <TensorLike A> auto qr(const A &a, detail::Place place = detail::Place::current()) {
  detail::require_matrices<rank_of_operand<A>>();
  using T = detail::linear_element<A>;
  detail::TraceHandle results[2];
  detail::trace_qr(detail::handle_as<T>(a, place), results, place);
  return std::pair(detail::array_of<T, rank_of_operand<A>>(results[0]),
                   detail::array_of<T, rank_of_operand<A>>(results[1]));
}
/// {eigenvalues in ascending order, eigenvectors as columns} of Hermitian matrices (the mean with the adjoint is
/// taken).
template <TensorLike A> auto eigh(const A &a, detail::Place place = detail::Place::current()) {
  detail::require_matrices<rank_of_operand<A>>();
  using T = detail::linear_element<A>;
  detail::TraceHandle results[2];
  detail::trace_eigh(detail::handle_as<T>(a, place), results, place);
  return std::pair(detail::array_of<detail::part_of<T>, rank_of_operand<A> - 1>(results[0]),
                   detail::array_of<T, rank_of_operand<A>>(results[1]));
}
/// {U, singular values in descending order, V^H} with U diag(s) V^H = a; U is [..., m, k], V^H [..., k, n], k = min(m,
/// n).
template <TensorLike A> auto svd(const A &a, detail::Place place = detail::Place::current()) {
  detail::require_matrices<rank_of_operand<A>>();
  using T = detail::linear_element<A>;
  detail::TraceHandle results[3];
  detail::trace_svd(detail::handle_as<T>(a, place), results, place);
  return std::tuple(detail::array_of<T, rank_of_operand<A>>(results[0]),
                    detail::array_of<detail::part_of<T>, rank_of_operand<A> - 1>(results[1]),
                    detail::array_of<T, rank_of_operand<A>>(results[2]));
}
/// x with the smallest |a x - b|, by QR factorisation: a is [..., m, n] with m >= n and independent columns.
template <TensorLike A, TensorLike B>
auto lstsq(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  constexpr bool vector = detail::is_vector<A, B>();
  using T = detail::linear_element<A, B>;
  return detail::array_of<T, rank_of_operand<B>>(
      detail::trace_least_squares(detail::handle_as<T>(a, place), detail::handle_as<T>(b, place), vector, place));
}
/// The sum of the diagonal.
template <TensorLike A> auto matrix_trace(const A &a, detail::Place place = detail::Place::current()) {
  return sum<-1>(diagonal(a, place), place);
}

} // namespace cotangent
