// Products of vectors, matrices and tensors.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "cotangent/operations/operand.h"

namespace cotangent {

namespace detail {

/// Sums over pairs of dimensions; dimensions of both, then those of the left, then those of the right.
TraceHandle trace_dot_general(std::string_view name, TraceHandle left, TraceHandle right, Sizes left_batch,
                              Sizes right_batch, Sizes left_summed, Sizes right_summed, Place place);
/// As NumPy's matmul; both of rank 1 or more.
TraceHandle trace_matmul(TraceHandle left, TraceHandle right, Place place);
TraceHandle trace_einsum(std::string_view formula, Handles operands, std::size_t rank, Place place);

/// The rank of the result of matmul.
constexpr std::size_t matmul_rank(std::size_t a, std::size_t b) {
  return std::max<std::size_t>({a, b, 2}) - (a == 1 ? 1 : 0) - (b == 1 ? 1 : 0);
}

/// Letters behind the arrow of an einsum formula.
constexpr std::size_t result_letters(std::string_view formula) {
  std::size_t count = 0;
  for (char letter : formula.substr(formula.find("->") + 2))
    count += letter != ' ' ? 1 : 0;
  return count;
}

/// The formula of ct::einsum, known when the program is compiled.
template <std::size_t size> struct Formula {
  char text[size];
  constexpr Formula(const char (&given)[size]) { // NOLINT: implicit, so that a literal is a template argument
    for (std::size_t at = 0; at < size; ++at)
      text[at] = given[at];
  }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

} // namespace detail

/// The product of matrices; the dimensions in front of the last two broadcast. A vector on the left is a row, on the
/// right a column, and that dimension is not in the result.
template <TensorLike A, TensorLike B>
auto matmul(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  static_assert(rank_of_operand<A> > 0 && rank_of_operand<B> > 0, "a number is no matrix: use *");
  using T = promoted_t<A, B>;
  return detail::array_of<T, detail::matmul_rank(rank_of_operand<A>, rank_of_operand<B>)>(
      detail::trace_matmul(detail::handle_as<T>(a, place), detail::handle_as<T>(b, place), place));
}

/// The sum over the last dimension of a and the last but one of b (the only one of a vector): for matrices their
/// product. A number multiplies all elements.
template <Operand A, Operand B>
  requires(TensorLike<A> || TensorLike<B>)
auto dot(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  constexpr std::size_t left = rank_of_operand<A>, right = rank_of_operand<B>;
  if constexpr (left == 0 || right == 0) {
    return multiply(a, b, place);
  } else {
    using T = promoted_t<A, B>;
    constexpr std::array<std::int64_t, 1> of_left{static_cast<std::int64_t>(left) - 1},
        of_right{right == 1 ? 0 : static_cast<std::int64_t>(right) - 2};
    return detail::array_of<T, left + right - 2>(detail::trace_dot_general(
        "dot", detail::handle_as<T>(a, place), detail::handle_as<T>(b, place), {}, {}, of_left, of_right, place));
  }
}

/// The sum over the last `count` dimensions of a and the first ones of b.
template <std::size_t count = 2, TensorLike A, TensorLike B>
auto tensordot(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  constexpr std::size_t left = rank_of_operand<A>, right = rank_of_operand<B>;
  static_assert(count <= left && count <= right, "the arrays have not so many dimensions to sum over");
  using T = promoted_t<A, B>;
  std::array<std::int64_t, count> of_left{}, of_right{};
  for (std::size_t at = 0; at < count; ++at) {
    of_left[at] = static_cast<std::int64_t>(left - count + at);
    of_right[at] = static_cast<std::int64_t>(at);
  }
  return detail::array_of<T, left + right - 2 * count>(detail::trace_dot_general(
      "tensordot", detail::handle_as<T>(a, place), detail::handle_as<T>(b, place), {}, {}, of_left, of_right, place));
}

/// The products of all elements of a with all of b: its shape is that of a, then that of b.
template <TensorLike A, TensorLike B>
auto outer(const A &a, const B &b, detail::Place place = detail::Place::current()) {
  using T = promoted_t<A, B>;
  return detail::array_of<T, rank_of_operand<A> + rank_of_operand<B>>(detail::trace_dot_general(
      "outer", detail::handle_as<T>(a, place), detail::handle_as<T>(b, place), {}, {}, {}, {}, place));
}

/// Einstein's summation, as in NumPy, with an explicit result: ct::einsum<"bij,bjk->bik">(a, b). Letters name
/// dimensions; a letter that is not in the result is summed over, one that an operand has twice takes its diagonal.
template <detail::Formula formula, TensorLike... A> auto einsum(const A &...operands) {
  static_assert(formula.view().find("->") != std::string_view::npos,
                "the formula needs an arrow and a result: ij,jk->ik");
  using T = promoted_t<A...>;
  constexpr std::size_t rank = detail::result_letters(formula.view());
  const detail::Place place{};
  const detail::TraceHandle handles[] = {detail::handle_as<T>(operands, place)...};
  return detail::array_of<T, rank>(detail::trace_einsum(formula.view(), handles, rank, place));
}

} // namespace cotangent
