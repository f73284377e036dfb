// Where the parts of Cotangent lie. The build folder and an installation have one layout, <prefix>/{bin,lib,include},
// and every program finds the parts relative to its own executable.
#pragma once

#include <string>

namespace cotangent::tools {

struct Installation {
  std::string prefix;
  std::string plugin;  // the pass plugin that clang loads
  std::string tensor;  // the tensor engine, which `cotangent` loads
  std::string runtime; // the library that differentiated programs link
  std::string include; // the folder that holds cotangent/
};

/// The installation that the running executable belongs to.
Installation find_installation();

/// The compiler to start, clang++ or clang: $COTANGENT_CLANG, else the one found when the project was configured, else
/// the name alone, which is then looked up in PATH.
std::string find_clang(bool cxx);

const char *version();
const char *llvm_version();

} // namespace cotangent::tools
