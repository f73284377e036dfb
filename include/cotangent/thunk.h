// Thunks: a differentiated function as a typed callable, and split mode as a pair of them.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cotangent/call.h"
#include "cotangent/error.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent {
namespace detail {

/// Whether an argument given as `G` may be passed to a thunk whose annotation is `D`.
template <class D, class G> consteval bool suits() {
  using Given = annotation_of<annotated_t<G>>;
  using Declared = annotation_of<D>;
  if constexpr (Declared::kind == AnnotationKind::Const && Given::kind == AnnotationKind::Const) {
    using From = std::remove_reference_t<typename Given::value_type>;
    using To = std::remove_reference_t<typename Declared::value_type>;
    return is_held_number<typename Declared::value_type> ? std::is_convertible_v<From &, To>
                                                         : std::is_convertible_v<std::remove_const_t<From> *, To *>;
  } else {
    constexpr bool same_kind =
        Declared::kind == Given::kind || (is_duplicated(Declared::kind) && is_duplicated(Given::kind) &&
                                          is_no_need(Declared::kind) == is_no_need(Given::kind));
    using From = typename pointee_of<annotated_t<G>, G>::type;
    using To = typename pointee_of<D, D>::type;
    return same_kind && Declared::width == Given::width &&
           same_but_const<typename Declared::value_type, typename Given::value_type> &&
           (is_held_number<typename Declared::value_type> ? std::is_convertible_v<From &, To>
                                                          : std::is_convertible_v<From *, To *>);
  }
}

template <class M, class F, class S, class... D> using ThunkPlan = Plan<M, F &, S, TypeList<D...>, TypeList<D...>>;

/// What is wrong with the arguments of a call of a thunk.
template <class Declared, class Given> struct ThunkCheck;
template <class... D, class... G> struct ThunkCheck<TypeList<D...>, TypeList<G...>> {
  static consteval Text find() {
    Text text;
    if constexpr (sizeof...(D) == sizeof...(G)) {
      std::size_t index = 0;
      (
          [&] {
            if (text.size() == 0 && !suits<D, G>()) {
              text = argument_prefix<G>(index);
              text.append("the thunk was made for '").append(type_name<D>()).append("'");
            }
            ++index;
          }(),
          ...);
    } else {
      text = Text(error_prefix);
      text.append("the thunk takes ")
          .append_number(sizeof...(D))
          .append(" arguments, ")
          .append_number(sizeof...(G))
          .append(" are given");
    }
    return text;
  }
  static constexpr Text error = find();
};

} // namespace detail

/// A derivative in forward or combined reverse mode for one function, mode and list of annotations. Called with
/// annotated arguments it returns what ct::autodiff returns. In reverse mode a last `ct::Seed{…}` is optional.
template <class M, class F, class... D> class Thunk {
public:
  [[gnu::always_inline]] constexpr explicit Thunk(F function) : function_(static_cast<F &&>(function)) {}

  template <class... A> [[gnu::always_inline]] auto operator()(A &&...arguments) {
    constexpr std::size_t count = sizeof...(A) - (detail::ends_with_seed<A...>() ? 1 : 0);
    return call(std::make_index_sequence<count>{}, arguments...);
  }

private:
  template <std::size_t... I, class... A> [[gnu::always_inline]] auto call(std::index_sequence<I...>, A &...arguments) {
    using S = typename decltype(detail::seed_type<A...>())::type;
    using Check = detail::ThunkCheck<detail::TypeList<D...>, detail::TypeList<A...[I] & ...>>;
    using P = detail::ThunkPlan<M, F, S, D...>;
    COTANGENT_DETAIL_REQUIRE((Check::error.size() == 0), Check::error);
    COTANGENT_DETAIL_REQUIRE((P::valid), P::error);
    if constexpr (Check::error.size() == 0 && P::valid) {
      if constexpr (detail::ends_with_seed<A...>()) {
        return detail::run<P>(
            arguments...[sizeof...(I)].value, detail::callee_cell<P>(function_),
            detail::make_cell<D, typename detail::pointee_of<D, D>::type, P::width, false>(arguments...[I])...);
      } else {
        return detail::run<P>(
            detail::NoSeed{}, detail::callee_cell<P>(function_),
            detail::make_cell<D, typename detail::pointee_of<D, D>::type, P::width, false>(arguments...[I])...);
      }
    } else {
      return std::tuple<>();
    }
  }

  F function_;
};

/// The first half of split mode. Called with annotated arguments it runs the function and returns `.tape`, `.primal`
/// and
/// `.shadow` (see AugmentedReturn).
template <class M, class F, class... D> class AugmentedForwardThunk {
public:
  [[gnu::always_inline]] constexpr explicit AugmentedForwardThunk(F function)
      : function_(static_cast<F &&>(function)) {}

  template <class... A> [[gnu::always_inline]] auto operator()(A &&...arguments) {
    return call(std::index_sequence_for<D...>{}, arguments...);
  }

private:
  template <std::size_t... I, class... A> [[gnu::always_inline]] auto call(std::index_sequence<I...>, A &...arguments) {
    using Check = detail::ThunkCheck<detail::TypeList<D...>, detail::TypeList<A &...>>;
    using P = detail::ThunkPlan<M, F, detail::NoSeed, D...>;
    COTANGENT_DETAIL_REQUIRE((Check::error.size() == 0), Check::error);
    if constexpr (Check::error.size() == 0) {
      return detail::run_augmented<P>(
          detail::callee_cell<P>(function_),
          detail::make_cell<D, typename detail::pointee_of<D, D>::type, P::width, detail::is_unchanged<M, I>()>(
              arguments)...);
    } else {
      return AugmentedReturn<None, None>{};
    }
  }

  F function_;
};

/// The second half of split mode. Called with the same arguments, then the seed if the return is Active (a value of its
/// type, or ct::Seed; a `std::array` of them at width N), then the tape, it returns a std::tuple of the adjoints of the
/// Active arguments and adds the others into the shadows. Throws Error ("bad-annotation") for a tape that is used up or
/// belongs elsewhere.
template <class M, class F, class... D> class AdjointThunk {
public:
  [[gnu::always_inline]] constexpr explicit AdjointThunk(F function) : function_(static_cast<F &&>(function)) {}

  template <class... A> [[gnu::always_inline]] auto operator()(A &&...arguments) {
    return call(std::index_sequence_for<D...>{}, arguments...);
  }

private:
  using PlanWithout = detail::ThunkPlan<M, F, detail::NoSeed, D...>;
  static constexpr bool takes_seed = PlanWithout::role == detail::AnnotationKind::Active;

  template <std::size_t... I, class... A> [[gnu::always_inline]] auto call(std::index_sequence<I...>, A &...arguments) {
    constexpr std::size_t count = sizeof...(D);
    constexpr bool shape = sizeof...(A) == count + 1 + (takes_seed ? 1 : 0);
    COTANGENT_DETAIL_REQUIRE(
        (shape), detail::concatenate(detail::error_prefix, "the adjoint takes the annotated arguments, then ",
                                     takes_seed ? "the seed of the return, then " : "", "the tape"));
    if constexpr (shape) {
      COTANGENT_DETAIL_REQUIRE(
          (std::is_same_v<std::remove_cvref_t<A...[sizeof...(A) - 1]>, Tape>),
          "cotangent: [bad-annotation] the last argument of an adjoint is the tape of the augmented forward sweep");
      using Check = detail::ThunkCheck<detail::TypeList<D...>, detail::TypeList<A...[I] & ...>>;
      COTANGENT_DETAIL_REQUIRE((Check::error.size() == 0), Check::error);
      Tape &tape = arguments...[sizeof...(A) - 1];
      if constexpr (takes_seed) {
        auto &seed = seed_value(arguments...[count]);
        using P = detail::ThunkPlan<M, F, std::remove_cvref_t<decltype(seed)>, D...>;
        COTANGENT_DETAIL_REQUIRE((P::valid), P::error);
        return detail::run_adjoint<P>(
            seed, tape, detail::callee_cell<P>(function_),
            detail::make_cell<D, typename detail::pointee_of<D, D>::type, P::width, detail::is_unchanged<M, I>()>(
                arguments...[I])...);
      } else {
        using P = PlanWithout;
        return detail::run_adjoint<P>(
            detail::NoSeed{}, tape, detail::callee_cell<P>(function_),
            detail::make_cell<D, typename detail::pointee_of<D, D>::type, P::width, detail::is_unchanged<M, I>()>(
                arguments...[I])...);
      }
    }
  }

  template <class S> [[gnu::always_inline]] static auto &seed_value(S &given) {
    if constexpr (detail::SeedAnnotation<S>) {
      return given.value;
    } else {
      return given;
    }
  }

  F function_;
};

/// Makes the derivative of `function` a callable, for arguments annotated as `annotations` say (their values do not
/// matter: they may be value-initialised).
///
/// `ct::forward` and `ct::reverse` give one callable (Thunk); `ct::reverse_split` gives a pair: `auto [augmented,
/// adjoint] = …`.
template <class M, class F, class... D>
[[gnu::always_inline]] inline auto autodiff_thunk(M, F &&function, const D &...) {
  COTANGENT_DETAIL_REQUIRE(
      (detail::is_mode<M>::value),
      "cotangent: [bad-annotation] the first argument of ct::autodiff_thunk is a mode, such as ct::reverse_split");
  using Held = std::decay_t<F>;
  using P =
      detail::Plan<M, Held &, detail::NoSeed, detail::TypeList<detail::annotated_t<D>...>, detail::TypeList<D...>>;
  if constexpr (M::kind == ModeKind::ReverseSplit) {
    COTANGENT_DETAIL_REQUIRE((P::valid), P::error);
    return std::pair(AugmentedForwardThunk<M, Held, detail::annotated_t<D>...>(function),
                     AdjointThunk<M, Held, detail::annotated_t<D>...>(function));
  } else {
    return Thunk<M, Held, detail::annotated_t<D>...>(std::forward<F>(function));
  }
}

} // namespace cotangent

#pragma clang diagnostic pop
