// The constraints of calls: copies, allocations, and what functions without a body do to pointers.
#include "rules/calls/calls.h"
#include "scalar/analysis/calls.h"
#include "scalar/analysis/object_builder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cotangent::scalar {

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
  if (moves_text(call)) {
    objects.note_text(to);
    if (objects.note_text(from)) // where characters come from nothing else can come
      return;
  }
  if (Type *number = number_moved(call); number && from.object != to.object) {
    access(from, number, nullptr, false);
    access(to, number, nullptr, true);
    return;
  }
  if (moves_pointers(call) && from.object != to.object) {
    Type *pointer = PointerType::get(call.getContext(), 0);
    access(from, pointer, nullptr, false);
    access(to, pointer, nullptr, true);
    if (Cell target = objects.word(from).target)
      return objects.point(to, target);
    if (Cell target = objects.word(to).target)
      objects.point(from, target);
    return;
  }
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
      if (target)
        objects.point(objects.shifted(b, relative), target);
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
    if (Cell place = objects.cell(call.getArgOperand(0))) {
      objects.resolve(place).object->written = true;
      if (moves_text(call))
        objects.note_text(place);
    }
    return;
  case CallRole::Allocation:
    fresh(&call);
    if (call.getCalledFunction()->getName() == "__cxa_allocate_exception") {
      objects.object_of(&call)->exception = true;
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

} // namespace cotangent::scalar
