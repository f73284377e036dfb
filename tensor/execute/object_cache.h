// Compiled programs on disk, found again by what they were compiled from.
//
// They lie in $COTANGENT_CACHE_DIR, or $XDG_CACHE_HOME/cotangent, or ~/.cache/cotangent. COTANGENT_CACHE=off turns the
// cache off; COTANGENT_CACHE_SIZE is its limit in MiB (512). Files appear as a whole, so processes may write at the
// same time; a file that is damaged is compiled again. Nothing that goes wrong here is an error.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace cotangent::execute {

/// A name that changes with the program, this build of the project, and everything given in `settings`.
std::string object_key(llvm::ArrayRef<char> program, llvm::ArrayRef<std::string> settings);

std::unique_ptr<llvm::MemoryBuffer> find_object(const std::string &key);
void keep_object(const std::string &key, llvm::StringRef object);

struct CacheFacts {
  std::string folder;
  int64_t files = 0, bytes = 0;
};
CacheFacts cache_facts();
/// Removes everything; returns what was there.
CacheFacts clear_cache();

} // namespace cotangent::execute
