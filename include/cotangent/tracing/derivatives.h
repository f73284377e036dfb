// How derivatives are taken while a program is traced.
#pragma once

#include "cotangent/tracing/bodies.h"
#include "cotangent/tracing/stretches.h"

#include "cotangent/annotations.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

namespace cotangent {

namespace detail {

template <class T> inline constexpr bool is_const_annotation = false;
template <class T> inline constexpr bool is_const_annotation<Const<T>> = true;

/// The value in an argument that may be marked ct::Const.
template <class T> auto &unmarked(T &argument) {
  if constexpr (is_const_annotation<std::remove_cv_t<T>>)
    return argument.value;
  else
    return argument;
}
template <class T>
using unmarked_t = std::remove_cvref_t<decltype(unmarked(std::declval<std::remove_reference_t<T> &>()))>;

template <class T> inline constexpr bool is_real_or_complex = is_real<T>;
template <class T> inline constexpr bool is_real_or_complex<std::complex<T>> = true;
/// Traced arrays that have derivatives.
struct Differentiable {
  template <class T> static constexpr bool changes = false;
  template <class T, std::size_t N> static constexpr bool changes<TracedArray<T, N>> = is_real_or_complex<T>;
};
template <class T> struct ChangedLeaf<Differentiable, T> {
  using type = T;
};

/// An argument of gradient and the like that derivatives are taken of.
template <class Given>
inline constexpr bool has_derivative =
    !is_const_annotation<std::remove_cvref_t<Given>> && contains<Differentiable, lifted_t<unmarked_t<Given>>>;
template <class... Given> inline constexpr bool any_tensor = (ContainsTensor<unmarked_t<Given>> || ...);
template <class... Given> inline constexpr bool any_traced = (ContainsTraced<unmarked_t<Given>> || ...);

template <class T> Leaves differentiable_leaves(T &object, const Path &path) {
  Leaves leaves;
  LeafWalk<Differentiable>()(object, path,
                             [&](auto &leaf, const Path &place) { leaves.push_back(leaf_of(leaf, place.text())); });
  return leaves;
}

/// Throws Error ("bad-argument") with the path unless the leaves have equal types one by one.
void require_equal_leaves(LeafSpan expected, LeafSpan given);

/// The same structure with other values in the differentiable leaves, in order; zeros where a handle has no trace.
template <class T> T with_leaves(const T &object, const TraceHandle *&next) {
  return map_value<Differentiable>(object, Path(""),
                                   [&]<class E, std::size_t N>(const TracedArray<E, N> &leaf, const Path &) {
                                     TraceHandle handle = *next++;
                                     if (handle.trace == 0)
                                       handle = make_zeros(element_name<E>, leaf.shape(), {});
                                     return TracedArray<E, N>(handle, leaf.shape());
                                   });
}

/// Copies of the arguments of a derivative, in which nothing is shared with the user's variables.
template <class... Given> class Inputs {
public:
  explicit Inputs(const std::remove_reference_t<Given> &...given) : values_(lift(unmarked(given))...) {}

  std::tuple<lifted_t<unmarked_t<Given>>...> &values() { return values_; }
  Inputs copy() const { return Inputs(copy_value(values_), 0); }

  /// The leaves of the arguments that have derivatives.
  Leaves leaves() { return leaves(indices); }

  /// One object for each argument that has derivatives, made of new values for its leaves.
  auto objects(std::span<const TraceHandle> handles) const { return objects(handles, indices); }

  template <class F> auto call(F &function) {
    return call_traced<lifted_t<unmarked_t<Given>> &...>(function, copy_value(values_));
  }

private:
  static constexpr std::index_sequence_for<Given...> indices{};
  Inputs(std::tuple<lifted_t<unmarked_t<Given>>...> values, int) : values_(std::move(values)) {}

  template <std::size_t... Index> Leaves leaves(std::index_sequence<Index...>) {
    Leaves all;
    auto append = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      if constexpr (has_derivative<std::tuple_element_t<I, std::tuple<Given...>>>)
        for (Leaf &leaf : differentiable_leaves(std::get<I>(values_), Path(Path("arguments"), I)))
          all.push_back(std::move(leaf));
    };
    (append(std::integral_constant<std::size_t, Index>{}), ...);
    return all;
  }

  template <std::size_t... Index>
  auto objects(std::span<const TraceHandle> handles, std::index_sequence<Index...>) const {
    const TraceHandle *next = handles.data();
    auto make = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      if constexpr (has_derivative<std::tuple_element_t<I, std::tuple<Given...>>>)
        return std::make_tuple(with_leaves(std::get<I>(values_), next));
      else
        return std::tuple<>();
    };
    // braces: in order
    std::tuple<decltype(make(std::integral_constant<std::size_t, Index>{}))...> parts{
        make(std::integral_constant<std::size_t, Index>{})...};
    return std::apply([](auto &...part) { return std::tuple_cat(std::move(part)...); }, parts);
  }

  std::tuple<lifted_t<unmarked_t<Given>>...> values_;
};

template <class... T> auto only_or_tuple(std::tuple<T...> &&all) {
  if constexpr (sizeof...(T) == 1)
    return std::get<0>(std::move(all));
  else
    return std::move(all);
}

/// Changes that a function made to its arguments reach the user's variables.
template <class Outcome, class... Given> void keep_changes(const Outcome &outcome, Given &...given) {
  auto variables = std::tie(given...);
  outcome.each_mutated([&](auto index, const Path &path) {
    auto &variable = std::get<index.value>(variables);
    using Variable = std::remove_reference_t<decltype(variable)>;
    if constexpr (!std::is_const_v<Variable> &&
                  std::is_same_v<Variable, std::tuple_element_t<index.value, decltype(outcome.arguments)>>)
      update_value<SameTypes>(std::get<index.value>(outcome.arguments), variable, path,
                              [](const auto &leaf, const Path &) { return leaf; });
  });
}

template <class T> inline constexpr bool is_real_scalar = false;
template <class T> inline constexpr bool is_real_scalar<TracedArray<T, 0>> = is_real<T>;
/// What is differentiated of a result: itself, or the first of a pair or tuple, whose rest comes along.
template <class T> auto &scalar_of(T &result) {
  if constexpr (walk_of<T> == Walk::Tuple)
    return std::get<0>(result);
  else
    return result;
}

template <class Result, class... Given> consteval Text gradient_fault() {
  using Scalar = std::remove_cvref_t<decltype(scalar_of(std::declval<Result &>()))>;
  if constexpr (!(has_derivative<Given> || ...))
    return Text(
        "cotangent: [bad-argument] no argument has derivatives: all are ct::Const or hold no real or complex arrays");
  else if constexpr (!is_real_scalar<Scalar>)
    return concatenate("cotangent: [bad-argument] the function returns '", type_name<Result>(),
                       "'; a gradient is that of a real number (rank 0): reduce it, or use ct::jacobian or ct::vjp");
  else
    return Text();
}

/// {result, gradients} of a function of traced arguments.
template <class F, class... Given> auto trace_gradient(F &function, Given &...given) {
  Inputs<Given...> inputs(given...);
  Leaves leaves = inputs.leaves();
  StretchHandle stretch = open_stretch(leaves, {});
  auto outcome = inputs.call(function);
  using Result = decltype(outcome.result);
  constexpr Text fault = gradient_fault<Result, Given...>();
  COTANGENT_DETAIL_REQUIRE((fault.size() == 0), fault);
  if constexpr (fault.size() == 0) {
    using Scalar = std::remove_cvref_t<decltype(scalar_of(outcome.result))>;
    TraceHandle value = scalar_of(outcome.result).handle(), gradients_of = value;
    TraceHandle one = make_ones(element_name<typename Scalar::value_type>, {}, {});
    std::vector<TraceHandle> gradients(leaves.size());
    reverse_stretch(*stretch, std::span(&gradients_of, 1), std::span(&one, 1), gradients);
    stretch.reset();
    keep_changes(outcome, given...);
    return std::tuple<Result, decltype(only_or_tuple(inputs.objects(gradients)))>(
        std::move(outcome.result), only_or_tuple(inputs.objects(gradients)));
  }
}

} // namespace detail
} // namespace cotangent

#pragma clang diagnostic pop
