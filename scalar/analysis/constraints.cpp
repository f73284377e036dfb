// The constraints that each instruction puts on memory objects.
#include "rules/calls/calls.h"
#include "scalar/analysis/calls.h"
#include "scalar/analysis/objects.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cotangent::scalar {

/// Pointers, integers wide enough to carry one, and aggregates of them have a cell.
static bool may_carry_pointer(const Type *type, const DataLayout &layout) {
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

/// A pointer through which only narrow integers are read and written: characters of a string, flags. They carry neither pointers nor
/// derivatives, so where exactly they lie does not matter, and the object keeps its fields apart.
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
    return isa<ICmpInst, PtrToIntInst>(user);
  });
}

static bool reaches_only_integers(const Value *pointer) {
  SmallPtrSet<const Value *, 16> seen;
  return reaches_only_integers(pointer, seen);
}

/// An address as an integer, also one that a loop carries.
static bool is_address(const Value *value) {
  SmallPtrSet<const Value *, 8> seen;
  SmallVector<const Value *, 8> work{value};
  while (!work.empty()) {
    const Value *part = work.pop_back_val();
    if (isa<PtrToIntInst>(part) || !seen.insert(part).second)
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

/// Bytes of the array of one dimension that a pointer is the begin of, as the types on the way there say; 0 if that is not known.
static int64_t declared_length(const Value *pointer) {
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

class ObjectBuilder {
public:
  ObjectBuilder(Objects &objects, const PrivateFunctions &functions) : objects(objects), functions(functions) {}

  void visit(Instruction &instruction);
  Cell global(const GlobalVariable *variable);
  void initializer(Cell place, const Constant *content);

  Objects &objects;
  const PrivateFunctions &functions;
  const Value *thrown = nullptr; // exception objects: one is as good as any other

private:
  /// Indices into arrays of known length fold these arrays only; false if another index is not constant.
  bool array_steps(const GetElementPtrInst &gep, Cell base, Cell &place) {
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
  void step(Cell place, int64_t stride, int64_t length);
  Cell moved(const GetElementPtrInst &gep, Cell base, int64_t bytes);
  void steps_of_loop(const PHINode &phi);
  std::map<const Function *, std::pair<std::unique_ptr<DominatorTree>, std::unique_ptr<LoopInfo>>> loops_of;
  void access(Cell place, Type *type, const Value *value, bool write);
  void note_alignment(Cell place, Type *type, Align alignment);
  void copy(CallBase &call);
  void call(CallBase &call);
  void join(const Value *a, const Value *b) {
    if (!may_carry_pointer(a->getType(), objects.layout) || !may_carry_pointer(b->getType(), objects.layout))
      return;
    Cell to = objects.cell(a), from = objects.cell(b);
    if (!to && from) {
      objects.cells[a] = from;
      objects.changed = true;
    } else if (to && !from && !isa<Constant>(b)) {
      objects.cells[b] = to;
      objects.changed = true;
    } else {
      objects.unify(to, from);
    }
  }
};

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
  } else if (!word.target) {
    word.target = carried;
    objects.changed = true;
  } else if (!carried) {
    if (!isa<Constant>(value)) {
      objects.cells[value] = word.target;
      objects.changed = true;
    }
  } else {
    objects.unify(word.target, carried);
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

/// Alignment of an argument of a copy, as far as the program says.
static uint64_t alignment(const CallBase &call, unsigned argument) { return call.getParamAlign(argument).valueOrOne().value(); }

/// A copy makes the words of both sides equal: same kinds, same targets. Activity keeps its direction.
void ObjectBuilder::copy(CallBase &call) {
  Cell to = objects.cell(call.getArgOperand(0)), from = objects.cell(call.getArgOperand(1));
  if (!to || !from)
    return;
  to = objects.resolve(to);
  from = objects.resolve(from);
  to.object->written = true;
  auto *constant_size = dyn_cast<ConstantInt>(call.getArgOperand(2));
  int64_t size = constant_size ? constant_size->getSExtValue() : INT64_MAX;
  if (to.object == from.object && to.offset == from.offset)
    return;
  auto match = [&](Cell a, Cell b) {
    // Copies of unknown length are of elements: the longer stride rules.
    a = objects.resolve(a);
    b = objects.resolve(b);
    // An array whose elements one side does not keep apart stands for all of them on the other side too.
    std::vector<Object::Array> arrays = a.object->arrays;
    for (const Object::Array &array : arrays)
      if (int64_t relative = array.start - a.offset; constant_size && relative >= 0 && relative + array.length <= size) {
        objects.fold_array(objects.shifted(b, relative), array.length, array.stride);
        a = objects.resolve(a);
        b = objects.resolve(b);
      }
    std::vector<int64_t> starts;
    for (auto &[start, word] : a.object->words)
      starts.push_back(start);
    for (int64_t start : starts) {
      a = objects.resolve(a);
      int64_t relative = start - a.offset;
      if (a.object->stride) {
        relative %= a.object->stride;
        if (relative < 0)
          relative += a.object->stride;
      }
      if (relative < -7 || relative >= size)
        continue;
      if (!constant_size && !a.object->stride && !b.object->stride && relative >= 8)
        continue; // a run of elements of the kind found at its start
      auto found = a.object->words.find(start);
      if (found == a.object->words.end())
        continue;
      std::array<uint8_t, 8> kinds = found->second.kinds;
      Cell target = found->second.target;
      for (int byte = 0; byte < 8; ++byte) {
        if (!kinds[byte])
          continue;
        Cell place = objects.shifted(b, relative + byte);
        Word &other = objects.word(place);
        bool blurred = objects.blurred(place, kinds[byte]), blurred_there = objects.blurred(objects.shifted(a, relative + byte), kinds[byte]);
        if (blurred_there && !blurred && a.object->unaligned)
          continue; // where it lies over there is not known
        if (uint8_t real = kinds[byte] & kind_floating; real && blurred && !blurred_there && alignment(call, place.object == to.object ? 0 : 1) < static_cast<uint64_t>(bytes_of_kind(real)))
          place.object->unaligned = true;
        int position = static_cast<int>(((place.offset % 8) + 8) % 8);
        if (kinds[byte] & ~other.kinds[position]) {
          other.kinds[position] |= kinds[byte];
          objects.changed = true;
        }
      }
      if (target) {
        Word &other = objects.word(objects.shifted(b, relative));
        if (!other.target) {
          other.target = target;
          objects.changed = true;
        } else {
          objects.unify(other.target, target);
        }
      }
    }
  };
  // A run of elements: both sides have the pattern of the one that is folded.
  if (!constant_size || size > 16) {
    int64_t stride = std::max(to.object->stride, from.object->stride);
    if (stride && from.object->stride != stride && (!constant_size || size > stride)) {
      objects.unify(from, {from.object, from.offset + stride});
      from = objects.resolve(from);
    }
    if (stride && to.object->stride != stride && (!constant_size || size > stride)) {
      objects.unify(to, {to.object, to.offset + stride});
      to = objects.resolve(to);
    }
  }
  match(from, to);
  match(to, from);
}

void ObjectBuilder::call(CallBase &call) {
  CallInfo info = classify(call, &functions);
  auto fresh = [&](const Value *value) {
    if (!objects.cell(value)) {
      objects.cells[value] = {objects.make(value), 0};
      objects.changed = true;
    }
    return objects.cell(value);
  };
  switch (info.role) {
  case CallRole::Copy:
    copy(call);
    return;
  case CallRole::Set:
    if (Cell place = objects.cell(call.getArgOperand(0)))
      objects.resolve(place).object->written = true;
    return;
  case CallRole::Allocation:
    fresh(&call);
    if (call.getCalledFunction()->getName() == "__cxa_allocate_exception") {
      objects.resolve(objects.cell(&call)).object->exception = true;
      if (!thrown)
        thrown = &call;
      join(&call, thrown);
    }
    return;
  case CallRole::Caught: // any of the objects thrown
    fresh(&call);
    if (thrown)
      join(&call, thrown);
    return;
  case CallRole::Reallocation:
    join(&call, call.getArgOperand(0));
    if (Cell place = fresh(&call))
      place.object->freed = place.object->written = true;
    join(&call, call.getArgOperand(0));
    return;
  case CallRole::Move: // two sizes of one memory
    join(call.getArgOperand(0), call.getArgOperand(1));
    if (Cell place = fresh(call.getArgOperand(0)))
      objects.resolve(place).object->written = true;
    join(call.getArgOperand(0), call.getArgOperand(1));
    return;
  case CallRole::Deallocation:
    if (Cell place = objects.cell(call.getArgOperand(info.pointer_argument)))
      objects.resolve(place).object->freed = true;
    return;
  case CallRole::Mirror: { // all nodes involved are one object
    const Value *first = nullptr;
    for (Value *argument : call.args())
      if (argument->getType()->isPointerTy()) {
        if (first)
          join(first, argument);
        first = argument;
      }
    if (first && call.getType()->isPointerTy()) {
      fresh(first);
      join(&call, first);
    }
    if (first)
      if (Cell place = objects.cell(first)) {
        place.object->written = true;
        for (int64_t offset = 8; offset <= 24; offset += 8)
          access(objects.shifted(place, offset), PointerType::get(call.getContext(), 0), first, true);
      }
    return;
  }
  case CallRole::Private: {
    Function *callee = call.getCalledFunction();
    for (auto [parameter, argument] : zip(callee->args(), call.args()))
      join(&parameter, argument);
    if (!call.getType()->isVoidTy() && may_carry_pointer(call.getType(), objects.layout))
      for (BasicBlock &block : *callee)
        if (auto *result = dyn_cast<ReturnInst>(block.getTerminator()))
          join(&call, result->getReturnValue());
    return;
  }
  default:
    break;
  }
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (intrinsic->getIntrinsicID() == Intrinsic::launder_invariant_group || intrinsic->getIntrinsicID() == Intrinsic::strip_invariant_group ||
        intrinsic->getIntrinsicID() == Intrinsic::ptrmask)
      join(&call, call.getArgOperand(0));
    return;
  }
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (call.getArgOperand(i)->getType()->isPointerTy() && !call.onlyReadsMemory(i) && !call.onlyReadsMemory())
      if (Cell place = objects.cell(call.getArgOperand(i)))
        objects.resolve(place).object->written = true;
  if (call.getType()->isPointerTy()) {
    if (info.facts && info.facts->result_within_argument >= 0) {
      const Value *whole = call.getArgOperand(static_cast<unsigned>(info.facts->result_within_argument));
      Cell place = objects.cell(whole);
      auto *known = call.arg_size() == 4 ? dyn_cast<ConstantInt>(call.getArgOperand(3)) : nullptr; // a dynamic_cast knows the way to the base
      if (place && known && known->getSExtValue() >= 0) {
        place = objects.shifted(place, -known->getSExtValue());
      } else if (place && !reaches_only_integers(&call)) {
        objects.unify(place, {place.object, place.offset + 8});
        place = objects.resolve(place);
      }
      if (Cell own = objects.cell(&call)) {
        objects.unify(own, place);
      } else if (place) {
        objects.cells[&call] = place;
        objects.changed = true;
      }
      return;
    }
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.paramHasAttr(i, Attribute::Returned))
        return join(&call, call.getArgOperand(i));
    fresh(&call);
  }
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

/// The place at a constant distance from another. From an element of an array to other elements, of which the place stands for one.
Cell ObjectBuilder::moved(const GetElementPtrInst &gep, Cell base, int64_t bytes) {
  base = objects.resolve(base);
  const Object::Array *array = nullptr; // the innermost that is left
  for (const Object::Array &known : base.object->arrays)
    if (known.holds(base.offset) && !known.holds(base.offset + bytes) && (!array || known.length < array->length))
      array = &known;
  if (!array)
    return objects.shifted(base, bytes);
  const Value *from = gep.getPointerOperand();
  while (auto *constant = dyn_cast<GetElementPtrInst>(from))
    if (constant->hasAllConstantIndices())
      from = constant->getPointerOperand();
    else
      break;
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
    if (!variable.empty() && array_steps(*gep, base, place))
      variable.clear();
    for (auto &[index, scale] : variable) {
      place = objects.resolve(place);
      int64_t stride = std::abs(scale.getSExtValue());
      // An index that is itself a multiple, as in p + 3 * i, folds less.
      if (auto *product = dyn_cast<BinaryOperator>(index))
        if (product->getOpcode() == Instruction::Mul || product->getOpcode() == Instruction::Shl)
          if (auto *factor = dyn_cast<ConstantInt>(product->getOperand(1)))
            stride *= product->getOpcode() == Instruction::Mul ? std::abs(factor->getSExtValue()) : int64_t(1) << (factor->getZExtValue() & 31);
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
      if (isa<PtrToIntInst>(operand) || (isa<BinaryOperator>(operand) && objects.cell(operand))) {
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
