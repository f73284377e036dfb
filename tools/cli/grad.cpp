#include "tools/cli/grad.h"

#include "tools/cli/tensor_engine.h"

#include <CLI/CLI.hpp>
#include <ostream>

namespace cotangent::tools {

void add_grad_options(CLI::App &command, execute::GradientRequest &request) {
  command.add_option("module", request.module, "the module, as text (.mlir)")->required();
  command.add_option("--entry", request.entry, "the function; else main, or the only public function");
  command
      .add_option("--wrt", request.with_respect_to,
                  "numbers of the arguments to differentiate with respect to, in the order of the results; else all of "
                  "floating-point or complex numbers")
      ->type_name("0,2,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--result", request.result, "number of the result to differentiate")->capture_default_str();
  command
      .add_option("--mode", request.mode,
                  "reverse: gradients; a result that is no real scalar takes its cotangent as last argument. "
                  "value-and-gradient: all results, then the gradients. forward: a tangent for each --wrt as further "
                  "arguments; all results, then the tangent of --result")
      ->check(CLI::IsMember({"reverse", "forward", "value-and-gradient"}))
      ->capture_default_str();
  CLI::Option *output = command.add_option("-o,--output", request.output, "the new module; written after success only")
                            ->type_name("OUT.mlir");
  CLI::Option *explain = command.add_flag("--explain", request.explain,
                                          "print what each loop keeps for its derivative (without -o: only)");
  command.parse_complete_callback([output, explain] {
    if (output->count() == 0 && explain->count() == 0)
      throw CLI::RequiredError("-o");
  });
  command.footer("examples:\n"
                 "  cotangent grad model.mlir -o gradient.mlir\n"
                 "  cotangent grad model.mlir --wrt 0,2 --mode value-and-gradient -o gradient.mlir\n"
                 "  cotangent grad gradient.mlir --mode forward -o hessian_product.mlir");
}

int run_grad(const execute::GradientRequest &request, std::ostream &output, std::ostream &messages) {
  auto *differentiate_file =
      tensor_engine_function<decltype(cotangent_differentiate_file)>("cotangent_differentiate_file", "grad", messages);
  if (!differentiate_file)
    return 1;
  execute::GradientReport report;
  differentiate_file(request, report);
  output << report.output;
  messages << report.messages;
  return report.status;
}

} // namespace cotangent::tools
