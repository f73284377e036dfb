// Functions that make arrays and move their elements: shapes, orders, joining and cutting.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "cotangent/operations/elementwise.h"

namespace cotangent {

namespace detail {

TraceHandle trace_reshape(TraceHandle operand, Sizes shape, Place place);
TraceHandle trace_transpose(TraceHandle operand, Sizes permutation, Place place);
TraceHandle trace_broadcast_to(TraceHandle operand, Sizes shape, Place place);
TraceHandle trace_flip(TraceHandle operand, Sizes dimensions, Place place);
TraceHandle trace_roll(TraceHandle operand, std::int64_t shift, std::int64_t dimension, Place place);
TraceHandle trace_concatenate(Handles operands, std::int64_t dimension, Place place);
TraceHandle trace_slice(TraceHandle operand, Sizes start, Sizes limit, Sizes step, Place place);
TraceHandle trace_pad(TraceHandle operand, TraceHandle padding, Sizes low, Sizes high, Place place);
TraceHandle trace_tile(TraceHandle operand, Sizes repeats, Place place);
TraceHandle trace_repeat(TraceHandle operand, std::int64_t count, std::int64_t dimension, Place place);
TraceHandle trace_iota(std::string_view element, Sizes shape, std::int64_t dimension, Place place);
/// Where dimension -2 less dimension -1 stands in the order to an offset; elsewhere zero.
TraceHandle trace_triangle(TraceHandle operand, bool lower, std::int64_t offset, Place place);
/// The diagonal of matrices, and matrices with a diagonal.
TraceHandle trace_diagonal(TraceHandle operand, Place place);
TraceHandle trace_diagonal_matrix(TraceHandle operand, Place place);
TraceHandle trace_one_hot(TraceHandle labels, std::int64_t classes, std::string_view element, Place place);
[[noreturn]] void refuse_sizes(const char *function, Sizes shape, const std::string &why, Place place);

template <class T, std::size_t N>
TracedArray<T, N> filled_array(TraceHandle number, const std::array<std::int64_t, N> &shape, Place place) {
  return array_of<T, N>(trace_broadcast_to(number, shape, place));
}

} // namespace detail

// --- arrays made of nothing
// ----------------------------------------------------------------------------------------------

template <class T, std::size_t N>
TracedArray<T, N> full(const std::array<std::int64_t, N> &shape, T number,
                       detail::Place place = detail::Place::current()) {
  return detail::filled_array<T>(detail::handle_as<T>(number, place), shape, place);
}
template <class T = float, std::size_t N>
TracedArray<T, N> zeros(const std::array<std::int64_t, N> &shape, detail::Place place = detail::Place::current()) {
  return full<T>(shape, T(0), place);
}
template <class T = float, std::size_t N>
TracedArray<T, N> ones(const std::array<std::int64_t, N> &shape, detail::Place place = detail::Place::current()) {
  return full<T>(shape, T(1), place);
}
template <TensorLike A> auto zeros_like(const A &x, detail::Place place = detail::Place::current()) {
  return zeros<element_t<A>>(x.shape(), place);
}
template <TensorLike A> auto ones_like(const A &x, detail::Place place = detail::Place::current()) {
  return ones<element_t<A>>(x.shape(), place);
}
template <TensorLike A>
auto full_like(const A &x, element_t<A> number, detail::Place place = detail::Place::current()) {
  return full<element_t<A>>(x.shape(), number, place);
}
/// The index of each element along a dimension.
template <class T = std::int32_t, std::size_t N>
TracedArray<T, N> iota(const std::array<std::int64_t, N> &shape, std::int64_t dimension,
                       detail::Place place = detail::Place::current()) {
  return detail::array_of<T, N>(detail::trace_iota(detail::element_name<T>, shape, dimension, place));
}
/// 0, 1, … count - 1
template <class T = std::int32_t>
TracedArray<T, 1> arange(std::int64_t count, detail::Place place = detail::Place::current()) {
  return iota<T>(std::array<std::int64_t, 1>{count}, 0, place);
}
/// Numbers from first to last, both included, at equal distances.
template <class T = float>
TracedArray<T, 1> linspace(T first, T last, std::int64_t count, detail::Place place = detail::Place::current()) {
  static_assert(std::is_floating_point_v<T>, "the numbers are float or double");
  T step = count > 1 ? (last - first) / static_cast<T>(count - 1) : T(0);
  return add(multiply(arange<T>(count, place), step, place), first, place);
}
/// The identity matrix.
template <class T = float> TracedArray<T, 2> eye(std::int64_t size, detail::Place place = detail::Place::current()) {
  return detail::array_of<T, 2>(
      detail::trace_diagonal_matrix(ones<T>(std::array<std::int64_t, 1>{size}, place).handle(), place));
}

// --- shapes
// ------------------------------------------------------------------------------------------------------------------

/// The same elements in row-major order; one size may be -1: what is left.
template <std::size_t M, TensorLike A>
auto reshape(const A &x, const std::array<std::int64_t, M> &shape, detail::Place place = detail::Place::current()) {
  return detail::array_of<element_t<A>, M>(detail::trace_reshape(detail::handle_of(x, place), shape, place));
}
/// ct::reshape(x, 32, -1)
template <TensorLike A, std::integral... Size>
  requires(sizeof...(Size) > 0)
auto reshape(const A &x, Size... sizes) {
  return reshape(x, std::array<std::int64_t, sizeof...(Size)>{static_cast<std::int64_t>(sizes)...}, detail::Place{});
}
/// All elements in one dimension.
template <TensorLike A> auto flatten(const A &x, detail::Place place = detail::Place::current()) {
  return reshape(x, std::array<std::int64_t, 1>{-1}, place);
}
/// Dimension i of the result is dimension permutation[i] of x; without numbers all in reverse order.
template <int... permutation, TensorLike A> auto transpose(const A &x, detail::Place place = detail::Place::current()) {
  constexpr std::size_t rank = rank_of_operand<A>;
  static_assert(sizeof...(permutation) == 0 || sizeof...(permutation) == rank,
                "a permutation names each dimension once");
  std::array<std::int64_t, rank> order{};
  if constexpr (sizeof...(permutation) == 0) {
    for (std::size_t at = 0; at < rank; ++at)
      order[at] = static_cast<std::int64_t>(rank - 1 - at);
  } else {
    order = detail::checked_axes<rank>(axes<permutation...>);
  }
  return detail::array_of<element_t<A>, rank>(detail::trace_transpose(detail::handle_of(x, place), order, place));
}
template <int first, int second, TensorLike A>
auto swapaxes(const A &x, detail::Place place = detail::Place::current()) {
  constexpr std::size_t rank = rank_of_operand<A>;
  std::array<std::int64_t, rank> order{};
  for (std::size_t at = 0; at < rank; ++at)
    order[at] = static_cast<std::int64_t>(at);
  std::swap(order[detail::checked_axis<first, rank>()], order[detail::checked_axis<second, rank>()]);
  return detail::array_of<element_t<A>, rank>(detail::trace_transpose(detail::handle_of(x, place), order, place));
}
/// Dimension `from` of x becomes dimension `to`; the others keep their order.
template <int from, int to, TensorLike A> auto moveaxis(const A &x, detail::Place place = detail::Place::current()) {
  constexpr std::size_t rank = rank_of_operand<A>;
  constexpr std::int64_t source = detail::checked_axis<from, rank>(), target = detail::checked_axis<to, rank>();
  std::array<std::int64_t, rank> order{};
  std::int64_t other = 0;
  for (std::int64_t at = 0; at < static_cast<std::int64_t>(rank); ++at) {
    if (at == target) {
      order[static_cast<std::size_t>(at)] = source;
      continue;
    }
    other += other == source ? 1 : 0;
    order[static_cast<std::size_t>(at)] = other++;
  }
  return detail::array_of<element_t<A>, rank>(detail::trace_transpose(detail::handle_of(x, place), order, place));
}
/// A further dimension of size 1, at this position of the result.
template <int axis, TensorLike A> auto expand_dims(const A &x, detail::Place place = detail::Place::current()) {
  constexpr std::size_t rank = rank_of_operand<A> + 1;
  constexpr auto at = static_cast<std::size_t>(detail::checked_axis<axis, rank>());
  std::array<std::int64_t, rank> shape{};
  for (std::size_t to = 0; to < rank; ++to)
    shape[to] = to == at ? 1 : x.shape()[to - (to > at ? 1 : 0)];
  return reshape(x, shape, place);
}
/// Without a dimension, whose size is 1.
template <int axis, TensorLike A> auto squeeze(const A &x, detail::Place place = detail::Place::current()) {
  constexpr std::size_t rank = rank_of_operand<A>;
  constexpr auto at = static_cast<std::size_t>(detail::checked_axis<axis, rank>());
  if (x.shape()[at] != 1)
    detail::refuse_sizes("squeeze", x.shape(), "dimension " + std::to_string(at) + " has not the size 1", place);
  std::array<std::int64_t, rank - 1> shape{};
  for (std::size_t to = 0; to + 1 < rank; ++to)
    shape[to] = x.shape()[to + (to >= at ? 1 : 0)];
  return reshape(x, shape, place);
}
/// Dimensions are aligned at the end, sizes of 1 are repeated.
template <std::size_t M, Operand A>
auto broadcast_to(const A &x, const std::array<std::int64_t, M> &shape,
                  detail::Place place = detail::Place::current()) {
  return detail::array_of<element_t<A>, M>(detail::trace_broadcast_to(detail::handle_of(x, place), shape, place));
}

// --- orders
// ------------------------------------------------------------------------------------------------------------------

/// In reverse order along these dimensions; without numbers along all.
template <int... dimensions, TensorLike A> auto flip(const A &x, detail::Place place = detail::Place::current()) {
  constexpr std::size_t rank = rank_of_operand<A>;
  const auto list = detail::checked_axes<rank>(axes<dimensions...>);
  return detail::array_of<element_t<A>, rank>(detail::trace_flip(detail::handle_of(x, place), list, place));
}
/// Each element moves on by `shift`; those beyond the end come to the front.
template <int axis = 0, TensorLike A>
auto roll(const A &x, std::int64_t shift, detail::Place place = detail::Place::current()) {
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  return detail::array_of<element_t<A>, rank_of_operand<A>>(
      detail::trace_roll(detail::handle_of(x, place), shift, dimension, place));
}

// --- joining and cutting
// -----------------------------------------------------------------------------------------------------

/// One behind the other along a dimension.
template <int axis = 0, TensorLike... A>
  requires(sizeof...(A) > 0)
auto concatenate(const A &...parts) {
  using T = promoted_t<A...>;
  constexpr std::size_t rank = broadcast_rank<A...>;
  static_assert(((rank_of_operand<A> == rank) && ...), "arrays that are joined have the same rank");
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank>();
  const detail::TraceHandle handles[] = {detail::handle_as<T>(parts, detail::Place{})...};
  return detail::array_of<T, rank>(detail::trace_concatenate(handles, dimension, {}));
}
template <int axis = 0, class T, std::size_t N>
auto concatenate(const std::vector<TracedArray<T, N>> &parts, detail::Place place = detail::Place::current()) {
  constexpr std::int64_t dimension = detail::checked_axis<axis, N>();
  std::vector<detail::TraceHandle> handles;
  for (const auto &part : parts)
    handles.push_back(part.handle());
  return detail::array_of<T, N>(detail::trace_concatenate(handles, dimension, place));
}
/// Arrays of one shape along a new dimension.
template <int axis = 0, TensorLike... A>
  requires(sizeof...(A) > 0)
auto stack(const A &...parts) {
  return concatenate<axis>(expand_dims<axis>(parts)...);
}
template <int axis = 0, class T, std::size_t N>
auto stack(const std::vector<TracedArray<T, N>> &parts, detail::Place place = detail::Place::current()) {
  std::vector<TracedArray<T, N + 1>> expanded;
  for (const auto &part : parts)
    expanded.push_back(expand_dims<axis>(part, place));
  return concatenate<axis>(expanded, place);
}
/// So many equal parts along a dimension.
template <int axis = 0, TensorLike A>
auto split(const A &x, std::int64_t parts, detail::Place place = detail::Place::current()) {
  constexpr std::size_t rank = rank_of_operand<A>;
  constexpr auto at = static_cast<std::size_t>(detail::checked_axis<axis, rank>());
  if (parts < 1 || x.shape()[at] % parts != 0)
    detail::refuse_sizes(
        "split", x.shape(),
        "dimension " + std::to_string(at) + " cannot be cut into " + std::to_string(parts) + " equal parts", place);
  const std::int64_t size = x.shape()[at] / parts;
  std::array<std::int64_t, rank> start{}, limit = x.shape(), step{};
  step.fill(1);
  std::vector<TracedArray<element_t<A>, rank>> results;
  for (std::int64_t part = 0; part < parts; ++part) {
    start[at] = part * size;
    limit[at] = (part + 1) * size;
    results.push_back(detail::array_of<element_t<A>, rank>(
        detail::trace_slice(detail::handle_of(x, place), start, limit, step, place)));
  }
  return results;
}
/// The whole array so many times along each dimension.
template <TensorLike A>
auto tile(const A &x, const std::array<std::int64_t, rank_of_operand<A>> &repeats,
          detail::Place place = detail::Place::current()) {
  return detail::array_of<element_t<A>, rank_of_operand<A>>(
      detail::trace_tile(detail::handle_of(x, place), repeats, place));
}
/// Each element so many times, one behind the other.
template <int axis = 0, TensorLike A>
auto repeat(const A &x, std::int64_t count, detail::Place place = detail::Place::current()) {
  constexpr std::int64_t dimension = detail::checked_axis<axis, rank_of_operand<A>>();
  return detail::array_of<element_t<A>, rank_of_operand<A>>(
      detail::trace_repeat(detail::handle_of(x, place), count, dimension, place));
}
/// Further elements in front of (low) and behind (high) each dimension; negative numbers cut off.
template <TensorLike A>
auto pad(const A &x, const std::array<std::int64_t, rank_of_operand<A>> &low,
         const std::array<std::int64_t, rank_of_operand<A>> &high, element_t<A> number = {},
         detail::Place place = detail::Place::current()) {
  using T = element_t<A>;
  return detail::array_of<T, rank_of_operand<A>>(
      detail::trace_pad(detail::handle_of(x, place), detail::handle_as<T>(number, place), low, high, place));
}

// --- matrices
// ------------------------------------------------------------------------------------------------------------------

/// The lower triangle of matrices (the last two dimensions); `offset` more diagonals above the main one.
template <TensorLike A> auto tril(const A &x, std::int64_t offset = 0, detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<A> >= 2, "triangles are those of matrices");
  return detail::array_of<element_t<A>, rank_of_operand<A>>(
      detail::trace_triangle(detail::handle_of(x, place), true, offset, place));
}
/// The upper triangle of matrices; -offset more diagonals below the main one.
template <TensorLike A> auto triu(const A &x, std::int64_t offset = 0, detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<A> >= 2, "triangles are those of matrices");
  return detail::array_of<element_t<A>, rank_of_operand<A>>(
      detail::trace_triangle(detail::handle_of(x, place), false, offset, place));
}
/// Of a vector the matrix with this diagonal, of a matrix its diagonal; further dimensions in front stay.
template <TensorLike A> auto diagonal(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<A> >= 2,
                "diagonals are those of matrices; for the matrix with a diagonal use ct::diag");
  return detail::array_of<element_t<A>, rank_of_operand<A> - 1>(
      detail::trace_diagonal(detail::handle_of(x, place), place));
}
/// The matrix with this diagonal; dimensions in front of the last stay.
template <TensorLike A> auto diag(const A &x, detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<A> >= 1, "a diagonal has at least one dimension");
  return detail::array_of<element_t<A>, rank_of_operand<A> + 1>(
      detail::trace_diagonal_matrix(detail::handle_of(x, place), place));
}
/// 1 at the position that a label names along a new last dimension, else 0.
template <class T = float, TensorLike A>
auto one_hot(const A &labels, std::int64_t classes, detail::Place place = detail::Place::current()) {
  static_assert(detail::kind_of<element_t<A>> == detail::Kind::integer, "labels are integers");
  return detail::array_of<T, rank_of_operand<A> + 1>(
      detail::trace_one_hot(detail::handle_of(labels, place), classes, detail::element_name<T>, place));
}

} // namespace cotangent
