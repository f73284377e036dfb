// Functions of modules in StableHLO's text, compiled and called.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cotangent/array.h"

namespace cotangent {

struct LoadOptions {
  std::string entry;           // empty: main, or the only public function
  std::string backend = "cpu"; // or "interpreter"
  int threads = 1;             // that large operations may use; results do not depend on it
  bool strict = false;         // cpu: round after each operation, as the interpreter does
};

/// What a function of a module returned.
class Results {
public:
  explicit Results(std::vector<AnyArray> arrays) : arrays_(std::move(arrays)) {}
  std::size_t size() const { return arrays_.size(); }
  /// Throws std::out_of_range.
  const AnyArray &operator[](std::size_t at) const { return arrays_.at(at); }
  /// Throws Error ("bad-argument") if the result has another type or rank.
  template <ArrayElement T, std::size_t N> ConcreteArray<T, N> get(std::size_t at = 0) const {
    return ConcreteArray<T, N>(arrays_.at(at));
  }
  auto begin() const { return arrays_.begin(); }
  auto end() const { return arrays_.end(); }

private:
  std::vector<AnyArray> arrays_;
};

/// A compiled function. Copies share it; it may be called by several threads at once.
class Module {
public:
  /// Arguments are ConcreteArrays or AnyArrays. Throws Error ("bad-argument") for a wrong count, type or shape, naming
  /// the argument and both types.
  template <class... Arguments> Results operator()(const Arguments &...arguments) const {
    const AnyArray all[] = {AnyArray(arguments)..., AnyArray()};
    return run(std::span(all, sizeof...(Arguments)));
  }
  Results run(std::span<const AnyArray> arguments) const;
  /// How the function runs: loops, library calls, memory.
  std::string plan() const;
  /// The gradients of result 0 with respect to these arguments, in their order, compiled: takes the same arguments and,
  /// if result 0 is not a real scalar, its cotangent as one more. No numbers: all arguments of floating-point or
  /// complex numbers. Throws Error: "bad-argument" for arguments that are not there, are integers, or come twice;
  /// "no-derivative" with the operation's place; "unsupported".
  Module gradient(std::span<const std::int64_t> with_respect_to = {}) const;
  Module gradient(std::initializer_list<std::int64_t> with_respect_to) const {
    return gradient(std::span(with_respect_to.begin(), with_respect_to.size()));
  }

  struct State;

private:
  friend Module load_module(const std::string &path, const LoadOptions &options);
  std::shared_ptr<const State> state_;
};

/// Reads and compiles a function of a module file. Throws Error: "bad-file", "bad-module" with the lines of all faults
/// ("FILE:LINE:COLUMN: error: ..."), "bad-entry".
Module load_module(const std::string &path, const LoadOptions &options = {});

} // namespace cotangent
