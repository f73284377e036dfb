#include "tools/cli/check.h"

#include "tensor/interpret/check_file.h"

#include <ostream>

namespace cotangent::tools {

int run_check(const std::vector<std::string> &files, std::ostream &output, std::ostream &messages) {
  int passed = 0, failed = 0;
  bool readable = true;
  for (const std::string &file : files) {
    interpret::CheckReport report = interpret::check_file(file);
    for (const interpret::CheckResult &result : report.results) {
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
