// Derivatives of functions of arrays, inside traced code and outside: ct::gradient, ct::value_and_gradient, ct::jvp,
// ct::vjp, ct::linearize, ct::jacobian, ct::hessian, ct::hvp, ct::make_zero, ct::stop_gradient.
//
// The same names work on ordinary C++ functions (cotangent/autodiff.h); these are chosen if some argument holds an
// array. Inside traced code derivatives become part of the program; outside, the derivative is compiled (once for each
// structure, if the function has no captured state) and run.
#pragma once

#include "cotangent/compile.h"
#include "cotangent/outlined.h"
#include "cotangent/tracing/derivatives.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent {

namespace detail {

/// Marks a value as the user's argument was marked.
template <class Given, class T> decltype(auto) marked_as(T &value) {
  if constexpr (is_const_annotation<std::remove_cvref_t<Given>>)
    return Const<T &>(value);
  else
    return (value);
}

/// Compiles and runs transform(function, arguments…) for concrete arguments.
template <class Transform, class F, class... Given> auto run_outside(F &function, Given &...given) {
  auto transformed = [function](auto &...values) { return Transform()(function, marked_as<Given>(values)...); };
  if constexpr (std::is_empty_v<F>) {
    static const auto jit = cotangent::jit(transformed); // one for each F
    return jit(unmarked(given)...);
  } else {
    return cotangent::compile(transformed, unmarked(given)...)(unmarked(given)...);
  }
}

} // namespace detail

// --- gradients
// -----------------------------------------------------------------------------------------------------------

/// The derivatives of function(arguments…), which returns a real number, or a pair or tuple whose first is one: one for
/// each argument that is not ct::Const and has real or complex arrays, in order; alone if it is the only one, else as a
/// std::tuple. Each has the argument's type and structure; what has no derivative in it stays as it is. The gradient in
/// a complex number is d/dre + i d/dim.
template <class F, class... A>
  requires(detail::any_tensor<A...>)
auto gradient(F &&function, A &&...arguments) {
  if constexpr (detail::any_traced<A...>) {
    return std::get<1>(detail::trace_gradient(function, arguments...));
  } else {
    auto transform = [](auto &f, auto &&...values) { return cotangent::gradient(f, values...); };
    return detail::run_outside<decltype(transform)>(function, arguments...);
  }
}

/// {value, gradient}: what the function returns, and what ct::gradient returns.
template <class F, class... A>
  requires(detail::any_tensor<A...>)
auto value_and_gradient(F &&function, A &&...arguments) {
  if constexpr (detail::any_traced<A...>) {
    return detail::trace_gradient(function, arguments...);
  } else {
    auto transform = [](auto &f, auto &&...values) { return cotangent::value_and_gradient(f, values...); };
    return detail::run_outside<decltype(transform)>(function, arguments...);
  }
}

// --- products with the Jacobian
// ------------------------------------------------------------------------------------------

namespace detail {

template <class T> inline constexpr bool is_std_tuple = false;
template <class... T> inline constexpr bool is_std_tuple<std::tuple<T...>> = true;
/// Tuples of references (std::tie) become tuples of values.
template <class T> struct ValuesIn {
  using type = T;
};
template <class... T> struct ValuesIn<std::tuple<T...>> {
  using type = std::tuple<std::remove_cvref_t<T>...>;
};
template <class T> using values_t = typename ValuesIn<std::remove_cvref_t<T>>::type;
/// References to the elements of a tuple, or to the object alone.
template <class T> auto references_of(T &object) {
  if constexpr (is_std_tuple<std::remove_cv_t<T>>)
    return std::apply([](auto &...elements) { return std::tie(elements...); }, object);
  else
    return std::tie(object);
}

/// The handles of an object's differentiable leaves; it must have the structure of `like`.
template <class T, class Like>
void append_tangents(std::vector<TraceHandle> &handles, const T &tangent, const Like &like, std::string_view what) {
  auto lifted = lift(tangent);
  COTANGENT_DETAIL_REQUIRE((std::is_same_v<decltype(lifted), Like>),
                           concatenate("cotangent: [bad-argument] a tangent or seed has type '",
                                       type_name<decltype(lifted)>(), "', but its value '", type_name<Like>(), "'"));
  if constexpr (std::is_same_v<decltype(lifted), Like>) {
    Leaves of_value = differentiable_leaves(const_cast<Like &>(like), Path(what));
    Leaves leaves = differentiable_leaves(lifted, Path(what));
    require_equal_leaves(of_value, leaves);
    for (const Leaf &leaf : leaves)
      handles.push_back(*leaf.handle);
  }
}

template <class F, class... Given, class... Tangents>
auto trace_jvp(F &function, std::tuple<Given &...> given, std::tuple<Tangents &...> tangents) {
  constexpr std::size_t differentiated = (0 + ... + (has_derivative<Given> ? 1 : 0));
  COTANGENT_DETAIL_REQUIRE(
      sizeof...(Tangents) == sizeof...(Given) || sizeof...(Tangents) == differentiated,
      "cotangent: [bad-argument] ct::jvp takes one tangent per argument, or one per differentiated "
      "argument");
  Inputs<Given...> inputs = std::apply([](auto &...values) { return Inputs<Given...>(values...); }, given);
  std::vector<TraceHandle> handles;
  constexpr bool flags[] = {has_derivative<Given>...};
  auto append = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    if constexpr (flags[I]) {
      constexpr std::size_t at = [&] {
        std::size_t position = 0;
        for (std::size_t other = 0; other < I; ++other)
          position += flags[other] || sizeof...(Tangents) == sizeof...(Given) ? 1 : 0;
        return position;
      }();
      append_tangents(handles, std::get<at>(tangents), std::get<I>(inputs.values()), "tangents");
    }
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (append(std::integral_constant<std::size_t, I>{}), ...);
  }(std::index_sequence_for<Given...>{});
  StretchHandle stretch = open_stretch(inputs.leaves(), {});
  auto outcome = inputs.call(function);
  auto result = lift(outcome.result);
  std::vector<TraceHandle> outputs = handles_of(differentiable_leaves(result, Path("result")));
  std::vector<TraceHandle> found(outputs.size());
  forward_stretch(*stretch, handles, outputs, found);
  stretch.reset();
  std::apply([&](auto &...values) { keep_changes(outcome, values...); }, given);
  const TraceHandle *next = found.data();
  auto tangent = with_leaves(result, next);
  return std::tuple<decltype(result), decltype(result)>(std::move(result), std::move(tangent));
}

} // namespace detail

/// {y, dy}: the value of the function and its tangent. Arguments and tangents are tuples, or alone; one tangent for
/// each argument, or for each differentiated one, of the argument's type.
template <class F, class A, class T>
  requires(ContainsTensor<detail::values_t<A>>)
auto jvp(F &&function, A &&arguments, T &&tangents) {
  using Values = detail::values_t<A>;
  using Directions = detail::values_t<T>;
  if constexpr (ContainsTraced<Values> || ContainsTraced<Directions>) {
    return detail::trace_jvp(function, detail::references_of(arguments), detail::references_of(tangents));
  } else if constexpr (!std::is_same_v<Values, std::remove_cvref_t<A>> ||
                       !std::is_same_v<Directions, std::remove_cvref_t<T>>) {
    return cotangent::jvp(function, Values(arguments), Directions(tangents));
  } else {
    auto transform = [](auto &f, auto &values, auto &directions) { return cotangent::jvp(f, values, directions); };
    return detail::run_outside<decltype(transform)>(function, arguments, tangents);
  }
}

namespace detail {

/// A function of the program with the values it was called with.
template <class F, class... Given> struct RecordedCall {
  Inputs<Given...> inputs;
  using Record = Recorded<result_or_none<F &, lifted_t<unmarked_t<Given>> &...>, lifted_t<unmarked_t<Given>> &...>;
  std::shared_ptr<const Record> record;

  template <class Function>
  RecordedCall(Function &function, Given &...given)
      : inputs(given...), record(std::make_shared<const Record>(record_function<lifted_t<unmarked_t<Given>> &...>(
                              "differentiated", function, copy_value(inputs.values())))) {}

  auto operator()(Inputs<Given...> &values) const {
    return std::apply([&](auto &...objects) { return (*record)(objects...); }, values.values());
  }
};

} // namespace detail

/// What ct::vjp gives besides the value: pull(seed) are the derivatives for an adjoint of the value, as ct::gradient
/// gives them. May be called many times, in the trace where it was made.
template <class F, class... Given> class TracedPullback {
public:
  explicit TracedPullback(detail::RecordedCall<F, Given...> call) : call_(std::move(call)) {}

  template <class Seed> auto operator()(const Seed &seed) const {
    using namespace detail;
    auto inputs = call_.inputs.copy();
    Leaves leaves = inputs.leaves();
    StretchHandle stretch = open_stretch(leaves, {});
    auto result = lift(call_(inputs));
    std::vector<TraceHandle> seeds;
    append_tangents(seeds, seed, result, "seed");
    std::vector<TraceHandle> outputs = handles_of(differentiable_leaves(result, Path("result")));
    std::vector<TraceHandle> gradients(leaves.size());
    reverse_stretch(*stretch, outputs, seeds, gradients);
    stretch.reset();
    return only_or_tuple(call_.inputs.objects(gradients));
  }

private:
  detail::RecordedCall<F, Given...> call_;
};

/// What ct::linearize gives besides the value: linear(tangents…) is the tangent of the value.
template <class F, class... Given> class TracedLinear {
public:
  explicit TracedLinear(detail::RecordedCall<F, Given...> call) : call_(std::move(call)) {}

  /// One tangent for each argument that has derivatives.
  template <class... Tangents> auto operator()(const Tangents &...tangents) const {
    using namespace detail;
    auto inputs = call_.inputs.copy();
    auto zeros = call_.inputs.objects(std::vector<TraceHandle>(inputs.leaves().size()));
    COTANGENT_DETAIL_REQUIRE(sizeof...(Tangents) == std::tuple_size_v<decltype(zeros)>,
                             "cotangent: [bad-argument] one tangent for each argument that has derivatives is needed");
    std::vector<TraceHandle> handles;
    std::apply([&](auto &...like) { (append_tangents(handles, tangents, like, "tangents"), ...); }, zeros);
    StretchHandle stretch = open_stretch(inputs.leaves(), {});
    auto result = lift(call_(inputs));
    std::vector<TraceHandle> outputs = handles_of(differentiable_leaves(result, Path("result")));
    std::vector<TraceHandle> found(outputs.size());
    forward_stretch(*stretch, handles, outputs, found);
    stretch.reset();
    const TraceHandle *next = found.data();
    return with_leaves(result, next);
  }

private:
  detail::RecordedCall<F, Given...> call_;
};

namespace detail {

/// The same outside of traced code: compiled once for each structure of the seeds.
template <class Transform, class F, class... Given> class OutsideLinear {
public:
  OutsideLinear(F function, const std::remove_reference_t<Given> &...given)
      : values_(unmarked(given)...), jit_(cotangent::jit(Call{std::move(function)})) {}

  template <class... Seeds> auto operator()(const Seeds &...seeds) const { return jit_(values_, seeds...); }

private:
  struct Call {
    F function;
    auto operator()(const auto &values, const auto &...directions) const {
      return std::apply(
          [&](const auto &...objects) {
            return Transform()(function, std::tie(directions...), marked_as<Given>(objects)...);
          },
          values);
    }
  };

  std::tuple<std::remove_cvref_t<unmarked_t<Given>>...> values_;
  Jit<Call> jit_;
};

} // namespace detail

/// {y, pull}: the value of function(arguments…), and a callable that turns an adjoint of it into the derivatives.
template <class F, class... A>
  requires(detail::any_tensor<A...>)
auto vjp(F &&function, A &&...arguments) {
  using Function = std::remove_cvref_t<F>;
  if constexpr (detail::any_traced<A...>) {
    detail::RecordedCall<Function, std::remove_reference_t<A>...> call(function, arguments...);
    auto inputs = call.inputs.copy();
    auto value = detail::lift(call(inputs));
    return std::tuple(std::move(value), TracedPullback<Function, std::remove_reference_t<A>...>(std::move(call)));
  } else {
    auto transform = [](const auto &f, const auto &seeds, const auto &...values) {
      return std::get<1>(cotangent::vjp(f, values...))(std::get<0>(seeds));
    };
    auto value = [](auto &f, auto &&...values) { return f(detail::unmarked(values)...); };
    return std::tuple(
        detail::run_outside<decltype(value)>(function, arguments...),
        detail::OutsideLinear<decltype(transform), Function, std::remove_reference_t<A>...>(function, arguments...));
  }
}

/// {y, linear}: the value of function(arguments…), and its derivative there as a linear function of tangents.
template <class F, class... A>
  requires(detail::any_tensor<A...>)
auto linearize(F &&function, A &&...arguments) {
  using Function = std::remove_cvref_t<F>;
  if constexpr (detail::any_traced<A...>) {
    detail::RecordedCall<Function, std::remove_reference_t<A>...> call(function, arguments...);
    auto inputs = call.inputs.copy();
    auto value = detail::lift(call(inputs));
    return std::tuple(std::move(value), TracedLinear<Function, std::remove_reference_t<A>...>(std::move(call)));
  } else {
    auto transform = [](const auto &f, const auto &tangents, const auto &...values) {
      return std::apply(std::get<1>(cotangent::linearize(f, values...)), tangents);
    };
    auto value = [](auto &f, auto &&...values) { return f(detail::unmarked(values)...); };
    return std::tuple(
        detail::run_outside<decltype(value)>(function, arguments...),
        detail::OutsideLinear<decltype(transform), Function, std::remove_reference_t<A>...>(function, arguments...));
  }
}

/// The Hessian of function(x, constants…), which returns a real number, times a direction of x's type. The constants
/// are ct::Const, or have no real or complex arrays.
template <class F, class X, class D, class... Rest>
  requires(ContainsTensor<X>)
auto hvp(F &&function, X &&x, D &&direction, Rest &&...rest) {
  COTANGENT_DETAIL_REQUIRE((!(detail::has_derivative<Rest> || ...)),
                           "cotangent: [bad-annotation] ct::hvp differentiates one argument, the one before the "
                           "direction; make the others ct::Const");
  if constexpr (detail::any_traced<X, D, Rest...>) {
    auto slope = [&](auto &at) {
      return cotangent::gradient(
          function, at, Const<std::remove_reference_t<decltype(detail::unmarked(rest))> &>(detail::unmarked(rest))...);
    };
    return std::get<1>(detail::trace_jvp(slope, std::tie(x), std::tie(direction)));
  } else {
    auto transform = [](auto &f, auto &&...values) { return cotangent::hvp(f, values...); };
    return detail::run_outside<decltype(transform)>(function, x, direction, rest...);
  }
}

// --- zeros, constants
// ----------------------------------------------------------------------------------------------------

/// A value with the structure of `value` whose real and complex arrays are zero.
template <class T>
  requires(ContainsTensor<T>)
T make_zero(const T &value) {
  return detail::map_value<detail::AnyTensor>(
      value, detail::Path(""), []<class Array>(const Array &leaf, const detail::Path &) {
        using Element = typename Array::value_type;
        if constexpr (!detail::is_real_or_complex<Element>) {
          return leaf;
        } else if constexpr (Traced<Array>) {
          return Array(detail::make_zeros(detail::element_name<Element>, leaf.shape(), {}), leaf.shape());
        } else {
          std::size_t bytes = leaf.size() * sizeof(Element);
          auto memory = detail::device_memory(bytes);
          std::memset(static_cast<void *>(memory.get()), 0, bytes);
          return Array(leaf.shape(), std::move(memory));
        }
      });
}

/// The same value, through which no derivative goes.
template <class T>
  requires(ContainsTensor<T>)
T stop_gradient(const T &value) {
  return detail::map_value<detail::Differentiable>(
      value, detail::Path(""), []<class Array>(const Array &leaf, const detail::Path &) {
        return Array(detail::make_constant(leaf.handle(), {}), leaf.shape());
      });
}
/// The same, by the name that the scalar engine has.
template <class T>
  requires(ContainsTensor<T>)
T ignore_derivatives(const T &value) {
  return cotangent::stop_gradient(value);
}

} // namespace cotangent

#ifdef __clang__
#pragma clang diagnostic pop
#endif
