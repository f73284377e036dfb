// `cotangent run`: runs a function of a module file on .npy files.
#pragma once

#include "tensor/execute/run_file.h"

#include <iosfwd>

namespace CLI {
class App;
}

namespace cotangent::tools {

/// Declares the options of the command.
void add_run_options(CLI::App &command, execute::RunRequest &request);
/// Returns the exit status: 0, 1 for a fault of the input.
int run_run(const execute::RunRequest &request, std::ostream &output, std::ostream &messages);

/// `cotangent cache clear`, `cotangent cache`: the compiled programs on disk.
int run_cache(bool clear, std::ostream &output, std::ostream &messages);

} // namespace cotangent::tools
