// The one place where derivatives throw: cotangent::RuntimeException with the backtrace of the program.
#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "cotangent/error.h"

namespace {

/// The callers of the running function, one a line: function, offset and file; empty where the platform gives none.
std::string backtrace_text() {
  constexpr int depth = 48;
  void *frames[depth];
  const int count = ::backtrace(frames, depth);
  std::string text;
  for (int i = 2; i < count; ++i) { // not this function and not the one that throws
    Dl_info info{};
    if (::dladdr(frames[i], &info) == 0)
      continue;
    const char *name = info.dli_sname == nullptr ? "?" : info.dli_sname;
    int status = -1;
    char *demangled = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    char line[32];
    std::snprintf(line, sizeof line, "\n  #%d ", i - 2);
    text.append(line).append(status == 0 ? demangled : name);
    if (info.dli_fname != nullptr)
      text.append(" in ").append(info.dli_fname);
    std::free(demangled);
  }
  return text;
}

} // namespace

extern "C" [[noreturn]] void cotangent_throw_runtime_exception(const char *kind, const char *message) {
  std::string text = message == nullptr ? "" : message;
  const std::string callers = backtrace_text();
  if (!callers.empty())
    text.append("\nbacktrace:").append(callers);
  throw cotangent::RuntimeException(kind == nullptr ? "internal" : kind, text);
}

/// Called where `nan_check` is asked for.
extern "C" void cotangent_nan_check(double amount, const char *message) {
  if (amount != amount)
    cotangent_throw_runtime_exception("no-derivative", message);
}
