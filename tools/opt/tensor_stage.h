// Stages of the tensor engine on module text.
#pragma once

namespace cotangent::tools {

/// Whether the command line names a module of the tensor engine: a file that ends in .mlir.
bool names_tensor_module(int count, char **words);

/// Reads a module, runs the passes that are named, prints the module. Returns the exit status.
int run_tensor_stage(int count, char **words);

} // namespace cotangent::tools
