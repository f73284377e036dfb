// ct::autodiff: one differentiated call with full control.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cotangent/annotations.h"
#include "cotangent/modes.h"
#include "cotangent/plan.h"
#include "cotangent/split.h"
#include "cotangent/sweep.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent {
namespace detail {

/// The cell of the callee. `function` is the callee as given; a pointer to a function or member is copied into a local
/// object, so that what it points to can be seen in the calling function.
template <class P, class F> [[gnu::always_inline]] inline auto callee_cell(F &function) {
  using Callee = typename P::Callee;
  if constexpr (P::callee_is_duplicated) {
    constexpr int kind = is_no_need(callee_of<F &>::kind) ? kind_no_need : kind_duplicated;
    return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
      if constexpr (is_batch(callee_of<F &>::kind)) {
        return ObjectCell<kind, Callee, P::width>{
            {}, std::addressof(function.value), {erase_type(std::addressof(function.shadow[I]))...}};
      } else {
        return ObjectCell<kind, Callee, P::width>{
            {},
            std::addressof(function.value),
            {(static_cast<void>(I), erase_type(std::addressof(function.shadow)))...}};
      }
    }(std::make_index_sequence<static_cast<std::size_t>(P::width)>{});
  } else if constexpr (std::is_class_v<Callee>) {
    return ObjectCell<kind_constant, Callee, 0>{{}, std::addressof(value_of(function)), {}};
  } else {
    return ValueCell<kind_constant, Callee, 0>{{}, value_of(function)};
  }
}

/// Runs a valid plan with the cells of its arguments.
template <class P, class S, class... Cells> [[gnu::always_inline]] inline auto run(const S &seed, Cells &&...cells) {
  if constexpr (P::mode == ModeKind::Forward) {
    return run_forward<P>(cells...);
  } else if constexpr (P::seeds_memory) {
    auto augmented = run_augmented<P>(cells...);
    auto adjoints = run_adjoint<P>(seed, augmented.tape, cells...);
    if constexpr (P::wants_primal) {
      return std::tuple_cat(std::tuple<typename P::Result>(std::move(augmented.primal)), std::move(adjoints));
    } else {
      return adjoints;
    }
  } else {
    return run_reverse<P>(seed, cells...);
  }
}

template <class T, class... Rest> struct last_of : last_of<Rest...> {};
template <class T> struct last_of<T> {
  using type = T;
};

template <class... A> consteval bool ends_with_seed() {
  if constexpr (sizeof...(A) == 0) {
    return false;
  } else {
    return SeedAnnotation<typename last_of<A...>::type>;
  }
}

/// The type of what the last argument seeds with, if it is a seed.
template <class... A> consteval auto seed_type() {
  if constexpr (ends_with_seed<A...>()) {
    return std::type_identity<
        std::remove_cvref_t<typename annotation_of<std::remove_cvref_t<typename last_of<A...>::type>>::value_type>>{};
  } else {
    return std::type_identity<NoSeed>{};
  }
}

template <class M, class... A, std::size_t... I, class F>
[[gnu::always_inline]] inline auto autodiff_arguments(std::index_sequence<I...>, F &function, A &...arguments) {
  using S = typename decltype(seed_type<A...>())::type;
  using P = Plan<M, F &, S, TypeList<annotated_t<A...[I] &>...>, TypeList<A...[I] & ...>>;
  COTANGENT_DETAIL_REQUIRE((P::valid), P::error);
  if constexpr (P::valid) {
    if constexpr (ends_with_seed<A...>()) {
      return run<P>(arguments...[sizeof...(I)].value, callee_cell<P>(function),
                    make_cell<annotated_t<A...[I] &>, typename pointee_of<annotated_t<A...[I] &>, A...[I]>::type,
                              P::width, is_unchanged<M, I>()>(arguments...[I])...);
    } else {
      return run<P>(NoSeed{}, callee_cell<P>(function),
                    make_cell<annotated_t<A...[I] &>, typename pointee_of<annotated_t<A...[I] &>, A...[I]>::type,
                              P::width, is_unchanged<M, I>()>(arguments...[I])...);
    }
  } else {
    return std::tuple<>();
  }
}

} // namespace detail

/// Differentiates one call of `function`.
///
/// `mode` is `ct::forward` or `ct::reverse`, with options. Every argument is annotated (Const, Active, Duplicated, …);
/// integers, bools and enums may be bare. In reverse mode a last argument `ct::Seed{value}` sets the adjoint of the
/// return.
///
/// Returns a std::tuple: the primal value first, if `.with_primal()`; then, in forward mode, the tangent of the return,
/// or, in reverse mode, the adjoints of the Active arguments in order. At width N a tangent or adjoint is a
/// `std::array<T, N>`. Adjoints of Duplicated arguments are added into their shadows.
///
/// Exceptions of `function` pass through. Throws RuntimeException where the path taken has no derivative.
template <class M, class F, class... A> [[gnu::always_inline]] inline auto autodiff(M, F &&function, A &&...arguments) {
  COTANGENT_DETAIL_REQUIRE(
      (detail::is_mode<M>::value),
      "cotangent: [bad-annotation] the first argument of ct::autodiff is a mode, such as ct::reverse");
  COTANGENT_DETAIL_REQUIRE((M::kind != ModeKind::ReverseSplit),
                           "cotangent: [bad-annotation] ct::autodiff runs both halves at once: use ct::reverse, or "
                           "ct::autodiff_thunk with ct::reverse_split");
  constexpr std::size_t count = sizeof...(A) - (detail::ends_with_seed<A...>() ? 1 : 0);
  return detail::autodiff_arguments<M>(std::make_index_sequence<count>{}, function, arguments...);
}

} // namespace cotangent

#pragma clang diagnostic pop
