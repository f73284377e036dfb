// What calling a function on traced arguments gave: its result and the arguments afterwards, as positions among the
// values that went in and came out.
#pragma once

#include <functional>

#include "cotangent/tracing/leaves.h"

namespace cotangent::detail {

/// Stands for a result of void.
struct NoResult {};
template <class Function, class... Arguments>
using result_or_none = std::conditional_t<std::is_void_v<std::invoke_result_t<Function, Arguments...>>, NoResult,
                                          std::remove_cvref_t<std::invoke_result_t<Function, Arguments...>>>;
template <class Function, class... Arguments>
result_or_none<Function, Arguments...> invoke_or_none(Function &&function, Arguments &&...arguments) {
  if constexpr (std::is_void_v<std::invoke_result_t<Function, Arguments...>>) {
    std::invoke(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
    return {};
  } else {
    return std::invoke(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
  }
}

/// The function can change an argument that is given as an expression of type Given (A &, const A &, A).
template <class Given>
inline constexpr bool is_mutable =
    std::is_lvalue_reference_v<Given> && !std::is_const_v<std::remove_reference_t<Given>>;

/// How an argument of type Given is passed when its type is mapped.
template <class Mapping, class Given> struct MappedPass {
  using type = mapped_t<Mapping, std::remove_cvref_t<Given>>;
};
template <class Mapping, class Given> struct MappedPass<Mapping, Given &> {
  using type = mapped_t<Mapping, std::remove_cv_t<Given>> &;
};
template <class Mapping, class Given> struct MappedPass<Mapping, const Given &> {
  using type = const mapped_t<Mapping, std::remove_cv_t<Given>> &;
};
template <class Mapping, class Given> using mapped_pass_t = typename MappedPass<Mapping, Given>::type;

/// The position of a leaf that never got a value.
inline constexpr std::uint32_t no_slot = 0xffffffff;

/// Gives each output the position of its value: among `inputs`, or behind them among the results, which are returned,
/// each once.
std::vector<Leaf> number_outputs(LeafSpan outputs, std::span<const TraceHandle> inputs);

/// Passes: how the function takes its arguments (A &, const A &, A).
template <class TracedResult, class... Passes> struct Outcome {
  std::tuple<std::remove_cvref_t<Passes>...> arguments;
  TracedResult result;
  std::array<bool, sizeof...(Passes) + 1> mutated{};
  std::size_t inputs = 0;

  /// The leaves that are not inputs; afterwards handles are positions.
  std::vector<Leaf> number(std::span<const TraceHandle> before) {
    inputs = before.size();
    Leaves outputs = leaves_of(result, Path("result"));
    each_mutated([&](auto index, const Path &path) { append_leaves(outputs, std::get<index.value>(arguments), path); });
    return number_outputs(outputs, before);
  }

  /// Calls use(index, path) for the arguments that the function has changed.
  template <class Use> void each_mutated(Use use) const { each_mutated(use, std::index_sequence_for<Passes...>{}); }

private:
  template <class Use, std::size_t... Index> void each_mutated(Use &use, std::index_sequence<Index...>) const {
    const Path root("arguments");
    auto visit = [&](auto index) {
      if (mutated[index.value])
        use(index, Path(root, index.value));
    };
    (visit(std::integral_constant<std::size_t, Index>{}), ...);
  }
};

/// Whether an object changed: other values in its leaves, or another structure.
class ObjectState {
public:
  template <class T> explicit ObjectState(T &object) {
    KeyWalk<SameTypes, KeyBytes> walk(key_);
    walk(object, Path(""));
    handles_ = handles_of(leaves_of(object, Path("")));
  }
  friend bool operator!=(const ObjectState &left, const ObjectState &right) {
    return left.key_.bytes != right.key_.bytes || left.handles_ != right.handles_;
  }

private:
  KeyBytes key_;
  std::vector<TraceHandle> handles_;
};

/// Calls a function on arguments whose leaves are values of the trace.
template <class... Passes, class F, std::size_t... Index>
auto call_traced(F &function, std::tuple<std::remove_cvref_t<Passes>...> arguments, std::index_sequence<Index...>) {
  using TracedResult = result_or_none<F &, Passes...>;
  [[maybe_unused]] std::vector<ObjectState> before;
  before.reserve(sizeof...(Passes));
  (before.emplace_back(std::get<Index>(arguments)), ...);
  auto result = invoke_or_none(function, static_cast<Passes &&>(std::get<Index>(arguments))...);
  Outcome<TracedResult, Passes...> outcome{std::move(arguments), std::move(result)};
  ((outcome.mutated[Index] = is_mutable<Passes> && ObjectState(std::get<Index>(outcome.arguments)) != before[Index]),
   ...);
  return outcome;
}
template <class... Passes, class F>
auto call_traced(F &function, std::tuple<std::remove_cvref_t<Passes>...> arguments) {
  return call_traced<Passes...>(function, std::move(arguments), std::index_sequence_for<Passes...>{});
}

} // namespace cotangent::detail
