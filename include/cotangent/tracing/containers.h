// Which form a type has when values are walked through.
#pragma once

#include <array>
#include <complex>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "cotangent/traced.h"
#include "cotangent/tracing/fields.h"

namespace cotangent::detail {

enum class Walk : unsigned char {
  Tensor,   ///< ConcreteArray, TracedArray
  Number,   ///< bool, integers, floating-point and complex numbers, enums
  Text,     ///< std::string, std::string_view
  Sequence, ///< std::vector, std::deque, std::list
  Inline,   ///< std::array, T[N]
  Tuple,    ///< std::tuple, std::pair
  Map,      ///< std::map, std::unordered_map: the keys stay
  Set,      ///< std::set, std::unordered_set: nothing is traced
  Optional,
  Variant,
  Unique,
  Shared,
  Fields, ///< a class with fields
  Opaque, ///< functions, pointers, classes that cannot be looked into
};

template <class T> struct WalkOf {
  static constexpr Walk walk = std::is_arithmetic_v<T> || std::is_enum_v<T> || is_small_float<T> ? Walk::Number
                               : ReachableFields<T>                                              ? Walk::Fields
                                                                                                 : Walk::Opaque;
};
template <Walk Kind> struct WalkIs {
  static constexpr Walk walk = Kind;
};
template <class T, std::size_t N> struct WalkOf<ConcreteArray<T, N>> : WalkIs<Walk::Tensor> {};
template <class T, std::size_t N> struct WalkOf<TracedArray<T, N>> : WalkIs<Walk::Tensor> {};
template <class T> struct WalkOf<std::complex<T>> : WalkIs<Walk::Number> {};
template <> struct WalkOf<std::string> : WalkIs<Walk::Text> {};
template <> struct WalkOf<std::string_view> : WalkIs<Walk::Text> {};
template <class T, class A> struct WalkOf<std::vector<T, A>> : WalkIs<Walk::Sequence> {};
template <class T, class A> struct WalkOf<std::deque<T, A>> : WalkIs<Walk::Sequence> {};
template <class T, class A> struct WalkOf<std::list<T, A>> : WalkIs<Walk::Sequence> {};
template <class T, std::size_t N> struct WalkOf<std::array<T, N>> : WalkIs<Walk::Inline> {};
template <class T, std::size_t N> struct WalkOf<T[N]> : WalkIs<Walk::Inline> {};
template <class... T> struct WalkOf<std::tuple<T...>> : WalkIs<Walk::Tuple> {};
template <class A, class B> struct WalkOf<std::pair<A, B>> : WalkIs<Walk::Tuple> {};
template <class K, class T, class C, class A> struct WalkOf<std::map<K, T, C, A>> : WalkIs<Walk::Map> {};
template <class K, class T, class H, class E, class A>
struct WalkOf<std::unordered_map<K, T, H, E, A>> : WalkIs<Walk::Map> {};
template <class K, class C, class A> struct WalkOf<std::set<K, C, A>> : WalkIs<Walk::Set> {};
template <class K, class H, class E, class A> struct WalkOf<std::unordered_set<K, H, E, A>> : WalkIs<Walk::Set> {};
template <class T> struct WalkOf<std::optional<T>> : WalkIs<Walk::Optional> {};
template <class... T> struct WalkOf<std::variant<T...>> : WalkIs<Walk::Variant> {};
template <class T> struct WalkOf<std::unique_ptr<T>> : WalkIs<Walk::Unique> {};
template <class T> struct WalkOf<std::shared_ptr<T>> : WalkIs<Walk::Shared> {};

template <class T> inline constexpr Walk walk_of = WalkOf<std::remove_cv_t<T>>::walk;

/// The types of the parts that a walk goes through.
template <class T> struct WalkParts {
  using type = TypeList<>;
};
template <class T>
  requires(walk_of<T> == Walk::Fields)
struct WalkParts<T> {
  using type = AllFieldTypes<T>;
};
template <class T>
  requires(walk_of<T> == Walk::Sequence || walk_of<T> == Walk::Optional)
struct WalkParts<T> {
  using type = TypeList<typename T::value_type>;
};
template <class T>
  requires(walk_of<T> == Walk::Map)
struct WalkParts<T> {
  using type = TypeList<typename T::mapped_type>;
};
template <class T, std::size_t N> struct WalkParts<std::array<T, N>> {
  using type = TypeList<T>;
};
template <class T, std::size_t N> struct WalkParts<T[N]> {
  using type = TypeList<T>;
};
template <class... T> struct WalkParts<std::tuple<T...>> {
  using type = TypeList<T...>;
};
template <class A, class B> struct WalkParts<std::pair<A, B>> {
  using type = TypeList<A, B>;
};
template <class... T> struct WalkParts<std::variant<T...>> {
  using type = TypeList<T...>;
};
template <class T>
  requires(walk_of<T> == Walk::Unique || walk_of<T> == Walk::Shared)
struct WalkParts<T> {
  using type = TypeList<std::remove_cv_t<typename T::element_type>>;
};
template <class T> using walk_parts = typename WalkParts<std::remove_cv_t<T>>::type;

template <class T, class... List> inline constexpr bool is_one_of = (std::is_same_v<T, List> || ...);

} // namespace cotangent::detail
