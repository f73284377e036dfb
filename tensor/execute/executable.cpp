#include "tensor/execute/executable.h"

#include "cotangent/error.h"
#include "tensor/emit/program.h"
#include "tensor/execute/jit.h"
#include "tensor/execute/memory_pool.h"
#include "tensor/execute/runtime.h"
#include "tensor/plan/planner.h"

#include <mutex>

using namespace mlir;

namespace cotangent::execute {
namespace {

class Interpreted : public Executable {
public:
  Interpreted(std::shared_ptr<LoadedModule> module, func::FuncOp function, const CompileOptions &options)
      : Executable(std::move(module), function), function_(function), probe_folder_(options.probe_folder),
        print_(options.print) {}

protected:
  std::vector<Array> execute(std::span<const Array> arguments) const override {
    static std::mutex one_at_a_time; // MLIR's context is not made for several threads
    std::lock_guard guard(one_at_a_time);
    interpret::Evaluator evaluator(function_->getParentOfType<ModuleOp>());
    interpret::Probes probes{probe_folder_, {}};
    evaluator.output = print_ ? &llvm::outs() : nullptr;
    evaluator.probes = &probes;
    interpret::Values inputs(arguments.begin(), arguments.end());
    std::vector<Array> results;
    for (const interpret::Value &value : evaluator.call(function_, inputs))
      results.push_back(value.array);
    return results;
  }

private:
  func::FuncOp function_;
  std::string probe_folder_;
  bool print_;
};

class Compiled : public Executable {
public:
  Compiled(std::shared_ptr<LoadedModule> module, func::FuncOp function, const CompileOptions &options)
      : Executable(std::move(module), function), threads_(options.threads),
        program_(plan::plan_program(function,
                                    std::make_shared<plan::InterpreterState>(function->getParentOfType<ModuleOp>(),
                                                                             options.probe_folder,
                                                                             options.print ? &llvm::outs() : nullptr),
                                    {.exact = options.strict})) {
    auto context = std::make_unique<llvm::LLVMContext>();
    emit::EmittedProgram emitted = emit::emit_program(program_, *context, {options.strict});
    libraries_ = std::move(emitted.libraries);
    code_ = compile(std::move(emitted.module), std::move(context), {options.strict, options.use_disk_cache});
    for (const Array &constant : program_.constants)
      constants_.push_back(constant.bytes());
    for (plan::BufferId id : program_.results) {
      const plan::Buffer &buffer = program_.buffers[static_cast<size_t>(id)];
      result_types_.push_back({buffer.type, buffer.shape});
    }
  }

  std::string plan() const override { return plan::text_of(program_); }
  bool from_disk() const override { return code_.from_disk; }

protected:
  std::vector<Array> execute(std::span<const Array> arguments) const override {
    llvm::SmallVector<const void *, 16> inputs;
    for (const Array &argument : arguments)
      inputs.push_back(argument.bytes());
    std::vector<Array> results;
    llvm::SmallVector<void *, 8> outputs;
    for (const interpret::TensorFacts &type : result_types_) {
      results.push_back(pooled_array(type.type, type.shape));
      outputs.push_back(results.back().bytes());
    }
    PooledMemory arena(program_.arena_bytes);
    Run run{libraries_, threads_, nullptr};
    if (code_.entry(&run, inputs.data(), outputs.data(), constants_.data(), arena.bytes()) != 0)
      std::rethrow_exception(run.fault);
    return results;
  }

private:
  int threads_;
  plan::Program program_;
  std::vector<const plan::LibraryStep *> libraries_;
  Code code_;
  std::vector<const void *> constants_;
  std::vector<interpret::TensorFacts> result_types_;
};

} // namespace

namespace {

std::vector<interpret::TensorFacts> facts_of_all(func::FuncOp function, TypeRange types) {
  std::vector<interpret::TensorFacts> all;
  for (Type type : types) {
    if (!isa<RankedTensorType>(type)) {
      std::string text;
      llvm::raw_string_ostream(text) << type;
      interpret::fail(*function, "bad-entry", "arguments and results must be arrays, not " + text);
    }
    all.push_back(interpret::facts_of(type));
    all.back().type = plan::stored_type(type);
  }
  return all;
}

} // namespace

std::string text_of(const interpret::TensorFacts &facts) {
  std::string text;
  for (int64_t size : facts.shape)
    text += (size < 0 ? "?" : std::to_string(size)) + "x";
  return text + std::string(facts_of(facts.type).name);
}

bool fits(const Array &array, const interpret::TensorFacts &wanted) {
  return array.type() == wanted.type &&
         std::ranges::equal(array.shape(), wanted.shape,
                            [](int64_t size, int64_t of_type) { return of_type < 0 || size == of_type; });
}

std::vector<interpret::TensorFacts> argument_facts(func::FuncOp function) {
  return facts_of_all(function, function.getArgumentTypes());
}

Executable::Executable(std::shared_ptr<LoadedModule> module, func::FuncOp function)
    : module_(std::move(module)), arguments_(argument_facts(function)),
      results_(facts_of_all(function, function.getResultTypes())) {}

std::vector<Array> Executable::run(std::span<const Array> arguments) const {
  if (arguments.size() != arguments_.size())
    throw Error("bad-argument", "the function takes " + std::to_string(arguments_.size()) + " arguments, not " +
                                    std::to_string(arguments.size()));
  for (size_t at = 0; at < arguments.size(); ++at) {
    const interpret::TensorFacts &wanted = arguments_[at];
    const Array &given = arguments[at];
    if (!fits(given, wanted))
      throw Error("bad-argument", "argument " + std::to_string(at) + " must be " + text_of(wanted) + ", not " +
                                      type_text(given.type(), given.shape()));
  }
  return execute(arguments);
}

std::shared_ptr<const Executable> make_executable(std::shared_ptr<LoadedModule> module, func::FuncOp function,
                                                  const CompileOptions &options) {
  if (options.backend == Backend::Interpreter || !plan::can_plan(function))
    return std::make_shared<Interpreted>(std::move(module), function, options);
  if (options.simplify)
    module->simplify();
  return std::make_shared<Compiled>(std::move(module), function, options);
}

} // namespace cotangent::execute
