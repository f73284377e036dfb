// What a scalar rule is: a name, the region where it is smooth, and one partial derivative per input.
// A rule says nothing of modes, memory or LLVM. How it is read is up to the value type it is called with (value.h).
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cotangent::rules {

struct Interval {
  double low, high;
};

// Where the function is smooth and ordinary, one interval per input: tests draw their points here. Special points are
// apart (special_points.h).
struct Domain {
  Interval input[3];

  constexpr explicit Domain(Interval all) : input{all, all, all} {}
  constexpr Domain(Interval first, Interval second, Interval third = {0, 1}) : input{first, second, third} {}
};

// The partial is zero everywhere (or almost everywhere, as for floor): no derivative flows through this input, and none
// need be emitted.
struct ZeroPartial {};
inline constexpr ZeroPartial zero_partial{};

// The input is an integer and has no derivative. Partials of the other inputs receive it as an integer value (value.h).
struct IntegerInput {};
inline constexpr IntegerInput integer_input{};

template <class... Partials> struct Rule {
  std::string_view name;
  Domain domain;
  std::tuple<Partials...> partials; // each a generic lambda of (inputs..., result), or one of the two tags

  static constexpr std::size_t arity = sizeof...(Partials);

  template <std::size_t Index> using Partial = std::tuple_element_t<Index, std::tuple<Partials...>>;

  template <std::size_t Index> static constexpr bool is_zero = std::is_same_v<Partial<Index>, ZeroPartial>;
  template <std::size_t Index> static constexpr bool is_integer = std::is_same_v<Partial<Index>, IntegerInput>;
  template <std::size_t Index> static constexpr bool has_formula = !is_zero<Index> && !is_integer<Index>;

  static constexpr bool integer_inputs[arity] = {std::is_same_v<Partials, IntegerInput>...};

  // No input carries a derivative to the result: the result is inactive whatever the inputs are.
  static constexpr bool inactive =
      ((std::is_same_v<Partials, ZeroPartial> || std::is_same_v<Partials, IntegerInput>) && ...);
};

template <class... Partials>
constexpr Rule<Partials...> rule(std::string_view name, Domain domain, Partials... partials) {
  return {name, domain, {partials...}};
}

namespace domains {
inline constexpr Domain anywhere{Interval{-2, 2}};
inline constexpr Domain positive{Interval{0.1, 3}};
inline constexpr Domain inside_unit{Interval{-0.9, 0.9}};
inline constexpr Domain above_one{Interval{1.1, 4}};
inline constexpr Domain between_integers{Interval{2.1, 2.4}};             // functions with steps
inline constexpr Domain with_exponent{Interval{0.2, 2}, Interval{-4, 5}}; // second input an integer
inline constexpr Domain with_order{Interval{0, 4}, Interval{0.5, 6}};     // first input an integer
} // namespace domains

} // namespace cotangent::rules
