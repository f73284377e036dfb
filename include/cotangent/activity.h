// Activity of types: what a C++ type can hold that is differentiable, decided during compilation.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <deque>
#include <forward_list>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

#include "cotangent/text.h"

namespace cotangent {

/// What a type holds.
enum class Activity {
  Any,    ///< nothing differentiable: integers, enums, bool, pointers to such, empty classes
  Active, ///< only floating-point values, held by value
  Dup,    ///< differentiable content behind pointers, references or owning containers
  Mixed,  ///< both of the latter
};

/// The user's word on a type: specialise with `static constexpr cotangent::Activity value = …;`.
template <class T> struct activity_traits {};

/// How to make a zero shadow of a class whose fields Cotangent cannot see, or whose objects are held by pointers to it
/// and may be of derived classes. Specialise with
///
///     static T make_zero(const T& value);
///         the same structure, zero floating-point content. Required for classes that are held by value.
///     static std::unique_ptr<T> make_zero_object(const T& value);
///         the same, as a new object of the dynamic type of `value`: for classes with virtual functions.
///     static void remake_zero(T& value);
///         optional: zero in place; else `value = make_zero(value)`.
///     static void for_each(auto&& visit, auto&... values);
///         optional: visit(a, b…) for every floating-point content, where values are one or several objects of equal
///         structure. Seeds and tangents need it.
///     static constexpr cotangent::Activity activity = …;
///         optional: Dup if absent.
template <class T> struct shadow_traits {};

/// Activity of two fields held together: Any is neutral, equal ones stay, different ones are Mixed.
constexpr Activity join(Activity first, Activity second) {
  if (first == Activity::Any)
    return second;
  if (second == Activity::Any || first == second)
    return first;
  return Activity::Mixed;
}

constexpr std::string_view to_string(Activity activity) {
  switch (activity) {
  case Activity::Any:
    return "Any";
  case Activity::Active:
    return "Active";
  case Activity::Dup:
    return "Dup";
  case Activity::Mixed:
    return "Mixed";
  }
  return "";
}

namespace detail {

/// How a type is made of other types.
enum class Form {
  Inactive, ///< nothing differentiable
  Float,    ///< one floating-point value
  Inline,   ///< parts held by value: arrays, pairs, tuples, optionals, variants
  Indirect, ///< parts behind a pointer or in memory owned elsewhere
  Fields,   ///< a class whose fields are visible
  Opaque,   ///< a class whose fields are not visible
};

template <Form F, class... Parts> struct FormOf {
  static constexpr Form form = F;
  using parts = TypeList<Parts...>;
};

template <class T>
concept HasShadowTraits = requires(const T &value) { shadow_traits<T>::make_zero(value); };

template <class T> inline constexpr bool is_extended_float = false;
#ifdef __FLT16_MAX__
template <> inline constexpr bool is_extended_float<_Float16> = true;
#endif
#ifdef __SIZEOF_FLOAT128__
template <> inline constexpr bool is_extended_float<__float128> = true;
#endif

template <class T>
concept FloatingPoint = std::is_floating_point_v<std::remove_cv_t<T>> || is_extended_float<std::remove_cv_t<T>>;

template <class T> consteval auto basic_form() {
  if constexpr (FloatingPoint<T>) {
    return FormOf<Form::Float>{};
  } else if constexpr (std::is_void_v<T> || std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_null_pointer_v<T> ||
                       std::is_function_v<T> || std::is_member_pointer_v<T>) {
    return FormOf<Form::Inactive>{};
  } else if constexpr (std::is_pointer_v<T>) {
    return FormOf<Form::Indirect, std::remove_pointer_t<T>>{};
  } else if constexpr (std::is_reference_v<T>) {
    return FormOf<Form::Indirect, std::remove_reference_t<T>>{};
  } else if constexpr (std::is_bounded_array_v<T> || std::is_unbounded_array_v<T>) {
    return FormOf<Form::Inline, std::remove_extent_t<T>>{};
  } else if constexpr (!Complete<T>) {
    return FormOf<Form::Opaque>{};
  } else if constexpr (std::is_empty_v<T>) {
    return FormOf<Form::Inactive>{};
  } else if constexpr (HasFields<T>) {
    return []<class... Fields>(TypeList<Fields...>) { return FormOf<Form::Fields, Fields...>{}; }(FieldTypes<T>{});
  } else {
    return FormOf<Form::Opaque>{};
  }
}

template <class T> struct form_of : decltype(basic_form<T>()) {};

template <class T> struct form_of<std::complex<T>> : FormOf<Form::Inline, T> {};
template <class T, std::size_t N> struct form_of<std::array<T, N>> : FormOf<Form::Inline, T> {};
template <class T> struct form_of<std::array<T, 0>> : FormOf<Form::Inactive> {};
template <class A, class B> struct form_of<std::pair<A, B>> : FormOf<Form::Inline, A, B> {};
template <class... T> struct form_of<std::tuple<T...>> : FormOf<Form::Inline, T...> {};
template <class T> struct form_of<std::optional<T>> : FormOf<Form::Inline, T> {};
template <class... T> struct form_of<std::variant<T...>> : FormOf<Form::Inline, T...> {};
template <class T> struct form_of<std::atomic<T>> : FormOf<Form::Inline, T> {};
template <class T, class D> struct form_of<std::unique_ptr<T, D>> : FormOf<Form::Indirect, std::remove_extent_t<T>> {};
template <class T> struct form_of<std::shared_ptr<T>> : FormOf<Form::Indirect, std::remove_extent_t<T>> {};
template <class T> struct form_of<std::weak_ptr<T>> : FormOf<Form::Indirect, std::remove_extent_t<T>> {};
template <class T> struct form_of<std::reference_wrapper<T>> : FormOf<Form::Indirect, T> {};
template <class T, std::size_t N> struct form_of<std::span<T, N>> : FormOf<Form::Indirect, T> {};
template <class T> struct form_of<std::initializer_list<T>> : FormOf<Form::Indirect, T> {};
template <class T, class A> struct form_of<std::vector<T, A>> : FormOf<Form::Indirect, T> {};
template <class T, class A> struct form_of<std::deque<T, A>> : FormOf<Form::Indirect, T> {};
template <class T, class A> struct form_of<std::list<T, A>> : FormOf<Form::Indirect, T> {};
template <class T, class A> struct form_of<std::forward_list<T, A>> : FormOf<Form::Indirect, T> {};
template <class T> struct form_of<std::valarray<T>> : FormOf<Form::Indirect, T> {};
template <class T, class C, class A> struct form_of<std::set<T, C, A>> : FormOf<Form::Indirect, T> {};
template <class T, class C, class A> struct form_of<std::multiset<T, C, A>> : FormOf<Form::Indirect, T> {};
template <class K, class T, class C, class A> struct form_of<std::map<K, T, C, A>> : FormOf<Form::Indirect, K, T> {};
template <class K, class T, class C, class A>
struct form_of<std::multimap<K, T, C, A>> : FormOf<Form::Indirect, K, T> {};
template <class T, class H, class E, class A>
struct form_of<std::unordered_set<T, H, E, A>> : FormOf<Form::Indirect, T> {};
template <class K, class T, class H, class E, class A>
struct form_of<std::unordered_map<K, T, H, E, A>> : FormOf<Form::Indirect, K, T> {};
template <class C, class T, class A> struct form_of<std::basic_string<C, T, A>> : FormOf<Form::Inactive> {};
template <class C, class T> struct form_of<std::basic_string_view<C, T>> : FormOf<Form::Inactive> {};
template <class S> struct form_of<std::function<S>> : FormOf<Form::Inactive> {};
template <class R, class P> struct form_of<std::chrono::duration<R, P>> : FormOf<Form::Inactive> {};
template <class C, class D> struct form_of<std::chrono::time_point<C, D>> : FormOf<Form::Inactive> {};
template <std::size_t N> struct form_of<std::bitset<N>> : FormOf<Form::Inactive> {};
template <class C, class T> struct form_of<std::basic_ostream<C, T>> : FormOf<Form::Inactive> {};
template <class C, class T> struct form_of<std::basic_istream<C, T>> : FormOf<Form::Inactive> {};
template <class C, class T> struct form_of<std::basic_iostream<C, T>> : FormOf<Form::Inactive> {};
template <> struct form_of<std::mutex> : FormOf<Form::Inactive> {};
template <> struct form_of<std::recursive_mutex> : FormOf<Form::Inactive> {};
template <> struct form_of<std::condition_variable> : FormOf<Form::Inactive> {};
template <> struct form_of<std::thread> : FormOf<Form::Inactive> {};
template <> struct form_of<std::type_index> : FormOf<Form::Inactive> {};

template <class T, class... Seen> consteval Activity classify();

/// Activity of memory that a pointer leads to, as seen from the pointer.
template <class T, class... Seen> consteval Activity classify_target() {
  using Target = std::remove_cv_t<T>;
  if constexpr ((std::is_same_v<Target, Seen> || ...) || std::is_void_v<Target>) {
    return Activity::Dup; // met again while being classified, or of unknown type
  } else {
    return classify<Target, Seen...>() == Activity::Any ? Activity::Any : Activity::Dup;
  }
}

template <class T, class... Seen> consteval Activity classify() {
  using Type = std::remove_cv_t<T>;
  if constexpr (std::is_object_v<Type> && requires { activity_traits<Type>::value; }) {
    return activity_traits<Type>::value;
  } else if constexpr (HasShadowTraits<Type>) {
    if constexpr (requires { shadow_traits<Type>::activity; }) {
      return shadow_traits<Type>::activity;
    } else {
      return Activity::Dup;
    }
  } else {
    using Description = form_of<Type>;
    if constexpr (Description::form == Form::Inactive) {
      return Activity::Any;
    } else if constexpr (Description::form == Form::Float) {
      return Activity::Active;
    } else if constexpr (Description::form == Form::Opaque) {
      if constexpr (Complete<Type>) {
        return std::is_trivially_copyable_v<Type> ? Activity::Active : Activity::Dup;
      } else {
        return Activity::Dup;
      }
    } else {
      return []<class... Parts>(TypeList<Parts...>) {
        Activity result = Activity::Any;
        if constexpr (std::is_polymorphic_v<Type>) {
          result = Activity::Dup; // what derived classes hold is not known here
        } else if constexpr (Description::form == Form::Indirect) {
          ((result = join(result, classify_target<Parts, Type, Seen...>())), ...);
        } else {
          ((result = join(result, classify<Parts, Type, Seen...>())), ...);
        }
        return result;
      }(typename Description::parts{});
    }
  }
}

} // namespace detail

/// Activity of a type (const and volatile are looked through).
template <class T> inline constexpr Activity activity_of = detail::classify<std::remove_cv_t<T>>();

namespace detail {

/// Where in `T`, at or below `path`, the first part lies that cannot be returned by value as an adjoint.
template <class T> consteval Text offending_path(Text path) {
  using Type = std::remove_cv_t<T>;
  using Description = form_of<Type>;
  if constexpr (Description::form == Form::Fields && !requires { activity_traits<Type>::value; } &&
                !HasShadowTraits<Type>) {
    return
        []<class... Parts, std::size_t... Index>(TypeList<Parts...>, std::index_sequence<Index...>, const Text &start) {
          Text found;
          bool done = false;
          (
              [&] {
                if constexpr (activity_of<Parts> == Activity::Dup || activity_of<Parts> == Activity::Mixed) {
                  if (!done) {
                    found = offending_path<Parts>(concatenate(start, ".", field_name<Type, Index>()));
                    done = true;
                  }
                }
              }(),
              ...);
          return found;
        }(typename Description::parts{}, std::make_index_sequence<Description::parts::size>{}, path);
  } else if constexpr (Description::form == Form::Inline && !HasShadowTraits<Type>) {
    return []<class... Parts>(TypeList<Parts...>, const Text &start) {
      Text found;
      bool done = false;
      std::size_t index = 0;
      (
          [&] {
            if constexpr (activity_of<Parts> == Activity::Dup || activity_of<Parts> == Activity::Mixed) {
              if (!done) {
                Text next = start;
                next.append("[").append_number(index).append("]");
                found = offending_path<Parts>(next);
                done = true;
              }
            }
            ++index;
          }(),
          ...);
      return found;
    }(typename Description::parts{}, path);
  } else {
    return concatenate("'", path, "' (", type_name<Type>(), ")");
  }
}

/// The first part of `T` that is behind a pointer or container: "'Params.weights' (std::vector<double>)".
template <class T> consteval Text offending_part() { return offending_path<T>(Text(type_name<std::remove_cv_t<T>>())); }

} // namespace detail
} // namespace cotangent
