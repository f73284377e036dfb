// Places in the user's sources.
#pragma once

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instruction.h"
#include <string>
#include <vector>

namespace cotangent::scalar {

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

/// A place in a function, then where its function was called, and so on outwards: also through functions that were not inlined, of
/// which the first call found counts. Without unknown places and those in headers of the project.
std::vector<llvm::DebugLoc> call_chain(llvm::DebugLoc place, const llvm::Function *function);

/// The innermost place of a chain that is the user's own; null if it has none.
const llvm::DebugLoc *own_place_of(const std::vector<llvm::DebugLoc> &chain);

/// The chain for people, as the beginning and the end of a sentence: the innermost place that is the user's own with ": ", and
/// " (in HEADER:LINE, called from ...)" where there is more to say.
struct PlaceWords {
  std::string before, after;
};
PlaceWords place_words(const llvm::Instruction &instruction);

} // namespace cotangent::scalar
