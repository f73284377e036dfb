// The fields of structs, with their names, without a macro for aggregates.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#ifndef __clang__
#error "Tracing works with Clang only: compile with cotangent-c++ (or clang++-22)"
#endif

#include "cotangent/text.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#pragma clang diagnostic ignored "-Wundefined-var-template"

/// Inside a class that is no aggregate (it has constructors or private members): the fields that hold arrays, so that
/// the class can be traced. Inherited fields may be named too. The class must be default-constructible.
///
///     template <class Array> class Layer {
///       ...
///       COTANGENT_FIELDS(weight_, bias_)
///     };
#define COTANGENT_FIELDS(...)                                                                                          \
  template <class CotangentSelf> static constexpr auto cotangent_fields(CotangentSelf &self) {                         \
    return ::std::tie(COTANGENT_DETAIL_EACH(COTANGENT_DETAIL_SELF, __VA_ARGS__));                                      \
  }                                                                                                                    \
  static constexpr ::std::string_view cotangent_field_names() { return #__VA_ARGS__; }

#define COTANGENT_DETAIL_SELF(NAME) self.NAME
#define COTANGENT_DETAIL_PARENTHESES ()
#define COTANGENT_DETAIL_EXPAND(...)                                                                                   \
  COTANGENT_DETAIL_EXPAND1(COTANGENT_DETAIL_EXPAND1(COTANGENT_DETAIL_EXPAND1(COTANGENT_DETAIL_EXPAND1(__VA_ARGS__))))
#define COTANGENT_DETAIL_EXPAND1(...)                                                                                  \
  COTANGENT_DETAIL_EXPAND2(COTANGENT_DETAIL_EXPAND2(COTANGENT_DETAIL_EXPAND2(COTANGENT_DETAIL_EXPAND2(__VA_ARGS__))))
#define COTANGENT_DETAIL_EXPAND2(...)                                                                                  \
  COTANGENT_DETAIL_EXPAND3(COTANGENT_DETAIL_EXPAND3(COTANGENT_DETAIL_EXPAND3(COTANGENT_DETAIL_EXPAND3(__VA_ARGS__))))
#define COTANGENT_DETAIL_EXPAND3(...) __VA_ARGS__
#define COTANGENT_DETAIL_EACH(MACRO, ...)                                                                              \
  __VA_OPT__(COTANGENT_DETAIL_EXPAND(COTANGENT_DETAIL_EACH_STEP(MACRO, __VA_ARGS__)))
#define COTANGENT_DETAIL_EACH_STEP(MACRO, FIRST, ...)                                                                  \
  MACRO(FIRST) __VA_OPT__(, COTANGENT_DETAIL_EACH_AGAIN COTANGENT_DETAIL_PARENTHESES(MACRO, __VA_ARGS__))
#define COTANGENT_DETAIL_EACH_AGAIN() COTANGENT_DETAIL_EACH_STEP

namespace cotangent::detail {

/// Says its fields with COTANGENT_FIELDS.
template <class T>
concept NamesFields = requires(T &object) { std::remove_cv_t<T>::cotangent_fields(object); };

/// An aggregate class whose fields structured bindings reach: all of them in one class.
template <class T>
concept AggregateFields =
    std::is_class_v<T> && Complete<T> && !NamesFields<T> && std::is_aggregate_v<T> && HasFields<T>;

template <class T>
concept ReachableFields = NamesFields<T> || AggregateFields<T>;

/// Calls function(field...) with all fields.
template <ReachableFields T, class Function> constexpr decltype(auto) with_all_fields(T &object, Function &&function) {
  if constexpr (NamesFields<T>)
    return std::apply([&](auto &...fields) -> decltype(auto) { return function(fields...); },
                      std::remove_cv_t<T>::cotangent_fields(object));
  else
    return with_fields(object, function);
}

template <class... Fields> TypeList<Fields...> list_of_references(const std::tuple<Fields &...> &);
template <class T> consteval auto list_of_all_fields() {
  if constexpr (NamesFields<T>)
    return decltype(list_of_references(T::cotangent_fields(std::declval<T &>()))){};
  else
    return FieldTypes<T>{};
}
/// The declared types of all fields.
template <class T> using AllFieldTypes = decltype(list_of_all_fields<std::remove_cv_t<T>>());

/// The name at a position of "a, b, c".
constexpr std::string_view name_in_list(std::string_view list, std::size_t at) {
  for (; at > 0; --at)
    list.remove_prefix(list.find(',') + 1);
  list = list.substr(0, list.find(','));
  while (!list.empty() && list.front() == ' ')
    list.remove_prefix(1);
  while (!list.empty() && list.back() == ' ')
    list.remove_suffix(1);
  return list;
}

template <class T, std::size_t Index> struct NameOfField {
  static constexpr Text text = field_name<T, Index>();
};
/// The name of a field; "field 2" where the compiler does not tell.
template <class T, std::size_t Index> constexpr std::string_view field_name_of() {
  if constexpr (NamesFields<T>)
    return name_in_list(T::cotangent_field_names(), Index);
  else
    return NameOfField<T, Index>::text.view();
}

template <class T, std::size_t... Index> constexpr auto names_of_fields(std::index_sequence<Index...>) {
  return std::array<std::string_view, sizeof...(Index)>{field_name_of<T, Index>()...};
}
template <class T>
inline constexpr auto field_names = names_of_fields<T>(std::make_index_sequence<AllFieldTypes<T>::size>{});

} // namespace cotangent::detail

#pragma clang diagnostic pop
