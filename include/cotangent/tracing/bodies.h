// How the bodies of control flow are traced.
#pragma once

#include <concepts>

#include "cotangent/tracing/outcome.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent::detail {

/// The body that is being traced; given up if it is left by an exception, erased if no operation takes it.
class Body {
public:
  Body(LeafSpan arguments, std::source_location location) : location_(location) { open_body(arguments, location); }
  Body(const Body &) = delete;
  Body &operator=(const Body &) = delete;
  ~Body() {
    if (open_)
      abandon_body();
    else if (body_)
      erase_body(body_);
  }
  void close(std::span<const TraceHandle> results) {
    body_ = close_body(results, location_);
    open_ = false;
  }
  /// For the operation that the body belongs to from now on.
  void *release() { return std::exchange(body_, nullptr); }

private:
  std::source_location location_;
  void *body_ = nullptr;
  bool open_ = true;
};

/// Gives variables the content of traced objects, those that are not const.
template <class Objects, class References, std::size_t... Index>
void write_back(const Objects &objects, const References &variables, std::index_sequence<Index...>) {
  auto update = [](const auto &object, auto &variable) {
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(variable)>>)
      update_value<SameTypes>(object, variable, Path(""), [](const auto &leaf, const Path &) { return leaf; });
  };
  (update(std::get<Index>(objects), std::get<Index>(variables)), ...);
}

// --- numbers and concrete arrays in states and results become traced
// ---------------------------------------------------
template <class T> struct Lifted {
  using type = mapped_t<ToTraced<>, T>;
};
template <class T>
  requires(std::is_arithmetic_v<T> || is_small_float<T>)
struct Lifted<T> {
  using type = TracedNumber<T>;
};
template <class T> using lifted_t = typename Lifted<std::remove_cvref_t<T>>::type;
template <class T> lifted_t<T> lift(const T &value) {
  if constexpr (std::is_arithmetic_v<T> || is_small_float<T>)
    return TracedNumber<T>(value, std::source_location{});
  else
    return map_value<ToTraced<>>(value, Path(""),
                                 []<class E, std::size_t N>(const ConcreteArray<E, N> &leaf, const Path &) {
                                   return TracedArray<E, N>(leaf, std::source_location{});
                                 });
}

/// Throws Error ("bad-argument") unless both objects have the same structure, shapes and constants.
[[noreturn]] void throw_other_lines(const std::vector<KeyLine> &first, const std::vector<KeyLine> &second,
                                    std::string_view what, std::source_location location);
template <class T> std::vector<KeyLine> lines_of(const T &object, const Path &path) {
  KeyLines lines;
  KeyWalk<SameTypes, KeyLines> walk(lines);
  walk(object, path);
  return std::move(lines.lines);
}
template <class T>
void require_equal_structure(const T &first, const T &second, const Path &path, std::string_view what,
                             std::source_location location) {
  KeyBytes one, other;
  KeyWalk<SameTypes, KeyBytes> walk_one(one), walk_other(other);
  walk_one(first, path);
  walk_other(second, path);
  if (one.bytes != other.bytes)
    throw_other_lines(lines_of(first, path), lines_of(second, path), what, location);
}

// --- branches
// ------------------------------------------------------------------------------------------------------------

template <class F, class... Arguments> auto trace_branch(F &function, Body &body, Arguments &...arguments) {
  auto lifted = [&](auto &...values) {
    if constexpr (std::is_void_v<decltype(function(values...))>) {
      function(values...);
      return NoResult{};
    } else {
      return lift(function(values...));
    }
  };
  auto outcome =
      call_traced<Arguments &...>(lifted, std::tuple<std::remove_cv_t<Arguments>...>(copy_value(arguments)...));
  Leaves leaves = leaves_of(outcome.result, Path("result"));
  append_leaves(leaves, outcome.arguments, Path("arguments"));
  body.close(handles_of(leaves));
  return outcome;
}

template <class Functions, std::size_t... Index, class... Arguments>
auto trace_branches(TraceHandle selector, Functions &functions, std::index_sequence<Index...>,
                    std::source_location location, Arguments &...arguments) {
  std::array<std::optional<Body>, sizeof...(Index)> bodies;
  auto trace = [&](auto &function, std::optional<Body> &body) {
    body.emplace(LeafSpan(), location);
    return trace_branch(function, *body, arguments...);
  };
  std::tuple outcomes{trace(std::get<Index>(functions), bodies[Index])...};
  auto &first = std::get<0>(outcomes);
  using First = std::remove_reference_t<decltype(first)>;
  std::tuple<std::remove_cv_t<Arguments>...> given(copy_value(arguments)...);
  auto compare = [&](auto &other) {
    using Other = std::remove_reference_t<decltype(other)>;
    COTANGENT_DETAIL_REQUIRE((std::is_same_v<First, Other>),
                             concatenate("cotangent: [bad-argument] the branches return values of different types: '",
                                         type_name<decltype(First::result)>(), "' and '",
                                         type_name<decltype(Other::result)>(), "'"));
    if constexpr (std::is_same_v<First, Other>) {
      require_equal_structure(first.result, other.result, Path("result"), "the branches return different values",
                              location);
      require_equal_structure(given, other.arguments, Path("arguments"),
                              "a branch changes the structure of an argument", location);
    }
  };
  (compare(std::get<Index>(outcomes)), ...);
  Leaves outputs = leaves_of(first.result, Path("result"));
  std::size_t first_argument = outputs.size();
  append_leaves(outputs, first.arguments, Path("arguments"));
  std::vector<TraceHandle> before = handles_of(leaves_of(given, Path("")));
  std::array<void *, sizeof...(Index)> closed{bodies[Index]->release()...};
  make_branches(selector, closed, outputs, first_argument, before, location);
  write_back(first.arguments, std::tie(arguments...), std::index_sequence_for<Arguments...>{});
  if constexpr (!std::is_same_v<decltype(First::result), NoResult>)
    return std::move(first.result);
}

// --- where the user wrote it
// -------------------------------------------------------------------------------------------
/// "FILE:LINE:COLUMN" of a lambda, which Clang's name of its type says; empty for other functions.
template <class F> consteval std::string_view place_of_function() {
  constexpr std::string_view begin = "(lambda at ", name = type_name<std::remove_cvref_t<F>>();
  constexpr std::size_t at = name.find(begin);
  if constexpr (at == std::string_view::npos)
    return "";
  else
    return name.substr(at + begin.size(), name.find(')', at) - at - begin.size());
}
/// Throws the error, with a place in front of its message unless it has one.
[[noreturn]] void rethrow_at(const Error &error, std::string_view place);

/// Errors of the work that have no place get that of a function of the user's.
template <class F, class Work> auto at_function(Work work) {
  try {
    return work();
  } catch (const Error &error) {
    rethrow_at(error, place_of_function<F>());
  }
}

// --- loops
// -----------------------------------------------------------------------------------------------------------------

template <class T> decltype(auto) as_predicate(const T &value) {
  COTANGENT_DETAIL_REQUIRE((std::is_same_v<T, TracedNumber<bool>>),
                           concatenate("cotangent: [bad-argument] the condition of a loop must be a "
                                       "ct::TracedNumber<bool>, not '",
                                       type_name<T>(), "'"));
  return (value);
}

inline constexpr std::string_view changed_state = "the body of a loop changes a value that it carries on";

/// A loop over `state`, a tuple of traced objects. next(state) traces one round in place.
template <class State, class Condition, class Next>
void trace_loop_of(State &state, Condition condition, Next next, std::int64_t checkpoints,
                   std::source_location location) {
  Leaves leaves = leaves_of(state, Path("state"));
  State tested = copy_value(state), body_state = copy_value(state);
  Body condition_body(leaves_of(tested, Path("state")), location);
  TraceHandle predicate = condition(tested).handle();
  condition_body.close(std::span(&predicate, 1));
  Body body(leaves_of(body_state, Path("state")), location);
  next(body_state);
  require_equal_structure(state, body_state, Path("state"), changed_state, location);
  body.close(handles_of(leaves_of(body_state, Path("state"))));
  make_loop(condition_body.release(), body.release(), leaves, checkpoints, location);
}

/// The next state that a body has returned, as a tuple.
template <class State, class Result> State state_of_result(Result &&result) {
  using Value = lifted_t<Result>;
  if constexpr (std::is_same_v<Value, State>) {
    return lift(result);
  } else if constexpr (std::is_same_v<std::tuple<Value>, State>) {
    return State(lift(result));
  } else if constexpr (std::is_constructible_v<State, Value> && walk_of<Value> == Walk::Tuple) {
    return State(lift(result));
  } else {
    COTANGENT_DETAIL_REQUIRE((std::is_same_v<std::tuple<Value>, State>),
                             concatenate("cotangent: [bad-argument] the body of a loop returns '", type_name<Value>(),
                                         "', but the state is '", type_name<State>(), "'"));
    throw Error("internal", "unreachable");
  }
}

template <class Body, class State> void next_state(Body &&body, State &state) {
  using Result = decltype(std::apply(body, state));
  if constexpr (std::is_void_v<Result>)
    std::apply(body, state);
  else
    state = state_of_result<State>(std::apply(body, state));
}

template <class State> decltype(auto) only_or_all(State &state) {
  if constexpr (std::tuple_size_v<State> == 1)
    return std::move(std::get<0>(state));
  else
    return std::move(state);
}

template <class Result, class State, class... Variables>
auto end_of_loop(State &state, std::source_location, Variables &...variables) {
  if constexpr (std::is_void_v<Result>) {
    COTANGENT_DETAIL_REQUIRE(
        (std::is_same_v<State, std::tuple<std::remove_cv_t<Variables>...>>),
        "cotangent: [bad-argument] a body that returns nothing changes its arguments: give variables "
        "that hold traced values, not numbers or concrete arrays");
    if constexpr (std::is_same_v<State, std::tuple<std::remove_cv_t<Variables>...>>)
      write_back(state, std::tie(variables...), std::index_sequence_for<Variables...>{});
  } else {
    return std::remove_cvref_t<decltype(only_or_all(state))>(only_or_all(state));
  }
}

template <class Condition, class Function, class... Variables>
auto trace_loop(Condition &condition, Function &body, std::int64_t checkpoints, std::source_location location,
                Variables &...variables) {
  std::tuple<lifted_t<Variables>...> state(lift(variables)...);
  using Result = decltype(std::apply(body, state));
  trace_loop_of(
      state, [&](const auto &values) -> TracedNumber<bool> { return as_predicate(std::apply(condition, values)); },
      [&](auto &values) { next_state(body, values); }, checkpoints, location);
  return end_of_loop<Result>(state, location, variables...);
}

// --- loops that count
// --------------------------------------------------------------------------------------------------------

template <class T> struct CounterOf {
  using type = void;
};
template <std::integral I> struct CounterOf<TracedArray<I, 0>> {
  using type = I;
};
template <class Begin, class End>
using counter_t = std::conditional_t<
    !std::is_void_v<typename CounterOf<Begin>::type>, typename CounterOf<Begin>::type,
    std::conditional_t<!std::is_void_v<typename CounterOf<End>::type>, typename CounterOf<End>::type, std::int64_t>>;

template <class Counter, class T> TracedNumber<Counter> counter_of(const T &value) {
  if constexpr (std::integral<T>)
    return TracedNumber<Counter>(make_number(static_cast<std::int64_t>(value), element_name<Counter>, {}), {});
  else
    return value;
}
template <class Counter> TracedNumber<Counter> incremented(const TracedNumber<Counter> &counter) {
  return TracedNumber<Counter>(make_sum(counter.handle(), make_number(1, element_name<Counter>, {}), {}), {});
}
template <class Counter>
TracedNumber<bool> is_less(const TracedNumber<Counter> &left, const TracedNumber<Counter> &right) {
  return TracedNumber<bool>(make_less(left.handle(), right.handle(), {}), {});
}

template <class Counter, class Function, class... Variables>
auto trace_range(TracedNumber<Counter> begin, TracedNumber<Counter> end, Function &body, std::int64_t checkpoints,
                 Variables &...variables) {
  using State = std::tuple<lifted_t<Variables>...>;
  std::pair<TracedNumber<Counter>, State> state(begin, State(lift(variables)...));
  auto at_index = [&](const TracedNumber<Counter> &index) {
    return [&body, &index](auto &...values) { return body(index, values...); };
  };
  using Result = decltype(std::apply(at_index(begin), state.second));
  trace_loop_of(
      state, [&](const auto &values) { return is_less(values.first, end); },
      [&](auto &values) {
        TracedNumber<Counter> index = values.first;
        next_state(at_index(index), values.second);
        values.first = incremented(index);
      },
      checkpoints, {});
  return end_of_loop<Result>(state.second, {}, variables...);
}

/// The number of rows that all leaves have; throws Error ("bad-argument") with the paths of two that differ.
std::int64_t count_of_rows(LeafSpan leaves);

/// Each array's row of the index.
template <class T> mapped_t<ShiftRank<-1>, T> row_of(const T &object, const TracedNumber<std::int64_t> &index) {
  return map_value<ShiftRank<-1>>(object, Path(""),
                                  [&]<class E, std::size_t N>(const TracedArray<E, N> &array, const Path &) {
                                    std::array<std::int64_t, N - 1> shape;
                                    std::copy(array.shape().begin() + 1, array.shape().end(), shape.begin());
                                    return TracedArray<E, N - 1>(make_row(array.handle(), index.handle(), {}), shape);
                                  });
}

template <class Function, class Carry, class... Xs>
auto trace_scan(Function &body, std::int64_t checkpoints, Carry carry, const Xs &...given) {
  std::tuple<lifted_t<Xs>...> xs(lift(given)...);
  std::int64_t count = count_of_rows(leaves_of(xs, Path("xs")));
  using Index = TracedNumber<std::int64_t>;
  auto call = [&](Carry &state, const Index &index) {
    return std::apply([&](const auto &...arrays) { return body(state, row_of(arrays, index)...); }, xs);
  };
  using Result = decltype(call(carry, std::declval<Index>()));
  using Y = lifted_t<std::tuple_element_t<1, Result>>;
  std::pair<Index, Carry> start(counter_of<std::int64_t>(0), std::move(carry));
  auto body_state = copy_value(start), test_state = copy_value(start);
  std::optional<mapped_t<ShiftRank<1>, Y>> rows;

  Leaves body_leaves = leaves_of(body_state, Path("carry"));
  Body traced(body_leaves, {});
  Index index = body_state.first;
  Result result = call(body_state.second, index);
  auto next = std::pair(incremented(index), lift(std::get<0>(result)));
  COTANGENT_DETAIL_REQUIRE((std::is_same_v<decltype(next.second), Carry>),
                           concatenate("cotangent: [bad-argument] the body of ct::scan returns a carry of type '",
                                       type_name<decltype(next.second)>(), "', but it began with '", type_name<Carry>(),
                                       "'"));
  require_equal_structure(start.second, next.second, Path("carry"), changed_state, {});
  Y y = lift(std::get<1>(result));
  rows.emplace(
      map_value<ShiftRank<1>>(y, Path(""), [&]<class E, std::size_t N>(const TracedArray<E, N> &row, const Path &) {
        std::array<std::int64_t, N + 1> shape{count};
        std::copy(row.shape().begin(), row.shape().end(), shape.begin() + 1);
        return TracedArray<E, N + 1>(TraceHandle{}, shape);
      }));
  Leaves row_leaves = leaves_of(*rows, Path("y"));
  std::vector<TraceHandle> results = handles_of(leaves_of(next, Path("carry")));
  std::vector<TraceHandle> ys = handles_of(leaves_of(y, Path("y")));
  for (std::size_t at = 0; at < ys.size(); ++at) {
    add_body_argument(row_leaves[at]);
    results.push_back(make_with_row(*row_leaves[at].handle, ys[at], index.handle(), {}));
  }
  traced.close(results);

  Leaves tested = leaves_of(test_state, Path("carry"));
  auto test_rows = copy_value(*rows);
  append_leaves(tested, test_rows, Path("y"));
  Body condition(tested, {});
  TraceHandle predicate = is_less(test_state.first, counter_of<std::int64_t>(count)).handle();
  condition.close(std::span(&predicate, 1));

  for (const Leaf &leaf : row_leaves)
    *leaf.handle = make_zeros(leaf.element, {leaf.shape, leaf.rank}, {});
  Leaves state = leaves_of(start, Path("carry"));
  state.insert(state.end(), row_leaves.begin(), row_leaves.end());
  make_loop(condition.release(), traced.release(), state, checkpoints, {});
  return std::pair<Carry, mapped_t<ShiftRank<1>, Y>>(std::move(start.second), std::move(*rows));
}

} // namespace cotangent::detail

#ifdef __clang__
#pragma clang diagnostic pop
#endif
