// Control flow that depends on traced values: ct::cond, ct::switch_, ct::while_loop, ct::for_range, ct::scan, ct::map.
//
// Bodies are functions of the state and may use everything around them. A variable that a body changes must be handed
// to it as an argument: a value that is computed inside cannot be used outside otherwise.
#pragma once

#include "cotangent/tracing/bodies.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent {

/// on_true(arguments…) if the predicate is true, else on_false(arguments…): only that one runs. Both return values of
/// one type with equal shapes. Arguments that a branch changes are changed. Throws Error ("bad-argument") with the path
/// and both types if results differ.
template <class OnTrue, class OnFalse, class... Arguments>
auto cond(detail::Located<TracedNumber<bool>> predicate, OnTrue &&on_true, OnFalse &&on_false,
          Arguments &&...arguments) {
  auto functions = std::tie(on_true, on_false);
  return detail::trace_branches(predicate.value.handle(), functions, std::make_index_sequence<2>{}, predicate.location,
                                arguments...);
}
/// The branches of C++.
template <class OnTrue, class OnFalse, class... Arguments>
auto cond(bool predicate, OnTrue &&on_true, OnFalse &&on_false, Arguments &&...arguments) {
  return predicate ? on_true(arguments...) : on_false(arguments...);
}

/// Calls the function at a position of the tuple, or the last if there is none; else as cond.
template <std::integral I, class... Functions, class... Arguments>
auto switch_(const TracedNumber<I> &index, std::tuple<Functions...> functions, Arguments &&...arguments) {
  static_assert(sizeof...(Functions) > 0, "cotangent: [bad-argument] ct::switch_ needs functions");
  return detail::at_function<std::tuple_element_t<0, std::tuple<Functions...>>>([&] {
    return detail::trace_branches(detail::make_convert(index.handle(), "i32", {}), functions,
                                  std::index_sequence_for<Functions...>{}, std::source_location{}, arguments...);
  });
}

/// How many states of a loop its reverse derivative may keep: a first argument of while_loop, for_range, scan. The
/// steps between are done again, as few of them as that many states allow (binomial checkpoints: of n steps with s
/// states each at most t times, where C(s + t, s) >= n); a loop that counts to a number known only when it runs keeps
/// states at equal distances. Without it a derivative keeps what it needs of each step.
struct Checkpoints {
  std::int64_t count;
  explicit Checkpoints(std::int64_t count) : count(count) {
    if (count < 1)
      throw Error("bad-argument",
                  "a loop needs at least one checkpoint, but " + std::to_string(count) + " are asked for");
  }
};
namespace detail {
template <class T> inline constexpr bool is_checkpoints = std::is_same_v<std::remove_cvref_t<T>, Checkpoints>;
}

/// Repeats body(state…) while condition(state…) is true. If the body returns nothing, it changes its arguments, and so
/// are the variables given here. Else it returns the next state (a tuple, if there are several), the variables given
/// here stay, and the last state is returned; numbers in the state become traced. Throws Error ("bad-argument") with
/// the path and both types if the state changes its type, shape or structure.
template <class Condition, class Body, class... State>
  requires(!detail::is_checkpoints<Condition>)
auto while_loop(Condition &&condition, Body &&body, State &&...state) {
  return detail::at_function<Body>(
      [&] { return detail::trace_loop(condition, body, 0, std::source_location{}, state...); });
}

/// body(i, state…) for i = begin, …, end - 1, which is a traced number. State and result as in while_loop.
template <class Begin, class End, class Body, class... State>
  requires(!detail::is_checkpoints<Begin>)
auto for_range(const Begin &begin, const End &end, Body &&body, State &&...state) {
  using Counter = detail::counter_t<Begin, End>;
  TracedNumber<Counter> counter = detail::counter_of<Counter>(begin), last = detail::counter_of<Counter>(end);
  return detail::at_function<Body>([&] { return detail::trace_range(counter, last, body, 0, state...); });
}

/// For each row of the arrays in xs: [carry, y] = body(carry, rows…), a pair or tuple. Returns the last carry and the
/// values y stacked along a new first dimension, as a std::pair. All arrays in xs have equally many rows.
template <class Body, class Carry, class... Xs>
  requires(!detail::is_checkpoints<Body>)
auto scan(Body &&body, const Carry &carry, const Xs &...xs) {
  return detail::at_function<Body>([&] { return detail::trace_scan(body, 0, detail::lift(carry), xs...); });
}

/// function(rows…) for each row of the arrays, one after the other; results are stacked along a new first dimension.
/// (ct::vmap computes all at once.)
template <class Function, class... Xs> auto map(Function &&function, const Xs &...xs) {
  auto body = [&](const std::tuple<> &carry, const auto &...rows) { return std::pair(carry, function(rows...)); };
  return detail::at_function<Function>([&] { return detail::trace_scan(body, 0, std::tuple<>(), xs...).second; });
}

template <class Condition, class Body, class... State>
auto while_loop(Checkpoints checkpoints, Condition &&condition, Body &&body, State &&...state) {
  return detail::at_function<Body>(
      [&] { return detail::trace_loop(condition, body, checkpoints.count, std::source_location{}, state...); });
}
template <class Begin, class End, class Body, class... State>
auto for_range(Checkpoints checkpoints, const Begin &begin, const End &end, Body &&body, State &&...state) {
  using Counter = detail::counter_t<Begin, End>;
  TracedNumber<Counter> counter = detail::counter_of<Counter>(begin), last = detail::counter_of<Counter>(end);
  return detail::at_function<Body>(
      [&] { return detail::trace_range(counter, last, body, checkpoints.count, state...); });
}
template <class Body, class Carry, class... Xs>
auto scan(Checkpoints checkpoints, Body &&body, const Carry &carry, const Xs &...xs) {
  return detail::at_function<Body>(
      [&] { return detail::trace_scan(body, checkpoints.count, detail::lift(carry), xs...); });
}

} // namespace cotangent

#ifdef __clang__
#pragma clang diagnostic pop
#endif
