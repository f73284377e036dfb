// Special functions.
#pragma once

#include "cotangent/operations/elementwise.h"

namespace cotangent {

template <TensorLike A> auto erf(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::error_function, x, place);
}
/// 1 - erf(x)
template <TensorLike A> auto erfc(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::complementary_error_function, x, place);
}
/// The inverse of erf.
template <TensorLike A> auto erf_inv(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::inverse_error_function, x, place);
}
/// log |gamma(x)|
template <TensorLike A> auto lgamma(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::logarithm_of_gamma, x, place);
}
/// The derivative of lgamma.
template <TensorLike A> auto digamma(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::digamma, x, place);
}
/// The derivative of order n of digamma.
template <Operand A, Operand B> auto polygamma(const A &n, const B &x, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::polygamma, n, x, place);
}
/// Hurwitz's zeta function: the sum over k of (q + k)^-x.
template <Operand A, Operand B> auto zeta(const A &x, const B &q, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::zeta, x, q, place);
}
/// e^-|x| times the modified Bessel function of order 1.
template <TensorLike A> auto bessel_i1e(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::scaled_bessel_1, x, place);
}
/// log of the beta function of positive numbers.
template <Operand A, Operand B>
  requires(TensorLike<A> && TensorLike<B>)
auto betaln(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return subtract(add(lgamma(a, place), lgamma(b, place), place), lgamma(add(a, b, place), place), place);
}
/// log(x / (1 - x)), the inverse of sigmoid.
template <TensorLike A> auto logit(const A &x, detail::Place place = detail::Place::current()) {
  return subtract(log(x, place), log1p(negate(x, place), place), place);
}
/// x log(y), zero if x is zero.
template <Operand A, Operand B> auto xlogy(const A &x, const B &y, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::x_log_y, x, y, place);
}
/// -x log(x), zero at zero.
template <TensorLike A> auto entr(const A &x, detail::Place place = detail::Place::current()) {
  return negate(xlogy(x, x, place), place);
}
/// The probability that a standard normal number is below x.
template <TensorLike A> auto normal_cdf(const A &x, detail::Place place = detail::Place::current()) {
  return multiply(0.5, erfc(multiply(x, -0.70710678118654752440084436210485, place), place), place);
}
/// The inverse of normal_cdf.
template <TensorLike A> auto normal_quantile(const A &p, detail::Place place = detail::Place::current()) {
  return multiply(1.4142135623730950488016887242097, erf_inv(subtract(multiply(2.0, p, place), 1.0, place), place),
                  place);
}

} // namespace cotangent
