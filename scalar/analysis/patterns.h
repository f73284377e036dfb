// What the bytes of a copy or fill hold.
#pragma once

#include "scalar/analysis/facts.h"

namespace cotangent::scalar {

/// Bytes of a copy or fill by what they hold.
struct BytePattern {
  bool any_floating = false, any_other = false, ambiguous = false, unknown = false;
  bool dynamic = false, single = false; // ambiguous, but the shadows tell floating words from pointers at run time; floats or doubles
  int64_t period = 0;                                                  // 0: exact offsets of the whole range
  std::vector<std::pair<int64_t, llvm::Type *>> floating;              // offset, type
  std::vector<std::pair<int64_t, int64_t>> other;                      // offset, bytes
};
/// A fill, or a copy from memory without a shadow, of memory that the function made itself needs no pattern: its floating shadows are
/// zero in the forward sweep, and pointers there that are overwritten are not read again in the backward half.
bool fills_own_memory(Facts &facts, const llvm::CallBase &call);
/// Memory in which nothing floating is read or written anywhere.
bool holds_no_numbers(Facts &facts, const llvm::Value *pointer);
/// A copy or fill of which the tangent is the same on the shadows, whatever the bytes are.
bool tangent_is_alike(Facts &facts, const llvm::CallBase &call);
/// Characters are moved, and where they come from there is nothing else.
bool is_text(Facts &facts, const llvm::CallBase &call);
BytePattern pattern_of(Facts &facts, const llvm::CallBase &call);
/// A pointer or an integer is stored where a floating value may have been: the adjoint of that value becomes zero.
bool covers_floating(const llvm::StoreInst &store, Facts &facts);
} // namespace cotangent::scalar
