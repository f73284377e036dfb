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

static bool uses_only_move(const Value *content, SmallPtrSetImpl<const Value *> &seen) {
  if (!seen.insert(content).second)
    return true;
  return all_of(content->users(), [&](const User *user) {
    return isa<StoreInst, BitCastInst>(user) || (isa<PHINode, SelectInst, FreezeInst>(user) && user->getType() == content->getType() && uses_only_move(user, seen));
  });
}

bool only_moved(const Value *content) {
  auto *made = dyn_cast<Instruction>(content);
  if (!made || !isa<LoadInst, PHINode, SelectInst, FreezeInst, BitCastInst>(made))
    return false;
  SmallPtrSet<const Value *, 16> seen;
  return uses_only_move(made, seen);
}

namespace {

/// As bits of a floating value it would be one of 1e-311, or no number.
bool small(const APInt &constant) { return constant.getSignificantBits() <= 40; }

/// Arithmetic of sizes and counts, not such as puts the parts of a floating value together.
bool counts(const BinaryOperator &binary) {
  auto *constant = dyn_cast<ConstantInt>(binary.getOperand(1));
  if ((constant && !small(constant->getValue())) || (isa<ConstantInt>(binary.getOperand(0)) && !small(cast<ConstantInt>(binary.getOperand(0))->getValue())))
    return false;
  switch (binary.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::LShr:
  case Instruction::AShr:
    return true;
  case Instruction::And:
    return constant;
  case Instruction::Shl:
    return constant && constant->getValue().ult(9);
  default:
    return false;
  }
}

/// No bits of a floating value can be here.
bool certainly_integer(const Value *value, Facts &facts) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *, 16> work{value};
  bool number = false, large_constant = false;
  while (!work.empty()) {
    const Value *part = work.pop_back_val();
    if (!seen.insert(part).second)
      continue;
    if (seen.size() > 64)
      return false;
    if (auto *constant = dyn_cast<ConstantInt>(part)) {
      large_constant |= !small(constant->getValue());
      continue;
    }
    number |= !isa<PHINode, SelectInst, FreezeInst>(part);
    if (auto *load = dyn_cast<LoadInst>(part)) {
      Word *word = facts.objects.find_word(facts.objects.cell(load->getPointerOperand()));
      if (!word || ((word->all_kinds() & kind_floating) && only_moved(load)))
        return false;
    } else if (auto *argument = dyn_cast<Argument>(part)) {
      if (argument->getParent() != facts.program.root)
        for (const User *user : argument->getParent()->users())
          if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == argument->getParent())
            work.push_back(call->getArgOperand(argument->getArgNo()));
    } else if (auto *binary = dyn_cast<BinaryOperator>(part)) {
      if (!counts(*binary))
        return false;
      for (const Value *operand : binary->operands())
        if (!isa<Constant>(operand))
          work.push_back(operand);
    } else if (auto *select = dyn_cast<SelectInst>(part)) {
      work.append({select->getTrueValue(), select->getFalseValue()});
    } else if (isa<ZExtInst, SExtInst, TruncInst, PHINode, FreezeInst>(part)) {
      work.append(cast<Instruction>(part)->op_begin(), cast<Instruction>(part)->op_end());
    } else if (auto *call = dyn_cast<CallBase>(part)) {
      if (facts.call(*call).role != CallRole::Inactive)
        return false;
    } else if (!isa<ICmpInst, FCmpInst, FPToSIInst, FPToUIInst, PtrToIntInst>(part)) {
      return false;
    }
  }
  return number || !large_constant;
}

} // namespace

bool Facts::stores_integer(const StoreInst &store) {
  if (!store.getValueOperand()->getType()->isIntegerTy() || !shadowed(store.getPointerOperand()))
    return false;
  Object *object = objects.object_of(store.getPointerOperand());
  return object->holds_pointers() && active_memory(store.getPointerOperand(), store.getValueOperand()->getType()) &&
         (store.getValueOperand()->getType()->isIntegerTy(8) || certainly_integer(store.getValueOperand(), *this)); // characters
}

} // namespace cotangent::scalar
