// Functions of each element. Operands and results: see operand.h.
#pragma once

#include <string_view>

#include "cotangent/operations/operand.h"

namespace cotangent {

namespace detail {

enum class Unary {
  // of all numbers
  negate, absolute, sign, square,
  // of real numbers and integers
  ceil, floor, round, round_away, truncate,
  // of real and complex numbers
  cbrt, cosine, exponential, exponential_minus_one, logarithm, logarithm_plus_one, logistic, reciprocal_root, sine,
  square_root, tangent, hyperbolic_tangent, arc_cosine, hyperbolic_arc_cosine, arc_sine, hyperbolic_arc_sine,
  arc_tangent, hyperbolic_arc_tangent, hyperbolic_cosine, hyperbolic_sine, base_2_exponential, base_2_logarithm,
  base_10_logarithm, reciprocal,
  // of real numbers
  scaled_bessel_1, digamma, error_function, inverse_error_function, complementary_error_function, logarithm_of_gamma,
  // results of another type
  is_finite, is_infinite, is_not_a_number, real_part, imaginary_part, conjugate, phase,
  // of integers and bool
  invert, count_ones, count_leading_zeros,
  // activations
  relu, softplus, log_sigmoid, gelu, gelu_tanh, silu,
};
enum class Binary {
  add, subtract, multiply, divide, power, remainder, modulo, floor_divide, maximum, minimum, arc_tangent_2,
  bitwise_and, bitwise_or, bitwise_xor, shift_left, shift_right, hypotenuse, log_add_exp, next_after, polygamma, zeta,
  copy_sign, x_log_y, multiply_high, complex,
};
enum class Comparison { equal, not_equal, less, less_equal, greater, greater_equal };

TraceHandle trace_unary(Unary function, TraceHandle operand, Place place);
TraceHandle trace_binary(Binary function, TraceHandle left, TraceHandle right, Place place);
TraceHandle trace_compare(Comparison comparison, TraceHandle left, TraceHandle right, Place place);
TraceHandle trace_select(TraceHandle condition, TraceHandle on_true, TraceHandle on_false, Place place);
TraceHandle trace_clip(TraceHandle low, TraceHandle operand, TraceHandle high, Place place);
TraceHandle trace_bitcast(TraceHandle operand, std::string_view element, Place place);
TraceHandle trace_reduce_precision(TraceHandle operand, int exponent_bits, int mantissa_bits, Place place);

/// Result and operand have one type.
template <TensorLike A> auto unary(Unary function, const A &x, Place place) {
  using T = element_t<A>;
  return array_of<T, rank_of_operand<A>>(trace_unary(function, handle_of(x, place), place));
}
/// Integers become real numbers.
template <TensorLike A> auto analytic(Unary function, const A &x, Place place) {
  using T = real_or_complex<element_t<A>>;
  return array_of<T, rank_of_operand<A>>(trace_unary(function, handle_as<T>(x, place), place));
}
/// Only of real numbers; integers become real numbers.
template <TensorLike A> auto real_analytic(Unary function, const A &x, Place place) {
  static_assert(kind_of<element_t<A>> != Kind::complex, "this function is not defined for complex numbers");
  return analytic(function, x, place);
}
template <class Result, TensorLike A> auto unary_to(Unary function, const A &x, Place place) {
  return array_of<Result, rank_of_operand<A>>(trace_unary(function, handle_of(x, place), place));
}
template <class T, Operand A, Operand B> auto binary_in(Binary function, const A &a, const B &b, Place place) {
  return array_of<T, broadcast_rank<A, B>>(
      trace_binary(function, handle_as<T>(a, place), handle_as<T>(b, place), place));
}
template <Operand A, Operand B> auto binary(Binary function, const A &a, const B &b, Place place) {
  return binary_in<promoted_t<A, B>>(function, a, b, place);
}
template <Operand A, Operand B> auto real_binary(Binary function, const A &a, const B &b, Place place) {
  return binary_in<real_or_complex<promoted_t<A, B>>>(function, a, b, place);
}
template <Operand A, Operand B> auto bitwise(Binary function, const A &a, const B &b, Place place) {
  static_assert(kind_of<promoted_t<A, B>> <= Kind::integer, "bits are those of integers or bool");
  return binary(function, a, b, place);
}
template <Operand A, Operand B> auto logical(Binary function, const A &a, const B &b, Place place) {
  return array_of<bool, broadcast_rank<A, B>>(
      trace_binary(function, handle_as<bool>(a, place), handle_as<bool>(b, place), place));
}
template <bool for_complex, Operand A, Operand B>
auto compare(Comparison comparison, const A &a, const B &b, Place place) {
  using T = promoted_t<A, B>;
  static_assert(for_complex || kind_of<T> != Kind::complex, "complex numbers have no order");
  return array_of<bool, broadcast_rank<A, B>>(
      trace_compare(comparison, handle_as<T>(a, place), handle_as<T>(b, place), place));
}

} // namespace detail

// --- arithmetic ------------------------------------------------------------------------------------------------------
// The operators + - * / % and unary - of arrays are these functions.

template <Operand A, Operand B> auto add(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::add, a, b, place);
}
template <Operand A, Operand B> auto subtract(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::subtract, a, b, place);
}
template <Operand A, Operand B> auto multiply(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::multiply, a, b, place);
}
/// Of integers the quotient as in C++, rounded toward zero; see true_divide and floor_divide.
template <Operand A, Operand B> auto divide(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::divide, a, b, place);
}
/// Integers become real numbers.
template <Operand A, Operand B>
auto true_divide(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::divide, a, b, place);
}
/// The quotient rounded toward negative infinity.
template <Operand A, Operand B>
auto floor_divide(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::floor_divide, a, b, place);
}
/// As std::fmod and % of C++: the result has the sign of a.
template <Operand A, Operand B> auto remainder(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::remainder, a, b, place);
}
/// The result has the sign of b: a - b * floor(a / b).
template <Operand A, Operand B> auto mod(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::modulo, a, b, place);
}
template <Operand A, Operand B> auto power(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::power, a, b, place);
}
/// The same as power.
template <Operand A, Operand B>
  requires(TensorLike<A> || TensorLike<B>)
auto pow(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::power, a, b, place);
}
/// NaN if either is NaN.
template <Operand A, Operand B> auto maximum(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::maximum, a, b, place);
}
/// NaN if either is NaN.
template <Operand A, Operand B> auto minimum(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::binary(detail::Binary::minimum, a, b, place);
}
template <TensorLike A> auto negate(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::negate, x, place);
}
/// Of a complex number its modulus, a real number.
template <TensorLike A> auto abs(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary_to<detail::part_of<element_t<A>>>(detail::Unary::absolute, x, place);
}
/// -1, 0 or 1; x / |x| of complex numbers.
template <TensorLike A> auto sign(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::sign, x, place);
}
template <TensorLike A> auto square(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::square, x, place);
}
/// 1 / x
template <TensorLike A> auto reciprocal(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::reciprocal, x, place);
}

// --- rounding --------------------------------------------------------------------------------------------------------
template <TensorLike A> auto ceil(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::ceil, x, place);
}
template <TensorLike A> auto floor(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::floor, x, place);
}
/// To the nearest integer, ties to even.
template <TensorLike A> auto round(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::round, x, place);
}
/// To the nearest integer, ties away from zero.
template <TensorLike A> auto round_away(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::round_away, x, place);
}
/// Toward zero.
template <TensorLike A> auto trunc(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::truncate, x, place);
}

// --- exponentials, powers, logarithms ----------------------------------------------------------------------------------
template <TensorLike A> auto exp(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::exponential, x, place);
}
/// e^x - 1
template <TensorLike A> auto expm1(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::exponential_minus_one, x, place);
}
/// 2^x
template <TensorLike A> auto exp2(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::base_2_exponential, x, place);
}
template <TensorLike A> auto log(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::logarithm, x, place);
}
/// log(1 + x)
template <TensorLike A> auto log1p(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::logarithm_plus_one, x, place);
}
template <TensorLike A> auto log2(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::base_2_logarithm, x, place);
}
template <TensorLike A> auto log10(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::base_10_logarithm, x, place);
}
template <TensorLike A> auto sqrt(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::square_root, x, place);
}
/// 1 / sqrt(x)
template <TensorLike A> auto rsqrt(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::reciprocal_root, x, place);
}
template <TensorLike A> auto cbrt(const A &x, detail::Place place = detail::Place::current()) {
  return detail::real_analytic(detail::Unary::cbrt, x, place);
}
/// sqrt(a² + b²) without overflow.
template <Operand A, Operand B>
  requires(TensorLike<A> || TensorLike<B>)
auto hypot(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::hypotenuse, a, b, place);
}
/// log(e^a + e^b)
template <Operand A, Operand B> auto logaddexp(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::log_add_exp, a, b, place);
}

// --- trigonometric and hyperbolic functions ----------------------------------------------------------------------------
template <TensorLike A> auto sin(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::sine, x, place);
}
template <TensorLike A> auto cos(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::cosine, x, place);
}
template <TensorLike A> auto tan(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::tangent, x, place);
}
template <TensorLike A> auto asin(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::arc_sine, x, place);
}
template <TensorLike A> auto acos(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::arc_cosine, x, place);
}
template <TensorLike A> auto atan(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::arc_tangent, x, place);
}
template <Operand A, Operand B>
  requires(TensorLike<A> || TensorLike<B>)
auto atan2(const A &y, const B &x, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::arc_tangent_2, y, x, place);
}
template <TensorLike A> auto sinh(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::hyperbolic_sine, x, place);
}
template <TensorLike A> auto cosh(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::hyperbolic_cosine, x, place);
}
template <TensorLike A> auto tanh(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::hyperbolic_tangent, x, place);
}
template <TensorLike A> auto asinh(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::hyperbolic_arc_sine, x, place);
}
template <TensorLike A> auto acosh(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::hyperbolic_arc_cosine, x, place);
}
template <TensorLike A> auto atanh(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::hyperbolic_arc_tangent, x, place);
}
/// 1 / (1 + e^-x)
template <TensorLike A> auto sigmoid(const A &x, detail::Place place = detail::Place::current()) {
  return detail::analytic(detail::Unary::logistic, x, place);
}

// --- comparisons -----------------------------------------------------------------------------------------------------
// Also == != < <= > >=. A comparison with NaN is false, but not_equal is true.

template <Operand A, Operand B> auto equal(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::compare<true>(detail::Comparison::equal, a, b, place);
}
template <Operand A, Operand B> auto not_equal(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::compare<true>(detail::Comparison::not_equal, a, b, place);
}
template <Operand A, Operand B> auto less(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::compare<false>(detail::Comparison::less, a, b, place);
}
template <Operand A, Operand B>
auto less_equal(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::compare<false>(detail::Comparison::less_equal, a, b, place);
}
template <Operand A, Operand B> auto greater(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::compare<false>(detail::Comparison::greater, a, b, place);
}
template <Operand A, Operand B>
auto greater_equal(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::compare<false>(detail::Comparison::greater_equal, a, b, place);
}
template <TensorLike A> auto isfinite(const A &x, detail::Place place = detail::Place::current()) {
  return detail::array_of<bool, rank_of_operand<A>>(detail::trace_unary(
      detail::Unary::is_finite, detail::handle_as<detail::real_or_complex<element_t<A>>>(x, place), place));
}
template <TensorLike A> auto isinf(const A &x, detail::Place place = detail::Place::current()) {
  return detail::array_of<bool, rank_of_operand<A>>(detail::trace_unary(
      detail::Unary::is_infinite, detail::handle_as<detail::real_or_complex<element_t<A>>>(x, place), place));
}
template <TensorLike A> auto isnan(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary_to<bool>(detail::Unary::is_not_a_number, x, place);
}

// --- logic and bits --------------------------------------------------------------------------------------------------
// Numbers are true unless they are zero. The operators & | ^ ~ << >> are the bitwise functions, && || ! the logical
// ones; && and || compute both sides.

template <Operand A, Operand B>
auto logical_and(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::logical(detail::Binary::bitwise_and, a, b, place);
}
template <Operand A, Operand B>
auto logical_or(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::logical(detail::Binary::bitwise_or, a, b, place);
}
template <Operand A, Operand B>
auto logical_xor(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::logical(detail::Binary::bitwise_xor, a, b, place);
}
template <TensorLike A> auto logical_not(const A &x, detail::Place place = detail::Place::current()) {
  return detail::array_of<bool, rank_of_operand<A>>(
      detail::trace_unary(detail::Unary::invert, detail::handle_as<bool>(x, place), place));
}
template <Operand A, Operand B>
auto bitwise_and(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::bitwise(detail::Binary::bitwise_and, a, b, place);
}
template <Operand A, Operand B>
auto bitwise_or(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::bitwise(detail::Binary::bitwise_or, a, b, place);
}
template <Operand A, Operand B>
auto bitwise_xor(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::bitwise(detail::Binary::bitwise_xor, a, b, place);
}
template <TensorLike A> auto bitwise_not(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> <= detail::Kind::integer, "bits are those of integers or bool");
  return detail::unary(detail::Unary::invert, x, place);
}
/// Zero if b is the number of bits or more.
template <Operand A, Operand B>
auto shift_left(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::bitwise(detail::Binary::shift_left, a, b, place);
}
/// The sign is kept if the type of the result is signed.
template <Operand A, Operand B>
auto shift_right(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::bitwise(detail::Binary::shift_right, a, b, place);
}
/// How many bits are 1.
template <TensorLike A> auto popcount(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::count_ones, x, place);
}
template <TensorLike A> auto count_leading_zeros(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::count_leading_zeros, x, place);
}
/// The upper half of the bits of the product of integers.
template <Operand A, Operand B>
auto multiply_high(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::bitwise(detail::Binary::multiply_high, a, b, place);
}

// --- choices ---------------------------------------------------------------------------------------------------------
/// a where the condition is true, else b. Gradients flow only to the one that is chosen.
template <Operand C, Operand A, Operand B>
auto where(const C &condition, const A &a, const B &b, detail::Place place = detail::Place::current()) {
  using T = promoted_t<A, B>;
  return detail::array_of<T, broadcast_rank<C, A, B>>(
      detail::trace_select(detail::handle_as<bool>(condition, place), detail::handle_as<T>(a, place),
                           detail::handle_as<T>(b, place), place));
}
/// min(max(x, low), high); NaN stays.
template <TensorLike A, Operand Low, Operand High>
auto clip(const A &x, const Low &low, const High &high, detail::Place place = detail::Place::current()) {
  using T = promoted_t<A, Low, High>;
  return detail::array_of<T, broadcast_rank<A, Low, High>>(
      detail::trace_clip(detail::handle_as<T>(low, place), detail::handle_as<T>(x, place),
                         detail::handle_as<T>(high, place), place));
}

// --- types -----------------------------------------------------------------------------------------------------------
/// Elements in another type: to integers toward zero, to bool whether not zero, complex to real the real part.
template <ArrayElement T, TensorLike A> auto astype(const A &x, detail::Place place = detail::Place::current()) {
  return detail::array_of<T, rank_of_operand<A>>(detail::handle_as<T>(x, place));
}
/// The same as astype.
template <ArrayElement T, TensorLike A> auto convert(const A &x, detail::Place place = detail::Place::current()) {
  return astype<T>(x, place);
}
/// The same bits as elements of another type of the same size.
template <ArrayElement T, TensorLike A> auto bitcast(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(sizeof(T) == sizeof(element_t<A>), "both types must have the same size");
  return detail::array_of<T, rank_of_operand<A>>(
      detail::trace_bitcast(detail::handle_of(x, place), detail::element_name<T>, place));
}
/// Rounded to a format with fewer bits; the type stays.
template <TensorLike A>
auto reduce_precision(const A &x, int exponent_bits, int mantissa_bits,
                      detail::Place place = detail::Place::current()) {
  return detail::array_of<element_t<A>, rank_of_operand<A>>(
      detail::trace_reduce_precision(detail::handle_of(x, place), exponent_bits, mantissa_bits, place));
}

// --- complex numbers -------------------------------------------------------------------------------------------------
template <TensorLike A> auto real(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary_to<detail::part_of<element_t<A>>>(detail::Unary::real_part, x, place);
}
/// Zero of real numbers.
template <TensorLike A> auto imag(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary_to<detail::part_of<element_t<A>>>(detail::Unary::imaginary_part, x, place);
}
template <TensorLike A> auto conj(const A &x, detail::Place place = detail::Place::current()) {
  return detail::unary(detail::Unary::conjugate, x, place);
}
/// The phase: atan2(imag(x), real(x)).
template <TensorLike A> auto angle(const A &x, detail::Place place = detail::Place::current()) {
  using T = detail::real_or_complex<element_t<A>>;
  return detail::array_of<detail::part_of<T>, rank_of_operand<A>>(
      detail::trace_unary(detail::Unary::phase, detail::handle_as<T>(x, place), place));
}
/// Complex numbers from parts.
template <Operand A, Operand B>
auto make_complex(const A &real, const B &imag, detail::Place place = detail::Place::current()) {
  using T = detail::real_or_complex<promoted_t<A, B>>;
  static_assert(detail::kind_of<T> == detail::Kind::real, "the parts of a complex number are real");
  return detail::array_of<std::complex<T>, broadcast_rank<A, B>>(detail::trace_binary(
      detail::Binary::complex, detail::handle_as<T>(real, place), detail::handle_as<T>(imag, place), place));
}

// --- more ------------------------------------------------------------------------------------------------------------
/// The next number after a in the direction of b.
template <Operand A, Operand B>
  requires(TensorLike<A> || TensorLike<B>)
auto nextafter(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::next_after, a, b, place);
}
/// |a| with the sign of b, also that of zeros.
template <Operand A, Operand B>
  requires(TensorLike<A> || TensorLike<B>)
auto copysign(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  return detail::real_binary(detail::Binary::copy_sign, a, b, place);
}
template <TensorLike A> auto degrees(const A &x, detail::Place place = detail::Place::current()) {
  return multiply(x, 57.295779513082320876798154814105, place);
}
template <TensorLike A> auto radians(const A &x, detail::Place place = detail::Place::current()) {
  return multiply(x, 0.017453292519943295769236907684886, place);
}

} // namespace cotangent
