// Parts of arrays by position, and arrays with such parts replaced.
//
//   ct::slice(x, ct::whole, ct::range(1, 5), 3)     rows all, columns 1 to 4, of the third dimension the element 3
//   ct::slice(x, i)                                 row i, where i may be a traced integer
//   ct::at(x, i, ct::whole).set(row)                x with row i replaced; also .add, .multiply, .get
//   ct::take(x, indices), ct::take<1>(x, indices)   rows (columns) at positions
//
// Integers take a dimension away. Dimensions that are not named are taken whole. Positions that are known when the
// program is traced count from the end if they are negative, and must exist; those computed by the program are moved
// into the array.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

#include "cotangent/operations/elementwise.h"

namespace cotangent {

/// All positions of a dimension.
struct Whole {};
inline constexpr Whole whole{};
/// Positions start, start + step, … before stop. Negative ones count from the end.
struct Range {
  std::int64_t start = 0, stop = 0, step = 1;
  bool to_end = false;
};
inline Range range(std::int64_t start, std::int64_t stop, std::int64_t step = 1) { return {start, stop, step, false}; }
/// From a position to the end.
inline Range range_from(std::int64_t start, std::int64_t step = 1) { return {start, 0, step, true}; }

namespace detail {

/// What is chosen of one dimension.
struct Choice {
  enum class Kind { whole, range, position, traced } kind = Kind::whole;
  Range range{};
  std::int64_t position = 0;
  TraceHandle traced{};
};
using Choices = std::span<const Choice>;
/// Dimensions with a position are gone from the result.
TraceHandle trace_choose(TraceHandle operand, Choices choices, Place place);
enum class Update { set, add, multiply };
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
  } else if constexpr (std::is_same_v<I, Range>) {
    choice.kind = Choice::Kind::range;
    choice.range = index;
  } else if constexpr (std::is_integral_v<I>) {
    choice.kind = Choice::Kind::position;
    choice.position = static_cast<std::int64_t>(index);
  } else {
    static_assert(TensorLike<I>, "an index is an integer (also a traced one), ct::whole or ct::range");
    static_assert(kind_of<element_t<I>> == Kind::integer && rank_of_operand<I> == 0,
                  "a traced index is an integer of rank 0; for several positions use ct::take");
    choice.kind = Choice::Kind::traced;
    choice.traced = handle_of(index, place);
  }
  return choice;
}
template <class I> inline constexpr bool takes_away = !std::is_same_v<I, Whole> && !std::is_same_v<I, Range>;

} // namespace detail

/// A part of an array, to be read or replaced.
template <TensorLike A, std::size_t M, std::size_t count> class Part {
public:
  Part(const A &array, const std::array<detail::Choice, count> &choices, detail::Place place)
      : array_(array), choices_(choices), place_(place) {}

  auto get() const {
    return detail::array_of<element_t<A>, M>(detail::trace_choose(detail::handle_of(array_, place_), choices_, place_));
  }
  /// The array with the part replaced; the value broadcasts to the part's shape.
  template <Operand V> auto set(const V &value) const { return updated(detail::Update::set, value); }
  /// The array with the value added to the part.
  template <Operand V> auto add(const V &value) const { return updated(detail::Update::add, value); }
  template <Operand V> auto multiply(const V &value) const { return updated(detail::Update::multiply, value); }

private:
  template <Operand V> auto updated(detail::Update update, const V &value) const {
    using T = element_t<A>;
    return detail::array_of<T, rank_of_operand<A>>(detail::trace_update(
        detail::handle_of(array_, place_), choices_, detail::handle_as<T>(value, place_), update, place_));
  }

  A array_;
  std::array<detail::Choice, count> choices_;
  detail::Place place_;
};

/// The part at these indices, one for each of the first dimensions.
template <TensorLike A, class... I> auto at(const A &x, const I &...indices) {
  static_assert(sizeof...(I) <= rank_of_operand<A>, "there are more indices than dimensions");
  constexpr std::size_t gone = (0 + ... + (detail::takes_away<I> ? 1 : 0));
  const detail::Place place{};
  return Part<A, rank_of_operand<A> - gone, sizeof...(I)>(
      x, std::array<detail::Choice, sizeof...(I)>{detail::choice_of(indices, place)...}, place);
}
template <TensorLike A, class... I> auto slice(const A &x, const I &...indices) { return at(x, indices...).get(); }

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
