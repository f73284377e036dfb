// Measures a traced function: tracing and compiling, calls, memory; writes what it computed.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <cotangent/tensor.h>

namespace bench {

namespace ct = cotangent;

struct Options {
  std::string inputs;  // the folder of input0.npy, input1.npy, …
  std::string outputs; // results of the first call are written there, unless empty
  std::string stage;   // of Compiled::code, printed instead of times, unless empty
  int threads = 1;
  double seconds = 1; // to measure calls for
};

/// Input number `number` of the workload.
template <std::size_t N, class T = float> ct::ConcreteArray<T, N> input(const Options &options, int number) {
  return ct::load_npy<ct::ConcreteArray<T, N>>(options.inputs + "/input" + std::to_string(number) + ".npy");
}

/// In ms; each entry is the mean of a block of calls that is long enough for the clock.
struct Times {
  double median = 0, smallest = 0;
};
Times times_of(std::vector<double> blocks);
double milliseconds_since(std::chrono::steady_clock::time_point start);

/// Of this process, in MiB; the peak starts anew with reset_peak_memory.
double peak_memory();
void reset_peak_memory();

/// Waits for the arrays of an object, in order, and keeps them.
template <class Object> std::vector<ct::AnyArray> arrays_of(Object &object) {
  std::vector<ct::AnyArray> arrays;
  auto keep = [&]<class Leaf>(Leaf &leaf, const ct::detail::Path &) {
    if constexpr (ct::Concrete<Leaf>) {
      leaf.wait();
      arrays.emplace_back(leaf);
    }
  };
  ct::detail::LeafWalk<ct::detail::ToTraced<>>()(object, ct::detail::Path("result"), keep);
  return arrays;
}
/// As result0.npy, result1.npy, …
void save_results(const std::string &folder, const std::vector<ct::AnyArray> &arrays);

void print_line(double compile_ms, const Times &times, double memory, int threads);

/// Compiles function(arguments…) and calls it again and again; prints one line of JSON. If the function changes its
/// first argument, that is a result too.
template <class F, class First, class... Rest>
void measure(const Options &options, F function, First first, const Rest &...rest) {
  ct::compile([](const auto &x) { return x + x; },
              ct::to_device(1.0f)); // what the first compilation of a process starts
  reset_peak_memory();
  const double before = peak_memory();
  auto start = std::chrono::steady_clock::now();
  ct::CompileOptions compile;
  compile.threads = options.threads;
  auto compiled = ct::compile(compile, function, first, rest...);
  const double compile_ms = milliseconds_since(start);
  if (!options.stage.empty()) {
    std::fputs(compiled.code(options.stage).c_str(), stdout);
    return;
  }
  {
    auto result = compiled(first, rest...);
    std::vector<ct::AnyArray> arrays = arrays_of(result);
    if constexpr (requires { typename F::changes_first; })
      for (const ct::AnyArray &array : arrays_of(first))
        arrays.push_back(array);
    if (!options.outputs.empty())
      save_results(options.outputs, arrays);
  }
  auto call = [&] {
    auto result = compiled(first, rest...);
    arrays_of(result);
  };
  call();
  start = std::chrono::steady_clock::now();
  call();
  const double once = milliseconds_since(start);
  const int inner = once > 20 ? 1 : static_cast<int>(20 / std::max(once, 1e-4));
  std::vector<double> blocks;
  const auto begin = std::chrono::steady_clock::now();
  while (blocks.size() < 5 || milliseconds_since(begin) < options.seconds * 1e3) {
    start = std::chrono::steady_clock::now();
    for (int at = 0; at < inner; ++at)
      call();
    blocks.push_back(milliseconds_since(start) / inner);
  }
  print_line(compile_ms, times_of(std::move(blocks)), peak_memory() - before, options.threads);
}

} // namespace bench
