// Runs the tests in a file: every public function without arguments.
#pragma once

#include <string>
#include <vector>

namespace cotangent::interpret {

struct CheckResult {
  std::string function;
  std::string fault; // empty: all `check` operations held
};
struct CheckReport {
  std::vector<CheckResult> results;
  std::string fault; // the file cannot be read or is no module: "FILE:LINE:COLUMN: error: …" lines
};

/// Modules in the file are split by lines `// -----`. Never throws.
CheckReport check_file(const std::string &path);

} // namespace cotangent::interpret

/// `check_file` for programs that load the tensor engine while they run.
extern "C" void cotangent_check_file(const std::string &path, cotangent::interpret::CheckReport &report);
