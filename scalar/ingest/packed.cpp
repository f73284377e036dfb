// Two floats in one integer of eight bytes, as the calling convention passes small structs: shifts and masks that take them out or put
// them in become operations on a vector, through which derivatives flow.
#include "scalar/ingest/packed.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace cotangent::scalar {

namespace {

constexpr uint64_t low_half = 0xffffffff, high_half = low_half << 32;

/// One half of an integer: zero, or half of another value.
struct Half {
  Value *whole = nullptr; // i64: half `number` of it; i32: it; null: zero
  unsigned number = 0;
};

Half half_of(Value *value, unsigned number) {
  Value *inner;
  const APInt *mask;
  if (auto *constant = dyn_cast<ConstantInt>(value); constant && constant->isZero())
    return {};
  if (match(value, m_And(m_Value(inner), m_APInt(mask)))) {
    if (*mask == low_half)
      return number == 0 ? half_of(inner, 0) : Half{};
    if (*mask == high_half)
      return number == 1 ? half_of(inner, 1) : Half{};
  }
  if (match(value, m_Shl(m_Value(inner), m_SpecificInt(32))))
    return number == 1 ? half_of(inner, 0) : Half{};
  if (match(value, m_LShr(m_Value(inner), m_SpecificInt(32))))
    return number == 0 ? half_of(inner, 1) : Half{};
  if (match(value, m_ZExt(m_Value(inner))) && inner->getType()->isIntegerTy(32)) {
    if (number == 1)
      return {};
    Value *of;
    if (match(inner, m_Trunc(m_Value(of))) && of->getType()->isIntegerTy(64))
      return half_of(of, 0);
    return {inner, 0};
  }
  return {value, number};
}

bool is_float(const Half &half) {
  auto *cast = dyn_cast_or_null<BitCastInst>(half.whole);
  return cast && cast->getSrcTy()->isFloatTy();
}

/// The two sides of `value` if each half of it comes from one of them.
bool halves_of(BinaryOperator &value, Half halves[2]) {
  if (value.getOpcode() != Instruction::Or || !value.getType()->isIntegerTy(64))
    return false;
  for (unsigned number : {0u, 1u}) {
    Half left = half_of(value.getOperand(0), number), right = half_of(value.getOperand(1), number);
    if (left.whole && right.whole)
      return false;
    halves[number] = left.whole ? left : right;
  }
  return is_float(halves[0]) || is_float(halves[1]);
}

Value *as_float(IRBuilder<> &builder, const Half &half) {
  Type *single = builder.getFloatTy();
  if (!half.whole)
    return ConstantFP::getZero(single);
  if (is_float(half))
    return cast<BitCastInst>(half.whole)->getOperand(0);
  if (half.whole->getType()->isIntegerTy(32))
    return builder.CreateBitCast(half.whole, single);
  return builder.CreateExtractElement(builder.CreateBitCast(half.whole, FixedVectorType::get(single, 2)), half.number);
}

} // namespace

bool unpack_floats(Function &function) {
  std::vector<Instruction *> replaced;
  for (Instruction &instruction : instructions(function)) {
    IRBuilder<> builder(&instruction);
    Value *result = nullptr;
    if (auto *taken = dyn_cast<BitCastInst>(&instruction); taken && taken->getDestTy()->isFloatTy()) {
      Value *whole;
      if (match(taken->getOperand(0), m_Trunc(m_Value(whole))) && whole->getType()->isIntegerTy(64)) {
        Half half = half_of(whole, 0);
        if (half.whole)
          result = as_float(builder, half);
      }
    } else if (auto *made = dyn_cast<BinaryOperator>(&instruction)) {
      Half halves[2];
      if (halves_of(*made, halves)) {
        Value *pair = PoisonValue::get(FixedVectorType::get(builder.getFloatTy(), 2));
        for (unsigned number : {0u, 1u})
          pair = builder.CreateInsertElement(pair, as_float(builder, halves[number]), number);
        result = builder.CreateBitCast(pair, made->getType());
      }
    }
    if (!result)
      continue;
    instruction.replaceAllUsesWith(result);
    replaced.push_back(&instruction);
  }
  for (Instruction *instruction : replaced)
    instruction->eraseFromParent();
  return !replaced.empty();
}

} // namespace cotangent::scalar
