// Fourier transforms over the last dimension or the last D dimensions (Cooley and Tukey, 1965): of [..., n] arrays
// X[k] = sum x[j] exp(-2 pi i j k / n), and inverse transforms divided by the number of elements.
#pragma once

#include "cotangent/operations/elementwise.h"

namespace cotangent {

namespace detail {

enum class Fourier { forward, inverse, real_forward, real_inverse };
/// `length`: of the last dimension of the result of a real inverse transform.
TraceHandle trace_fourier(Fourier kind, TraceHandle operand, std::size_t dimensions, std::int64_t length, Place place);

template <class T>
using complex_element = std::conditional_t<kind_of<T> == Kind::complex, T, std::complex<real_or_complex<part_of<T>>>>;

template <std::size_t D, TensorLike A> auto transformed(Fourier kind, const A &x, Place place) {
  using T = complex_element<element_t<A>>;
  static_assert(D >= 1 && D <= 3 && rank_of_operand<A> >= D, "transforms go over one, two or three dimensions");
  return array_of<T, rank_of_operand<A>>(trace_fourier(kind, handle_as<T>(x, place), D, 0, place));
}

} // namespace detail

template <std::size_t D = 1, TensorLike A> auto fft(const A &x, detail::Place place = detail::Place::current()) {
  return detail::transformed<D>(detail::Fourier::forward, x, place);
}
template <std::size_t D = 1, TensorLike A> auto ifft(const A &x, detail::Place place = detail::Place::current()) {
  return detail::transformed<D>(detail::Fourier::inverse, x, place);
}
/// Of real numbers: the first n / 2 + 1 elements of the last dimension, which decide the others.
template <std::size_t D = 1, TensorLike A> auto rfft(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> != detail::Kind::complex, "rfft is of real numbers; use fft");
  static_assert(D >= 1 && D <= 3 && rank_of_operand<A> >= D, "transforms go over one, two or three dimensions");
  using T = detail::real_or_complex<element_t<A>>;
  return detail::array_of<std::complex<T>, rank_of_operand<A>>(
      detail::trace_fourier(detail::Fourier::real_forward, detail::handle_as<T>(x, place), D, 0, place));
}
/// The inverse of rfft; `length` is that of the last dimension of the result, 0 for 2 (m - 1) of m elements.
template <std::size_t D = 1, TensorLike A>
auto irfft(const A &x, std::int64_t length = 0, detail::Place place = detail::Place::current()) {
  static_assert(D >= 1 && D <= 3 && rank_of_operand<A> >= D, "transforms go over one, two or three dimensions");
  using T = detail::complex_element<element_t<A>>;
  return detail::array_of<detail::part_of<T>, rank_of_operand<A>>(
      detail::trace_fourier(detail::Fourier::real_inverse, detail::handle_as<T>(x, place), D, length, place));
}

} // namespace cotangent
