// Runs the tests in a file: every public function without arguments.
#pragma once

#include <string>
#include <vector>

namespace cotangent::execute {

struct CheckResult {
  std::string function;
  std::string fault; // empty: all `check` operations held
};
struct CheckReport {
  std::vector<CheckResult> results;
  std::string fault; // the file cannot be read or is no module: "FILE:LINE:COLUMN: error: …" lines
};
struct CheckRequest {
  std::string path;
  std::string backend = "cpu"; // or "interpreter"
  bool strict = false;
};

/// Modules in the file are split by lines `// -----`. Never throws.
CheckReport check_file(const CheckRequest &request);

} // namespace cotangent::execute

/// `check_file` for programs that load the tensor engine while they run.
extern "C" void cotangent_check_file(const cotangent::execute::CheckRequest &request,
                                     cotangent::execute::CheckReport &report);
