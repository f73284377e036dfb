// What headers call of the library (lib/cotangent-tensor.so) while a program is traced.
#pragma once

#include <cstdint>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cotangent/traced.h"

namespace cotangent::detail {

/// A traced array inside some object: its handle can be read and set.
struct Leaf {
  TraceHandle value = {}; // where the handle no longer says so
  TraceHandle *handle = nullptr;
  std::int64_t *shape = nullptr;
  std::size_t rank = 0;
  std::string_view element;
  std::string path;
};
using Leaves = std::vector<Leaf>;
using LeafSpan = std::span<const Leaf>;

/// "2x3xf32"
std::string type_of_leaf(const Leaf &leaf);

// --- programs
// ----------------------------------------------------------------------------------------------------------
struct Program;

struct ProgramOptions {
  int threads = 1;
  bool assume_no_nan = false;
  int optimization_level = 2;
  bool keep_text = true;
  std::string device = "cpu";
};

bool is_tracing() noexcept;
/// Begins a program; the handles of the leaves become its arguments.
void begin_trace(LeafSpan arguments);
/// Compiles what was traced. Throws Error ("bad-trace") that names the path of a result that is no value of the trace.
std::shared_ptr<const Program> finish_trace(LeafSpan results, const ProgramOptions &options);
/// Leaves the trace that `begin_trace` began.
void end_trace() noexcept;
/// Whether a handle is a value that can be used now.
bool is_alive(TraceHandle handle) noexcept;

/// Runs a program, on another thread unless it is quick or `sync`. Buffers are the arguments in the order of
/// begin_trace, and behind them the results, which are set. An error is thrown here if `sync`, else to who reads a
/// result.
void run_program(std::shared_ptr<const Program> program, std::span<Buffer> buffers, std::size_t arguments, bool sync);
/// "traced", "simplified" (StableHLO) or "plan" (how it runs). Throws Error ("bad-argument").
std::string program_text(const Program &program, std::string_view stage);

// --- bodies
// ------------------------------------------------------------------------------------------------------------
/// What follows is the body of a loop or branch; the handles of the leaves become its arguments.
void open_body(LeafSpan arguments, std::source_location location);
/// A further argument of the body.
void add_body_argument(const Leaf &leaf);
/// The body ends and gives these values.
void *close_body(std::span<const TraceHandle> results, std::source_location location);
void abandon_body() noexcept;
void erase_body(void *body) noexcept;

/// Branches chosen by a bool (the first if true) or an integer (the last if out of range). Each gave as many values as
/// there are outputs. Outputs from `first_argument` on had the values `before`; one that no branch changes keeps it.
/// The other handles become results.
void make_branches(TraceHandle selector, std::span<void *const> bodies, LeafSpan outputs, std::size_t first_argument,
                   std::span<const TraceHandle> before, std::source_location location);
/// Handles of the state are the values at the start and become those at the end. Its reverse derivative keeps so many
/// states as there are checkpoints; 0: what it likes.
void make_loop(void *condition, void *body, LeafSpan state, std::int64_t checkpoints, std::source_location location);

/// The integer type of loop counters: value `number` in the trace.
TraceHandle make_number(std::int64_t number, std::string_view element, std::source_location location);
TraceHandle make_less(TraceHandle left, TraceHandle right, std::source_location location);
TraceHandle make_sum(TraceHandle left, TraceHandle right, std::source_location location);
TraceHandle make_convert(TraceHandle value, std::string_view element, std::source_location location);
/// Row `index` of the first dimension.
TraceHandle make_row(TraceHandle value, TraceHandle index, std::source_location location);
TraceHandle make_zeros(std::string_view element, std::span<const std::int64_t> shape, std::source_location location);
TraceHandle make_with_row(TraceHandle value, TraceHandle row, TraceHandle index, std::source_location location);

// --- outlined functions
// ------------------------------------------------------------------------------------------------
void open_function(std::string_view name, LeafSpan arguments, std::source_location location);
/// Ends the function; the result names it.
std::uint32_t close_function(std::span<const TraceHandle> results, std::source_location location);
enum class CallKind : std::uint8_t {
  Plain,
  Checkpoint // its reverse derivative runs the function again and keeps nothing but its arguments
};
/// Handles of results are set.
void make_call(std::uint32_t function, CallKind kind, std::span<const TraceHandle> arguments,
               std::span<TraceHandle> results, std::source_location location);
/// A call of `primal` with a derivative of the user's. By kind the further functions are
/// Vjp: `forward` (arguments -> results, residuals) and `reverse` (residuals, cotangents of the differentiable results
/// -> those of the differentiable arguments);
/// Jvp: `forward` (arguments, tangents of the differentiable ones -> results, tangents of the differentiable ones).
enum class RuleKind : std::uint8_t { Vjp, Jvp };
struct CustomRule {
  RuleKind kind;
  std::uint32_t primal, forward, reverse = 0;
};
void make_custom(const CustomRule &rule, std::span<const TraceHandle> arguments, std::span<TraceHandle> results,
                 std::source_location location);
/// Something that belongs to the current trace, by name; null at first.
std::shared_ptr<void> &trace_slot(const std::string &name);

} // namespace cotangent::detail
