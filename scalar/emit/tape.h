// The tape: one growing block of memory with a top, used as a stack. Emitted as ordinary loads and stores, so that a derivative can be
// differentiated again.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace cotangent::scalar {

/// Fields of the tape record {memory, top, limit, shadows to free}.
llvm::StructType *tape_type(llvm::LLVMContext &context);

/// i64 reserve(tape, bytes): the offset of `bytes` fresh bytes at the top. Inlined after emission.
llvm::Function *tape_reserve(llvm::Module &module);

class TapeRecord {
public:
  TapeRecord(llvm::Value *record) : record(record) {}
  llvm::Value *record;
  llvm::Value *reserve(llvm::IRBuilder<> &builder, llvm::Value *bytes) const;
  llvm::Value *top(llvm::IRBuilder<> &builder) const;
  void set_top(llvm::IRBuilder<> &builder, llvm::Value *top) const;
  /// Takes `bytes` off the top; the new top is where they begin.
  llvm::Value *release(llvm::IRBuilder<> &builder, llvm::Value *bytes) const;
  llvm::Value *address(llvm::IRBuilder<> &builder, llvm::Value *offset) const;
  void clear(llvm::IRBuilder<> &builder) const;
  llvm::Value *deferred(llvm::IRBuilder<> &builder) const; // where the list of shadows to free is kept
  /// The most bytes ever held, when `top` was held at one time: what the last growth asked for may be more.
  llvm::Value *most(llvm::IRBuilder<> &builder, llvm::Value *top) const;
  void free(llvm::IRBuilder<> &builder, llvm::Value *peak) const;
};
} // namespace cotangent::scalar
