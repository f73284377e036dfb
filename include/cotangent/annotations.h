// Activity annotations: what the caller says about each argument of a differentiated call.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "cotangent/activity.h"

namespace cotangent {

/// Stands where there is nothing: no seed, no tape, no shadow.
struct None {};
inline constexpr None none{};

namespace detail {

/// An object of static storage that value-initialised annotations of reference type refer to. It is never read:
/// such an annotation only stands for its type.
template <class T> inline T &unbound() {
  if constexpr (std::is_function_v<T>) {
    return *static_cast<T *>(nullptr);
  } else {
    alignas(T) static unsigned char storage[sizeof(T)];
    return reinterpret_cast<T &>(storage);
  }
}

template <class T>
concept CanBeEmpty = std::is_reference_v<T> || std::is_default_constructible_v<T>;

/// The value of a member of a value-initialised annotation.
template <CanBeEmpty T> inline T empty_member() {
  if constexpr (std::is_reference_v<T>) {
    return unbound<std::remove_reference_t<T>>();
  } else {
    return T();
  }
}

template <class T> struct reference_wrapper_target {
  using type = void;
};
template <class T> struct reference_wrapper_target<std::reference_wrapper<T>> {
  using type = T;
};

/// How an annotation keeps an argument written as an expression of type `Expression&&`: class lvalues are referred
/// to, everything else is held; arrays and functions decay; std::ref(x) asks for a reference.
template <class Expression> struct held {
  using Bare = std::remove_reference_t<Expression>;
  using Target = typename reference_wrapper_target<std::remove_cv_t<Bare>>::type;
  using type = std::conditional_t<
      !std::is_void_v<Target>, std::add_lvalue_reference_t<Target>,
      std::conditional_t<std::is_lvalue_reference_v<Expression> && (std::is_class_v<Bare> || std::is_union_v<Bare>),
                         Bare &, std::decay_t<Expression>>>;
};
template <class Expression> using held_t = typename held<Expression>::type;

/// The same for a shadow of a value kept as `Value`: numbers take the value's type, a null pointer takes it as well.
template <class Value, class Expression>
using held_shadow_t =
    std::conditional_t<(std::is_arithmetic_v<Value> && std::is_arithmetic_v<std::decay_t<Expression>>) ||
                           (std::is_pointer_v<Value> && std::is_null_pointer_v<std::decay_t<Expression>>),
                       Value, held_t<Expression>>;

/// N references with the interface of an array: the shadows of an object that BatchDuplicated refers to.
template <class T, std::size_t N> class References {
public:
  References() {
    for (auto &pointer : pointers_)
      pointer = &unbound<T>();
  }
  template <class... Objects>
    requires(sizeof...(Objects) == N)
  constexpr explicit References(Objects &...objects) : pointers_{std::addressof(objects)...} {}

  constexpr T &operator[](std::size_t index) const { return *pointers_[index]; }
  static constexpr std::size_t size() { return N; }

private:
  T *pointers_[N];
};

template <class T> struct is_std_array : std::false_type {};
template <class T, std::size_t N> struct is_std_array<std::array<T, N>> : std::true_type {
  using element = T;
  static constexpr std::size_t size = N;
};

/// `std::array` of N held shadows, or N references for shadows that are objects.
template <class S, std::size_t N>
using ShadowArray = std::conditional_t<std::is_reference_v<S>, References<std::remove_reference_t<S>, N>,
                                       std::array<std::remove_reference_t<S>, N>>;

// Types without const, at every level of pointers, references, arrays and template arguments.
template <class T> struct without_const {
  using type = T;
};
template <class T> struct without_const<const T> : without_const<T> {};
template <class T> struct without_const<T *> {
  using type = typename without_const<T>::type *;
};
template <class T> struct without_const<T &> {
  using type = typename without_const<T>::type;
};
template <class T, std::size_t N> struct without_const<T[N]> {
  using type = typename without_const<T>::type[N];
};
template <class T, std::size_t N> struct without_const<const T[N]> {
  using type = typename without_const<T>::type[N];
};
template <template <class...> class C, class... T> struct without_const<C<T...>> {
  using type = C<typename without_const<T>::type...>;
};
template <class T, std::size_t N> struct without_const<std::array<T, N>> {
  using type = std::array<typename without_const<T>::type, N>;
};
template <class T, std::size_t N> struct without_const<std::span<T, N>> {
  using type = std::span<typename without_const<T>::type, N>;
};

/// Whether a shadow of type S suits a value of type T.
template <class T, class S>
inline constexpr bool same_but_const = std::is_same_v<typename without_const<std::remove_cvref_t<T>>::type,
                                                      typename without_const<std::remove_cvref_t<S>>::type>;

} // namespace detail

/// Not differentiated; no shadow.
template <class T> struct Const {
  T value;

  Const()
    requires detail::CanBeEmpty<T>
      : value(detail::empty_member<T>()) {}
  constexpr explicit Const(T given) : value(static_cast<T &&>(given)) {}
};
template <class V> Const(V &&) -> Const<detail::held_t<V>>;

/// Passed by value, only floating-point content; reverse mode returns its adjoint: a `T`, or a `std::array<T, N>` at
/// width N.
template <class T> struct Active {
  T value;

  Active()
    requires detail::CanBeEmpty<T>
      : value(detail::empty_member<T>()) {}
  constexpr explicit Active(T given) : value(static_cast<T &&>(given)) {}
};
template <class V> Active(V &&) -> Active<detail::held_t<V>>;

namespace detail {
/// Stands for a shadow that was forgotten, until the call is checked.
struct Missing {};
} // namespace detail

#define COTANGENT_DETAIL_PAIRED_ANNOTATION(NAME)                                                                       \
  template <class T, class S = T> struct NAME {                                                                        \
    T value;                                                                                                           \
    S shadow;                                                                                                          \
                                                                                                                       \
    NAME()                                                                                                             \
    requires(detail::CanBeEmpty<T> && detail::CanBeEmpty<S>)                                                           \
        : value(detail::empty_member<T>()), shadow(detail::empty_member<S>()) {}                                       \
    constexpr NAME(T given, S given_shadow)                                                                            \
        : value(static_cast<T &&>(given)), shadow(static_cast<S &&>(given_shadow)) {}                                  \
    constexpr NAME(T given)                                                                                            \
    requires(std::is_same_v<S, detail::Missing>) : value(static_cast<T &&>(given)), shadow() {}                        \
  };                                                                                                                   \
  template <class V>                                                                                                   \
  NAME(V &&) -> NAME<detail::held_t<V>, detail::Missing>;                                                              \
  template <class V, class D> NAME(V &&, D &&)->NAME<detail::held_t<V>, detail::held_shadow_t<detail::held_t<V>, D>>

/// A value and its shadow of the same shape. Forward: the shadow holds the tangent. Reverse: adjoints are added into
/// what the shadow refers to.
COTANGENT_DETAIL_PAIRED_ANNOTATION(Duplicated);
/// As Duplicated, but the primal result written through the value need not be computed.
COTANGENT_DETAIL_PAIRED_ANNOTATION(DuplicatedNoNeed);
/// One object that holds both floating-point values and pointers; the shadow is an object passed by reference.
COTANGENT_DETAIL_PAIRED_ANNOTATION(MixedDuplicated);
#undef COTANGENT_DETAIL_PAIRED_ANNOTATION

namespace detail {

/// Whether the shadow arguments of a batch annotation are one array of N shadows (and not N shadows).
template <class T, class... D> struct batch_form {
  static constexpr bool is_array = false;
};
template <class T, class D>
  requires(is_std_array<std::remove_cvref_t<D>>::value && !same_but_const<T, D>)
struct batch_form<T, D> {
  static constexpr bool is_array = true;
  using array = is_std_array<std::remove_cvref_t<D>>;
  static constexpr std::size_t size = array::size;
  // Elements of an array lvalue of class objects are referred to, everything else is held.
  using shadow =
      std::conditional_t<std::is_lvalue_reference_v<D> && std::is_class_v<typename array::element>,
                         std::conditional_t<std::is_const_v<std::remove_reference_t<D>>,
                                            const typename array::element &, typename array::element &>,
                         std::conditional_t<std::is_arithmetic_v<T> && std::is_arithmetic_v<typename array::element>, T,
                                            typename array::element>>;
};

template <class S, std::size_t N, class D, std::size_t... I>
constexpr ShadowArray<S, N> shadows_of_array(D &&array, std::index_sequence<I...>) {
  if constexpr (std::is_reference_v<S>) {
    return References<std::remove_reference_t<S>, N>(array[I]...);
  } else {
    return {static_cast<S>(std::forward<D>(array)[I])...};
  }
}

} // namespace detail

#define COTANGENT_DETAIL_BATCH_ANNOTATION(NAME)                                                                        \
  template <class T, std::size_t N, class S = T> struct NAME {                                                         \
    static_assert(N > 0, "cotangent: [bad-annotation] a batch annotation needs at least one shadow");                  \
    T value;                                                                                                           \
    detail::ShadowArray<S, N> shadow;                                                                                  \
                                                                                                                       \
    NAME()                                                                                                             \
    requires(detail::CanBeEmpty<T> && detail::CanBeEmpty<S>) : value(detail::empty_member<T>()), shadow() {}           \
    template <class V, class D>                                                                                        \
      requires(detail::batch_form<T, D>::is_array)                                                                     \
    constexpr NAME(V &&given, D &&shadows)                                                                             \
        : value(std::forward<V>(given)),                                                                               \
          shadow(detail::shadows_of_array<S, N>(std::forward<D>(shadows), std::make_index_sequence<N>{})) {}           \
    template <class V, class... D>                                                                                     \
      requires(sizeof...(D) == N && !detail::batch_form<T, D...>::is_array)                                            \
    constexpr NAME(V &&given, D &&...shadows) : value(std::forward<V>(given)), shadow{static_cast<S>(shadows)...} {}   \
  };                                                                                                                   \
  template <class V, class D>                                                                                          \
    requires(detail::batch_form<detail::held_t<V>, D>::is_array)                                                       \
  NAME(V &&, D &&) -> NAME<detail::held_t<V>, detail::batch_form<detail::held_t<V>, D>::size,                          \
                           typename detail::batch_form<detail::held_t<V>, D>::shadow>;                                 \
  template <class V, class D, class... More>                                                                           \
    requires(!detail::batch_form<detail::held_t<V>, D, More...>::is_array)                                             \
  NAME(V &&, D &&, More &&...)                                                                                         \
      ->NAME<detail::held_t<V>, 1 + sizeof...(More), detail::held_shadow_t<detail::held_t<V>, D>>

/// A value and N shadows at once (vector mode of width N): objects referred to one by one, or a `std::array` of N
/// numbers or pointers.
COTANGENT_DETAIL_BATCH_ANNOTATION(BatchDuplicated);
/// As BatchDuplicated, but the primal result written through the value need not be computed.
COTANGENT_DETAIL_BATCH_ANNOTATION(BatchDuplicatedNoNeed);
#undef COTANGENT_DETAIL_BATCH_ANNOTATION

/// As BatchDuplicated, with the N shadows made by calling `function()` when the call is made; it returns a
/// `std::array` of N numbers, pointers or objects, which lives as long as the annotation.
template <class T, class Function> struct BatchDuplicatedFunc {
  using Shadows = std::remove_cvref_t<std::invoke_result_t<std::decay_t<Function> &>>;
  static_assert(detail::is_std_array<Shadows>::value,
                "cotangent: [bad-annotation] the function of ct::BatchDuplicatedFunc returns a std::array of shadows");
  T value;
  Shadows shadow;

  BatchDuplicatedFunc()
    requires detail::CanBeEmpty<T>
      : value(detail::empty_member<T>()), shadow() {}
  BatchDuplicatedFunc(T given, Function function) : value(static_cast<T &&>(given)), shadow(function()) {}
};
template <class V, class F> BatchDuplicatedFunc(V &&, F &&) -> BatchDuplicatedFunc<detail::held_t<V>, std::decay_t<F>>;

/// The seed of an `Active` return, as the last argument of a reverse call: a value of the return's type, or a
/// `std::array` of N values at width N.
template <class T> struct Seed {
  T value;

  Seed()
    requires detail::CanBeEmpty<T>
      : value(detail::empty_member<T>()) {}
  constexpr explicit Seed(T given) : value(static_cast<T &&>(given)) {}
};
template <class V> Seed(V &&) -> Seed<detail::held_t<V>>;

namespace detail {

enum class AnnotationKind {
  Absent,
  Const,
  Active,
  Duplicated,
  DuplicatedNoNeed,
  MixedDuplicated,
  Batch,
  BatchNoNeed,
  Seed
};

/// Kind, value type, shadow type and width of an annotation; `Absent` for any other type.
template <class A> struct annotation_of {
  static constexpr AnnotationKind kind = AnnotationKind::Absent;
};
template <AnnotationKind K, class T, class S, std::size_t N> struct AnnotationParts {
  static constexpr AnnotationKind kind = K;
  using value_type = T;
  using shadow_type = S;
  static constexpr std::size_t width = N;
};
template <class T> struct annotation_of<Const<T>> : AnnotationParts<AnnotationKind::Const, T, void, 0> {};
template <class T> struct annotation_of<Active<T>> : AnnotationParts<AnnotationKind::Active, T, void, 0> {};
template <class T> struct annotation_of<Seed<T>> : AnnotationParts<AnnotationKind::Seed, T, void, 0> {};
template <class T, class S>
struct annotation_of<Duplicated<T, S>> : AnnotationParts<AnnotationKind::Duplicated, T, S, 1> {};
template <class T, class S>
struct annotation_of<DuplicatedNoNeed<T, S>> : AnnotationParts<AnnotationKind::DuplicatedNoNeed, T, S, 1> {};
template <class T, class S>
struct annotation_of<MixedDuplicated<T, S>> : AnnotationParts<AnnotationKind::MixedDuplicated, T, S, 1> {};
template <class T, std::size_t N, class S>
struct annotation_of<BatchDuplicated<T, N, S>> : AnnotationParts<AnnotationKind::Batch, T, S, N> {};
template <class T, std::size_t N, class S>
struct annotation_of<BatchDuplicatedNoNeed<T, N, S>> : AnnotationParts<AnnotationKind::BatchNoNeed, T, S, N> {};
template <class T, class F>
struct annotation_of<BatchDuplicatedFunc<T, F>>
    : AnnotationParts<AnnotationKind::Batch, T,
                      typename is_std_array<typename BatchDuplicatedFunc<T, F>::Shadows>::element,
                      is_std_array<typename BatchDuplicatedFunc<T, F>::Shadows>::size> {};

template <class A>
concept Annotation = annotation_of<std::remove_cvref_t<A>>::kind != AnnotationKind::Absent;
template <class A>
concept SeedAnnotation = annotation_of<std::remove_cvref_t<A>>::kind == AnnotationKind::Seed;

constexpr bool is_duplicated(AnnotationKind kind) {
  return kind != AnnotationKind::Absent && kind != AnnotationKind::Const && kind != AnnotationKind::Active &&
         kind != AnnotationKind::Seed;
}
constexpr bool is_batch(AnnotationKind kind) {
  return kind == AnnotationKind::Batch || kind == AnnotationKind::BatchNoNeed;
}
constexpr bool is_no_need(AnnotationKind kind) {
  return kind == AnnotationKind::DuplicatedNoNeed || kind == AnnotationKind::BatchNoNeed;
}

/// The annotation type that an argument written as `A&&` stands for: an argument without annotation is constant.
template <class A> struct annotated {
  using type = Const<held_t<A>>;
};
template <Annotation A> struct annotated<A> {
  using type = std::remove_cvref_t<A>;
};
template <class A> using annotated_t = typename annotated<A>::type;

} // namespace detail
} // namespace cotangent
