// Cells for the parameters of a wrapper: where the object of an argument and its shadows are.
#pragma once

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cotangent/annotations.h"
#include "cotangent/make_zero.h"
#include "cotangent/modes.h"
#include "cotangent/request.h"
#include "cotangent/structure.h"

namespace cotangent::detail {

/// Entries that every parameter of a wrapper has: the kind, the object, `Width` shadows unless constant.
template <int Kind, int Width> struct ParameterCell {
  static constexpr bool constant = (Kind & ~kind_unchanged) == kind_constant;
  static constexpr int width = constant ? 0 : Width;
  static constexpr int entries = 2 + width;
  static constexpr bool is_integer(int entry) { return entry == 0; }
  static constexpr int integer(int) { return Kind; }
};

template <class T> [[gnu::always_inline]] inline void *erase_type(T *pointer) {
  if constexpr (std::is_function_v<T>) {
    return reinterpret_cast<void *>(pointer);
  } else {
    return const_cast<void *>(static_cast<const volatile void *>(pointer));
  }
}

/// Refers to an object elsewhere and to its shadows.
template <int Kind, class T, int Width> struct ObjectCell : ParameterCell<Kind, Width> {
  using pointee = T;
  T *object;
  void *shadows[Width == 0 ? 1 : Width];

  [[gnu::always_inline]] void *address(int entry) const { return entry == 1 ? erase_type(object) : shadows[entry - 2]; }
  [[gnu::always_inline]] std::tuple<> adjoint() { return {}; }
};

/// Holds a number or pointer and its shadows.
template <int Kind, class T, int Width> struct ValueCell : ParameterCell<Kind, Width> {
  using pointee = T;
  T value;
  T shadows[Width == 0 ? 1 : Width];

  [[gnu::always_inline]] void *address(int entry) {
    return entry == 1 ? erase_type(&value) : erase_type(&shadows[entry - 2]);
  }
  [[gnu::always_inline]] std::tuple<> adjoint() { return {}; }
};

template <int Kind, class T> struct ValueCell<Kind, T, 0> : ParameterCell<Kind, 0> {
  using pointee = T;
  T value;

  [[gnu::always_inline]] void *address(int) { return erase_type(&value); }
  [[gnu::always_inline]] std::tuple<> adjoint() { return {}; }
};

/// Holds a copy of an `Active` argument and zero shadows, which hold its adjoints after the reverse sweep.
template <int Kind, class T, int Width> struct ActiveCell : ParameterCell<Kind, Width> {
  using pointee = T;
  T value;
  T shadows[Width];

  [[gnu::always_inline]] void *address(int entry) {
    return entry == 1 ? erase_type(&value) : erase_type(&shadows[entry - 2]);
  }

  [[gnu::always_inline]] auto adjoint() {
    if constexpr (Width == 1) {
      return std::tuple<T>(shadows[0]);
    } else {
      return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
        return std::tuple<std::array<T, Width>>(std::array<T, Width>{shadows[I]...});
      }(std::make_index_sequence<Width>{});
    }
  }
};

/// The value that a given argument carries: its annotation's, or itself.
template <class G> [[gnu::always_inline]] inline auto &value_of(G &given) {
  if constexpr (Annotation<G>) {
    return given.value;
  } else {
    return given;
  }
}

/// A zero of the same shape as an `Active` argument.
template <class T> [[gnu::always_inline]] inline T zero_of(const T &value) {
  if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
    return cotangent::make_zero(value);
  } else {
    return T();
  }
}

template <class T>
inline constexpr bool is_held_number =
    !std::is_reference_v<T> && !std::is_class_v<T> && !std::is_union_v<T> && !std::is_array_v<T>;

/// The type of the object that a wrapper parameter points to, for annotation `D` given as an argument of type `G`.
template <class D, class G> struct pointee_of {
  using Value = typename annotation_of<D>::value_type;
  using Object = std::remove_reference_t<Value>;
  static constexpr bool constant =
      !std::is_reference_v<Value> && Annotation<G> && std::is_const_v<std::remove_reference_t<G>>;
  using type = std::conditional_t<constant && !is_held_number<Value>, const Object, Object>;
};

/// A number or pointer as the shadow of a T.
template <class T, class S> [[gnu::always_inline]] inline T shadow_as(const S &shadow) {
  if constexpr (requires { static_cast<T>(shadow); }) {
    return static_cast<T>(shadow);
  } else {
    static_assert(std::is_void_v<T>, "cotangent: [bad-annotation] the shadow is constant, but it is written: give the "
                                     "address of memory that may change");
    return T{};
  }
}

/// Makes the cell of an argument declared as annotation `D` and given as `given` (the same annotation, one whose types
/// differ in const only, or a bare constant).
template <class D, class Pointee, int Width, bool Unchanged, class G>
[[gnu::always_inline]] inline auto make_cell(G &given) {
  using Description = annotation_of<D>;
  using Value = typename Description::value_type;
  constexpr AnnotationKind kind = Description::kind;
  constexpr int promise = Unchanged ? kind_unchanged : 0;
  if constexpr (kind == AnnotationKind::Const) {
    if constexpr (is_held_number<Value>) {
      return ValueCell<kind_constant + promise, Value, 0>{{}, static_cast<Value>(value_of(given))};
    } else {
      return ObjectCell<kind_constant + promise, Pointee, 0>{{}, std::addressof(value_of(given)), {}};
    }
  } else if constexpr (kind == AnnotationKind::Active) {
    using T = std::remove_cv_t<Pointee>;
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      return ActiveCell<kind_duplicated + promise, T, Width>{
          {}, static_cast<T>(value_of(given)), {(static_cast<void>(I), zero_of<T>(value_of(given)))...}};
    }(std::make_index_sequence<Width>{});
  } else {
    constexpr int number = (is_no_need(kind) ? kind_no_need : kind_duplicated) + promise;
    constexpr bool batch = is_batch(annotation_of<std::remove_cvref_t<G>>::kind);
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      if constexpr (is_held_number<Value>) {
        using T = std::remove_cv_t<Value>;
        if constexpr (batch) {
          return ValueCell<number, T, Width>{{}, static_cast<T>(given.value), {shadow_as<T>(given.shadow[I])...}};
        } else {
          return ValueCell<number, T, Width>{
              {}, static_cast<T>(given.value), {(static_cast<void>(I), shadow_as<T>(given.shadow))...}};
        }
      } else if constexpr (batch) {
        (check_shadow(given.value, given.shadow[I]), ...);
        return ObjectCell<number, Pointee, Width>{
            {}, std::addressof(given.value), {erase_type(std::addressof(given.shadow[I]))...}};
      } else {
        check_shadow(given.value, given.shadow);
        return ObjectCell<number, Pointee, Width>{
            {}, std::addressof(given.value), {(static_cast<void>(I), erase_type(std::addressof(given.shadow)))...}};
      }
    }(std::make_index_sequence<Width>{});
  }
}

} // namespace cotangent::detail
