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

/// Memory that changes its size, in shadows: what `from` holds goes to `to` and leaves zeros. Backwards the same with `to` and `from`
/// exchanged, so that it can be differentiated again and again. Either may be null.
void move_content(llvm::IRBuilder<> &builder, llvm::Value *to, llvm::Value *from, llvm::Value *bytes);
/// The shadow of what realloc returns: fresh zeros, into which the content of the old shadow goes.
llvm::Value *grown_shadow(llvm::IRBuilder<> &builder, llvm::Value *old, llvm::Value *bytes);
} // namespace cotangent::scalar
