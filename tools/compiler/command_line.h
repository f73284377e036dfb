// From the arguments of cotangent-c++ to those of clang++.
#pragma once

#include "tools/compiler/installation.h"

#include <string>
#include <vector>

namespace cotangent::tools {

/// What the program starts instead of itself.
struct ClangCommand {
  std::vector<std::string> arguments; // without the program's own name
  std::string plugin_flags;           // for the variable COTANGENT_FLAGS
  std::string error;                  // not empty: start nothing, say this
};

/// `arguments` are those of the user, without the program's name. `cxx` tells cotangent-c++ from cotangent-cc.
ClangCommand make_clang_command(const std::vector<std::string> &arguments, bool cxx, const Installation &installation);

} // namespace cotangent::tools
