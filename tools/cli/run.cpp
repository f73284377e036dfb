#include "tools/cli/run.h"

#include "tools/cli/tensor_engine.h"

#include <CLI/CLI.hpp>
#include <ostream>

namespace cotangent::tools {

void add_run_options(CLI::App &command, execute::RunRequest &request) {
  command.add_option("module", request.module, "the module, as text (.mlir)")->required();
  command.add_option("--entry", request.entry, "the function to run; else main, or the only public function");
  command.add_option("--input", request.inputs, "an argument as a .npy file; once for each, in order")
      ->type_name("FILE.npy")
      ->allow_extra_args(false);
  command
      .add_option("--output-dir", request.output_folder,
                  "write result0.npy, result1.npy, ... there; without it the results are printed")
      ->type_name("FOLDER");
  command.add_option("--backend", request.backend, "cpu (compiled) or interpreter")
      ->check(CLI::IsMember({"cpu", "interpreter"}))
      ->capture_default_str();
  command.add_option("--threads", request.threads, "threads that large operations may use; results are the same")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--time", request.repeats, "run that many times more and print one line of JSON: times in ms")
      ->check(CLI::Range(1, 1000000))
      ->type_name("REPEATS");
  command.add_flag("--strict", request.strict, "cpu: round after each operation, as the interpreter does");
  command.add_flag("--plan", request.show_plan, "print how the program runs: loops, library calls, memory; without inputs nothing else is done");
  command.footer("examples:\n"
                 "  cotangent run model.mlir --input x.npy --input weights.npy --output-dir out\n"
                 "  cotangent run model.mlir --input x.npy --time 100 --threads 2\n"
                 "  cotangent run model.mlir --entry predict --backend interpreter --input x.npy");
}

int run_run(const execute::RunRequest &request, std::ostream &output, std::ostream &messages) {
  auto *run_file = tensor_engine_function<decltype(cotangent_run_file)>("cotangent_run_file", "run", messages);
  if (!run_file)
    return 1;
  execute::RunReport report;
  run_file(request, report);
  output << report.output;
  messages << report.messages;
  return report.status;
}

int run_cache(bool clear, std::ostream &output, std::ostream &messages) {
  auto *facts = tensor_engine_function<decltype(cotangent_object_cache)>("cotangent_object_cache", "cache", messages);
  if (!facts)
    return 1;
  output << facts(clear);
  return 0;
}

} // namespace cotangent::tools
