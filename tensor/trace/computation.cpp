#include "tensor/trace/computation.h"

#include "tensor/execute/dispatch.h"
#include "tensor/execute/executable.h"
#include "tensor/trace/program.h"

#include <chrono>

namespace cotangent::detail {

namespace {

/// Below this a run is not worth another thread.
constexpr int64_t quick_nanoseconds = 100'000;

std::vector<Array> run_now(const Program &program, std::span<const Buffer> arguments) {
  const auto &facts = program.executable->arguments();
  std::vector<Array> inputs;
  inputs.reserve(facts.size());
  for (size_t at = 0; at < facts.size(); ++at)
    inputs.emplace_back(facts[at].type, facts[at].shape,
                        at < arguments.size() ? arguments[at].memory()
                                              : program.hidden[at - arguments.size()].memory());
  auto begin = std::chrono::steady_clock::now();
  std::vector<Array> outputs = program.executable->run(inputs);
  std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begin;
  program.last_nanoseconds.store(taken.count(), std::memory_order_relaxed);
  return outputs;
}

/// A run that gives its results to whoever waits for them.
class Run {
public:
  Run(std::shared_ptr<const Program> program, std::span<const Buffer> arguments, std::span<Buffer> results)
      : program_(std::move(program)), arguments_(arguments.begin(), arguments.end()) {
    for (Buffer &buffer : results) {
      results_.push_back(std::make_shared<PendingResult>(computation_));
      buffer = Buffer(std::shared_ptr<const PendingResult>(results_.back()));
    }
  }
  void operator()() const {
    std::exception_ptr error;
    try {
      std::vector<Array> outputs = run_now(*program_, arguments_);
      for (size_t at = 0; at < results_.size(); ++at)
        results_[at]->set(outputs[at].memory());
    } catch (...) {
      error = std::current_exception();
    }
    computation_->end(error);
  }

private:
  std::shared_ptr<const Program> program_;
  std::vector<Buffer> arguments_;
  std::shared_ptr<Computation> computation_ = std::make_shared<Computation>();
  std::vector<std::shared_ptr<PendingResult>> results_;
};

} // namespace

bool is_there(const PendingResult &result) { return result.is_there(); }
const std::shared_ptr<std::byte[]> &memory_of(const PendingResult &result) { return result.memory(); }

void run_program(std::shared_ptr<const Program> program, std::span<Buffer> buffers, std::size_t arguments, bool sync) {
  std::span<Buffer> inputs = buffers.first(arguments), results = buffers.subspan(arguments);
  if (sync) {
    std::vector<Array> outputs = run_now(*program, inputs);
    for (size_t at = 0; at < results.size(); ++at)
      results[at] = Buffer(outputs[at].memory());
    return;
  }
  const int64_t last = program->last_nanoseconds.load(std::memory_order_relaxed);
  const bool is_quick = last >= 0 && last < quick_nanoseconds &&
                        llvm::all_of(inputs, [](const Buffer &buffer) { return buffer.is_there(); });
  Run run(std::move(program), inputs, results);
  if (is_quick)
    run();
  else
    execute::Dispatcher::instance().submit(std::move(run));
}

} // namespace cotangent::detail
