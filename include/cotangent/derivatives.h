// Matrices of derivatives: jacobian, hessian, hvp.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cotangent/helpers.h"
#include "cotangent/matrix.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent {
namespace detail {

/// Columns (rows) of a matrix of derivatives computed at once.
inline constexpr std::size_t chunk_width = 4;

/// Sets number `index`, counted through all differentiated arguments, of lane `lane`.
template <class... S, class V>
void set_number_of(std::tuple<S...> &shadows, std::size_t lane, std::size_t index, V value) {
  bool done = false;
  std::apply(
      [&](auto &...each) {
        (
            [&] {
              if constexpr (requires { each[lane]; }) {
                if (!done)
                  done = set_number(each[lane], index, value);
              }
            }(),
            ...);
      },
      shadows);
}

/// Calls `visit(index, number)` for the numbers of lane `lane` of all differentiated arguments.
template <class... S, class F> void visit_numbers(std::tuple<S...> &shadows, std::size_t lane, F &&visit) {
  std::size_t index = 0;
  auto numbered = [&](const auto &number) { visit(index++, number); };
  std::apply(
      [&](auto &...each) {
        (
            [&] {
              if constexpr (requires { each[lane]; })
                for_each_number(numbered, each[lane]);
            }(),
            ...);
      },
      shadows);
}

template <class... S> std::size_t count_all(std::tuple<S...> &shadows) {
  std::size_t count = 0;
  visit_numbers(shadows, 0, [&](std::size_t, const auto &) { ++count; });
  return count;
}

template <class Number, class F, std::size_t... I, class... A>
[[gnu::always_inline]] inline void jacobian_by_columns(Matrix<Number> &result, F &function, std::index_sequence<I...>,
                                                       A &...arguments) {
  constexpr std::size_t width = chunk_width;
  std::tuple<shadows_of<A, width>...> shadows{shadows_of<A, width>(value_of(arguments))...};
  for (std::size_t column = 0; column < result.cols(); column += width) {
    (std::get<I>(shadows).clear(), ...);
    for (std::size_t lane = 0; lane < width && column + lane < result.cols(); ++lane)
      set_number_of(shadows, lane, column + lane, 1);
    auto [tangents] = cotangent::autodiff(forward, function, std::get<I>(shadows).annotate(value_of(arguments))...);
    for (std::size_t lane = 0; lane < width && column + lane < result.cols(); ++lane) {
      std::size_t row = 0;
      auto write = [&](const auto &number) { result(row++, column + lane) = number; };
      for_each_number(write, tangents[lane]);
    }
  }
}

template <class Number, class Value, class F, std::size_t... I, class... A>
[[gnu::always_inline]] inline void jacobian_by_rows(Matrix<Number> &result, const Value &value, F &function,
                                                    std::index_sequence<I...>, A &...arguments) {
  constexpr std::size_t width = chunk_width;
  std::tuple<shadows_of<A, width>...> shadows{shadows_of<A, width>(value_of(arguments))...};
  Shadows<const Value, width> seeds(value);
  for (std::size_t row = 0; row < result.rows(); row += width) {
    (std::get<I>(shadows).clear(), ...);
    seeds.clear();
    for (std::size_t lane = 0; lane < width && row + lane < result.rows(); ++lane) {
      std::size_t index = row + lane;
      set_number(seeds[lane], index, 1);
    }
    cotangent::autodiff(reverse.with_return<Active>(), function, std::get<I>(shadows).annotate(value_of(arguments))...,
                        Seed<std::array<Value, width> &>(seeds.all()));
    for (std::size_t lane = 0; lane < width && row + lane < result.rows(); ++lane) {
      visit_numbers(shadows, lane,
                    [&](std::size_t column, const auto &number) { result(row + lane, column) = number; });
    }
  }
}

template <class F, std::size_t... I, class... A>
[[gnu::always_inline]] inline auto jacobian_arguments(F &function, std::index_sequence<I...> indices, A &...arguments) {
  using P = HelperPlan<Mode<ModeKind::Forward>, F, A...>;
  using Number = number_type_t<typename P::Result>;
  if constexpr (is_direct<typename P::Result>) {
    std::tuple<shadows_of<A, 1>...> shadows{shadows_of<A, 1>(value_of(arguments))...};
    Matrix<Number> result(1, count_all(shadows));
    cotangent::autodiff(reverse, function, std::get<I>(shadows).annotate(value_of(arguments))...);
    visit_numbers(shadows, 0, [&](std::size_t column, const auto &number) { result(0, column) = number; });
    return result;
  } else {
    std::size_t columns = 0;
    ((columns += [&]() -> std::size_t {
       if constexpr (is_differentiated<A>)
         return count_numbers(value_of(arguments));
       else
         return 0;
     }()),
     ...);
    auto &callee = value_of(function);
    typename P::Result value = invoke(callee, value_of(arguments)...);
    Matrix<Number> result(count_numbers(value), columns);
    if (result.cols() <= result.rows()) {
      jacobian_by_columns(result, function, indices, arguments...);
    } else {
      jacobian_by_rows(result, value, function, indices, arguments...);
    }
    return result;
  }
}

} // namespace detail

/// The matrix of derivatives of `function(arguments…)`: one row per floating-point number of the result, one column per
/// number of the differentiated arguments, in order (a complex number is two). Forward or reverse mode, whichever needs
/// fewer sweeps. The function is called once more to learn the size of its result.
template <class F, class... A> [[gnu::always_inline]] inline auto jacobian(F &&function, A &&...arguments) {
  COTANGENT_DETAIL_REQUIRE((detail::vector_helper_error<F, A...>().size() == 0),
                           detail::vector_helper_error<F, A...>());
  if constexpr (detail::vector_helper_error<F, A...>().size() == 0) {
    return detail::jacobian_arguments(function, std::index_sequence_for<A...>{}, arguments...);
  }
}

namespace detail {

/// The gradient as a function: takes each argument and its shadow in turn, and adds the derivatives into the shadows.
/// Shadows of constant arguments are None.
template <class F> struct GradientInto {
  F function;

  template <class... Pairs> [[gnu::always_inline]] void operator()(Pairs &...pairs) const {
    call(std::make_index_sequence<sizeof...(Pairs) / 2>{}, pairs...);
  }

private:
  template <class T, class S> [[gnu::always_inline]] static auto annotate(T &value, S &shadow) {
    if constexpr (std::is_same_v<std::remove_cv_t<S>, None>) {
      return Const<T &>(value);
    } else {
      return Duplicated<T &, S &>(value, shadow);
    }
  }

  template <std::size_t... I, class... Pairs>
  [[gnu::always_inline]] void call(std::index_sequence<I...>, Pairs &...pairs) const {
    cotangent::autodiff(reverse, function, annotate(pairs...[2 * I], pairs...[2 * I + 1])...);
  }
};

/// The shadow of one argument in the inner reverse sweep, itself with `W` tangents for the outer forward sweep.
template <class A, std::size_t W> class InnerShadow {
  using Value = helper_value_t<A>;
  using Object = std::remove_const_t<Value>;
  static constexpr bool differentiated = is_differentiated<A>;
  using Held = std::conditional_t<differentiated, Object, None>;

public:
  explicit InnerShadow(Value &value) : object_(make(value)), tangents_(object_) {}

  void clear() {
    if constexpr (differentiated) {
      cotangent::remake_zero(object_);
      tangents_.clear();
    }
  }
  [[gnu::always_inline]] auto annotate() {
    if constexpr (differentiated) {
      return tangents_.annotate(object_);
    } else {
      return Const<Held &>(object_);
    }
  }
  auto &operator[](std::size_t lane)
    requires(differentiated)
  {
    return tangents_[lane];
  }
  Object take()
    requires(differentiated)
  {
    return tangents_.take();
  }
  using result = Object;

private:
  static Held make(Value &value) {
    if constexpr (differentiated) {
      return cotangent::make_zero<Object>(value);
    } else {
      return None{};
    }
  }
  Held object_;
  std::conditional_t<differentiated, Shadows<Held, W>, NoShadows<Held>> tangents_;
};

/// One forward sweep over the gradient: `tangents` are those of the arguments, results come in `inner`.
template <class F, std::size_t... I, class Tangents, class Inner, class... A>
[[gnu::always_inline]] inline void forward_over_reverse(F &function, std::index_sequence<I...>, Tangents &tangents,
                                                        Inner &inner, A &...arguments) {
  const GradientInto<std::decay_t<F>> gradient{function};
  auto flat = std::tuple_cat(
      std::make_tuple(std::get<I>(tangents).annotate(value_of(arguments)), std::get<I>(inner).annotate())...);
  std::apply([&](auto &...annotated)
                 __attribute__((always_inline)) { cotangent::autodiff(forward, gradient, annotated...); },
             flat);
}

template <class F, std::size_t... I, class... A>
[[gnu::always_inline]] inline auto hessian_arguments(F &function, std::index_sequence<I...> indices, A &...arguments) {
  constexpr std::size_t width = chunk_width;
  using Number = number_type_t<typename HelperPlan<Mode<ModeKind::Reverse>, F, A...>::Result>;
  std::tuple<shadows_of<A, width>...> tangents{shadows_of<A, width>(value_of(arguments))...};
  std::tuple<InnerShadow<A, width>...> inner{InnerShadow<A, width>(value_of(arguments))...};
  const std::size_t size = count_all(tangents);
  Matrix<Number> result(size, size);
  for (std::size_t column = 0; column < size; column += width) {
    ((std::get<I>(tangents).clear(), std::get<I>(inner).clear()), ...);
    for (std::size_t lane = 0; lane < width && column + lane < size; ++lane)
      set_number_of(tangents, lane, column + lane, 1);
    forward_over_reverse(function, indices, tangents, inner, arguments...);
    for (std::size_t lane = 0; lane < width && column + lane < size; ++lane) {
      visit_numbers(inner, lane, [&](std::size_t row, const auto &number) { result(row, column + lane) = number; });
    }
  }
  return result;
}

template <class F, std::size_t... I, class D, class... A>
[[gnu::always_inline]] inline auto hvp_arguments(F &function, std::index_sequence<I...> indices, const D &direction,
                                                 A &...arguments) {
  std::tuple<shadows_of<A, 1>...> tangents{shadows_of<A, 1>(value_of(arguments))...};
  std::tuple<InnerShadow<A, 1>...> inner{InnerShadow<A, 1>(value_of(arguments))...};
  set_tangent(std::get<0>(tangents), 0, direction);
  forward_over_reverse(function, indices, tangents, inner, arguments...);
  return std::get<0>(inner).take();
}

} // namespace detail

/// The matrix of second derivatives of `function(arguments…)`, which returns a floating-point number: one row and
/// column per number of the differentiated arguments, in order. Forward mode over reverse mode.
template <class F, class... A> [[gnu::always_inline]] inline auto hessian(F &&function, A &&...arguments) {
  COTANGENT_DETAIL_REQUIRE((detail::scalar_helper_error<F, A...>().size() == 0),
                           detail::scalar_helper_error<F, A...>());
  if constexpr (detail::scalar_helper_error<F, A...>().size() == 0) {
    return detail::hessian_arguments(function, std::index_sequence_for<A...>{}, arguments...);
  }
}

/// The product of the matrix of second derivatives with respect to `argument` and a direction of the same structure; it
/// has that structure too. `constants` are ct::Const or have no floating-point content.
template <class F, class X, class D, class... A>
[[gnu::always_inline]] inline auto hvp(F &&function, X &&argument, D &&direction, A &&...constants) {
  COTANGENT_DETAIL_REQUIRE((detail::scalar_helper_error<F, X, A...>().size() == 0),
                           detail::scalar_helper_error<F, X, A...>());
  COTANGENT_DETAIL_REQUIRE((detail::is_differentiated<X>),
                           "cotangent: [bad-annotation] ct::hvp differentiates its first argument, which is constant");
  COTANGENT_DETAIL_REQUIRE((!(detail::is_differentiated<A> || ...)),
                           "cotangent: [bad-annotation] ct::hvp differentiates one argument, the one before the "
                           "direction; make the others ct::Const");
  if constexpr (detail::scalar_helper_error<F, X, A...>().size() == 0) {
    return detail::hvp_arguments(function, std::make_index_sequence<1 + sizeof...(A)>{}, direction, argument,
                                 constants...);
  }
}

} // namespace cotangent

#pragma clang diagnostic pop
