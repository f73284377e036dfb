// What include/cotangent/module.h declares.
#include "cotangent/module.h"

#include "tensor/execute/differentiate_file.h"
#include "tensor/execute/executable.h"
#include "tensor/execute/memory_pool.h"

namespace cotangent {

struct Module::State {
  std::shared_ptr<const execute::Executable> executable;
  // What gradients are made from: compiling uses modules up.
  std::string text, name;
  LoadOptions options;
};

namespace {

execute::CompileOptions compile_options(const LoadOptions &options) {
  execute::CompileOptions compile;
  compile.backend = options.backend == "cpu" ? execute::Backend::Cpu : execute::Backend::Interpreter;
  compile.threads = options.threads;
  compile.strict = options.strict;
  return compile;
}

/// The module is its text.
void compile(Module::State &state) {
  std::shared_ptr<execute::LoadedModule> loaded = execute::LoadedModule::parse(state.text, state.name);
  state.executable =
      execute::make_executable(loaded, loaded->entry(state.options.entry), compile_options(state.options));
}

} // namespace

std::shared_ptr<std::byte[]> detail::device_memory(std::size_t bytes) {
  return execute::pooled_memory(static_cast<int64_t>(bytes));
}

Results Module::run(std::span<const AnyArray> arguments) const {
  if (!state_)
    throw Error("bad-argument", "no module was loaded");
  std::vector<Array> inputs;
  inputs.reserve(arguments.size());
  for (size_t at = 0; at < arguments.size(); ++at) {
    std::optional<ElementType> type = element_type_named(arguments[at].element());
    if (!type || !arguments[at].memory())
      throw Error("bad-argument", "argument " + std::to_string(at) + " is no array");
    inputs.emplace_back(*type, arguments[at].shape(), arguments[at].memory());
  }
  std::vector<AnyArray> results;
  for (const Array &result : state_->executable->run(inputs))
    results.emplace_back(facts_of(result.type()).name, result.shape(), result.memory());
  return Results(std::move(results));
}

Module Module::gradient(std::span<const std::int64_t> with_respect_to) const {
  if (!state_)
    throw Error("bad-argument", "no module was loaded");
  std::shared_ptr<execute::LoadedModule> loaded = execute::LoadedModule::parse(state_->text, state_->name);
  execute::GradientRequest request;
  request.entry = state_->options.entry;
  if (!with_respect_to.empty())
    request.with_respect_to.emplace(with_respect_to.begin(), with_respect_to.end());
  auto state = std::make_shared<State>();
  state->text = execute::derivative_text(*loaded, request);
  state->name = "gradient of " + state_->name;
  state->options = state_->options;
  compile(*state);
  Module module;
  module.state_ = std::move(state);
  return module;
}

std::string Module::plan() const { return state_ ? state_->executable->plan() : ""; }

Module load_module(const std::string &path, const LoadOptions &options) {
  if (options.backend != "cpu" && options.backend != "interpreter")
    throw Error("bad-argument", "there is no backend '" + options.backend + "': choose cpu or interpreter");
  auto state = std::make_shared<Module::State>();
  state->text = execute::read_text(path)->getBuffer().str();
  state->name = path;
  state->options = options;
  compile(*state);
  Module module;
  module.state_ = std::move(state);
  return module;
}

} // namespace cotangent
