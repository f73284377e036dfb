// cotangent-c++ and cotangent-cc: clang++ and clang with the plugin, the headers and the runtime library added.

#include "tools/compiler/command_line.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <unistd.h>

namespace {

constexpr bool cxx = COTANGENT_COMPILES_CXX;
constexpr const char *program = cxx ? "cotangent-c++" : "cotangent-cc";

/// The plugin runs in processes that clang starts, so the flags travel in the environment.
void export_plugin_flags(const std::string &flags) {
  if (flags.empty())
    return;
  const char *before = std::getenv("COTANGENT_FLAGS");
  std::string all = before && *before ? std::string(before) + " " + flags : flags;
  setenv("COTANGENT_FLAGS", all.c_str(), 1);
}

} // namespace

int main(int count, char **words) {
  using namespace cotangent::tools;
  ClangCommand command = make_clang_command({words + 1, words + count}, cxx, find_installation());
  if (!command.error.empty()) {
    std::cerr << program << ": error: " << command.error << "\n";
    return 1;
  }
  export_plugin_flags(command.plugin_flags);

  std::string clang = find_clang(cxx);
  std::string mode = cxx ? "--driver-mode=g++" : "--driver-mode=gcc";
  std::vector<char *> pointers = {clang.data(), mode.data()};
  for (std::string &argument : command.arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  execvp(clang.c_str(), pointers.data());

  std::cerr << program << ": error: cannot start '" << clang << "': " << std::strerror(errno) << "\n"
            << "install it (apt-get install clang-" << llvm_version()
            << "), or name another one of the same version in COTANGENT_CLANG\n";
  return 1;
}
