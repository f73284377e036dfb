#include "tools/cli/check.h"

#include "tensor/interpret/check_file.h"
#include "tools/compiler/installation.h"

#include <dlfcn.h>
#include <ostream>

namespace cotangent::tools {

int run_check(const std::vector<std::string> &files, std::ostream &output, std::ostream &messages) {
  void *engine = dlopen(find_installation().tensor.c_str(), RTLD_NOW);
  auto *check_file =
      engine ? reinterpret_cast<decltype(&cotangent_check_file)>(dlsym(engine, "cotangent_check_file")) : nullptr;
  if (!check_file) {
    messages << "cotangent check: error: the tensor engine cannot be loaded: " << dlerror()
             << "\n`cotangent doctor` says what is missing\n";
    return 1;
  }
  int passed = 0, failed = 0;
  bool readable = true;
  for (const std::string &file : files) {
    interpret::CheckReport report;
    check_file(file, report);
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
