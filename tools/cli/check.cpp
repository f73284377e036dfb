#include "tools/cli/check.h"

#include "tensor/execute/check_file.h"
#include "tools/cli/tensor_engine.h"

#include <ostream>

namespace cotangent::tools {

int run_check(const std::vector<std::string> &files, const std::string &backend, bool strict, std::ostream &output,
              std::ostream &messages) {
  auto *check_file = tensor_engine_function<decltype(cotangent_check_file)>("cotangent_check_file", "check", messages);
  if (!check_file)
    return 1;
  int passed = 0, failed = 0;
  bool readable = true;
  for (const std::string &file : files) {
    execute::CheckReport report;
    check_file({file, backend, strict}, report);
    for (const execute::CheckResult &result : report.results) {
      bool well = result.fault.empty();
      ++(well ? passed : failed);
      output << (well ? "passed  " : "FAILED  ") << file << " @" << result.function << (well ? "" : ": " + result.fault)
             << "\n";
    }
    messages << report.fault;
    readable &= report.fault.empty();
  }
  output << passed << " passed, " << failed << " failed\n";
  return failed == 0 && readable ? 0 : 1;
}

} // namespace cotangent::tools
