// cotangent grad: a module with the derivative of a function.
#pragma once

#include "tensor/execute/differentiate_file.h"

#include <iosfwd>

namespace CLI {
class App;
}

namespace cotangent::tools {

void add_grad_options(CLI::App &command, execute::GradientRequest &request);
/// Returns the exit status.
int run_grad(const execute::GradientRequest &request, std::ostream &output, std::ostream &messages);

} // namespace cotangent::tools
