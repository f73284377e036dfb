// Functions of one example applied to many at once: ct::vmap; and what follows from it: ct::jacobian, ct::hessian.
#pragma once

#include <numeric>

#include "cotangent/transformations.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent {

struct VmapOptions {
  /// For each argument the dimension of its arrays along which the examples lie; 0 for arguments behind the last.
  std::vector<std::int64_t> dimensions;
};

namespace detail {

/// The leaves of an object, one dimension smaller.
template <class T> mapped_t<ShiftRank<-1>, T> lane_of(const T &object, std::int64_t dimension) {
  return map_value<ShiftRank<-1>>(object, Path(""),
                                  [&]<class E, std::size_t N>(const TracedArray<E, N> &array, const Path &) {
                                    std::array<std::int64_t, N - 1> shape;
                                    for (std::size_t at = 0, to = 0; at < N; ++at)
                                      if (static_cast<std::int64_t>(at) != dimension)
                                        shape[to++] = array.shape()[at];
                                    return TracedArray<E, N - 1>(TraceHandle{}, shape);
                                  });
}

/// The number of examples; throws Error ("bad-argument") with the paths of two that differ.
std::int64_t count_of_lanes(LeafSpan leaves, std::span<const std::int64_t> dimensions);
/// Row i is the unit vector number i - first, in the shape behind the first dimension; zero if there is none.
TraceHandle make_unit_vectors(std::string_view element, std::span<const std::int64_t> shape, std::int64_t first,
                              std::source_location location);
/// Arrays with `rows` rows each, side by side as a matrix, transposed if asked, in a shape.
TraceHandle make_matrix(std::span<const TraceHandle> parts, bool transposed, std::int64_t rows,
                        std::span<const std::int64_t> shape, std::source_location location);

template <class F, class... Given> auto trace_vmap(F &function, const VmapOptions &options, Given &...given) {
  std::tuple<lifted_t<unmarked_t<Given>>...> arguments{lift(unmarked(given))...};
  Leaves batched;
  std::vector<std::int64_t> dimensions;
  auto lane = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    auto &argument = std::get<I>(arguments);
    if constexpr (is_const_annotation<std::remove_cv_t<std::tuple_element_t<I, std::tuple<Given...>>>>) {
      return std::make_tuple(std::move(argument));
    } else {
      std::int64_t dimension = I < options.dimensions.size() ? options.dimensions[I] : 0;
      append_leaves(batched, argument, Path(Path("arguments"), I));
      dimensions.resize(batched.size(), dimension);
      count_of_lanes(batched, dimensions);
      return std::make_tuple(lane_of(argument, dimension));
    }
  };
  auto make_lanes = [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::tuple<decltype(lane(std::integral_constant<std::size_t, I>{}))...> parts{
        lane(std::integral_constant<std::size_t, I>{})...};
    return std::apply([](auto &...part) { return std::tuple_cat(std::move(part)...); }, parts);
  };
  auto lanes = make_lanes(std::index_sequence_for<Given...>{});
  std::int64_t count = count_of_lanes(batched, dimensions);
  Leaves lane_leaves;
  auto append_lanes = [&]<std::size_t... I>(std::index_sequence<I...>) {
    auto append = [&]<std::size_t At>(std::integral_constant<std::size_t, At>) {
      if constexpr (!is_const_annotation<std::remove_cv_t<std::tuple_element_t<At, std::tuple<Given...>>>>)
        append_leaves(lane_leaves, std::get<At>(lanes), Path(Path("arguments"), At));
    };
    (append(std::integral_constant<std::size_t, I>{}), ...);
  };
  append_lanes(std::index_sequence_for<Given...>{});
  StretchHandle stretch = open_lanes(lane_leaves, handles_of(batched));
  auto one = lift(std::apply(function, lanes));
  std::vector<TraceHandle> results = handles_of(leaves_of(one, Path("result")));
  close_lanes(std::move(stretch), dimensions, count, results);
  const TraceHandle *next = results.data();
  return map_value<ShiftRank<1>>(one, Path(""),
                                 [&]<class E, std::size_t N>(const TracedArray<E, N> &row, const Path &) {
                                   std::array<std::int64_t, N + 1> shape{count};
                                   std::copy(row.shape().begin(), row.shape().end(), shape.begin() + 1);
                                   return TracedArray<E, N + 1>(*next++, shape);
                                 });
}

} // namespace detail

namespace detail {

/// What ct::vmap returns. Outside of traced code it is compiled once for each structure of the arguments.
template <class F> class Batched {
public:
  Batched(F function, VmapOptions options) : function_(std::move(function)), options_(std::move(options)) {}

  template <class... A> auto operator()(A &&...arguments) const {
    static_assert(any_tensor<A...>, "cotangent: [bad-argument] ct::vmap needs arrays among the arguments");
    if constexpr (any_traced<A...>)
      return trace_vmap(function_, options_, arguments...);
    else
      return jit_(TypeList<A...>(), unmarked(arguments)...);
  }

private:
  struct Call {
    F function;
    VmapOptions options;
    template <class... A> auto operator()(const TypeList<A...> &, auto &...values) const {
      auto marked = [&](auto &&...wrapped) { return trace_vmap(function, options, wrapped...); };
      return marked(marked_as<A>(values)...);
    }
  };

  F function_;
  VmapOptions options_;
  Jit<Call> jit_ = cotangent::jit(Call{function_, options_});
};

} // namespace detail

/// A function of one example as a function of many, which are computed at once: arrays among the arguments have one
/// dimension more (the first, unless options say otherwise), those marked ct::Const are the same for all examples;
/// arrays in the result have one dimension more in front.
template <class F> auto vmap(F function, VmapOptions options = {}) {
  return detail::Batched<F>(std::move(function), std::move(options));
}

namespace detail {

template <class T> inline constexpr bool is_one_array = Traced<T>;

/// The identity: row i is the i-th unit vector of `count` elements, spread over objects like `like`.
template <class T> mapped_t<ShiftRank<1>, T> unit_vectors(const T &like, std::int64_t count) {
  std::int64_t first = 0;
  return map_value<ShiftRank<1>>(like, Path(""),
                                 [&]<class E, std::size_t N>(const TracedArray<E, N> &leaf, const Path &) {
                                   std::array<std::int64_t, N + 1> shape{count};
                                   std::copy(leaf.shape().begin(), leaf.shape().end(), shape.begin() + 1);
                                   TraceHandle handle = make_unit_vectors(element_name<E>, shape, first, {});
                                   first += static_cast<std::int64_t>(leaf.size());
                                   return TracedArray<E, N + 1>(handle, shape);
                                 });
}

/// The element type of the first leaf.
template <class T> struct ElementIn {
  using type = void;
};
template <class T, std::size_t N> struct ElementIn<TracedArray<T, N>> {
  using type = T;
};
template <class List> struct ElementInList {
  using type = void;
};
template <class First, class... Rest> struct ElementInList<TypeList<First, Rest...>> {
  using found = typename ElementIn<std::remove_cv_t<First>>::type;
  using type = std::conditional_t<std::is_void_v<found>, typename ElementInList<TypeList<Rest...>>::type, found>;
};
template <class T>
  requires(!Traced<T> && contains<Differentiable, T>)
struct ElementIn<T> {
  using type = typename ElementInList<walk_parts<T>>::type;
};

inline std::int64_t count_of_elements(LeafSpan leaves) {
  std::int64_t count = 0;
  for (const Leaf &leaf : leaves)
    count += std::accumulate(leaf.shape, leaf.shape + leaf.rank, std::int64_t(1), std::multiplies<>());
  return count;
}

template <class F, class X> auto trace_jacobian(F &function, X &given) {
  auto x = lift(given);
  using Input = decltype(x);
  detail::RecordedCall<std::remove_cvref_t<F>, Input> call(function, x);
  auto inputs = call.inputs.copy();
  auto y = lift(call(inputs));
  using Output = decltype(y);
  static_assert(contains<Differentiable, Output>,
                "cotangent: [bad-argument] the function returns no real or complex arrays");
  std::int64_t columns = count_of_elements(differentiable_leaves(x, Path("x")));
  std::int64_t rows = count_of_elements(differentiable_leaves(y, Path("y")));
  bool forward = columns <= rows;
  std::vector<TraceHandle> handles;
  auto collect = [&](auto &&derivatives) {
    for (const Leaf &leaf : differentiable_leaves(derivatives, Path("")))
      handles.push_back(*leaf.handle);
  };
  if (forward)
    collect(vmap(TracedLinear<std::remove_cvref_t<F>, Input>(call))(unit_vectors(x, columns)));
  else
    collect(vmap(TracedPullback<std::remove_cvref_t<F>, Input>(call))(unit_vectors(y, rows)));
  // one row for each unit vector
  using Element = typename ElementIn<Input>::type;
  if constexpr (is_one_array<Input> && is_one_array<Output>) {
    std::array<std::int64_t, Input::rank + Output::rank> shape;
    std::copy(x.shape().begin(), x.shape().end(), std::copy(y.shape().begin(), y.shape().end(), shape.begin()));
    TraceHandle matrix = make_matrix(handles, forward, forward ? columns : rows, shape, {});
    return TracedArray<Element, Input::rank + Output::rank>(matrix, shape);
  } else {
    std::array<std::int64_t, 2> shape{rows, columns};
    return TracedArray<Element, 2>(make_matrix(handles, forward, forward ? columns : rows, shape, {}), shape);
  }
}

} // namespace detail

namespace detail {

/// Position of differentiated argument `at` among the differentiated ones.
template <class... Given> consteval std::size_t derivative_position(std::size_t at) {
  constexpr bool flags[] = {has_derivative<Given>...};
  std::size_t before = 0;
  for (std::size_t other = 0; other < at; ++other)
    before += flags[other] ? 1 : 0;
  return before;
}

/// Calls work(x, of_x): x is the differentiated argument, or a tuple of them if there are several; of_x(x) calls the
/// function with them, and with the other arguments as they are.
template <class F, class Work, class... Given> auto with_differentiated(F &function, Work work, Given &...given) {
  constexpr std::size_t count = (0 + ... + (has_derivative<Given> ? 1 : 0));
  COTANGENT_DETAIL_REQUIRE(
      (count != 0),
      "cotangent: [bad-argument] no argument has derivatives: all are ct::Const or hold no real or complex arrays");
  auto all = std::tie(given...);
  auto chosen = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    if constexpr (has_derivative<std::tuple_element_t<I, std::tuple<Given...>>>)
      return std::make_tuple(lift(unmarked(std::get<I>(all))));
    else
      return std::tuple<>();
  };
  auto of_tuple = [&](auto &values) {
    auto argument = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) -> auto & {
      if constexpr (has_derivative<std::tuple_element_t<I, std::tuple<Given...>>>)
        return std::get<derivative_position<Given...>(I)>(values);
      else
        return unmarked(std::get<I>(all));
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return function(argument(std::integral_constant<std::size_t, I>{})...);
    }(std::index_sequence_for<Given...>{});
  };
  auto values = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple_cat(chosen(std::integral_constant<std::size_t, I>{})...);
  }(std::index_sequence_for<Given...>{});
  if constexpr (count == 1) {
    auto of_one = [&](auto &value) {
      auto tuple = std::tie(value);
      return of_tuple(tuple);
    };
    return work(std::get<0>(values), of_one);
  } else if constexpr (count > 1) {
    return work(values, of_tuple);
  }
}

} // namespace detail

/// The derivatives of all elements of function(arguments…) in all elements of the arguments that are not ct::Const. For
/// one array of rank N and a result of rank M an array of rank M + N: first the result's dimensions, then those of the
/// argument. Else a matrix: rows are the elements of the result's arrays in order, columns those of the arguments.
template <class F, class... A>
  requires(detail::any_tensor<A...>)
auto jacobian(F &&function, A &&...arguments) {
  if constexpr (detail::any_traced<A...>) {
    auto work = [](auto &x, auto &of_x) { return detail::trace_jacobian(of_x, x); };
    return detail::with_differentiated(function, work, arguments...);
  } else {
    auto transform = [](auto &f, auto &&...values) { return cotangent::jacobian(f, values...); };
    return detail::run_outside<decltype(transform)>(function, arguments...);
  }
}

/// The second derivatives of function(arguments…), which returns a real number. Shape as jacobian of the gradient has
/// it.
template <class F, class... A>
  requires(detail::any_tensor<A...>)
auto hessian(F &&function, A &&...arguments) {
  if constexpr (detail::any_traced<A...>) {
    auto work = [](auto &x, auto &of_x) {
      auto slope = [&](auto &at) { return cotangent::gradient(of_x, at); };
      return detail::trace_jacobian(slope, x);
    };
    return detail::with_differentiated(function, work, arguments...);
  } else {
    auto transform = [](auto &f, auto &&...values) { return cotangent::hessian(f, values...); };
    return detail::run_outside<decltype(transform)>(function, arguments...);
  }
}

} // namespace cotangent

#ifdef __clang__
#pragma clang diagnostic pop
#endif
