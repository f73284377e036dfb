// `cotangent check`: runs the tests in module files.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace cotangent::tools {

/// One line per function, then a count. Messages about files go to `messages`. Returns 0 if all passed.
int run_check(const std::vector<std::string> &files, const std::string &backend, bool strict, std::ostream &output,
              std::ostream &messages);

} // namespace cotangent::tools
