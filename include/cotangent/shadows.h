// Shadows that the helpers make for their arguments.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "cotangent/annotations.h"
#include "cotangent/make_zero.h"
#include "cotangent/plan.h"
#include "cotangent/scalars.h"

namespace cotangent::detail {

/// The type inside an argument of a helper: of the value of an annotation, or of the argument.
template <class A>
using helper_value_t = std::remove_reference_t<decltype(value_of(std::declval<std::remove_reference_t<A> &>()))>;

/// Whether a helper differentiates with respect to an argument.
template <class A>
inline constexpr bool is_differentiated = annotation_of<std::remove_cvref_t<A>>::kind != AnnotationKind::Const &&
                                          activity_of<helper_value_t<A>> != Activity::Any;

template <class A, std::size_t Index> consteval Text helper_argument_error() {
  constexpr AnnotationKind kind = annotation_of<std::remove_cvref_t<A>>::kind;
  if constexpr (is_duplicated(kind) || kind == AnnotationKind::Seed) {
    return concatenate(argument_prefix<A>(Index),
                       "a helper makes the shadows itself; pass the value or ct::Const, or use ct::autodiff");
  } else if constexpr (is_differentiated<A> && std::is_pointer_v<std::remove_cv_t<helper_value_t<A>>>) {
    return concatenate(argument_prefix<helper_value_t<A>>(Index),
                       "a pointer does not say how much it points to; pass a container, a std::span or "
                       "an array, use ct::Const, or use ct::autodiff with ct::Duplicated");
  } else {
    return Text();
  }
}

template <class... A> consteval Text helper_error() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    Text error = first_of({Text(), helper_argument_error<A, I>()...});
    if (error.size() == 0 && !(is_differentiated<A> || ...)) {
      error = Text(error_prefix)
                  .append("there is no argument to differentiate: all are ct::Const, integers or without "
                          "floating-point content "
                          "(write 3.0 for 3)");
    }
    return error;
  }(std::index_sequence_for<A...>{});
}

/// `W` zero shadows of a value of type `T` (const or not), and the annotations that pair them with it.
template <class T, std::size_t W> class Shadows {
  using Object = std::remove_const_t<T>;

public:
  using result = Object;

  explicit Shadows(T &value) : objects_(make(value, std::make_index_sequence<W>{})) {}

  Object &operator[](std::size_t lane) { return objects_[lane]; }
  std::array<Object, W> &all() { return objects_; }
  void clear() {
    for (auto &object : objects_)
      cotangent::remake_zero(object);
  }
  result take() { return std::move(objects_[0]); }

  [[gnu::always_inline]] auto annotate(T &value) {
    if constexpr (W == 1) {
      return Duplicated<T &, Object &>(value, objects_[0]);
    } else {
      return batch(value, std::make_index_sequence<W>{});
    }
  }

private:
  template <std::size_t... I> static std::array<Object, W> make(T &value, std::index_sequence<I...>) {
    return {(static_cast<void>(I), cotangent::make_zero<Object>(value))...};
  }
  template <std::size_t... I> [[gnu::always_inline]] auto batch(T &value, std::index_sequence<I...>) {
    return BatchDuplicated<T &, W, Object &>(value, objects_[I]...);
  }

  std::array<Object, W> objects_;
};

/// A span: its shadow is a vector that a second span looks at.
template <class T, std::size_t W>
  requires is_span<std::remove_const_t<T>>
class Shadows<T, W> {
  using Number = std::remove_cv_t<typename T::element_type>;
  using View = std::remove_const_t<T>;
  using MutableView = std::span<Number, T::extent>;

public:
  using result = std::vector<Number>;

  explicit Shadows(T &value) {
    for (auto &object : objects_)
      object = cotangent::make_zero(result(value.begin(), value.end()));
  }
  Shadows(Shadows &&) = default;

  result &operator[](std::size_t lane) { return objects_[lane]; }
  void clear() {
    for (auto &object : objects_)
      cotangent::remake_zero(object);
  }
  result take() { return std::move(objects_[0]); }

  [[gnu::always_inline]] auto annotate(T &value) { return pair(value, std::make_index_sequence<W>{}); }

private:
  template <std::size_t... I> [[gnu::always_inline]] auto pair(T &value, std::index_sequence<I...>) {
    if constexpr (W == 1) {
      return Duplicated<T &, MutableView>(value, MutableView(objects_[0]));
    } else {
      return BatchDuplicated<T &, W, MutableView>(value, std::array<MutableView, W>{MutableView(objects_[I])...});
    }
  }

  std::array<result, W> objects_;
};

/// An array: passed as a pointer; its shadow is a std::array.
template <class T, std::size_t N, std::size_t W> class Shadows<T[N], W> {
  using Number = std::remove_const_t<T>;

public:
  using result = std::array<Number, N>;

  explicit Shadows(T (&)[N]) {}

  result &operator[](std::size_t lane) { return objects_[lane]; }
  void clear() { objects_ = {}; }
  result take() { return objects_[0]; }

  [[gnu::always_inline]] auto annotate(T (&value)[N]) { return pair(value, std::make_index_sequence<W>{}); }

private:
  template <std::size_t... I> [[gnu::always_inline]] auto pair(T *value, std::index_sequence<I...>) {
    if constexpr (W == 1) {
      return Duplicated<T *, Number *>(value, objects_[0].data());
    } else {
      return BatchDuplicated<T *, W, Number *>(value, std::array<Number *, W>{objects_[I].data()...});
    }
  }

  std::array<result, W> objects_ = {};
};

/// Stands for the shadow of a constant argument.
template <class T> struct NoShadows {
  explicit NoShadows(T &) {}
  void clear() {}
  [[gnu::always_inline]] Const<T &> annotate(T &value) { return Const<T &>(value); }
};

template <class A, std::size_t W>
using shadows_of =
    std::conditional_t<is_differentiated<A>, Shadows<helper_value_t<A>, W>, NoShadows<helper_value_t<A>>>;

template <class S> [[gnu::always_inline]] inline auto derivative_tuple(S &shadows) {
  if constexpr (requires { shadows.take(); }) {
    return std::tuple<typename S::result>(shadows.take());
  } else {
    return std::tuple<>();
  }
}

/// One derivative alone, several as a tuple.
template <class... T> [[gnu::always_inline]] inline auto unwrap_single(std::tuple<T...> &&results) {
  if constexpr (sizeof...(T) == 1) {
    return std::get<0>(std::move(results));
  } else {
    return std::move(results);
  }
}

template <class T> std::size_t count_numbers(T &object) {
  std::size_t count = 0;
  auto visit = [&](const auto &) { ++count; };
  for_each_number(visit, object);
  return count;
}

/// Sets number `index` of an object; subtracts the object's count from `index` where it lies behind.
template <class T, class V> bool set_number(T &object, std::size_t &index, V value) {
  bool done = false;
  auto visit = [&](auto &number) {
    if (!done && index-- == 0) {
      number = static_cast<std::remove_reference_t<decltype(number)>>(value);
      done = true;
    }
  };
  for_each_number(visit, object);
  return done;
}

/// The type of the first floating-point number inside a type.
template <class T> consteval auto find_number_type() {
  using Type = std::remove_cvref_t<T>;
  if constexpr (FloatingPoint<Type>) {
    return std::type_identity<Type>{};
  } else if constexpr (requires { typename Type::value_type; } && HasShadowTraits<Type>) {
    return find_number_type<typename Type::value_type>();
  } else if constexpr (form_of<Type>::parts::size == 0) {
    return std::type_identity<void>{};
  } else {
    return []<class First, class... Rest>(TypeList<First, Rest...>) {
      using Found = decltype(find_number_type<First>());
      if constexpr (!std::is_void_v<typename Found::type> || sizeof...(Rest) == 0) {
        return Found{};
      } else {
        return find_number_type<std::tuple<Rest...>>();
      }
    }(typename form_of<Type>::parts{});
  }
}
template <class T>
using number_type_t = std::conditional_t<std::is_void_v<typename decltype(find_number_type<T>())::type>, double,
                                         typename decltype(find_number_type<T>())::type>;

} // namespace cotangent::detail
