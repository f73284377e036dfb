// Places in the user's sources, and what is written there.
#pragma once

#include "llvm/IR/DebugLoc.h"
#include <map>
#include <string>
#include <vector>

namespace cotangent::driver {

/// FILE:LINE:COL; empty for an unknown place.
std::string place_text(const llvm::DebugLoc &place);

/// The file as the compiler was given it.
std::string file_of(const llvm::DebugLoc &place);

bool in_project_header(const llvm::DebugLoc &place);

/// A header of the compiler or its library.
bool in_system_header(const llvm::DebugLoc &place);

/// The innermost place, of an inlined call, that is not in a header of the project.
llvm::DebugLoc user_place(llvm::DebugLoc place);

/// The same, and not in a header of the compiler or its library either, if the chain of calls has such a place.
llvm::DebugLoc own_place(llvm::DebugLoc place);

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
