// Traces begin and end; programs run.
#include "tensor/execute/executable.h"
#include "tensor/simplify/simplify.h"

#include "cotangent/compile.h"
#include "cotangent/control_flow.h"
#include "tensor/trace/program.h"

using namespace mlir;

namespace cotangent::detail {

std::string program_text(const Program &program, std::string_view stage) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (stage == "simplified")
    program.loaded->module().print(out);
  else if (stage == "traced" && program.traced)
    program.traced.get().print(out);
  else if (stage == "traced")
    throw Error("bad-argument", "the traced program was not kept: set CompileOptions::keep_text");
  else if (stage == "plan")
    return program.executable->plan();
  else
    throw Error("bad-argument", "there is no stage '" + std::string(stage) + "': choose traced, simplified or plan");
  return text;
}

std::shared_ptr<const Program> make_program(const std::shared_ptr<execute::LoadedModule> &loaded,
                                            std::vector<AnyArray> hidden, const ProgramOptions &options) {
  if (options.device != "cpu")
    throw Error("bad-argument", "there is no device '" + options.device + "': choose cpu");
  auto program = std::make_shared<Program>();
  program->loaded = loaded;
  program->hidden = std::move(hidden);
  if (options.keep_text)
    program->traced = loaded->module().clone();
  execute::CompileOptions compile;
  compile.threads = options.threads;
  compile.simplify = false;
  if (options.optimization_level == 0) {
    compile.backend = execute::Backend::Interpreter;
  } else {
    simplify::SimplifyOptions simplify;
    simplify.assume_finite = options.assume_no_nan;
    simplify::simplify(loaded->module(), simplify);
  }
  program->executable = execute::make_executable(loaded, loaded->entry("main"), compile);
  return program;
}

namespace {

/// "PATH: expected X, got Y" of the first difference.
std::string difference(const std::vector<KeyLine> &expected, const std::vector<KeyLine> &given) {
  for (size_t at = 0; at < expected.size() && at < given.size(); ++at)
    if (expected[at] != given[at]) {
      if (expected[at].path == given[at].path)
        return given[at].path + ": expected " + expected[at].text + ", got " + given[at].text;
      return "expected " + expected[at].path + ": " + expected[at].text + ", got " + given[at].path + ": " +
             given[at].text;
    }
  return "the structures differ";
}

std::string place(std::source_location location) {
  return location.line() == 0 ? ""
                              : std::string(location.file_name()) + ":" + std::to_string(location.line()) + ":" +
                                    std::to_string(location.column()) + ": ";
}

} // namespace

void throw_other_key(const std::vector<KeyLine> &expected, const std::vector<KeyLine> &given) {
  throw Error("bad-argument", difference(expected, given));
}

void throw_other_lines(const std::vector<KeyLine> &first, const std::vector<KeyLine> &second, std::string_view what,
                       std::source_location location) {
  throw Error("bad-argument", place(location) + std::string(what) + ": " + difference(first, second));
}

int64_t count_of_rows(LeafSpan leaves) {
  if (leaves.empty())
    throw Error("bad-argument", "there is no array to go through");
  for (const Leaf &leaf : leaves)
    if (leaf.rank == 0 || leaf.shape[0] != leaves[0].shape[0])
      throw Error("bad-argument", leaf.path + " is " + type_of_leaf(leaf) + " and has not as many rows as " +
                                      leaves[0].path + ", which is " + type_of_leaf(leaves[0]));
  return leaves[0].shape[0];
}

std::vector<Leaf> number_outputs(LeafSpan outputs, std::span<const TraceHandle> inputs) {
  llvm::DenseMap<uint64_t, uint32_t> slots; // by index in the table: all handles are of one trace
  for (size_t at = 0; at < inputs.size(); ++at)
    slots.try_emplace(inputs[at].index, static_cast<uint32_t>(at));
  auto next = static_cast<uint32_t>(inputs.size());
  uint64_t trace = inputs.empty() ? 0 : inputs.front().trace;
  std::vector<TraceHandle> handles;
  std::vector<Leaf> results;
  for (const Leaf &leaf : outputs) {
    TraceHandle handle = *leaf.handle;
    if (handle.trace == 0) {
      leaf.handle->index = no_slot;
      continue;
    }
    bool known_trace = trace == 0 || handle.trace == trace;
    trace = trace == 0 ? handle.trace : trace;
    auto [place, fresh] = slots.try_emplace(handle.index, next);
    if (fresh || !known_trace) {
      results.push_back(leaf);
      results.back().value = handle;
      ++next;
    }
    *leaf.handle = {0, place->second};
  }
  return results;
}

} // namespace cotangent::detail
