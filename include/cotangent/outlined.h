// Functions of the traced program that are emitted once and called many times: ct::call, ct::closure.
#pragma once

#include "cotangent/tracing/bodies.h"

namespace cotangent {

/// A function with captured values that are traced with it (captures of a lambda cannot be seen): calls
/// function(captures…, arguments…).
template <class F, class... Captures> struct Closure {
  F function;
  std::tuple<Captures...> captures;

  template <class... Arguments> decltype(auto) operator()(Arguments &&...arguments) {
    return std::apply([&](auto &...values) -> decltype(auto) { return function(values..., arguments...); }, captures);
  }
  template <class... Arguments> decltype(auto) operator()(Arguments &&...arguments) const {
    return std::apply([&](const auto &...values) -> decltype(auto) { return function(values..., arguments...); },
                      captures);
  }
};
template <class F, class... Captures> auto closure(F function, Captures... captures) {
  return Closure<F, Captures...>{std::move(function), std::tuple<Captures...>(std::move(captures)...)};
}

namespace detail {

/// The function of the program that is being traced; given up if it is left by an exception.
class FunctionScope {
public:
  FunctionScope(std::string_view name, LeafSpan arguments) { open_function(name, arguments, {}); }
  FunctionScope(const FunctionScope &) = delete;
  FunctionScope &operator=(const FunctionScope &) = delete;
  ~FunctionScope() {
    if (open_)
      abandon_body();
  }
  std::uint32_t close(LeafSpan results) {
    std::vector<TraceHandle> values;
    for (const Leaf &leaf : results)
      values.push_back(leaf.value);
    std::uint32_t number = close_function(values, {});
    open_ = false;
    return number;
  }

private:
  bool open_ = true;
};

/// A function of the program, with what it does to its arguments and what it returns.
template <class TracedResult, class... Passes> struct Recorded {
  Outcome<TracedResult, Passes...> outcome;
  std::uint32_t function = 0;
  std::size_t results = 0;
  CallKind kind = CallKind::Plain;

  /// Calls it; arguments that it changes are changed.
  template <class... Arguments> TracedResult operator()(Arguments &...arguments) const {
    std::vector<TraceHandle> values;
    auto append = [&](auto &argument) {
      for (TraceHandle handle : handles_of(leaves_of(argument, Path(""))))
        values.push_back(handle);
    };
    (append(const_cast<std::remove_const_t<Arguments> &>(arguments)), ...);
    std::size_t inputs = values.size();
    values.resize(inputs + results);
    make_call(function, kind, std::span(values).first(inputs), std::span(values).subspan(inputs), {});
    auto value = [&]<class T, std::size_t N>(const TracedArray<T, N> &leaf, const Path &) {
      std::uint32_t slot = leaf.handle().index;
      return slot == no_slot ? TracedArray<T, N>() : TracedArray<T, N>(values[slot], leaf.shape());
    };
    auto variables = std::tie(arguments...);
    outcome.each_mutated([&](auto index, const Path &path) {
      auto &variable = std::get<index.value>(variables);
      if constexpr (!std::is_const_v<std::remove_reference_t<decltype(variable)>>)
        update_value<SameTypes>(std::get<index.value>(outcome.arguments), variable, path, value);
    });
    return map_value<SameTypes>(outcome.result, Path("result"), value);
  }
};

/// Traces a function into a function of the program.
template <class... Passes, class F>
auto record_function(std::string_view name, F &function, std::tuple<std::remove_cvref_t<Passes>...> arguments) {
  Leaves leaves = leaves_of(arguments, Path("arguments"));
  FunctionScope scope(name, leaves);
  std::vector<TraceHandle> before = handles_of(leaves);
  auto outcome = call_traced<Passes...>(function, std::move(arguments));
  std::vector<Leaf> results = outcome.number(before);
  std::uint32_t number = scope.close(results);
  return Recorded<decltype(outcome.result), Passes...>{std::move(outcome), number, results.size()};
}

template <class F> inline constexpr char identity_of = 0; // its address stands for the type

} // namespace detail

/// function(arguments…), which is emitted once for each structure, shapes and constants of its arguments. A function
/// with captured state is emitted each time. Outside of traced code it is an ordinary call.
template <class F, class... Arguments> auto call(F &&function, Arguments &&...arguments) {
  using namespace detail;
  if constexpr (!(ContainsTraced<Arguments> || ...)) {
    return function(std::forward<Arguments>(arguments)...);
  } else {
    using Function = std::remove_cvref_t<F>;
    using Result = result_or_none<Function &, std::remove_reference_t<Arguments> &...>;
    using Record = Recorded<Result, std::remove_reference_t<Arguments> &...>;
    std::string key = "call " + std::to_string(reinterpret_cast<std::uintptr_t>(&identity_of<Record>)) + " " +
                      std::to_string(reinterpret_cast<std::uintptr_t>(&identity_of<Function>));
    ((key += make_tracer<TraceMode::TracedToTypes>(arguments)), ...);
    std::shared_ptr<void> fresh;
    std::shared_ptr<void> &known = std::is_empty_v<Function> ? trace_slot(key) : fresh;
    if (!known) {
      auto record = std::make_shared<Record>(record_function<std::remove_reference_t<Arguments> &...>(
          "call", function, std::tuple<std::remove_cvref_t<Arguments>...>(copy_value(arguments)...)));
      if (std::is_empty_v<Function>)
        trace_slot(key) = record; // the table may have grown meanwhile
      else
        fresh = record;
    }
    auto record = std::static_pointer_cast<Record>(known);
    if constexpr (std::is_same_v<Result, NoResult>)
      (*record)(arguments...);
    else
      return (*record)(arguments...);
  }
}

} // namespace cotangent
