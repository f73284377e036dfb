// Whether a shadow has the structure of its value: as many elements in every container.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "cotangent/activity.h"
#include "cotangent/error.h"
#include "cotangent/make_zero.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent::detail {

[[noreturn, gnu::noinline, gnu::cold]] inline void throw_different_sizes(std::string_view type, std::size_t shadow,
                                                                         std::size_t value) {
  std::string message = "a shadow, seed or tangent of type '";
  message.append(type).append("' has ").append(std::to_string(shadow)).append(" elements where its value has ");
  message.append(std::to_string(value)).append("; make it with ct::make_zero(value)");
  throw Error("bad-annotation", message);
}

[[noreturn, gnu::noinline, gnu::cold]] inline void throw_different_structure(std::string_view type) {
  std::string message = "a shadow, seed or tangent of type '";
  message.append(type).append("' has another structure than its value (something is empty, null, of another ");
  message.append("alternative or under another key in one of them only); make it with ct::make_zero(value)");
  throw Error("bad-annotation", message);
}

/// Throws Error ("bad-annotation") unless the containers `first` and `other` have equally many elements.
template <class T, class U> [[gnu::always_inline]] inline void require_equal_sizes(const T &first, const U &other) {
  if (first.size() != other.size()) [[unlikely]]
    throw_different_sizes(type_name<std::remove_cv_t<T>>(), other.size(), first.size());
}

template <class T> [[gnu::always_inline]] inline void require_equal_structure(bool equal) {
  if (!equal) [[unlikely]]
    throw_different_structure(type_name<std::remove_cv_t<T>>());
}

template <class T> inline constexpr bool is_span = false;
template <class T, std::size_t N> inline constexpr bool is_span<std::span<T, N>> = true;

template <class T>
inline constexpr bool is_container =
    is_sequence<T> || is_ordered_map<T> || is_hash_map<T> || is_set<T> || is_optional<T> || is_variant<T>;

/// Whether a zero of a type depends on its value: there are containers or owning pointers in it.
template <class T> consteval bool has_structure() {
  using Type = std::remove_cv_t<T>;
  if constexpr (activity_of<Type> == Activity::Any || activity_of<Type> == Activity::Active || HasShadowTraits<Type>) {
    return false;
  } else if constexpr (is_container<Type> || is_unique<Type> || is_shared<Type>) {
    return true;
  } else if constexpr (form_of<Type>::form == Form::Inline || form_of<Type>::form == Form::Fields) {
    return []<class... Parts>(TypeList<Parts...>) {
      return (has_structure<Parts>() || ...);
    }(typename form_of<Type>::parts{});
  } else {
    return false;
  }
}

/// Has fields that `field_of` gives.
template <class T> inline constexpr bool has_fields = is_tuple<T> || form_of<T>::form == Form::Fields;

/// Field `Index` of a struct, pair or tuple.
template <std::size_t Index, class T> [[gnu::always_inline]] inline auto &field_of(T &object) {
  if constexpr (is_tuple<std::remove_cv_t<T>>) {
    return std::get<Index>(object);
  } else {
    auto &[... fields] = object;
    return fields...[Index];
  }
}

template <class T> void check_structure(const T &value, const T &shadow);

template <class T, std::size_t... Index>
void check_structure_of_fields(const T &value, const T &shadow, std::index_sequence<Index...>) {
  (check_structure(field_of<Index>(value), field_of<Index>(shadow)), ...);
}

/// Throws Error ("bad-annotation") if a container in `shadow` has not as many elements as the one in `value`, or an
/// owning pointer is null in one of them only. What pointers lead to is not looked at. Costs nothing for types without
/// containers, and for containers of numbers one comparison.
template <class T> void check_structure(const T &value, const T &shadow) {
  if constexpr (!has_structure<T>()) {
    return;
  } else if constexpr (is_unique<T> || is_shared<T>) {
    require_equal_structure<T>((value == nullptr) == (shadow == nullptr));
  } else if constexpr (is_optional<T>) {
    require_equal_structure<T>(value.has_value() == shadow.has_value());
    if (value)
      check_structure(*value, *shadow);
  } else if constexpr (is_variant<T>) {
    require_equal_structure<T>(value.index() == shadow.index());
    std::visit([&](const auto &held) { check_structure(held, std::get<std::remove_cvref_t<decltype(held)>>(shadow)); },
               value);
  } else if constexpr (is_container<T> || is_inline_array<T>) {
    if constexpr (is_container<T> && requires { value.size(); })
      require_equal_sizes(value, shadow);
    if constexpr (!is_hash_map<T> && has_structure<std::remove_cvref_t<decltype(*std::begin(value))>>()) {
      auto other = std::begin(shadow);
      for (auto position = std::begin(value); position != std::end(value) && other != std::end(shadow);
           ++position, ++other)
        check_structure(*position, *other);
    }
  } else if constexpr (has_fields<T>) {
    check_structure_of_fields(value, shadow, std::make_index_sequence<form_of<T>::parts::size>{});
  }
}

/// The same for the shadow in an annotation, which may be of another type: a span of writable elements.
template <class T, class S> [[gnu::always_inline]] inline void check_shadow(const T &value, const S &shadow) {
  if constexpr (is_span<T> && is_span<S>) {
    require_equal_sizes(value, shadow);
  } else if constexpr (std::is_same_v<T, S>) {
    check_structure(value, shadow);
  }
}

} // namespace cotangent::detail

#pragma clang diagnostic pop
