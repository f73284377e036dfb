// Modes of differentiation and their options, as types.
#pragma once

#include <cstddef>
#include <type_traits>

#include "cotangent/annotations.h"

namespace cotangent {

enum class ModeKind { Forward, Reverse, ReverseSplit };

/// Options of a mode that are yes or no.
struct ModeOptions {
  bool primal = false;           ///< the result starts with the primal value
  bool strong_zero = false;      ///< an adjoint (tangent) that is exactly 0 contributes exactly 0
  bool runtime_activity = false; ///< decide at run time which pointers are active, by comparing value and shadow
  bool atomic_add = false;       ///< shadows may be shared by threads: accumulate atomically
  bool nan_check = false;        ///< throw RuntimeException where a derivative is NaN
  bool shadow_init = false;      ///< split mode: add one into the freshly made shadow of the return
};

namespace detail {

/// No `.with_return`: the activity of the return follows from its type and the mode.
struct GuessedReturn {};
/// `.with_return<ct::Const>()` and so on.
template <AnnotationKind K> struct ReturnAs {
  static constexpr AnnotationKind kind = K;
};
/// No `.modified_between`: all memory may change between the halves.
struct AllModified {};
template <bool... Modified> struct ModifiedList {};

template <template <class...> class A> struct kind_of_template;
template <> struct kind_of_template<Const> : ReturnAs<AnnotationKind::Const> {};
template <> struct kind_of_template<Active> : ReturnAs<AnnotationKind::Active> {};
template <> struct kind_of_template<Duplicated> : ReturnAs<AnnotationKind::Duplicated> {};
template <> struct kind_of_template<DuplicatedNoNeed> : ReturnAs<AnnotationKind::DuplicatedNoNeed> {};
template <> struct kind_of_template<MixedDuplicated> : ReturnAs<AnnotationKind::MixedDuplicated> {};

} // namespace detail

/// A mode with its options: `ct::forward`, `ct::reverse`, `ct::reverse_split` and what their members return.
template <ModeKind Kind, ModeOptions Options = ModeOptions{}, class Return = detail::GuessedReturn,
          class Modified = detail::AllModified>
struct Mode {
  static constexpr ModeKind kind = Kind;
  static constexpr ModeOptions options = Options;
  using return_annotation = Return;
  using modified = Modified;

  /// The result starts with the primal value.
  consteval auto with_primal() const {
    return changed<[](ModeOptions &o) { o.primal = true; }>();
  }
  consteval auto strong_zero() const {
    return changed<[](ModeOptions &o) { o.strong_zero = true; }>();
  }
  consteval auto runtime_activity() const {
    return changed<[](ModeOptions &o) { o.runtime_activity = true; }>();
  }
  consteval auto atomic_add() const {
    return changed<[](ModeOptions &o) { o.atomic_add = true; }>();
  }
  consteval auto nan_check() const {
    return changed<[](ModeOptions &o) { o.nan_check = true; }>();
  }
  consteval auto shadow_init() const {
    return changed<[](ModeOptions &o) { o.shadow_init = true; }>();
  }

  /// Split mode: one bool per argument (constant ones included); false promises that memory reached from it does not
  /// change between the augmented forward sweep and the adjoint.
  template <bool... PerArgument> consteval auto modified_between() const {
    return Mode<Kind, Options, Return, detail::ModifiedList<PerArgument...>>{};
  }

  /// Activity of the return: `ct::Const`, `ct::Active`, `ct::Duplicated`, `ct::DuplicatedNoNeed`, or one of these with
  /// its type.
  template <template <class...> class Annotation> consteval auto with_return() const {
    return Mode<Kind, Options, detail::ReturnAs<detail::kind_of_template<Annotation>::kind>, Modified>{};
  }
  template <template <class, std::size_t, class> class Annotation> consteval auto with_return() const {
    return with_return<Annotation<double, 1, double>>();
  }
  template <class Annotation> consteval auto with_return() const {
    COTANGENT_DETAIL_REQUIRE((detail::Annotation<Annotation>),
                             "cotangent: [bad-annotation] with_return takes an annotation, such as ct::Const");
    return Mode<Kind, Options, detail::ReturnAs<detail::annotation_of<Annotation>::kind>, Modified>{};
  }

private:
  template <auto Change> static consteval auto changed() {
    constexpr ModeOptions changed_options = [] {
      ModeOptions result = Options;
      Change(result);
      return result;
    }();
    return Mode<Kind, changed_options, Return, Modified>{};
  }
};

inline constexpr Mode<ModeKind::Forward> forward{};
inline constexpr Mode<ModeKind::Reverse> reverse{};
inline constexpr Mode<ModeKind::ReverseSplit> reverse_split{};

namespace detail {
template <class M> struct is_mode : std::false_type {};
template <ModeKind K, ModeOptions O, class R, class B> struct is_mode<Mode<K, O, R, B>> : std::true_type {};

template <class T> using guess_holder = std::conditional_t<CanBeEmpty<T>, T, T &>;
} // namespace detail

/// The annotation that suits a value of type T in a mode when the caller does not say: Const for what is not
/// differentiable, Active for floating-point values in reverse, Duplicated otherwise (MixedDuplicated for mixed types
/// in reverse). The result stands for its type.
template <class T, class M> auto guess_activity(M) {
  COTANGENT_DETAIL_REQUIRE((detail::is_mode<M>::value),
                           "cotangent: [bad-annotation] guess_activity takes a mode, such as ct::reverse");
  using Held = detail::guess_holder<T>;
  if constexpr (activity_of<T> == Activity::Any) {
    return Const<Held>{};
  } else if constexpr (M::kind == ModeKind::Forward || activity_of<T> == Activity::Dup) {
    return Duplicated<Held>{};
  } else if constexpr (activity_of<T> == Activity::Active) {
    return Active<Held>{};
  } else {
    return MixedDuplicated<Held>{};
  }
}

} // namespace cotangent
