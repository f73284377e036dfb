// A program that is being traced: its module, where operations go, and the table of values that handles name.
#pragma once

#include "cotangent/traced.h"
#include "cotangent/tracing/interface.h"
#include "tensor/build/build.h"
#include "tensor/execute/loaded_module.h"
#include "tensor/trace/constant.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

namespace cotangent::trace {

using detail::TraceHandle;
using stablehlo::Shape;

class Trace {
public:
  explicit Trace(const std::string &name);
  ~Trace();
  Trace(const Trace &) = delete;
  Trace &operator=(const Trace &) = delete;

  uint64_t number() const { return number_; }
  mlir::MLIRContext *context() const { return builder_.getContext(); }
  mlir::ModuleOp module() const { return loaded_->module(); }
  const std::shared_ptr<execute::LoadedModule> &loaded() const { return loaded_; }
  mlir::func::FuncOp main() const { return frames_.front().function; }
  /// Inserts at the end of the block that is being traced.
  mlir::OpBuilder &builder() { return builder_; }
  mlir::Block *block() const { return frames_.back().block; }

  // --- values
  // ----------------------------------------------------------------------------------------------------------
  TraceHandle add(mlir::Value value);
  /// Throws Error ("bad-trace") that says where and why: no value, of a program whose tracing has ended, of another
  /// trace, or of a body (loop, branch) that has ended. A value of a surrounding function becomes an argument of the
  /// function that is being traced.
  mlir::Value value_of(TraceHandle handle, std::source_location location);
  bool is_alive(TraceHandle handle) const {
    return handle.trace == number_ && static_cast<bool>(table_[handle.index].value);
  }
  /// A constant, or for large arrays a hidden argument of the program; the same array gives the same value.
  TraceHandle capture(const AnyArray &array, std::source_location location);
  mlir::Location location_of(std::source_location location);

  /// How many values the table has: a mark for the functions below.
  size_t size() const { return table_.size(); }
  /// The values that were added since the mark and whose bodies have not ended; they may be replaced.
  void for_each_since(size_t mark, llvm::function_ref<void(mlir::Value &)> use);
  // --- bodies and functions
  // ----------------------------------------------------------------------------------------------
  /// Operations go into a new body with these arguments until `close_body`. Returns the arguments.
  std::vector<TraceHandle> open_body(mlir::TypeRange arguments, mlir::Location location);
  /// Ends the body with stablehlo.return of the values. The region lies in an operation that `erase_body` removes.
  mlir::Operation *close_body(mlir::ValueRange results, mlir::Location location);
  /// The body is given up because of an error.
  void abandon_body();

  /// The name gets a number if there is a function that has it.
  std::vector<TraceHandle> open_function(const std::string &name, mlir::TypeRange arguments, mlir::Location location);
  /// What a traced function needs of the functions around it, as further arguments.
  struct Outlined {
    mlir::func::FuncOp function;
    std::vector<TraceHandle> captured;
  };
  /// The result is a number for `outlined`.
  uint32_t close_function(mlir::ValueRange results, mlir::Location location);
  const Outlined &outlined(uint32_t number) const { return outlined_[number]; }

  /// A further argument of the main function.
  TraceHandle add_argument(mlir::Type type, mlir::Location location);
  /// Ends the main function.
  void finish(mlir::ValueRange results, mlir::Location location);
  /// Arrays that are hidden arguments, in order; they come behind the arguments of `add_argument`.
  const std::vector<AnyArray> &hidden() const { return hidden_; }
  /// Something that headers keep as long as the trace lives; null at first.
  std::shared_ptr<void> &slot(const std::string &name) { return slots_[name]; }

private:
  struct Entry {
    mlir::Value value; // null: its body has ended
    uint32_t depth;    // position of the frame that it belongs to
  };
  struct Frame {
    mlir::Block *block = nullptr;
    mlir::Operation *holder = nullptr; // of a body's region
    mlir::func::FuncOp function;       // null for bodies
    size_t first = 0;                  // entry of the table
    std::vector<uint32_t> captured;    // of the functions around
    llvm::DenseMap<uint32_t, mlir::Value> captured_values;
    llvm::DenseMap<const void *, llvm::SmallVector<uint32_t, 1>> constants; // by the array's memory
  };

  /// The frame of the function that a frame lies in.
  uint32_t function_of(uint32_t depth) const;
  mlir::Value value_in(uint32_t frame, uint32_t index);
  TraceHandle add_at(mlir::Value value, uint32_t depth);
  std::vector<TraceHandle> add_arguments(mlir::TypeRange types, mlir::Location location);
  void push(Frame frame);
  void pop();

  uint64_t number_;
  std::shared_ptr<execute::LoadedModule> loaded_;
  mlir::OpBuilder builder_;
  std::vector<Entry> table_;
  std::vector<Frame> frames_;
  std::vector<AnyArray> hidden_;
  std::vector<Outlined> outlined_;
  std::map<std::string, std::shared_ptr<void>> slots_;
  std::vector<AnyArray> kept_; // whose addresses are keys of constants
  llvm::DenseMap<const char *, mlir::StringAttr> files_;
};

/// The innermost trace of this thread. Throws Error ("bad-trace") if there is none.
Trace &current_trace();
bool has_trace();
void push_trace(Trace &trace);
void pop_trace();

mlir::RankedTensorType type_of(mlir::MLIRContext *context, const detail::Leaf &leaf);
llvm::SmallVector<mlir::Type> types_of(mlir::MLIRContext *context, detail::LeafSpan leaves);
Values values_of(std::span<const TraceHandle> handles, std::source_location location);
inline mlir::Value value_of(TraceHandle handle, std::source_location location) {
  return current_trace().value_of(handle, location);
}
inline TraceHandle add(mlir::Value value) { return current_trace().add(value); }
inline mlir::Location location_of(std::source_location location) { return current_trace().location_of(location); }
/// Makes operations at the end of what is being traced.
inline Build build_at(std::source_location location) {
  Trace &trace = current_trace();
  return Build(trace.builder(), trace.location_of(location));
}

/// "FILE:LINE:COLUMN: "
std::string text_of(std::source_location location);
/// Calls the function; an Error that it throws gets the place in front of its message, unless it has one.
template <class Function> auto located(std::source_location location, Function function);
[[noreturn]] void rethrow_located(const Error &error, std::source_location location);
/// The same with the text of a place, "FILE:LINE:COLUMN: " or empty.
[[noreturn]] void rethrow_with(const Error &error, const std::string &place);

template <class Function> auto located(std::source_location location, Function function) {
  try {
    return function();
  } catch (const Error &error) {
    rethrow_located(error, location);
  }
}

} // namespace cotangent::trace
