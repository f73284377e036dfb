// Functions whose derivative the user chooses: ct::checkpoint, ct::custom_vjp, ct::custom_jvp. What they return is
// called inside traced code, or outside, where the call is compiled.
#pragma once

#include "cotangent/transformations.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent {

namespace detail {

template <class F, class... Arguments> auto trace_checkpoint(F &function, Arguments &...arguments) {
  auto record = record_function<Arguments &...>("checkpointed", function,
                                                std::tuple<std::remove_cv_t<Arguments>...>(copy_value(arguments)...));
  record.kind = CallKind::Checkpoint;
  if constexpr (std::is_void_v<decltype(function(arguments...))>)
    record(arguments...);
  else
    return record(arguments...);
}

} // namespace detail

/// The function, whose reverse derivative keeps only the arguments (and what it uses of the surroundings) and runs the
/// function again: less memory, one more evaluation. For the body of a loop that means that a step keeps the state at
/// its begin and nothing else. Values and derivatives are those of the function.
template <class F> auto checkpoint(F function) {
  return [function = std::move(function)]<class... A>(A &&...arguments) mutable {
    using namespace detail;
    if constexpr (any_traced<A...>) {
      return trace_checkpoint(function, arguments...);
    } else if constexpr (any_tensor<A...>) {
      auto transform = [](auto &f, auto &&...values) { return trace_checkpoint(f, values...); };
      return run_outside<decltype(transform)>(function, arguments...);
    } else {
      return trace_checkpoint(function, arguments...);
    }
  };
}

namespace detail {

/// Values of objects that have no derivative become zeros of the current function.
template <class T> T with_zeros(const T &object) {
  return map_value<SameTypes>(object, Path(""),
                              []<class E, std::size_t N>(const TracedArray<E, N> &leaf, const Path &) {
                                if constexpr (is_real_or_complex<E>)
                                  return leaf;
                                else
                                  return TracedArray<E, N>(make_zeros(element_name<E>, leaf.shape(), {}), leaf.shape());
                              });
}

template <class Object> struct Section {
  Object object; // what the function returned; its handles are not usable
  std::uint32_t function;
};

/// Traces work() into a function of the program with arguments for the leaves. collect(object) are the handles of what
/// it returns.
template <class Work, class Collect>
auto record_section(std::string_view name, LeafSpan arguments, Work work, Collect collect) {
  FunctionScope scope(name, arguments);
  auto object = work();
  std::vector<Leaf> results;
  for (TraceHandle handle : collect(object))
    results.emplace_back().value = handle;
  return Section<decltype(object)>{std::move(object), scope.close(results)};
}

template <class T> std::vector<TraceHandle> all_handles(T &object) { return handles_of(leaves_of(object, Path(""))); }
inline std::vector<TraceHandle> joined(std::vector<TraceHandle> handles, const std::vector<TraceHandle> &more) {
  handles.insert(handles.end(), more.begin(), more.end());
  return handles;
}

/// The first two elements of what a rule's function returned.
template <class T> constexpr bool is_pair_like = requires { std::tuple_size<T>::value; };
template <class T> consteval bool has_two_elements() {
  if constexpr (is_pair_like<T>)
    return std::tuple_size<T>::value == 2;
  else
    return false;
}

/// The call of a function with a rule: results of the primal's structure.
template <class Result>
Result call_with_rule(const CustomRule &rule, const Result &like, const std::vector<TraceHandle> &arguments) {
  Result result = like;
  std::vector<TraceHandle> results(leaves_of(result, Path("result")).size());
  make_custom(rule, arguments, results, {});
  const TraceHandle *next = results.data();
  return map_value<SameTypes>(like, Path(""), [&]<class E, std::size_t N>(const TracedArray<E, N> &leaf, const Path &) {
    return TracedArray<E, N>(*next++, leaf.shape());
  });
}

template <class F, class... Lifted> auto record_primal(F &function, const std::tuple<Lifted...> &given) {
  std::tuple<Lifted...> arguments = copy_value(given);
  return record_section(
      "custom", leaves_of(arguments, Path("arguments")),
      [&] { return lift(std::apply([&](const auto &...values) { return function(values...); }, arguments)); },
      [](auto &object) { return all_handles(object); });
}

template <class Result, class Given> void require_same_result(const Result &expected, const Given &given) {
  COTANGENT_DETAIL_REQUIRE((std::is_same_v<Result, Given>),
                           concatenate("cotangent: [bad-argument] the function returns '", type_name<Result>(),
                                       "', but its rule '", type_name<Given>(), "' first"));
  if constexpr (std::is_same_v<Result, Given>) {
    Leaves of_expected = leaves_of(const_cast<Result &>(expected), Path("result"));
    Leaves of_given = leaves_of(const_cast<Given &>(given), Path("result"));
    require_equal_leaves(of_expected, of_given);
  }
}

template <class F, class Forward, class Reverse, class... Given>
auto trace_custom_vjp(F &function, Forward &forward, Reverse &reverse, Given &...given) {
  std::tuple<lifted_t<Given>...> inputs{lift(given)...};
  auto primal = record_primal(function, inputs);
  auto forward_arguments = copy_value(inputs);
  auto kept = record_section(
      "custom_forward", leaves_of(forward_arguments, Path("arguments")),
      [&] {
        auto both = lift(std::apply([&](const auto &...values) { return forward(values...); }, forward_arguments));
        COTANGENT_DETAIL_REQUIRE(has_two_elements<decltype(both)>(),
                                 concatenate("cotangent: [bad-argument] the forward function of ct::custom_vjp must "
                                             "return a pair {result, residuals}, but returns '",
                                             type_name<decltype(both)>(), "'"));
        require_same_result(primal.object, std::get<0>(both));
        return both;
      },
      [](auto &both) { return joined(all_handles(std::get<0>(both)), all_handles(std::get<1>(both))); });
  auto residuals = std::get<1>(kept.object);
  auto cotangent = primal.object;
  Leaves reverse_arguments = leaves_of(residuals, Path("residuals"));
  for (Leaf &leaf : differentiable_leaves(cotangent, Path("cotangent")))
    reverse_arguments.push_back(std::move(leaf));
  auto gradients = record_section(
      "custom_reverse", reverse_arguments,
      [&] {
        cotangent = with_zeros(cotangent);
        return lift(reverse(std::as_const(residuals), std::as_const(cotangent)));
      },
      [&](auto &found) {
        std::vector<TraceHandle> handles;
        constexpr std::size_t differentiated = (0 + ... + (has_derivative<Given> ? 1 : 0));
        static_assert(differentiated > 0, "cotangent: [bad-argument] no argument of the function has derivatives");
        auto append = [&]<std::size_t... I>(std::index_sequence<I...>) {
          [[maybe_unused]] std::size_t at = 0;
          auto one = [&]<std::size_t Index>(std::integral_constant<std::size_t, Index>) {
            constexpr bool flags[] = {has_derivative<Given>...};
            if constexpr (flags[Index]) {
              constexpr std::size_t position = [&] {
                std::size_t before = 0;
                for (std::size_t other = 0; other < Index; ++other)
                  before += flags[other] ? 1 : 0;
                return before;
              }();
              if constexpr (differentiated == 1)
                append_tangents(handles, found, std::get<Index>(inputs), "gradient");
              else
                append_tangents(handles, std::get<position>(found), std::get<Index>(inputs), "gradients");
            }
          };
          (one(std::integral_constant<std::size_t, I>{}), ...);
        };
        append(std::index_sequence_for<Given...>{});
        return handles;
      });
  return call_with_rule({RuleKind::Vjp, primal.function, kept.function, gradients.function}, primal.object,
                        all_handles(inputs));
}

template <class F, class Tangent, class... Given>
auto trace_custom_jvp(F &function, Tangent &tangent, Given &...given) {
  std::tuple<lifted_t<Given>...> inputs{lift(given)...};
  auto primal = record_primal(function, inputs);
  auto arguments = copy_value(inputs);
  auto directions = copy_value(inputs);
  Leaves leaves = leaves_of(arguments, Path("arguments"));
  for (Leaf &leaf : differentiable_leaves(directions, Path("tangents")))
    leaves.push_back(std::move(leaf));
  auto both = record_section(
      "custom_tangent", leaves,
      [&] {
        directions = with_zeros(directions);
        auto differentiated = [&]<std::size_t... I>(std::index_sequence<I...>) {
          auto one = [&]<std::size_t Index>(std::integral_constant<std::size_t, Index>) {
            constexpr bool flags[] = {has_derivative<Given>...};
            if constexpr (flags[Index])
              return std::tie(std::as_const(std::get<Index>(directions)));
            else
              return std::tuple<>();
          };
          return std::tuple_cat(one(std::integral_constant<std::size_t, I>{})...);
        }(std::index_sequence_for<Given...>{});
        auto found = lift(std::apply([&](const auto &...values) { return tangent(values...); },
                                     std::tuple_cat(std::apply([](const auto &...value) { return std::tie(value...); },
                                                               std::as_const(arguments)),
                                                    differentiated)));
        COTANGENT_DETAIL_REQUIRE(has_two_elements<decltype(found)>(),
                                 concatenate("cotangent: [bad-argument] the rule of ct::custom_jvp must return a pair "
                                             "{result, tangent}, but returns '",
                                             type_name<decltype(found)>(), "'"));
        require_same_result(primal.object, std::get<0>(found));
        return found;
      },
      [](auto &found) {
        std::vector<TraceHandle> handles = all_handles(std::get<0>(found));
        append_tangents(handles, std::get<1>(found), std::get<0>(found), "tangent");
        return handles;
      });
  return call_with_rule({RuleKind::Jvp, primal.function, both.function}, primal.object, all_handles(inputs));
}

} // namespace detail

/// The function with a reverse derivative of the user's:
///   forward(arguments…) returns {result, residuals}: what the function returns, and what `reverse` needs;
///   reverse(residuals, cotangent) returns the derivatives: for one argument that has some alone, for several a tuple,
///   each of the argument's type. The cotangent has the type of the result.
/// Derivatives of derivatives differentiate these functions. Tangents (ct::jvp) are found by transposing `reverse`,
/// which must be linear in the cotangent then. Arguments cannot be changed; what the functions use of the surroundings
/// must not depend on what is differentiated (Error "no-derivative").
template <class F, class Forward, class Reverse> auto custom_vjp(F function, Forward forward, Reverse reverse) {
  auto functions = std::tuple(std::move(function), std::move(forward), std::move(reverse));
  return [functions = std::move(functions)]<class... A>(A &&...arguments) {
    auto trace = []<class... G>(const auto &all, G &...given) {
      return std::apply([&](auto &...f) { return detail::trace_custom_vjp(f..., given...); }, all);
    };
    if constexpr (detail::any_traced<A...>)
      return trace(functions, arguments...);
    else
      return detail::run_outside<decltype(trace)>(functions, arguments...);
  };
}

/// The function with a forward derivative of the user's: tangent(arguments…, tangents…), with one tangent for each
/// argument that has derivatives, returns {result, tangent of the result}. It must be linear in the tangents; reverse
/// derivatives transpose it, so that its tangents may only go through operations, not through loops or branches (Error
/// "no-derivative"). Else as ct::custom_vjp.
template <class F, class Tangent> auto custom_jvp(F function, Tangent tangent) {
  auto functions = std::tuple(std::move(function), std::move(tangent));
  return [functions = std::move(functions)]<class... A>(A &&...arguments) {
    auto trace = []<class... G>(const auto &all, G &...given) {
      return std::apply([&](auto &...f) { return detail::trace_custom_jvp(f..., given...); }, all);
    };
    if constexpr (detail::any_traced<A...>)
      return trace(functions, arguments...);
    else
      return detail::run_outside<decltype(trace)>(functions, arguments...);
  };
}

} // namespace cotangent

#ifdef __clang__
#pragma clang diagnostic pop
#endif
