// Functions that take many elements together: sums and the like over dimensions, running sums, positions of the
// largest, sorting.
//
// Dimensions (axes) are known at compile time, because they decide the rank of the result; negative ones count from the
// end:
//   ct::sum(x)                    all dimensions
//   ct::sum<0>(x), ct::sum<0, -1>(x)
//   ct::sum(x, ct::axes<0, 2>)    the same in another form
//   ct::sum(x, ct::keep<1>)       the dimension stays, with size 1
#pragma once

#include <utility>

#include "cotangent/operations/elementwise.h"

namespace cotangent {

namespace detail {

enum class Reduction { sum, product, maximum, minimum, any, all, mean, variance, deviation, norm, log_sum_exp };
/// `correction`: variances divide by the number of elements less this.
TraceHandle trace_reduction(Reduction reduction, TraceHandle operand, Sizes dimensions, bool keeps, double correction,
                            Place place);
enum class AlongDimension { softmax, log_softmax, running_sum, running_product, running_maximum, running_minimum };
TraceHandle trace_along(AlongDimension function, TraceHandle operand, std::int64_t dimension, Place place);
TraceHandle trace_position_of_extreme(bool largest, TraceHandle operand, std::int64_t dimension, Place place);
/// Sorted values, and where they were.
void trace_sort(TraceHandle operand, std::int64_t dimension, bool descending, TraceHandle results[2], Place place);
void trace_top_k(TraceHandle operand, std::int64_t count, TraceHandle results[2], Place place);

/// The element type in which elements of type T are taken together, and that of the result.
template <Reduction reduction, class T> constexpr auto reduction_element() {
  if constexpr (reduction == Reduction::any || reduction == Reduction::all)
    return false;
  else if constexpr (reduction >= Reduction::mean)
    return real_or_complex<T>{};
  else if constexpr ((reduction == Reduction::sum || reduction == Reduction::product) && std::is_same_v<T, bool>)
    return std::int32_t{};
  else
    return T{};
}
template <Reduction reduction, class T> constexpr auto reduction_result() {
  using Element = decltype(reduction_element<reduction, T>());
  if constexpr (reduction == Reduction::norm || reduction == Reduction::variance || reduction == Reduction::deviation)
    return part_of<Element>{};
  else
    return Element{};
}

template <Reduction reduction, TensorLike A, bool keeps, int... numbers>
auto reduced(const A &x, Axes<keeps, numbers...> which, Place place, double correction = 0) {
  using T = element_t<A>;
  constexpr std::size_t rank = rank_of_operand<A>;
  static_assert(kind_of<T> != Kind::complex || (reduction != Reduction::maximum && reduction != Reduction::minimum &&
                                                reduction != Reduction::log_sum_exp),
                "complex numbers have no order");
  const auto dimensions = checked_axes<rank>(which);
  using Element = decltype(reduction_element<reduction, T>());
  return array_of<decltype(reduction_result<reduction, T>()), reduced_rank<rank, Axes<keeps, numbers...>>>(
      trace_reduction(reduction, handle_as<Element>(x, place), dimensions, keeps, correction, place));
}

template <int axis, TensorLike A> auto along(AlongDimension function, const A &x, Place place) {
  using T = element_t<A>;
  constexpr std::int64_t dimension = checked_axis<axis, rank_of_operand<A>>();
  return array_of<T, rank_of_operand<A>>(trace_along(function, handle_of(x, place), dimension, place));
}

} // namespace detail

// --- reductions
// ----------------------------------------------------------------------------------------------------------

/// Of bool the number of true elements, as std::int32_t.
template <TensorLike A, bool keeps, int... numbers>
auto sum(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::sum>(x, which, place);
}
template <int... numbers, TensorLike A> auto sum(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::sum>(x, axes<numbers...>, place);
}
template <TensorLike A, bool keeps, int... numbers>
auto prod(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::product>(x, which, place);
}
template <int... numbers, TensorLike A> auto prod(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::product>(x, axes<numbers...>, place);
}
/// The largest element; NaN if there is one. Of no elements the lowest value.
template <TensorLike A, bool keeps, int... numbers>
auto max(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::maximum>(x, which, place);
}
template <int... numbers, TensorLike A> auto max(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::maximum>(x, axes<numbers...>, place);
}
/// The smallest element; NaN if there is one. Of no elements the highest value.
template <TensorLike A, bool keeps, int... numbers>
auto min(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::minimum>(x, which, place);
}
template <int... numbers, TensorLike A> auto min(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::minimum>(x, axes<numbers...>, place);
}
/// Whether an element is true, or a number that is not zero.
template <TensorLike A, bool keeps, int... numbers>
auto any(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::any>(x, which, place);
}
template <int... numbers, TensorLike A> auto any(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::any>(x, axes<numbers...>, place);
}
/// Whether all elements are true, or numbers that are not zero.
template <TensorLike A, bool keeps, int... numbers>
auto all(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::all>(x, which, place);
}
template <int... numbers, TensorLike A> auto all(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::all>(x, axes<numbers...>, place);
}
template <TensorLike A, bool keeps, int... numbers>
auto mean(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::mean>(x, which, place);
}
template <int... numbers, TensorLike A> auto mean(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::mean>(x, axes<numbers...>, place);
}
/// The mean of |x - mean|²; the sum is divided by the number of elements less `correction`.
template <TensorLike A, bool keeps, int... numbers>
auto var(const A &x, Axes<keeps, numbers...> which, double correction = 0,
         detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::variance>(x, which, place, correction);
}
template <int... numbers, TensorLike A> auto var(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::variance>(x, axes<numbers...>, place);
}
/// The root of var.
template <TensorLike A, bool keeps, int... numbers>
auto stddev(const A &x, Axes<keeps, numbers...> which, double correction = 0,
            detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::deviation>(x, which, place, correction);
}
template <int... numbers, TensorLike A> auto stddev(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::deviation>(x, axes<numbers...>, place);
}
/// The root of the sum of |x|²; the derivative where all are zero is zero.
template <TensorLike A, bool keeps, int... numbers>
auto norm(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::norm>(x, which, place);
}
template <int... numbers, TensorLike A> auto norm(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::norm>(x, axes<numbers...>, place);
}
/// log(sum(exp(x))), without overflow.
template <TensorLike A, bool keeps, int... numbers>
auto logsumexp(const A &x, Axes<keeps, numbers...> which, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::log_sum_exp>(x, which, place);
}
template <int... numbers, TensorLike A> auto logsumexp(const A &x, detail::Place place = detail::Place::current()) {
  return detail::reduced<detail::Reduction::log_sum_exp>(x, axes<numbers...>, place);
}

// --- along one dimension
// -------------------------------------------------------------------------------------------------

/// exp(x) / sum(exp(x)), without overflow.
template <int axis = -1, TensorLike A> auto softmax(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::is_real<element_t<A>>, "softmax is of real numbers");
  return detail::along<axis>(detail::AlongDimension::softmax, x, place);
}
/// The logarithm of softmax.
template <int axis = -1, TensorLike A> auto log_softmax(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::is_real<element_t<A>>, "log_softmax is of real numbers");
  return detail::along<axis>(detail::AlongDimension::log_softmax, x, place);
}
/// Sums of all elements up to each.
template <int axis = -1, TensorLike A> auto cumsum(const A &x, detail::Place place = detail::Place::current()) {
  return detail::along<axis>(detail::AlongDimension::running_sum, x, place);
}
template <int axis = -1, TensorLike A> auto cumprod(const A &x, detail::Place place = detail::Place::current()) {
  return detail::along<axis>(detail::AlongDimension::running_product, x, place);
}
template <int axis = -1, TensorLike A> auto cummax(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> != detail::Kind::complex, "complex numbers have no order");
  return detail::along<axis>(detail::AlongDimension::running_maximum, x, place);
}
template <int axis = -1, TensorLike A> auto cummin(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> != detail::Kind::complex, "complex numbers have no order");
  return detail::along<axis>(detail::AlongDimension::running_minimum, x, place);
}

/// The position of the largest element along a dimension, the first of several; of NaN if there is one.
template <int axis = -1, TensorLike A> auto argmax(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> != detail::Kind::complex, "complex numbers have no order");
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  return detail::array_of<std::int32_t, rank_of_operand<A> - 1>(
      detail::trace_position_of_extreme(true, detail::handle_of(x, place), dimension, place));
}
/// The position of the smallest element along a dimension, the first of several; of NaN if there is one.
template <int axis = -1, TensorLike A> auto argmin(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> != detail::Kind::complex, "complex numbers have no order");
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  return detail::array_of<std::int32_t, rank_of_operand<A> - 1>(
      detail::trace_position_of_extreme(false, detail::handle_of(x, place), dimension, place));
}

/// In ascending order, equal elements in theirs; NaN last.
template <int axis = -1, TensorLike A>
auto sort(const A &x, bool descending = false, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> != detail::Kind::complex, "complex numbers have no order");
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  detail::TraceHandle results[2];
  detail::trace_sort(detail::handle_of(x, place), dimension, descending, results, place);
  return detail::array_of<element_t<A>, rank_of_operand<A>>(results[0]);
}
/// Where the elements of the sorted array were.
template <int axis = -1, TensorLike A>
auto argsort(const A &x, bool descending = false, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> != detail::Kind::complex, "complex numbers have no order");
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  detail::TraceHandle results[2];
  detail::trace_sort(detail::handle_of(x, place), dimension, descending, results, place);
  return detail::array_of<std::int32_t, rank_of_operand<A>>(results[1]);
}
/// The largest elements along the last dimension, in descending order, and their positions.
template <TensorLike A> auto top_k(const A &x, std::int64_t count, detail::Place place = detail::Place::current()) {
  detail::TraceHandle results[2];
  detail::trace_top_k(detail::handle_of(x, place), count, results, place);
  return std::pair(detail::array_of<element_t<A>, rank_of_operand<A>>(results[0]),
                   detail::array_of<std::int32_t, rank_of_operand<A>>(results[1]));
}

} // namespace cotangent
