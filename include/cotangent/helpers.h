// Values in, values out: gradient, value_and_gradient, jvp, vjp.
#pragma once

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cotangent/call.h"
#include "cotangent/shadows.h"
#include "cotangent/thunk.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent {
namespace detail {

/// The plan of a helper's call: for the type of the result and for errors of the call.
template <class M, class F, class... A>
using HelperPlan =
    Plan<M, F &, NoSeed,
         TypeList<decltype(std::declval<shadows_of<A, 1> &>().annotate(std::declval<helper_value_t<A> &>()))...>,
         TypeList<decltype(std::declval<shadows_of<A, 1> &>().annotate(std::declval<helper_value_t<A> &>())) &...>>;

template <class F, class... A> consteval Text scalar_helper_error() {
  constexpr Text error = helper_error<A...>();
  if constexpr (error.size() != 0) {
    return error;
  } else {
    using P = HelperPlan<Mode<ModeKind::Reverse>, F, A...>;
    if constexpr (!P::callable) {
      return P::error;
    } else if constexpr (!is_direct<typename P::Result>) {
      return concatenate(error_prefix, "the function returns '", type_name<typename P::Returned>(),
                         "'; a gradient is that of a floating-point number: use ct::jacobian or ct::vjp, or "
                         "ct::autodiff with ct::Seed");
    } else {
      return P::error;
    }
  }
}

template <class F, class... A> consteval Text vector_helper_error() {
  constexpr Text error = helper_error<A...>();
  if constexpr (error.size() != 0) {
    return error;
  } else {
    using P = HelperPlan<Mode<ModeKind::Forward>, F, A...>;
    if constexpr (P::callable && activity_of<typename P::Result> == Activity::Any) {
      return concatenate(error_prefix, "the function returns '", type_name<typename P::Returned>(),
                         "', which has no differentiable content");
    } else {
      return P::error;
    }
  }
}

template <class M, class F, std::size_t... I, class... A>
[[gnu::always_inline]] inline auto gradient_arguments(M mode, F &function, std::index_sequence<I...>, A &...arguments) {
  std::tuple<shadows_of<A, 1>...> shadows{shadows_of<A, 1>(value_of(arguments))...};
  auto value = cotangent::autodiff(mode, function, std::get<I>(shadows).annotate(value_of(arguments))...);
  auto derivatives = unwrap_single(std::tuple_cat(derivative_tuple(std::get<I>(shadows))...));
  if constexpr (M::options.primal) {
    return std::tuple<std::tuple_element_t<0, decltype(value)>, decltype(derivatives)>(std::get<0>(value),
                                                                                       std::move(derivatives));
  } else {
    return derivatives;
  }
}

} // namespace detail

/// The derivatives of `function(arguments…)`, which returns a floating-point number: one per argument that is not
/// `ct::Const` and has floating-point content, in order; alone if it is the only one, else as a std::tuple. Each has
/// the argument's type and structure (an array gives a std::array, a std::span a std::vector).
template <class F, class... A> [[gnu::always_inline]] inline auto gradient(F &&function, A &&...arguments) {
  COTANGENT_DETAIL_REQUIRE((detail::scalar_helper_error<F, A...>().size() == 0),
                           detail::scalar_helper_error<F, A...>());
  if constexpr (detail::scalar_helper_error<F, A...>().size() == 0) {
    return detail::gradient_arguments(reverse, function, std::index_sequence_for<A...>{}, arguments...);
  }
}

/// `{value, gradient}` of `function(arguments…)`.
template <class F, class... A> [[gnu::always_inline]] inline auto value_and_gradient(F &&function, A &&...arguments) {
  COTANGENT_DETAIL_REQUIRE((detail::scalar_helper_error<F, A...>().size() == 0),
                           detail::scalar_helper_error<F, A...>());
  if constexpr (detail::scalar_helper_error<F, A...>().size() == 0) {
    return detail::gradient_arguments(reverse.with_primal(), function, std::index_sequence_for<A...>{}, arguments...);
  }
}

namespace detail {

template <class T> [[gnu::always_inline]] inline auto tuple_of(T &&values) {
  if constexpr (is_tuple<std::remove_cvref_t<T>>) {
    return std::apply([](auto &&...elements) { return std::tuple<decltype(elements) &...>(elements...); }, values);
  } else {
    return std::tuple<std::remove_reference_t<T> &>(values);
  }
}

/// Copies the tangent of an argument into its shadow.
template <class S, class T>
[[gnu::always_inline]] inline void set_tangent(S &shadows, std::size_t lane, const T &tangent) {
  if constexpr (requires { shadows[lane]; }) {
    auto &target = shadows[lane];
    using Target = std::remove_reference_t<decltype(target)>;
    if constexpr (std::is_arithmetic_v<Target>) {
      target = static_cast<Target>(tangent);
    } else {
      auto copy = [](auto &to, const auto &from) { to = from; };
      for_each_number(copy, target, tangent);
    }
  }
}

/// The position of argument `Index` among the tangents: all arguments have one, or only the differentiated ones.
template <std::size_t Index, bool OnlyDifferentiated, class... A> consteval std::size_t tangent_position() {
  if (!OnlyDifferentiated)
    return Index;
  constexpr bool differentiated[] = {is_differentiated<A>...};
  std::size_t position = 0;
  for (std::size_t i = 0; i < Index; ++i)
    position += differentiated[i] ? 1 : 0;
  return position;
}

template <class F, std::size_t... I, class... A, class... T>
[[gnu::always_inline]] inline auto jvp_arguments(F &function, std::index_sequence<I...>, std::tuple<A &...> arguments,
                                                 std::tuple<T &...> tangents) {
  constexpr Text error = vector_helper_error<F &, A &...>();
  COTANGENT_DETAIL_REQUIRE((error.size() == 0), error);
  constexpr std::size_t differentiated = (0 + ... + (is_differentiated<A &> ? 1 : 0));
  COTANGENT_DETAIL_REQUIRE(
      (sizeof...(T) == sizeof...(A) || sizeof...(T) == differentiated),
      "cotangent: [bad-annotation] ct::jvp takes one tangent per argument, or one per differentiated argument");
  if constexpr (error.size() == 0 && (sizeof...(T) == sizeof...(A) || sizeof...(T) == differentiated)) {
    constexpr bool only = sizeof...(T) != sizeof...(A);
    std::tuple<shadows_of<A &, 1>...> shadows{shadows_of<A &, 1>(value_of(std::get<I>(arguments)))...};
    (
        [&] {
          if constexpr (is_differentiated<A &>) {
            set_tangent(std::get<I>(shadows), 0, std::get<tangent_position<I, only, A &...>()>(tangents));
          }
        }(),
        ...);
    return cotangent::autodiff(forward.with_primal(), function,
                               std::get<I>(shadows).annotate(value_of(std::get<I>(arguments)))...);
  }
}

} // namespace detail

/// `{y, dy}`: the value of `function` and its tangent for tangents of the arguments. Both are tuples: one tangent per
/// argument (those of constant arguments are not read), or one per differentiated argument; a single argument may stand
/// alone.
template <class F, class A, class T> [[gnu::always_inline]] inline auto jvp(F &&function, A &&arguments, T &&tangents) {
  auto references = detail::tuple_of(arguments);
  return detail::jvp_arguments(function, std::make_index_sequence<std::tuple_size_v<decltype(references)>>{},
                               references, detail::tuple_of(tangents));
}

/// The second half of ct::vjp: `pull(seed)` gives the derivatives for an adjoint of the result. May be called many
/// times (from the second call on the forward sweep runs again), and copied; copies share their state. Holds copies of
/// the arguments.
template <class F, class... A> class Pullback {
  using Plan = detail::HelperPlan<
      Mode<ModeKind::ReverseSplit, ModeOptions{.primal = true}, detail::ReturnAs<detail::AnnotationKind::Active>>, F,
      A...>;

  struct State {
    std::tuple<A...> arguments;
    std::tuple<detail::shadows_of<A, 1>...> shadows;
    Tape tape;

    template <class... B, std::size_t... I>
    explicit State(std::index_sequence<I...>, B &...values)
        : arguments(A(values)...), shadows(detail::shadows_of<A, 1>(detail::value_of(std::get<I>(arguments)))...) {}
  };

public:
  using Value = typename Plan::Result;

  template <class G, class... B>
  [[gnu::always_inline]] explicit Pullback(G &function, B &...arguments)
      : function_(function), state_(std::make_shared<State>(std::index_sequence_for<A...>{}, arguments...)) {}

  /// Runs the forward sweep: the value of the function.
  [[gnu::always_inline]] Value run() { return run(std::index_sequence_for<A...>{}); }

  /// The derivatives, in the shape that ct::gradient returns. `seed` has the structure of the result.
  template <class S> [[gnu::always_inline]] auto operator()(const S &seed) {
    return pull(seed, std::index_sequence_for<A...>{});
  }

private:
  template <std::size_t I> [[gnu::always_inline]] auto annotated() {
    return std::get<I>(state_->shadows).annotate(detail::value_of(std::get<I>(state_->arguments)));
  }

  template <class G> [[gnu::always_inline]] static auto cell(G &&given) {
    using D = std::remove_cvref_t<G>;
    return detail::make_cell<D, typename detail::pointee_of<D, D>::type, 1, false>(given);
  }

  template <std::size_t... I> [[gnu::always_inline]] Value run(std::index_sequence<I...>) {
    auto augmented = detail::run_augmented<Plan>(detail::callee_cell<Plan>(function_), cell(annotated<I>())...);
    state_->tape = std::move(augmented.tape);
    return std::move(augmented.primal);
  }

  template <class S, std::size_t... I>
  [[gnu::always_inline]] auto pull(const S &seed, std::index_sequence<I...> indices) {
    if (!state_->tape.usable()) { // a shadow that is cleared may get other memory, so the forward sweep comes after
      (std::get<I>(state_->shadows).clear(), ...);
      run(indices);
    }
    detail::run_adjoint<Plan>(seed, state_->tape, detail::callee_cell<Plan>(function_), cell(annotated<I>())...);
    return detail::unwrap_single(std::tuple_cat(copy_of(std::get<I>(state_->shadows))...));
  }

  template <class S> static auto copy_of(S &shadows) {
    if constexpr (requires { shadows[0]; }) {
      return std::tuple<typename S::result>(shadows[0]);
    } else {
      return std::tuple<>();
    }
  }

  F function_;
  std::shared_ptr<State> state_;
};

/// `{y, pull}`: the value of `function(arguments…)`, and a callable that turns an adjoint of it into the derivatives.
template <class F, class... A> [[gnu::always_inline]] inline auto vjp(F &&function, A &&...arguments) {
  COTANGENT_DETAIL_REQUIRE((detail::vector_helper_error<F, A...>().size() == 0),
                           detail::vector_helper_error<F, A...>());
  if constexpr (detail::vector_helper_error<F, A...>().size() == 0) {
    using Pull = Pullback<std::decay_t<F>, std::remove_cvref_t<A>...>;
    Pull pull(function, arguments...);
    auto value = pull.run();
    return std::tuple<typename Pull::Value, Pull>(std::move(value), std::move(pull));
  }
}

} // namespace cotangent

#pragma clang diagnostic pop
