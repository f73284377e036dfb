// Functions traced into programs: ct::compile and ct::jit.
#pragma once

#include <mutex>

#include "cotangent/tracing/outcome.h"

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif

namespace cotangent {

struct CompileOptions {
  /// Positions of arguments whose arrays are given up: they may not be used after the call.
  std::vector<std::size_t> donate;
  /// Calls return when the results are there. Else they may return before: whoever reads a result waits for it, and an
  /// error of the run is thrown there.
  bool sync = false;
  /// Numbers are finite: x - x may become 0.
  bool assume_no_nan = false;
  /// 0: as it was traced, on the interpreter; above: simplified and compiled.
  int optimization_level = 2;
  std::string device = "cpu";
  /// That large operations may use; results do not depend on it.
  int threads = 1;
  /// Keep what code("traced") gives.
  bool keep_text = true;
};

namespace detail {

/// Ends the trace, however the block is left.
class TraceScope {
public:
  explicit TraceScope(LeafSpan arguments) { begin_trace(arguments); }
  TraceScope(const TraceScope &) = delete;
  TraceScope &operator=(const TraceScope &) = delete;
  ~TraceScope() { end_trace(); }
};

/// Collects the memory of concrete leaves while it makes the key of arguments.
struct CallKey : KeyBytes {
  std::vector<const Buffer *> buffers;
  std::deque<Buffer> numbers;

  template <class T> void leaf(const T &value, const Path &path) {
    KeyBytes::leaf(value, path);
    if constexpr (Concrete<T>) {
      buffers.push_back(&value.buffer());
    } else if constexpr (!TensorLike<T>) {
      numbers.push_back(to_device(value).buffer());
      buffers.push_back(&numbers.back());
    }
  }
};

/// Throws Error ("bad-argument") that names the first difference.
[[noreturn]] void throw_other_key(const std::vector<KeyLine> &expected, const std::vector<KeyLine> &given);

template <class Mapping, class Sink, class... Arguments>
void key_of_arguments(Sink &sink, const Arguments &...arguments) {
  const Path root("arguments");
  KeyWalk<Mapping, Sink> walk(sink);
  std::size_t at = 0;
  (walk(arguments, Path(root, at++)), ...);
}

template <class Tracked> struct MappingOf;
template <class... Numbers> struct MappingOf<Track<Numbers...>> {
  using type = ToTraced<Numbers...>;
};

/// What a compiled function shares among its copies.
template <class TracedResult, class Mapping, class... Given> struct CompiledState {
  Outcome<TracedResult, mapped_pass_t<Mapping, Given>...> outcome;
  std::size_t results = 0;
  std::shared_ptr<const Program> program;
  std::string key;
  std::vector<KeyLine> lines;
  CompileOptions options;

  using Result = std::conditional_t<std::is_same_v<TracedResult, NoResult>, void, mapped_t<ToConcrete, TracedResult>>;

  template <class... Arguments> Result run(const std::vector<const Buffer *> &inputs, Arguments &...arguments) const {
    std::vector<Buffer> buffers; // arguments may be given new arrays while others still need theirs
    buffers.reserve(inputs.size() + results);
    for (const Buffer *input : inputs)
      buffers.push_back(*input);
    buffers.resize(inputs.size() + results);
    run_program(program, buffers, inputs.size(), options.sync);
    auto concrete = [&]<class T, std::size_t N>(const TracedArray<T, N> &leaf, const Path &) {
      std::uint32_t slot = leaf.handle().index;
      return slot == no_slot ? ConcreteArray<T, N>() : ConcreteArray<T, N>(leaf.shape(), buffers[slot]);
    };
    auto references = std::tie(arguments...);
    outcome.each_mutated([&](auto index, const Path &path) {
      auto &argument = std::get<index.value>(references);
      if constexpr (std::is_const_v<std::remove_reference_t<decltype(argument)>>)
        throw Error("bad-argument", path.text() + " is const in this call, but the compiled function changes it");
      else
        update_value<ToConcrete>(std::get<index.value>(outcome.arguments), argument, path, concrete);
    });
    for (std::size_t at : options.donate)
      donate(at, std::index_sequence_for<Arguments...>{}, references);
    if constexpr (!std::is_void_v<Result>)
      return map_value<ToConcrete>(outcome.result, Path("result"), concrete);
  }

private:
  template <std::size_t... Index, class References>
  void donate(std::size_t at, std::index_sequence<Index...>, References &references) const {
    auto give_up = []<class Argument>(Argument &argument) {
      if constexpr (!std::is_const_v<Argument>)
        LeafWalk<Mapping>()(argument, Path(""), []<class Leaf>(Leaf &leaf, const Path &) {
          if constexpr (Concrete<Leaf>)
            leaf = Leaf();
        });
    };
    ((Index == at && !outcome.mutated[Index] ? give_up(std::get<Index>(references)) : void()), ...);
  }
};

} // namespace detail

/// A compiled function. Copies share the program; it may be called by several threads at once.
template <class TracedResult, class Mapping, class... Given> class Compiled {
  using State = detail::CompiledState<TracedResult, Mapping, Given...>;

public:
  explicit Compiled(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  /// Arguments of the types that the function was compiled for; those that it changes are changed. Throws Error
  /// ("bad-argument") that names the path, what was expected and what was given, if shapes, sizes of containers or
  /// numbers that are constants of the program differ.
  template <class... Arguments> typename State::Result operator()(Arguments &&...arguments) const {
    COTANGENT_DETAIL_REQUIRE(sizeof...(Arguments) == sizeof...(Given),
                             "cotangent: [bad-argument] the compiled function takes another number of arguments");
    COTANGENT_DETAIL_REQUIRE(
        (std::is_same_v<std::remove_cvref_t<Arguments>, std::remove_cvref_t<Given>> && ...),
        "cotangent: [bad-argument] the compiled function was compiled for arguments of other types");
    detail::CallKey key;
    detail::key_of_arguments<Mapping>(key, arguments...);
    if (key.bytes != state_->key) {
      detail::KeyLines lines;
      detail::key_of_arguments<Mapping>(lines, arguments...);
      detail::throw_other_key(state_->lines, lines.lines);
    }
    return state_->run(key.buffers, arguments...);
  }

  /// The program as text: "traced" and "simplified" are StableHLO, "plan" is how it runs.
  std::string code(std::string_view stage = "simplified") const {
    return detail::program_text(*state_->program, stage);
  }

private:
  std::shared_ptr<const State> state_;
};

namespace detail {

/// Traces a function and compiles what it computes.
template <class Mapping, class... Given, class F>
auto compile_state(F &function, const CompileOptions &options, const std::remove_cvref_t<Given> &...given) {
  using State = CompiledState<result_or_none<F &, mapped_pass_t<Mapping, Given>...>, Mapping, Given...>;
  auto fresh = []<class Array>(const Array &leaf, const Path &) {
    if constexpr (Concrete<Array>)
      return TracedArray<typename Array::value_type, Array::rank>(TraceHandle{}, leaf.shape());
    else
      return TracedNumber<Array>(TraceHandle{}, {});
  };
  KeyBytes key;
  KeyLines lines;
  key_of_arguments<Mapping>(key, given...);
  key_of_arguments<Mapping>(lines, given...);
  const Path root("arguments");
  std::size_t at = 0;
  ValueMap<Mapping, decltype(fresh)> map(fresh);
  std::tuple<mapped_t<Mapping, std::remove_cvref_t<Given>>...> arguments{map(given, Path(root, at++))...};
  Leaves leaves = leaves_of(arguments, root);
  TraceScope scope(leaves);
  std::vector<TraceHandle> before = handles_of(leaves);
  auto outcome = call_traced<mapped_pass_t<Mapping, Given>...>(function, std::move(arguments));
  std::vector<Leaf> results = outcome.number(before);
  ProgramOptions program{options.threads, options.assume_no_nan, options.optimization_level, options.keep_text,
                         options.device};
  std::size_t count = results.size();
  auto compiled = finish_trace(results, program);
  return std::make_shared<const State>(
      State{std::move(outcome), count, std::move(compiled), std::move(key.bytes), std::move(lines.lines), options});
}
template <class TracedResult, class Mapping, class... Given>
Compiled<TracedResult, Mapping, Given...>
compiled_of(std::shared_ptr<const CompiledState<TracedResult, Mapping, Given...>> state) {
  return Compiled<TracedResult, Mapping, Given...>(std::move(state));
}

} // namespace detail

/// Traces function(arguments…) once, for arguments of these types and shapes, and compiles it. The elements of arrays
/// are not looked at. Numbers and text among the arguments are constants of the program, unless Track names their type:
/// `ct::compile<ct::Track<float>>(f, x)`; so are arrays that the function captures.
template <class Tracked = Track<>, class F, class... Arguments>
auto compile(const CompileOptions &options, F &&function, Arguments &&...arguments) {
  using Mapping = typename detail::MappingOf<Tracked>::type;
  COTANGENT_DETAIL_REQUIRE((detail::arguments_fault<Mapping, Arguments...>().size() == 0),
                           detail::arguments_fault<Mapping, Arguments...>());
  if constexpr (detail::arguments_fault<Mapping, Arguments...>().size() == 0)
    return detail::compiled_of(detail::compile_state<Mapping, Arguments...>(function, options, arguments...));
}
template <class Tracked = Track<>, class F, class... Arguments>
  requires(!std::is_same_v<std::remove_cvref_t<F>, CompileOptions>)
auto compile(F &&function, Arguments &&...arguments) {
  return cotangent::compile<Tracked>(CompileOptions(), std::forward<F>(function),
                                     std::forward<Arguments>(arguments)...);
}

/// A function that is compiled when it is called, once for each combination of types, shapes and constants of its
/// arguments. Copies share the programs. In traced code it is an ordinary call.
template <class F, class Tracked = Track<>> class Jit {
  using Mapping = typename detail::MappingOf<Tracked>::type;

public:
  explicit Jit(F function, CompileOptions options = {})
      : cache_(std::make_shared<Cache>(std::move(function), std::move(options))) {}

  template <class... Arguments> decltype(auto) operator()(Arguments &&...arguments) const {
    if constexpr ((ContainsTraced<Arguments> || ...)) {
      return std::invoke(cache_->function, std::forward<Arguments>(arguments)...);
    } else {
      COTANGENT_DETAIL_REQUIRE((detail::arguments_fault<Mapping, Arguments...>().size() == 0),
                               detail::arguments_fault<Mapping, Arguments...>());
      if constexpr (detail::arguments_fault<Mapping, Arguments...>().size() == 0)
        return call<Arguments...>(*this, arguments...);
    }
  }
  /// How many programs there are.
  std::size_t size() const {
    std::lock_guard guard(cache_->mutex);
    return cache_->programs.size();
  }

private:
  struct Cache {
    Cache(F function, CompileOptions options) : function(std::move(function)), options(std::move(options)) {}
    F function;
    CompileOptions options;
    std::mutex mutex;
    std::unordered_map<std::string, std::shared_ptr<const void>> programs;
  };

  template <class... Given> static decltype(auto) call(const Jit &jit, std::remove_reference_t<Given> &...arguments) {
    using State = std::remove_cvref_t<decltype(*detail::compile_state<Mapping, Given...>(
        jit.cache_->function, jit.cache_->options, arguments...))>;
    detail::CallKey key;
    detail::key_of_arguments<Mapping>(key, arguments...);
    static const char types = 0; // its address stands for the types
    const char *address = &types;
    key.bytes.append(reinterpret_cast<const char *>(&address), sizeof(address));
    std::unique_lock guard(jit.cache_->mutex);
    auto &known = jit.cache_->programs[key.bytes];
    if (!known)
      known = detail::compile_state<Mapping, Given...>(jit.cache_->function, jit.cache_->options, arguments...);
    auto state = std::static_pointer_cast<const State>(known);
    guard.unlock();
    return state->run(key.buffers, arguments...);
  }

  std::shared_ptr<Cache> cache_;
};

/// See Jit.
template <class Tracked = Track<>, class F>
Jit<std::decay_t<F>, Tracked> jit(F &&function, CompileOptions options = {}) {
  return Jit<std::decay_t<F>, Tracked>(std::forward<F>(function), std::move(options));
}

} // namespace cotangent

#ifdef __clang__
#pragma clang diagnostic pop
#endif
