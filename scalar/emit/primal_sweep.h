// A copy of the primal with shadow pointers beside pointers: the part that forward mode and the forward half of reverse mode share.
#pragma once

#include "scalar/analysis/patterns.h"
#include "scalar/emit/derivatives.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace cotangent::scalar {

using Lanes = llvm::SmallVector<llvm::Value *, 2>;

class PrimalSweep {
public:
  PrimalSweep(Derivatives &derivatives, const llvm::Function &original, llvm::Function &target, Sweep sweep);
  virtual ~PrimalSweep() = default;

  Derivatives &derivatives;
  Facts &facts;
  const llvm::Function &original;
  llvm::Function &target;
  Sweep sweep;
  unsigned width;
  llvm::ValueToValueMapTy map;
  llvm::DenseMap<const llvm::Value *, Lanes> shadows;
  llvm::Value *tape = nullptr;     // augmented: the tape record, the last parameter
  llvm::Value *deferred = nullptr; // where the list of memory to free after the backward half is kept

  /// Where a derivative is written: nowhere that matters if the memory turns out to be constant.
  llvm::Value *unless_constant(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *primal_pointer, llvm::Value *shadow_pointer);
  /// The copy of a value in the target.
  llvm::Value *primal(const llvm::Value *value);
  /// Shadow pointers; for a pointer without a shadow, the pointer itself.
  Lanes shadow(const llvm::Value *value);

protected:
  /// Clones the body and emits everything beside it, in an order in which operands come first.
  void sweep_body();
  virtual void after(const llvm::Instruction &instruction) = 0;
  virtual void active_call(const llvm::CallBase &call) = 0;

  void emit_shadow(const llvm::Instruction &instruction);
  void emit_call(const llvm::CallBase &call);
  /// The primal memory is read again by the backward half, so that it is freed at its end.
  virtual bool postponed(const llvm::Value *) { return false; }
  static void remove_call(llvm::CallBase &call);
  void refuse(const llvm::Instruction &instruction);
  llvm::Value *allocated_bytes(llvm::IRBuilder<> &builder, const llvm::CallBase &call);
  void keep_block(llvm::IRBuilder<> &builder, const llvm::CallBase &allocation, llvm::Value *memory);
  void defer_free(llvm::IRBuilder<> &builder, llvm::Value *memory, llvm::Value *release);
  llvm::Value *release_function(const llvm::CallBase &call);
  bool moves_shadow(const llvm::StoreInst &store);
  void emit_store(const llvm::StoreInst &store);
  void copy_forward(const llvm::CallBase &call);
  void set_forward(const llvm::CallBase &call);
  /// Where code that follows an instruction goes: after phis for a phi, in the normal successor for an invoke.
  llvm::IRBuilder<> builder_after(const llvm::Instruction &instruction);
  Lanes shadow_constant(const llvm::Constant *constant);
  void fill_shadow_phi(const llvm::PHINode &phi);
  std::vector<const llvm::PHINode *> shadow_phis;
  std::map<std::pair<llvm::Function *, llvm::Type *>, llvm::AllocaInst *> discarded;
};

/// Zero if the memory it was read from is constant.
llvm::Value *zero_if_constant(llvm::IRBuilder<> &builder, llvm::Value *amount, llvm::Value *primal_pointer, llvm::Value *shadow_pointer);
/// Both sides of a copy or fill; the primal pointer of a side only where it shows at run time whether its memory is constant.
struct CopySides {
  llvm::Value *to, *from, *size, *primal_to = nullptr, *primal_from = nullptr;
};
/// Emits `active`, or `from_constant` if the source has no shadow of its own, or nothing if the target has none.
void emit_copy_if_active(llvm::IRBuilder<> &builder, const std::string &name, const CopySides &sides, llvm::function_ref<void(llvm::IRBuilder<> &, const CopySides &)> active,
                         llvm::function_ref<void(llvm::IRBuilder<> &, const CopySides &)> from_constant);

/// Reverse of a copy: what arrived at `to` is added to `from` and leaves `to`, element by element, in an order that is right when
/// the two overlap.
void emit_copy_adjoint(llvm::IRBuilder<> &builder, const BytePattern &pattern, llvm::Value *to, llvm::Value *from, llvm::Value *size);
void emit_zero_floating(llvm::IRBuilder<> &builder, const BytePattern &pattern, llvm::Value *to, llvm::Value *size);
/// Copies (or fills) only what is not floating.
void emit_copy_other(llvm::IRBuilder<> &builder, const BytePattern &pattern, llvm::Value *to, llvm::Value *from, llvm::Value *size);
void emit_set_other(llvm::IRBuilder<> &builder, const BytePattern &pattern, llvm::Value *to, llvm::Value *byte, llvm::Value *size);
} // namespace cotangent::scalar
