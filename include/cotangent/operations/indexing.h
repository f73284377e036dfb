// Parts of arrays by position, and arrays with such parts replaced.
//
//   x(ct::whole, ct::range(1, 5), 3)       rows all, columns 1 to 4, of the third dimension the element 3
//   x[i], x(i)                             row i, where i may be a traced integer
//   x(rows, columns)                       with arrays of positions, which broadcast together
//   x(ct::ellipsis, 0), x(ct::new_axis)    all dimensions in between whole; a further dimension of size 1
//   ct::slice(x, 0, ct::whole)             the same as a function, of concrete arrays too
//   ct::at(x, i, ct::whole).set(row)       x with row i replaced; also .add, .multiply, .min, .max, .get
//   ct::take(x, rows), ct::take<1>(x, columns)
//
// Integers take a dimension away. Dimensions that are not named are taken whole. Positions that are known when the
// program is traced count from the end if they are negative, and must exist. Those that the program computes count from
// the end too; when elements are read they are moved into the array, and what would be written outside is left out
// (of a single part: the part is moved into the array).
//
// The dimensions of arrays of positions stand where the first of these arrays stands; in front of all others if whole
// dimensions or ranges are in between.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include "cotangent/operations/elementwise.h"

namespace cotangent {

/// All positions of a dimension.
struct Whole {};
inline constexpr Whole whole{};
/// All positions of all dimensions that have no other index.
struct Ellipsis {};
inline constexpr Ellipsis ellipsis{};
/// A further dimension of size 1.
struct NewAxis {};
inline constexpr NewAxis new_axis{};
/// Positions start, start + step, … before stop. Negative ones count from the end.
struct Range {
  std::int64_t start = 0, stop = 0, step = 1;
  bool to_end = false;
};
inline Range range(std::int64_t start, std::int64_t stop, std::int64_t step = 1) { return {start, stop, step, false}; }
/// Positions 0, 1, … before stop.
inline Range range(std::int64_t stop) { return {0, stop, 1, false}; }
/// From a position to the end.
inline Range range_from(std::int64_t start, std::int64_t step = 1) { return {start, 0, step, true}; }

namespace detail {

/// What is chosen of one dimension.
struct Choice {
  enum class Kind { whole, range, position, traced, ellipsis, new_axis } kind = Kind::whole;
  Range range{};
  std::int64_t position = 0;
  TraceHandle traced{};
};
using Choices = std::span<const Choice>;
/// Dimensions with a position are gone from the result.
TraceHandle trace_choose(TraceHandle operand, Choices choices, Place place);
enum class Update { set, add, multiply, minimum, maximum };
/// The value broadcasts to the shape that trace_choose gives.
TraceHandle trace_update(TraceHandle operand, Choices choices, TraceHandle value, Update update, Place place);
TraceHandle trace_take(TraceHandle operand, TraceHandle indices, std::int64_t dimension, Place place);
TraceHandle trace_take_along(TraceHandle operand, TraceHandle indices, std::int64_t dimension, Place place);
/// Rows are added (or set) at positions of the first dimension.
TraceHandle trace_scatter(TraceHandle operand, TraceHandle indices, TraceHandle rows, Update update, Place place);
TraceHandle trace_interpolate(TraceHandle x, TraceHandle points, TraceHandle values, Place place);

template <class I> Choice choice_of(const I &index, Place place) {
  Choice choice;
  if constexpr (std::is_same_v<I, Whole>) {
    choice.kind = Choice::Kind::whole;
  } else if constexpr (std::is_same_v<I, Ellipsis>) {
    choice.kind = Choice::Kind::ellipsis;
  } else if constexpr (std::is_same_v<I, NewAxis>) {
    choice.kind = Choice::Kind::new_axis;
  } else if constexpr (std::is_same_v<I, Range>) {
    choice.kind = Choice::Kind::range;
    choice.range = index;
  } else if constexpr (std::is_integral_v<I>) {
    choice.kind = Choice::Kind::position;
    choice.position = static_cast<std::int64_t>(index);
  } else {
    static_assert(TensorLike<I>, "an index is an integer, an array of integers, ct::whole, ct::range, ct::ellipsis or "
                                 "ct::new_axis");
    static_assert(kind_of<element_t<I>> != Kind::boolean,
                  "an array of bool is no index, because how many elements it chooses is not known when the program is "
                  "traced: use ct::where");
    static_assert(kind_of<element_t<I>> == Kind::integer, "positions are integers");
    choice.kind = Choice::Kind::traced;
    choice.traced = handle_of(index, place);
  }
  return choice;
}

/// How the index of one dimension changes the rank.
template <class I> inline constexpr bool is_new_axis = std::is_same_v<I, NewAxis>;
template <class I> inline constexpr bool is_computed = TensorLike<I>;
template <class I> inline constexpr bool takes_away = std::is_integral_v<I> || TensorLike<I>;

/// The rank of what the indices choose of an array of rank N.
template <std::size_t N, class... I> constexpr std::size_t chosen_rank() {
  static_assert((0 + ... + (std::is_same_v<I, Ellipsis> ? 1 : 0)) <= 1, "there can be only one ct::ellipsis");
  static_assert((0 + ... + (is_new_axis<I> || std::is_same_v<I, Ellipsis> ? 0 : 1)) <= N,
                "there are more indices than dimensions");
  return N + (0 + ... + (is_new_axis<I> ? 1 : 0)) - (0 + ... + (takes_away<I> ? 1 : 0)) +
         std::max({std::size_t{0}, (is_computed<I> ? rank_of_operand<I> : 0)...});
}

/// A part of an array, to be read or replaced.
template <TensorLike A, std::size_t M, std::size_t count> class Part {
public:
  Part(const A &array, const std::array<Choice, count> &choices, Place place)
      : array_(array), choices_(choices), place_(place) {}

  auto get() const { return array_of<element_t<A>, M>(trace_choose(handle_of(array_, place_), choices_, place_)); }
  /// The array with the part replaced; the value broadcasts to the part's shape. Of several values for one element one
  /// counts.
  template <Operand V> auto set(const V &value) const { return updated(Update::set, value); }
  /// The array with the value added to the part; of several values for one element all count.
  template <Operand V> auto add(const V &value) const { return updated(Update::add, value); }
  template <Operand V> auto multiply(const V &value) const { return updated(Update::multiply, value); }
  template <Operand V> auto min(const V &value) const { return updated(Update::minimum, value); }
  template <Operand V> auto max(const V &value) const { return updated(Update::maximum, value); }

private:
  template <Operand V> auto updated(Update update, const V &value) const {
    using T = element_t<A>;
    return array_of<T, rank_of_operand<A>>(
        trace_update(handle_of(array_, place_), choices_, handle_as<T>(value, place_), update, place_));
  }

  A array_;
  std::array<Choice, count> choices_;
  Place place_;
};

template <TensorLike A, class... I> auto chosen(Place place, const A &x, const I &...indices) {
  const std::array<Choice, sizeof...(I)> choices{choice_of(indices, place)...};
  return array_of<element_t<A>, chosen_rank<rank_of_operand<A>, I...>()>(
      trace_choose(handle_of(x, place), choices, place));
}

} // namespace detail

/// The part at these indices, one for each of the first dimensions: ct::at(x, 0, ct::whole).set(row).
template <TensorLike A, class... I>
class at : public detail::Part<A, detail::chosen_rank<rank_of_operand<A>, I...>(), sizeof...(I)> {
public:
  at(const A &x, const I &...indices, detail::Place place = detail::Place::current())
      : detail::Part<A, detail::chosen_rank<rank_of_operand<A>, I...>(), sizeof...(I)>(
            x, std::array<detail::Choice, sizeof...(I)>{detail::choice_of(indices, place)...}, place) {}
};
template <TensorLike A, class... I> at(const A &, const I &...) -> at<A, I...>;

/// The elements at these indices. (With more than four indices errors do not know the place.)
template <TensorLike A, class I> auto slice(const A &x, const I &i, detail::Place place = detail::Place::current()) {
  return detail::chosen(place, x, i);
}
template <TensorLike A, class I, class J>
auto slice(const A &x, const I &i, const J &j, detail::Place place = detail::Place::current()) {
  return detail::chosen(place, x, i, j);
}
template <TensorLike A, class I, class J, class K>
auto slice(const A &x, const I &i, const J &j, const K &k, detail::Place place = detail::Place::current()) {
  return detail::chosen(place, x, i, j, k);
}
template <TensorLike A, class I, class J, class K, class L>
auto slice(const A &x, const I &i, const J &j, const K &k, const L &l,
           detail::Place place = detail::Place::current()) {
  return detail::chosen(place, x, i, j, k, l);
}
template <TensorLike A, class... I>
  requires(sizeof...(I) > 4)
auto slice(const A &x, const I &...indices) {
  return detail::chosen(detail::Place{}, x, indices...);
}

/// Slices of a dimension at positions; the dimensions of the indices stand in its place.
template <int axis = 0, TensorLike A, TensorLike I>
auto take(const A &x, const I &indices, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<I>> == detail::Kind::integer, "positions are integers");
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  return detail::array_of<element_t<A>, rank_of_operand<A> + rank_of_operand<I> - 1>(
      detail::trace_take(detail::handle_of(x, place), detail::handle_of(indices, place), dimension, place));
}
/// Element [.., i, ..] of the result is x[.., indices[.., i, ..], ..]: both have the same other dimensions.
template <int axis = -1, TensorLike A, TensorLike I>
auto take_along(const A &x, const I &indices, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<I>> == detail::Kind::integer, "positions are integers");
  static_assert(rank_of_operand<A> == rank_of_operand<I>, "indices and array have the same rank");
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  return detail::array_of<element_t<A>, rank_of_operand<A>>(
      detail::trace_take_along(detail::handle_of(x, place), detail::handle_of(indices, place), dimension, place));
}
/// x with rows added at positions of the first dimension; positions outside are left out.
template <TensorLike A, TensorLike I, TensorLike R>
auto scatter_add(const A &x, const I &indices, const R &rows, detail::Place place = detail::Place::current()) {
  using T = element_t<A>;
  static_assert(rank_of_operand<I> == 1 && rank_of_operand<R> == rank_of_operand<A>,
                "indices are [count], rows [count, sizes...]");
  return detail::array_of<T, rank_of_operand<A>>(
      detail::trace_scatter(detail::handle_of(x, place), detail::handle_of(indices, place),
                            detail::handle_as<T>(rows, place), detail::Update::add, place));
}
/// The same, and rows are replaced; of several for one position the last one counts.
template <TensorLike A, TensorLike I, TensorLike R>
auto scatter_set(const A &x, const I &indices, const R &rows, detail::Place place = detail::Place::current()) {
  using T = element_t<A>;
  static_assert(rank_of_operand<I> == 1 && rank_of_operand<R> == rank_of_operand<A>,
                "indices are [count], rows [count, sizes...]");
  return detail::array_of<T, rank_of_operand<A>>(
      detail::trace_scatter(detail::handle_of(x, place), detail::handle_of(indices, place),
                            detail::handle_as<T>(rows, place), detail::Update::set, place));
}
/// Piecewise linear interpolation of values at ascending points; constant beyond them.
template <TensorLike X, TensorLike P, TensorLike V>
auto interp(const X &x, const P &points, const V &values, detail::Place place = detail::Place::current()) {
  using T = detail::real_or_complex<promoted_t<X, P, V>>;
  static_assert(rank_of_operand<P> == 1 && rank_of_operand<V> == 1, "points and values have one dimension");
  static_assert(std::is_floating_point_v<T>, "interpolation is of float or double");
  return detail::array_of<T, rank_of_operand<X>>(detail::trace_interpolate(
      detail::handle_as<T>(x, place), detail::handle_as<T>(points, place), detail::handle_as<T>(values, place), place));
}

} // namespace cotangent
