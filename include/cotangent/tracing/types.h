// From the type of a value to the type that it has while a program is traced, and back.
#pragma once

#include "cotangent/tracing/containers.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent {

/// Number types that become traced where they stand among the arguments; others are constants of the program.
template <class... Numbers> struct Track {};

namespace detail {

// --- mappings: which leaves they change, and into what ---------------------------------------------------------------

/// Concrete arrays and numbers of the listed types become traced.
template <class... Numbers> struct ToTraced {
  template <class T> static constexpr bool changes = is_concrete<T> || is_one_of<T, Numbers...>;
};
/// Traced arrays become concrete.
struct ToConcrete {
  template <class T> static constexpr bool changes = is_traced<T>;
};
/// Traced arrays get this many dimensions more.
template <int Count> struct ShiftRank {
  template <class T> static constexpr bool changes = is_traced<T>;
};
/// Traced arrays stay what they are.
struct SameTypes {
  template <class T> static constexpr bool changes = is_traced<T>;
};
/// All arrays, without a change.
struct AnyTensor {
  template <class T> static constexpr bool changes = is_traced<T> || is_concrete<T>;
};

template <class Mapping, class T> struct ChangedLeaf;
template <class... Numbers, class T> struct ChangedLeaf<ToTraced<Numbers...>, T> {
  using type = TracedArray<T, 0>;
};
template <class... Numbers, class T, std::size_t N> struct ChangedLeaf<ToTraced<Numbers...>, ConcreteArray<T, N>> {
  using type = TracedArray<T, N>;
};
template <class T, std::size_t N> struct ChangedLeaf<ToConcrete, TracedArray<T, N>> {
  using type = ConcreteArray<T, N>;
};
template <int Count, class T, std::size_t N> struct ChangedLeaf<ShiftRank<Count>, TracedArray<T, N>> {
  static_assert(
      static_cast<int>(N) + Count >= 0,
      "cotangent: [bad-argument] a value of rank 0 has no dimension to map or scan over; mark it with ct::Const");
  using type = TracedArray<T, static_cast<std::size_t>(static_cast<int>(N) + Count)>;
};
template <class T> struct ChangedLeaf<SameTypes, T> {
  using type = T;
};
template <class T> struct ChangedLeaf<AnyTensor, T> {
  using type = T;
};

// --- whether there is something to change ----------------------------------------------------------------------------

template <class Mapping, class T, class... Seen> consteval bool contains_leaf();

template <class Mapping, class... Seen, class... Parts> consteval bool any_contains(TypeList<Parts...>) {
  return (contains_leaf<Mapping, std::remove_cv_t<Parts>, Seen...>() || ...);
}

/// Whether a walk through a T meets a leaf that the mapping changes. Types that contain themselves end at the second
/// meeting.
template <class Mapping, class T, class... Seen> consteval bool contains_leaf() {
  if constexpr (is_one_of<T, Seen...>) {
    return false;
  } else if constexpr (Mapping::template changes<T>) {
    return true;
  } else if constexpr (walk_of<T> == Walk::Opaque || walk_of<T> == Walk::Number || walk_of<T> == Walk::Text ||
                       walk_of<T> == Walk::Set || walk_of<T> == Walk::Tensor) {
    return false;
  } else {
    return any_contains<Mapping, T, Seen...>(walk_parts<T>{});
  }
}

template <class Mapping, class T> inline constexpr bool contains = contains_leaf<Mapping, std::remove_cvref_t<T>>();

// --- the mapped type -------------------------------------------------------------------------------------------------

template <class Mapping, class T> struct Mapped;
template <class Mapping, class T> using mapped_t = typename Mapped<Mapping, T>::type;

/// A template parameter of a user's class: mapped if there is something to change in it.
template <class Mapping, class T, bool = contains<Mapping, T>> struct MappedParameter {
  using type = T;
};
template <class Mapping, class T> struct MappedParameter<Mapping, T, true> {
  using type = mapped_t<Mapping, T>;
};
template <class Mapping, class T> using mapped_parameter_t = typename MappedParameter<Mapping, T>::type;

/// A user's class: the same template with mapped parameters.
template <class Mapping, class T> struct MappedClass {
  using type = T;
};
template <class Mapping, template <class...> class Class, class... P> struct MappedClass<Mapping, Class<P...>> {
  using type = Class<mapped_parameter_t<Mapping, P>...>;
};
template <class Mapping, template <class, auto...> class Class, class P, auto... V>
  requires(sizeof...(V) > 0)
struct MappedClass<Mapping, Class<P, V...>> {
  using type = Class<mapped_parameter_t<Mapping, P>, V...>;
};
template <class Mapping, template <class, class, auto...> class Class, class P, class Q, auto... V>
  requires(sizeof...(V) > 0)
struct MappedClass<Mapping, Class<P, Q, V...>> {
  using type = Class<mapped_parameter_t<Mapping, P>, mapped_parameter_t<Mapping, Q>, V...>;
};
template <class Mapping, template <class, class, class, auto...> class Class, class P, class Q, class R, auto... V>
  requires(sizeof...(V) > 0)
struct MappedClass<Mapping, Class<P, Q, R, V...>> {
  using type =
      Class<mapped_parameter_t<Mapping, P>, mapped_parameter_t<Mapping, Q>, mapped_parameter_t<Mapping, R>, V...>;
};
template <class Mapping, template <auto, class...> class Class, auto V, class... P>
  requires(sizeof...(P) > 0)
struct MappedClass<Mapping, Class<V, P...>> {
  using type = Class<V, mapped_parameter_t<Mapping, P>...>;
};
template <class Mapping, template <auto, auto, class...> class Class, auto V, auto W, class... P>
  requires(sizeof...(P) > 0)
struct MappedClass<Mapping, Class<V, W, P...>> {
  using type = Class<V, W, mapped_parameter_t<Mapping, P>...>;
};

// Classes over the array template itself: template <template <class, std::size_t> class Array> struct Model.

#define COTANGENT_DETAIL_CLASS_OVER_TEMPLATE(MAPPING, PARAMETER, FROM, TO)                                             \
  template <PARAMETER template <template <COTANGENT_DETAIL_TEMPLATE_##FROM> class, class...> class Class, class... P>  \
  struct MappedClass<MAPPING, Class<FROM, P...>> {                                                                     \
    using type = Class<TO, mapped_parameter_t<MAPPING, P>...>;                                                         \
  };                                                                                                                   \
  template <PARAMETER template <template <COTANGENT_DETAIL_TEMPLATE_##FROM> class, auto...> class Class, auto... V>    \
    requires(sizeof...(V) > 0)                                                                                         \
  struct MappedClass<MAPPING, Class<FROM, V...>> {                                                                     \
    using type = Class<TO, V...>;                                                                                      \
  };                                                                                                                   \
  template <PARAMETER template <class, template <COTANGENT_DETAIL_TEMPLATE_##FROM> class> class Class, class P>        \
  struct MappedClass<MAPPING, Class<P, FROM>> {                                                                        \
    using type = Class<mapped_parameter_t<MAPPING, P>, TO>;                                                            \
  };
#define COTANGENT_DETAIL_TEMPLATE_ConcreteArray class, std::size_t
#define COTANGENT_DETAIL_TEMPLATE_TracedArray class, std::size_t
#define COTANGENT_DETAIL_TEMPLATE_ConcreteNumber class
#define COTANGENT_DETAIL_TEMPLATE_TracedNumber class
#define COTANGENT_DETAIL_NUMBERS class... Numbers,
COTANGENT_DETAIL_CLASS_OVER_TEMPLATE(ToTraced<Numbers...>, COTANGENT_DETAIL_NUMBERS, ConcreteArray, TracedArray)
COTANGENT_DETAIL_CLASS_OVER_TEMPLATE(ToTraced<Numbers...>, COTANGENT_DETAIL_NUMBERS, ConcreteNumber, TracedNumber)
COTANGENT_DETAIL_CLASS_OVER_TEMPLATE(ToConcrete, , TracedArray, ConcreteArray)
COTANGENT_DETAIL_CLASS_OVER_TEMPLATE(ToConcrete, , TracedNumber, ConcreteNumber)
#undef COTANGENT_DETAIL_NUMBERS
#undef COTANGENT_DETAIL_TEMPLATE_ConcreteArray
#undef COTANGENT_DETAIL_TEMPLATE_TracedArray
#undef COTANGENT_DETAIL_TEMPLATE_ConcreteNumber
#undef COTANGENT_DETAIL_TEMPLATE_TracedNumber
#undef COTANGENT_DETAIL_CLASS_OVER_TEMPLATE

template <class Mapping, class T> struct MappedPart : MappedClass<Mapping, T> {};
template <class Allocator, class T>
using rebound_t = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;
template <class Mapping, class T, class A> struct MappedPart<Mapping, std::vector<T, A>> {
  using type = std::vector<mapped_t<Mapping, T>, rebound_t<A, mapped_t<Mapping, T>>>;
};
template <class Mapping, class T, class A> struct MappedPart<Mapping, std::deque<T, A>> {
  using type = std::deque<mapped_t<Mapping, T>, rebound_t<A, mapped_t<Mapping, T>>>;
};
template <class Mapping, class T, class A> struct MappedPart<Mapping, std::list<T, A>> {
  using type = std::list<mapped_t<Mapping, T>, rebound_t<A, mapped_t<Mapping, T>>>;
};
template <class Mapping, class T, std::size_t N> struct MappedPart<Mapping, std::array<T, N>> {
  using type = std::array<mapped_t<Mapping, T>, N>;
};
template <class Mapping, class T, std::size_t N> struct MappedPart<Mapping, T[N]> {
  using type = mapped_t<Mapping, T>[N];
};
template <class Mapping, class... T> struct MappedPart<Mapping, std::tuple<T...>> {
  using type = std::tuple<mapped_t<Mapping, T>...>;
};
template <class Mapping, class A, class B> struct MappedPart<Mapping, std::pair<A, B>> {
  using type = std::pair<mapped_t<Mapping, A>, mapped_t<Mapping, B>>;
};
template <class Mapping, class K, class T, class C, class A> struct MappedPart<Mapping, std::map<K, T, C, A>> {
  using type = std::map<K, mapped_t<Mapping, T>, C, rebound_t<A, std::pair<const K, mapped_t<Mapping, T>>>>;
};
template <class Mapping, class K, class T, class H, class E, class A>
struct MappedPart<Mapping, std::unordered_map<K, T, H, E, A>> {
  using type =
      std::unordered_map<K, mapped_t<Mapping, T>, H, E, rebound_t<A, std::pair<const K, mapped_t<Mapping, T>>>>;
};
template <class Mapping, class T> struct MappedPart<Mapping, std::optional<T>> {
  using type = std::optional<mapped_t<Mapping, T>>;
};
template <class Mapping, class... T> struct MappedPart<Mapping, std::variant<T...>> {
  using type = std::variant<mapped_t<Mapping, T>...>;
};
template <class Mapping, class T> struct MappedPart<Mapping, std::unique_ptr<T>> {
  using type = std::unique_ptr<mapped_t<Mapping, T>>;
};
template <class Mapping, class T> struct MappedPart<Mapping, std::shared_ptr<T>> {
  using type = std::shared_ptr<mapped_t<Mapping, T>>;
};

template <class Mapping, class T, bool Changed> struct MappedIf {
  using type = T;
};
template <class Mapping, class T> struct MappedIf<Mapping, T, true> : MappedPart<Mapping, T> {};
template <class Mapping, class T>
  requires(Mapping::template changes<T>)
struct MappedIf<Mapping, T, true> : ChangedLeaf<Mapping, T> {};

template <class Mapping, class T> struct Mapped : MappedIf<Mapping, T, contains<Mapping, T>> {};
template <class Mapping, class T> struct Mapped<Mapping, const T> {
  using type = const mapped_t<Mapping, T>;
};

} // namespace detail

/// The type that a value of type T has inside a traced function: concrete arrays become traced ones, in all containers,
/// tuples, smart pointers and in classes that are templates over their arrays' types (or over the array template).
/// Types without arrays stay as they are. Numbers named by Track become TracedNumber.
template <class T, class... Numbers> using traced_type_t = detail::mapped_t<detail::ToTraced<Numbers...>, T>;
/// The type of what a compiled function returns for a traced T.
template <class T> using concrete_type_t = detail::mapped_t<detail::ToConcrete, T>;

/// Some part of a T is an array, concrete or traced.
template <class T>
concept ContainsTensor = detail::contains<detail::AnyTensor, T>;
/// Some part of a T is a traced array.
template <class T>
concept ContainsTraced = detail::contains<detail::SameTypes, T>;

} // namespace cotangent

#include "cotangent/tracing/type_errors.h"

#ifdef __clang__
#pragma clang diagnostic pop
#endif
