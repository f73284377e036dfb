// What the bytes of a copy or fill hold.
#pragma once

#include "scalar/analysis/facts.h"

namespace cotangent::scalar {

/// Bytes of a copy or fill by what they hold.
struct BytePattern {
  bool any_floating = false, any_other = false, ambiguous = false, unknown = false;
  int64_t period = 0;                                                  // 0: exact offsets of the whole range
  std::vector<std::pair<int64_t, llvm::Type *>> floating;              // offset, type
  std::vector<std::pair<int64_t, int64_t>> other;                      // offset, bytes
};
BytePattern pattern_of(Facts &facts, const llvm::Value *pointer, const llvm::Value *other_pointer, const llvm::Value *size);
} // namespace cotangent::scalar
