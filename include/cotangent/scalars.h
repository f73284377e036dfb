// Walks over the floating-point numbers that objects hold, one object or several of equal structure side by side.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cotangent/activity.h"
#include "cotangent/error.h"
#include "cotangent/make_zero.h"
#include "cotangent/structure.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent::detail {

template <class F, class T, class... More> void for_each_number(F &function, T &first, More &...more);

template <class F, class T, class... More, std::size_t... Index>
void for_each_number_of_fields(F &function, std::index_sequence<Index...>, T &first, More &...more) {
  (
      [&] {
        constexpr auto field = [](auto &object) -> auto & { return field_of<Index>(object); };
        for_each_number(function, field(first), field(more)...);
      }(),
      ...);
}

/// Calls `function(a, b…)` for every floating-point number that the objects hold or own, in order. Complex numbers are
/// two numbers each. Throws Error ("bad-annotation") if the objects differ in structure.
template <class F, class T, class... More> void for_each_number(F &function, T &first, More &...more) {
  using Type = std::remove_cv_t<T>;
  if constexpr (activity_of<Type> == Activity::Any) {
    return;
  } else if constexpr (requires { shadow_traits<Type>::for_each(function, first, more...); }) {
    shadow_traits<Type>::for_each(function, first, more...);
  } else if constexpr (FloatingPoint<Type>) {
    function(first, more...);
  } else if constexpr (is_complex<Type>) {
    using Number = typename Type::value_type;
    using Parts = std::conditional_t<std::is_const_v<T>, const Number, Number>;
    for (int part = 0; part < 2; ++part)
      function(reinterpret_cast<Parts *>(&first)[part],
               reinterpret_cast<std::conditional_t<std::is_const_v<More>, const Number, Number> *>(&more)[part]...);
  } else if constexpr (is_ordered_map<Type>) {
    (require_equal_sizes(first, more), ...);
    [&](auto position, auto... positions) {
      for (; position != first.end(); ++position, (++positions, ...))
        for_each_number(function, position->second, positions->second...);
    }(first.begin(), more.begin()...);
  } else if constexpr (is_hash_map<Type>) {
    for (auto &[key, value] : first) {
      require_equal_structure<Type>(((more.find(key) != more.end()) && ...));
      for_each_number(function, value, more.find(key)->second...);
    }
  } else if constexpr (is_set<Type>) {
    return;
  } else if constexpr (is_sequence<Type> || is_inline_array<Type> || (requires {
                         first.data();
                         first.size();
                       } && form_of<Type>::form == Form::Indirect)) {
    if constexpr (requires { first.size(); })
      (require_equal_sizes(first, more), ...);
    [&](auto position, auto... positions) {
      for (; position != std::end(first); ++position, (++positions, ...))
        for_each_number(function, *position, *positions...);
    }(std::begin(first), std::begin(more)...);
  } else if constexpr (is_optional<Type> || is_unique<Type> || is_shared<Type>) {
    require_equal_structure<Type>(((static_cast<bool>(first) == static_cast<bool>(more)) && ...));
    if constexpr (!is_optional<Type>) {
      using Object = std::remove_cvref_t<decltype(*first)>;
      constexpr bool visible = !std::is_polymorphic_v<Object> || std::is_final_v<Object> ||
                               requires { shadow_traits<Object>::for_each(function, *first, *more...); };
      COTANGENT_DETAIL_REQUIRE(visible, concatenate("cotangent: [bad-annotation] the numbers in classes derived from '",
                                                    type_name<Object>(),
                                                    "' are not visible; give ct::shadow_traits for it a for_each"));
    }
    if (first)
      for_each_number(function, *first, *more...);
  } else if constexpr (is_variant<Type>) {
    require_equal_structure<Type>(((first.index() == more.index()) && ...));
    std::visit(
        [&](auto &held) { for_each_number(function, held, std::get<std::remove_cvref_t<decltype(held)>>(more)...); },
        first);
  } else if constexpr (has_fields<Type>) {
    for_each_number_of_fields(function, std::make_index_sequence<form_of<Type>::parts::size>{}, first, more...);
  } else {
    COTANGENT_DETAIL_REQUIRE((form_of<Type>::form == Form::Fields),
                             concatenate("cotangent: [bad-annotation] the numbers inside '", type_name<Type>(),
                                         "' are not visible; give ct::shadow_traits for it a for_each"));
  }
}

/// Adds every number of `increment` to the one at the same place in `target`.
template <class T, class U> void accumulate(T &target, const U &increment) {
  auto add = [](auto &sum, const auto &term) { sum += term; };
  for_each_number(add, target, increment);
}

} // namespace cotangent::detail

#pragma clang diagnostic pop
