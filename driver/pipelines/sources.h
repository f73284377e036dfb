// What is written in the user's sources.
#pragma once

#include "scalar/ingest/places.h"
#include <map>
#include <string>
#include <vector>

namespace cotangent::driver {

using scalar::file_of;
using scalar::in_project_header;
using scalar::in_system_header;
using scalar::own_place;
using scalar::place_text;
using scalar::user_place;

/// Lines of source files, read when they are asked for. What cannot be read is empty.
class Sources {
public:
  /// The line, without the white space around it.
  std::string line(const llvm::DebugLoc &place);
  /// The name, element or call that begins at the place.
  std::string expression(const llvm::DebugLoc &place);

private:
  std::map<std::string, std::vector<std::string>> files;
  const std::string *whole_line(const llvm::DebugLoc &place);
};

} // namespace cotangent::driver
