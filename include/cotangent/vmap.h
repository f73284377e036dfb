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
      return std::tuple(std::move(argument));
    } else {
      std::int64_t dimension = I < options.dimensions.size() ? options.dimensions[I] : 0;
      append_leaves(batched, argument, Path(Path("arguments"), I));
      dimensions.resize(batched.size(), dimension);
      count_of_lanes(batched, dimensions);
      return std::tuple(lane_of(argument, dimension));
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

/// A function of one example as a function of many, which are computed at once: arrays among the arguments have one
/// dimension more (the first, unless options say otherwise), those marked ct::Const are the same for all examples;
/// arrays in the result have one dimension more in front.
template <class F> auto vmap(F function, VmapOptions options = {}) {
  return [function = std::move(function), options = std::move(options)]<class... A>(A &&...arguments) {
    static_assert(detail::any_tensor<A...>, "cotangent: [bad-argument] ct::vmap needs arrays among the arguments");
    if constexpr (detail::any_traced<A...>) {
      return detail::trace_vmap(function, options, arguments...);
    } else {
      auto run = [&](auto &...values) {
        auto marked = [&](auto &&...wrapped) { return detail::trace_vmap(function, options, wrapped...); };
        return marked(detail::marked_as<A>(values)...);
      };
      return cotangent::compile(run, detail::unmarked(arguments)...)(detail::unmarked(arguments)...);
    }
  };
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

/// The derivatives of all elements of function(x, rest…) in all elements of x; the rest is constant. For an array x of
/// rank N and a result of rank M an array of rank M + N: first the result's dimensions, then those of x. For other
/// objects a matrix: rows are the elements of the result's arrays in order, columns those of x.
template <class F, class X, class... Rest>
  requires(ContainsTensor<X>)
auto jacobian(F &&function, X &&x, Rest &&...rest) {
  if constexpr (detail::any_traced<X, Rest...>) {
    auto of_x = [&](auto &at) { return function(at, detail::unmarked(rest)...); };
    return detail::trace_jacobian(of_x, x);
  } else {
    auto transform = [](auto &f, auto &&...values) { return cotangent::jacobian(f, values...); };
    return detail::run_outside<decltype(transform)>(function, x, rest...);
  }
}

/// The second derivatives of function(x, rest…), which returns a real number; the rest is constant. Shape as jacobian
/// of the gradient has it.
template <class F, class X, class... Rest>
  requires(ContainsTensor<X>)
auto hessian(F &&function, X &&x, Rest &&...rest) {
  if constexpr (detail::any_traced<X, Rest...>) {
    auto slope = [&](auto &at) {
      auto of_x = [&](auto &inner) { return function(inner, detail::unmarked(rest)...); };
      return cotangent::gradient(of_x, at);
    };
    return detail::trace_jacobian(slope, x);
  } else {
    auto transform = [](auto &f, auto &&...values) { return cotangent::hessian(f, values...); };
    return detail::run_outside<decltype(transform)>(function, x, rest...);
  }
}

} // namespace cotangent

#ifdef __clang__
#pragma clang diagnostic pop
#endif
