// The constraints that each instruction puts on memory objects.
#include "rules/calls/calls.h"
#include "scalar/analysis/calls.h"
#include "scalar/analysis/object_builder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cotangent::scalar {

bool may_carry_pointer(const Type *type, const DataLayout &layout) {
  if (type->isPtrOrPtrVectorTy())
    return true;
  if (type->isIntegerTy())
    return layout.getTypeStoreSize(const_cast<Type *>(type)) >= 8;
  if (auto *aggregate = dyn_cast<StructType>(type))
    return llvm::any_of(aggregate->elements(), [&](Type *element) { return may_carry_pointer(element, layout); });
  if (auto *array = dyn_cast<ArrayType>(type))
    return may_carry_pointer(array->getElementType(), layout);
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return may_carry_pointer(vector->getElementType(), layout);
  return false;
}

static bool reaches_only_integers(const Value *pointer, SmallPtrSetImpl<const Value *> &seen) {
  if (!seen.insert(pointer).second)
    return true;
  if (seen.size() > 64)
    return false;
  return all_of(pointer->users(), [&](const User *user) {
    auto narrow = [](Type *type) { return type->isIntegerTy() && type->getIntegerBitWidth() <= 32; };
    if (auto *load = dyn_cast<LoadInst>(user))
      return narrow(load->getType());
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getPointerOperand() == pointer && store->getValueOperand() != pointer && narrow(store->getValueOperand()->getType());
    if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(user))
      return reaches_only_integers(user, seen);
    if (auto *call = dyn_cast<CallBase>(user))
      return moves_text(*call);
    return isa<ICmpInst, PtrToIntInst>(user);
  });
}

bool reaches_only_integers(const Value *pointer) {
  SmallPtrSet<const Value *, 16> seen;
  return reaches_only_integers(pointer, seen);
}

/// An address as an integer, also one that a loop carries.
static bool is_address(const Value *value) {
  SmallPtrSet<const Value *, 8> seen;
  SmallVector<const Value *, 8> work{value};
  while (!work.empty()) {
    const Value *part = work.pop_back_val();
    if (isa<PtrToIntOperator>(part) || !seen.insert(part).second)
      continue;
    auto *phi = dyn_cast<PHINode>(part);
    if (!phi || seen.size() > 16)
      return false;
    work.append(phi->op_begin(), phi->op_end());
  }
  return true;
}

/// May this number be used as an address again? Most are compared or handed to a check only.
static bool becomes_address(const Value *number) {
  SmallPtrSet<const Value *, 8> seen;
  SmallVector<const Value *, 8> work{number};
  while (!work.empty()) {
    const Value *part = work.pop_back_val();
    if (!seen.insert(part).second)
      continue;
    if (seen.size() > 32)
      return true;
    for (const User *user : part->users()) {
      if (isa<BinaryOperator, PHINode, SelectInst, FreezeInst>(user))
        work.push_back(user);
      else if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() && call->getCalledFunction()->isDeclaration() && !call->getType()->isPointerTy())
        continue;
      else if (!isa<ICmpInst, TruncInst, SwitchInst>(user))
        return true;
    }
  }
  return false;
}

/// An integer that goes into messages and comparisons only: addresses in the checks of a sanitizer, which share one call.
static bool only_reported(const Value &integer, SmallPtrSetImpl<const Value *> &seen) {
  if (!seen.insert(&integer).second)
    return true;
  return all_of(integer.users(), [&](const User *user) {
    auto *call = dyn_cast<CallBase>(user);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (call && (call->doesNotReturn() || (callee && callee->getName().starts_with("__ubsan_handle_"))))
      return true;
    return isa<ICmpInst>(user) || (isa<PHINode>(user) && only_reported(*user, seen));
  });
}

Cell Objects::cell(const Value *pointer) {
  auto found = cells.find(pointer);
  if (found != cells.end())
    return resolve(found->second);
  if (auto *expression = dyn_cast<ConstantExpr>(pointer)) {
    if (auto *gep = dyn_cast<GEPOperator>(expression)) {
      Cell base = cell(gep->getPointerOperand());
      APInt offset(64, 0);
      if (base && gep->accumulateConstantOffset(layout, offset))
        return shifted(base, offset.getSExtValue());
      return base;
    }
    if (expression->isCast())
      return cell(expression->getOperand(0));
  }
  if (auto *alias = dyn_cast<GlobalAlias>(pointer))
    return cell(alias->getAliasee());
  return {};
}

Cell ObjectBuilder::global(const GlobalVariable *variable) {
  if (Cell known = objects.cell(variable))
    return known;
  Object *object = objects.make(variable);
  objects.cells[variable] = {object, 0};
  object->external = variable->isDeclaration();
  if (variable->hasInitializer())
    initializer({object, 0}, variable->getInitializer());
  return {object, 0};
}

/// Kinds and pointers of a global's initial content.
void ObjectBuilder::initializer(Cell place, const Constant *content) {
  Type *type = content->getType();
  if (content->isNullValue() || isa<UndefValue>(content))
    return;
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *offsets = objects.layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (Constant *element = content->getAggregateElement(i))
        initializer(objects.shifted(place, offsets->getElementOffset(i)), element);
    return;
  }
  if (isa<ArrayType>(type) || isa<FixedVectorType>(type)) {
    Type *element_type = type->getContainedType(0);
    uint64_t count = isa<ArrayType>(type) ? type->getArrayNumElements() : cast<FixedVectorType>(type)->getNumElements();
    uint64_t size = objects.layout.getTypeAllocSize(element_type);
    if (!element_type->isPointerTy() && !element_type->isAggregateType()) {
      if (count)
        objects.word(place).kinds[((place.offset % 8) + 8) % 8] |= kind_of(element_type);
      return;
    }
    for (uint64_t i = 0; i < count; ++i)
      if (Constant *element = content->getAggregateElement(i))
        initializer(objects.shifted(place, static_cast<int64_t>(i * size)), element);
    return;
  }
  access(place, type, content, false);
  if (type->isPointerTy())
    if (auto *target = dyn_cast<GlobalVariable>(content->stripInBoundsConstantOffsets()))
      global(target);
}

void ObjectBuilder::access(Cell place, Type *type, const Value *value, bool write) {
  if (!place)
    return;
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *offsets = objects.layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      access(objects.shifted(place, offsets->getElementOffset(i)), structure->getElementType(i), nullptr, write);
    if (may_carry_pointer(type, objects.layout) && value && !isa<Constant>(value)) // one cell stands for all its pointers
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        if (may_carry_pointer(structure->getElementType(i), objects.layout)) {
          Word &word = objects.word(objects.shifted(place, offsets->getElementOffset(i)));
          if (!word.target)
            word.target = {objects.make(nullptr), 0};
          Cell target = word.target;
          Cell own = objects.cell(value);
          if (!own)
            objects.cells[value] = target;
          else
            objects.unify(own, target);
        }
    return;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    uint64_t size = objects.layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      access(objects.shifted(place, static_cast<int64_t>(i * size)), array->getElementType(), nullptr, write);
    return;
  }
  place = objects.resolve(place);
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    uint64_t size = objects.layout.getTypeAllocSize(vector->getElementType());
    for (uint64_t i = 0; i < vector->getNumElements(); ++i)
      access(objects.shifted(place, static_cast<int64_t>(i * size)), vector->getElementType(), nullptr, write);
    return;
  }
  if (write)
    place.object->written = true;
  // Integers of eight bytes may be copies of anything: what they carry is told by other accesses of the word.
  Word &word = objects.word(place);
  int byte = static_cast<int>(((place.offset % 8) + 8) % 8);
  uint8_t kind = kind_of(type);
  if (!(word.kinds[byte] & kind)) {
    word.kinds[byte] |= kind;
    objects.changed = true;
  }
  uint64_t size = objects.layout.getTypeStoreSize(type);
  if (kind == KindExtended || size > 8)
    for (uint64_t part = 8; part < size; part += 8)
      objects.word(objects.shifted(place, static_cast<int64_t>(part)));
  if (!value || !may_carry_pointer(type, objects.layout))
    return;
  Cell carried = objects.cell(value);
  if (!word.target && !carried) {
    if (isa<Constant>(value))
      return;
    Cell fresh{objects.make(nullptr), 0};
    objects.word(place).target = fresh;
    objects.cells[value] = fresh;
    objects.changed = true;
  } else if (carried) {
    objects.point(place, carried);
  } else if (!isa<Constant>(value)) {
    objects.cells[value] = word.target;
    objects.changed = true;
  }
}

/// Floating values at an address that is no multiple of their size, as in packed structs.
void ObjectBuilder::note_alignment(Cell place, Type *type, Align alignment) {
  place = objects.resolve(place);
  if (!place || place.object->unaligned)
    return;
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *offsets = objects.layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      note_alignment(place, structure->getElementType(i), commonAlignment(alignment, offsets->getElementOffset(i)));
    return;
  }
  if (type->isArrayTy())
    return note_alignment(place, type->getArrayElementType(), alignment);
  uint8_t real = kind_of(type) & kind_floating;
  if (real && alignment.value() < static_cast<uint64_t>(bytes_of_kind(real)))
    place.object->unaligned = objects.changed = true;
}


void ObjectBuilder::visit(Instruction &instruction) {
  for (Value *operand : instruction.operands())
    if (auto *constant = dyn_cast<Constant>(operand))
      if (auto *variable = dyn_cast<GlobalVariable>(constant->stripInBoundsConstantOffsets()))
        global(variable);
  if (auto *stack = dyn_cast<AllocaInst>(&instruction)) {
    if (!objects.cell(stack))
      objects.cells[stack] = {objects.make(stack), 0};
    return;
  }
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    note_alignment(objects.cell(load->getPointerOperand()), load->getType(), load->getAlign());
    return access(objects.cell(load->getPointerOperand()), load->getType(), load, false);
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    note_alignment(objects.cell(store->getPointerOperand()), store->getValueOperand()->getType(), store->getAlign());
    return access(objects.cell(store->getPointerOperand()), store->getValueOperand()->getType(), store->getValueOperand(), true);
  }
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    access(objects.cell(update->getPointerOperand()), update->getType(), update->getValOperand(), true);
    return access(objects.cell(update->getPointerOperand()), update->getType(), update, true);
  }
  if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction)) {
    if (gep->getType()->isVectorTy())
      return;
    Cell base = objects.cell(gep->getPointerOperand());
    if (!base)
      return;
    SmallMapVector<Value *, APInt, 4> variable;
    APInt constant(64, 0);
    if (!gep->collectOffset(objects.layout, 64, variable, constant)) {
      objects.unify(base, {base.object, base.offset + 1});
      constant = APInt(64, 0);
    }
    Cell place = variable.empty() ? moved(*gep, base, constant.getSExtValue()) : objects.shifted(base, constant.getSExtValue());
    if (variable.empty() && objects.is_text(base) && !objects.is_text(place) && !reaches_only_integers(gep))
      base.object->numbers_in_text = objects.changed = true;
    if (!variable.empty() && array_steps(*gep, base, place))
      variable.clear();
    for (auto &[index, scale] : variable) {
      place = objects.resolve(place);
      int64_t stride = std::abs(scale.getSExtValue()) * factor_of(index); // p + 3 * i folds less than p + i
      if (stride && !(stride < 8 && reaches_only_integers(gep)))
        step(place, stride, constant.isZero() ? declared_length(gep->getPointerOperand()) : 0);
    }
    place = objects.resolve(place);
    if (!objects.cell(gep)) {
      objects.cells[gep] = place;
      objects.changed = true;
    } else {
      objects.unify(objects.cells[gep], place);
    }
    return;
  }
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    if (phi->getType()->isPointerTy() && objects.cell(phi) && reaches_only_integers(phi))
      return;
    if (phi->getType()->isPointerTy())
      steps_of_loop(*phi);
    SmallPtrSet<const Value *, 8> seen;
    if (phi->getType()->isIntegerTy() && only_reported(*phi, seen))
      return;
    for (Value *incoming : phi->incoming_values())
      join(phi, incoming);
    return;
  }
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    join(select, select->getTrueValue());
    join(select, select->getFalseValue());
    return;
  }
  if (auto *compare = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    access(objects.cell(compare->getPointerOperand()), compare->getNewValOperand()->getType(), compare->getNewValOperand(), true);
    return;
  }
  if (auto *call_base = dyn_cast<CallBase>(&instruction))
    return call(*call_base);
  if (isa<FreezeInst, CastInst, ExtractValueInst>(instruction)) {
    join(&instruction, instruction.getOperand(0));
    return;
  }
  if (isa<InsertValueInst>(instruction)) {
    join(&instruction, instruction.getOperand(0));
    join(&instruction, instruction.getOperand(1));
    return;
  }
  // Pointer arithmetic on integers: alignment and tagging keep the object, the offset is lost.
  if (isa<BinaryOperator>(instruction) && instruction.getType()->isIntegerTy(64) && becomes_address(&instruction))
    for (Value *operand : instruction.operands())
      if (isa<PtrToIntOperator>(operand) || (isa<BinaryOperator>(operand) && objects.cell(operand))) {
        if (instruction.getOpcode() == Instruction::Sub && is_address(instruction.getOperand(1)))
          continue; // a distance
        if (Cell place = objects.cell(operand)) {
          objects.unify(place, {place.object, place.offset + 1});
          join(&instruction, operand);
        }
      }
}

void Objects::build(ArrayRef<Function *> list) {
  PrivateFunctions functions(list.begin(), list.end());
  ObjectBuilder builder(*this, functions);
  for (Function *function : list)
    for (Argument &argument : function->args())
      if (argument.getType()->isPointerTy())
        if (!cell(&argument))
          cells[&argument] = {make(&argument), 0};
  do {
    changed = false;
    for (Function *function : list)
      for (Instruction &instruction : instructions(*function))
        builder.visit(instruction);
  } while (changed);
}

} // namespace cotangent::scalar
