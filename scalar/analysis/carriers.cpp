#include "scalar/analysis/facts.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::scalar {

/// Integers that are copies of floating bits: the type is that of the memory or the cast they come from or go to.
Type *carried_floating_type(const Value *value, Facts &facts) {
  SmallPtrSet<const Value *, 8> seen;
  SmallVector<const Value *, 8> work{value};
  LLVMContext &context = value->getContext();
  unsigned bits = value->getType()->getIntegerBitWidth();
  auto of_memory = [&](const Value *pointer) -> Type * {
    uint8_t kinds = facts.objects.kinds_at(facts.objects.cell(pointer)) & kind_floating;
    if ((kinds & KindDouble) && bits == 64)
      return Type::getDoubleTy(context);
    if ((kinds & KindFloat) && bits % 32 == 0)
      return bits == 32 ? Type::getFloatTy(context) : static_cast<Type *>(FixedVectorType::get(Type::getFloatTy(context), bits / 32));
    if ((kinds & KindDouble) && bits == 128)
      return FixedVectorType::get(Type::getDoubleTy(context), 2);
    return nullptr;
  };
  while (!work.empty()) {
    const Value *at = work.pop_back_val();
    if (!seen.insert(at).second)
      continue;
    auto next = [&](const Value *other) {
      if (other->getType() == value->getType() && !isa<Constant>(other))
        work.push_back(other);
    };
    if (auto *cast = dyn_cast<BitCastInst>(at))
      if (cast->getSrcTy()->isFPOrFPVectorTy())
        return cast->getSrcTy();
    if (auto *load = dyn_cast<LoadInst>(at))
      if (Type *type = of_memory(load->getPointerOperand()))
        return type;
    if (auto *instruction = dyn_cast<Instruction>(at); instruction && isa<PHINode, SelectInst, FreezeInst>(instruction))
      for (const Value *operand : instruction->operands())
        next(operand);
    for (const User *user : at->users()) {
      if (auto *cast = dyn_cast<BitCastInst>(user); cast && cast->getDestTy()->isFPOrFPVectorTy())
        return cast->getDestTy();
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == at)
        if (Type *type = of_memory(store->getPointerOperand()))
          return type;
      if (isa<PHINode, SelectInst, FreezeInst>(user))
        next(user);
    }
  }
  return nullptr;
}

} // namespace cotangent::scalar
