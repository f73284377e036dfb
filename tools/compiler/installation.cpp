#include "tools/compiler/installation.h"

#include <cstdlib>
#include <filesystem>

namespace cotangent::tools {

Installation find_installation() {
  std::error_code ignored;
  auto prefix = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  auto lib = prefix / "lib";
  return {prefix, lib / "cotangent-plugin.so", lib / "cotangent-tensor.so", lib / "libcotangent-runtime.a",
          prefix / "include"};
}

std::string find_clang(bool cxx) {
  if (const char *chosen = std::getenv("COTANGENT_CLANG"); chosen && *chosen)
    return chosen;
  std::filesystem::path configured = cxx ? COTANGENT_CLANGXX_PATH : COTANGENT_CLANG_PATH;
  std::error_code ignored;
  return std::filesystem::exists(configured, ignored) ? configured : configured.filename();
}

const char *version() { return COTANGENT_VERSION; }
const char *llvm_version() { return COTANGENT_LLVM_VERSION; }

} // namespace cotangent::tools
