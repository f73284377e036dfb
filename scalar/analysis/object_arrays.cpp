// How far a pointer goes that steps through an array.
#include "scalar/analysis/object_builder.h"
#include "llvm/IR/Operator.h"
#include <numeric>

using namespace llvm;

namespace cotangent::scalar {

int64_t declared_length(const Value *pointer) {
  auto *gep = dyn_cast<GEPOperator>(pointer);
  auto *array = gep ? dyn_cast<ArrayType>(gep->getResultElementType()) : nullptr;
  auto *instruction = dyn_cast<Instruction>(pointer);
  if (!array || array->getElementType()->isArrayTy() || !instruction)
    return 0;
  return static_cast<int64_t>(instruction->getDataLayout().getTypeAllocSize(array));
}

/// An index that is not constant into an array of one dimension, and no other such index.
static bool is_element_of_one_array(const GetElementPtrInst &gep) {
  unsigned variable = 0, arrays = 0;
  bool last = false;
  Type *type = nullptr; // null before the first index, which counts elements of unknown number
  for (const Use &index : gep.indices()) {
    auto *structure = dyn_cast_or_null<StructType>(type);
    auto *array = dyn_cast_or_null<ArrayType>(type);
    arrays += array != nullptr;
    variable += !isa<Constant>(index);
    last = array && !isa<Constant>(index);
    type = structure ? structure->getElementType(static_cast<unsigned>(cast<ConstantInt>(index)->getZExtValue())) : array ? array->getElementType() : gep.getSourceElementType();
  }
  return gep.isInBounds() && last && variable == 1 && arrays == 1;
}

/// Bytes between the start of a pointer and where its loop ends: in every iteration it is compared with a pointer at a constant distance
/// from the start, and the loop is left where they are equal.
static int64_t length_of_loop(const PHINode &phi, const Value &next, const Value &start, const DominatorTree &dominators, const LoopInfo &loops) {
  const Loop *loop = loops.getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent() || !loop->getLoopLatch())
    return 0;
  const DataLayout &layout = phi.getDataLayout();
  APInt begin(64, 0);
  const Value *base = start.stripAndAccumulateConstantOffsets(layout, begin, true);
  SmallVector<BasicBlock *, 4> exiting;
  loop->getExitingBlocks(exiting);
  for (const BasicBlock *block : exiting) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || compare->isSigned() || !dominators.dominates(block, loop->getLoopLatch()))
      continue;
    if (loop->contains(branch->getSuccessor(compare->isTrueWhenEqual() ? 0 : 1)))
      continue;
    for (unsigned side : {0u, 1u}) {
      if (compare->getOperand(side) != &phi && compare->getOperand(side) != &next)
        continue;
      APInt end(64, 0);
      if (compare->getOperand(1 - side)->stripAndAccumulateConstantOffsets(layout, end, true) == base)
        return std::max<int64_t>(0, (end - begin).getSExtValue());
    }
  }
  return 0;
}

bool ObjectBuilder::array_steps(const GetElementPtrInst &gep, Cell base, Cell &place) {
  place = base;
  Type *type = nullptr; // of what `place` is; null before the first index, which counts elements of unknown number
  for (const Use &use : gep.indices()) {
    auto *constant = dyn_cast<ConstantInt>(use.get());
    if (auto *structure = dyn_cast_or_null<StructType>(type)) {
      place = objects.shifted(place, static_cast<int64_t>(objects.layout.getStructLayout(structure)->getElementOffset(constant->getZExtValue())));
      type = structure->getElementType(constant->getZExtValue());
      continue;
    }
    auto *array = dyn_cast_or_null<ArrayType>(type);
    type = array ? array->getElementType() : type ? nullptr : gep.getSourceElementType();
    if (!type)
      return false; // a vector
    int64_t size = static_cast<int64_t>(objects.layout.getTypeAllocSize(type));
    if (constant) {
      place = objects.shifted(place, constant->getSExtValue() * size);
      continue;
    }
    if (!array || !gep.isInBounds() || !size)
      return false;
    if (!(size < 8 && reaches_only_integers(&gep)))
      objects.fold_array(place, static_cast<int64_t>(array->getNumElements()) * size, size);
    place = objects.resolve(place);
  }
  return true;
}

/// A pointer that goes on from `place` by multiples of `stride`: within an array of `length` bytes, or, where that is not known, anywhere
/// in the object. That the place lies in an array that other accesses showed does not say that the pointer stays there.
void ObjectBuilder::step(Cell place, int64_t stride, int64_t length) {
  place = objects.resolve(place);
  if (length > stride && length % stride == 0)
    objects.fold_array(place, length, stride);
  else
    objects.fold(place.object, stride);
}

int64_t ObjectBuilder::factor_of(const Value *number, unsigned depth) {
  if (auto *constant = dyn_cast<ConstantInt>(number))
    return constant->getValue().getSignificantBits() <= 32 ? std::abs(constant->getSExtValue()) : 1;
  auto *operation = dyn_cast<Instruction>(number);
  if (!operation || depth > 6)
    return 1;
  auto of = [&](unsigned operand) { return factor_of(operation->getOperand(operand), depth + 1); };
  auto times = [](int64_t a, int64_t b) { return a * b <= INT32_MAX ? a * b : 1; };
  auto over = [](int64_t factor, int64_t divisor) { return divisor > 0 && factor % divisor == 0 ? factor / divisor : 1; };
  auto *constant = operation->getNumOperands() == 2 ? dyn_cast<ConstantInt>(operation->getOperand(1)) : nullptr;
  int64_t power = constant && constant->getValue().ult(31) ? int64_t(1) << constant->getZExtValue() : 0; // what a shift multiplies with
  switch (operation->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt: { // the narrow number may have wrapped
    int64_t factor = of(0);
    return factor & -factor;
  }
  case Instruction::Freeze:
    return of(0);
  case Instruction::Mul:
    return times(of(0), of(1));
  case Instruction::Shl:
    return power ? times(of(0), power) : 1;
  case Instruction::SDiv:
  case Instruction::UDiv:
    return constant ? over(of(0), constant->getSExtValue()) : 1;
  case Instruction::AShr:
  case Instruction::LShr:
    return over(of(0), power);
  case Instruction::Select:
    return std::gcd(of(1), of(2));
  case Instruction::Add:
  case Instruction::Sub:
    break;
  default:
    return 1;
  }
  auto *end = dyn_cast<PtrToIntOperator>(operation->getOperand(0)), *begin = dyn_cast<PtrToIntOperator>(operation->getOperand(1));
  if (operation->getOpcode() == Instruction::Add || !end || !begin)
    return std::gcd(of(0), of(1));
  // The distance of two pointers into one array: as far apart as the places they stand for, and any number of strides.
  Cell to = objects.cell(end->getPointerOperand()), from = objects.cell(begin->getPointerOperand());
  if (!to || to.object != from.object)
    return 1;
  return std::gcd(std::abs(to.offset - from.offset), std::gcd(objects.stride_at(to), objects.stride_at(from)));
}

/// The place at a constant distance from another. From an element of an array to other elements, of which the place stands for one.
Cell ObjectBuilder::moved(const GetElementPtrInst &gep, Cell base, int64_t bytes) {
  // Along constant distances the way begins at what they all start from: which element it is is known there.
  const Value *from = gep.getPointerOperand();
  while (auto *constant = dyn_cast<GetElementPtrInst>(from)) {
    APInt distance(64, 0);
    if (!constant->accumulateConstantOffset(objects.layout, distance))
      break;
    from = constant->getPointerOperand();
    Cell start = objects.cell(from);
    if (!start)
      break;
    bytes += distance.getSExtValue();
    base = start;
  }
  base = objects.resolve(base);
  const Object::Array *array = nullptr; // the innermost that is left
  for (const Object::Array &known : base.object->arrays)
    if (known.holds(base.offset) && !known.holds(base.offset + bytes) && (!array || known.length < array->length))
      array = &known;
  if (!array)
    return objects.shifted(base, bytes);
  auto *element = dyn_cast<GetElementPtrInst>(from);
  bool varies = element != nullptr;
  if (varies && is_element_of_one_array(*element))
    return {base.object, array->start + ((base.offset - array->start + bytes) % array->stride + array->stride) % array->stride};
  if (varies || bytes < 0)
    objects.fold(base.object, std::gcd(std::abs(bytes), array->stride));
  return objects.shifted(base, bytes);
}

/// A pointer that a loop moves: how far says the pointer that it is compared with.
void ObjectBuilder::steps_of_loop(const PHINode &phi) {
  for (const Value *next : phi.incoming_values()) {
    APInt bytes(64, 0);
    if (next == &phi || next->stripAndAccumulateConstantOffsets(objects.layout, bytes, true) != &phi || bytes.isZero())
      continue;
    for (const Value *start : phi.incoming_values()) {
      Cell place = objects.cell(start);
      if (start == next || !place)
        continue;
      int64_t stride = bytes.getSExtValue();
      auto &[dominators, loops] = loops_of[phi.getFunction()];
      if (!loops) {
        auto &function = const_cast<Function &>(*phi.getFunction());
        dominators = std::make_unique<DominatorTree>(function);
        loops = std::make_unique<LoopInfo>(*dominators);
      }
      int64_t length = length_of_loop(phi, *next, *start, *dominators, *loops);
      step(place, std::abs(stride), stride < 0 ? 0 : length ? length : declared_length(start));
    }
  }
}

} // namespace cotangent::scalar
