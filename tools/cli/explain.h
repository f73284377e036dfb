// `cotangent explain`: what the derivatives of a source file cost, and why.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cotangent::tools {

/// Compiles the file with -fcotangent-explain and writes what is said. Messages of the compiler go to `messages`.
/// Returns the exit status.
int run_explain(const std::string &file, const std::vector<std::string> &flags, bool json, std::ostream &output,
                std::ostream &messages);

} // namespace cotangent::tools
