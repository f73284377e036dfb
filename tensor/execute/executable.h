// A function of a module, ready to run.
#pragma once

#include "tensor/execute/loaded_module.h"
#include "tensor/interpret/types.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cotangent::execute {

enum class Backend : uint8_t { Cpu, Interpreter };

struct CompileOptions {
  Backend backend = Backend::Cpu;
  bool strict = false; // round after each operation as the interpreter does
  int threads = 1;
  bool simplify = true;
  bool use_disk_cache = true;
  bool print = false;       // interpreter.print writes to standard output; else nothing is written
  std::string probe_folder; // of interpreter.probe; empty: nothing is written
};

/// May be run by several threads at once.
class Executable {
public:
  virtual ~Executable() = default;

  /// Throws Error [bad-argument] for a wrong count, type or shape, naming the argument and both types; and what the
  /// program's operations throw.
  std::vector<Array> run(std::span<const Array> arguments) const;

  /// -1 stands for sizes that the arguments decide.
  const std::vector<interpret::TensorFacts> &arguments() const { return arguments_; }
  const std::vector<interpret::TensorFacts> &results() const { return results_; }
  /// How the program runs, for people; empty for the interpreter.
  virtual std::string plan() const { return ""; }
  virtual bool from_disk() const { return false; }

protected:
  Executable(std::shared_ptr<LoadedModule> module, mlir::func::FuncOp function);
  virtual std::vector<Array> execute(std::span<const Array> arguments) const = 0;

  std::shared_ptr<LoadedModule> module_;
  std::vector<interpret::TensorFacts> arguments_, results_;
};

/// "2x?xf32"
std::string text_of(const interpret::TensorFacts &facts);
/// Whether an array may be an argument of the type.
bool fits(const Array &array, const interpret::TensorFacts &wanted);

/// The types of a function's arguments; quantised ones are their integers. Throws Error [bad-entry] if one is no array.
std::vector<interpret::TensorFacts> argument_facts(mlir::func::FuncOp function);

/// Compiles the function (simplifying the module in place), or prepares it for the interpreter, which also runs what
/// has shapes that are not known. Throws Error.
std::shared_ptr<const Executable> make_executable(std::shared_ptr<LoadedModule> module, mlir::func::FuncOp function,
                                                  const CompileOptions &options = {});

} // namespace cotangent::execute
