// Values of a rule's partials at a point, by the numeric reader.
#pragma once

#include "rules/check/number.h"
#include "rules/scalar/rule.h"

#include <array>

namespace cotangent::rules::check {

template <class T>
using Point = std::array<T, 3>; // as many entries count as the rule has inputs; integer inputs are whole numbers

namespace detail {

template <std::size_t Input, class AnyRule, class T> auto operand(const Point<T> &inputs) {
  if constexpr (AnyRule::template is_integer<Input>)
    return Integer{static_cast<long>(inputs[Input])};
  else
    return Number<T>{inputs[Input]};
}

template <std::size_t Index, class AnyRule, class T, std::size_t... Inputs>
T partial(const AnyRule &rule, const Point<T> &inputs, T result, std::index_sequence<Inputs...>) {
  if constexpr (AnyRule::template has_formula<Index>)
    return std::get<Index>(rule.partials)(operand<Inputs, AnyRule>(inputs)..., Number<T>{result}).value;
  else
    return 0;
}

} // namespace detail

/// The partial in each input at a point where the function has the value `result`.
template <class AnyRule, class T> Point<T> partials_at(const AnyRule &rule, const Point<T> &inputs, T result) {
  constexpr auto all = std::make_index_sequence<AnyRule::arity>{};
  Point<T> values{};
  [&]<std::size_t... Indices>(std::index_sequence<Indices...>) {
    ((values[Indices] = detail::partial<Indices>(rule, inputs, result, all)), ...);
  }(all);
  return values;
}

} // namespace cotangent::rules::check
