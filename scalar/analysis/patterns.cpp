#include "scalar/analysis/patterns.h"

using namespace llvm;

namespace cotangent::scalar {

bool fills_own_memory(Facts &facts, const CallBase &call) {
  Cell place = facts.objects.resolve(facts.objects.cell(call.getArgOperand(0)));
  return place && !place.object->filled_shadow && !place.object->constant_argument;
}

bool holds_no_numbers(Facts &facts, const Value *pointer) {
  const Object *object = facts.objects.object_of(pointer);
  if (!object || any_of(object->words, [](const auto &entry) { return entry.second.all_kinds() & kind_floating; }))
    return false;
  auto text = [](const Value *origin) {
    auto *variable = dyn_cast<GlobalVariable>(origin);
    auto *array = variable && variable->isConstant() ? dyn_cast<ArrayType>(variable->getValueType()) : nullptr;
    return array && array->getElementType()->isIntegerTy();
  };
  return !object->words.empty() || (!object->origins.empty() && all_of(object->origins, text));
}

bool tangent_is_alike(Facts &facts, const CallBase &call) {
  const Value *to = call.getArgOperand(0), *from = call.getArgOperand(1);
  if (facts.call(call).role == CallRole::Copy)
    return facts.has_shadow(from) && !facts.decided_at_run_time(from);
  auto *byte = dyn_cast<ConstantInt>(from);
  return byte && byte->isZero() && !facts.decided_at_run_time(to);
}

static BytePattern static_pattern(Facts &facts, const Value *pointer, const Value *other_pointer, const Value *size) {
  BytePattern pattern;
  Cell place = facts.objects.resolve(facts.objects.cell(pointer));
  if (!place && other_pointer)
    place = facts.objects.resolve(facts.objects.cell(other_pointer));
  if (!place)
    return pattern;
  LLVMContext &context = facts.program.root->getContext();
  const DataLayout &layout = facts.program.root->getDataLayout();
  uint8_t all = 0;
  for (auto &[start, word] : place.object->words)
    all |= word.all_kinds();
  uint8_t floating = all & kind_floating;
  bool one_floating = floating && !(floating & (floating - 1)) && !(all & KindPointer);
  auto *constant = dyn_cast<ConstantInt>(size);
  int64_t range = 0;
  bool part = constant && constant->getZExtValue() <= 4096 && (!place.object->stride || constant->getSExtValue() % place.object->stride || constant->getSExtValue() <= 256);
  if (part) { // a known number of bytes: some members of a struct, or a few elements
    range = constant->getSExtValue();
  } else if (place.object->stride) {
    range = pattern.period = place.object->stride;
  } else if (constant) {
    range = constant->getSExtValue();
    if (range > 4096 && one_floating && !(all & KindInteger))
      range = pattern.period = layout.getTypeAllocSize(type_of_kind(floating, context));
  } else if (one_floating) {
    range = pattern.period = layout.getTypeAllocSize(type_of_kind(floating, context));
  } else if (!floating || !(facts.objects.kinds_at(place) & kind_floating)) {
    // A run of elements of the kind that stands at its start: integers (characters) or pointers.
    pattern.any_other = true;
    pattern.ambiguous = floating && !facts.objects.kinds_at(place);
    pattern.unknown = !facts.objects.kinds_at(place) && place.object->duplicated_argument;
    return pattern;
  } else {
    pattern.ambiguous = true;
    return pattern;
  }
  int64_t element = floating ? static_cast<int64_t>(layout.getTypeAllocSize(type_of_kind(floating & -floating, context))) : 8;
  if (pattern.period && one_floating && pattern.period < element) // an array whose elements were also touched bytewise
    range = pattern.period = element;
  for (int64_t offset = 0; offset < range;) {
    Cell at = facts.objects.shifted(place, offset);
    uint8_t kinds = facts.objects.kinds_at(at);
    uint8_t real = kinds & kind_floating;
    Word *word = facts.objects.find_word(at);
    if (real && !(word->varied && word->useful))
      real = 0; // floating, but constant: moved like an integer
    if (real) {
      Cell target = facts.objects.resolve(word->target);
      if (((kinds & KindPointer) && target && target.object->shadowed) || (real & (real - 1)))
        pattern.ambiguous = true;
      Type *type = type_of_kind(real & -real, context);
      pattern.floating.emplace_back(offset, type);
      pattern.any_floating = true;
      offset += static_cast<int64_t>(layout.getTypeAllocSize(type));
      continue;
    }
    bool silent = !word || !word->all_kinds();
    if (silent && one_floating && !(all & KindInteger) && (offset % element) == 0 && offset + element <= range) {
      pattern.floating.emplace_back(offset, type_of_kind(floating, context));
      pattern.any_floating = true;
      offset += element;
      continue;
    }
    if (silent && place.object->duplicated_argument && (offset % 8) == 0 && range - offset >= 8)
      pattern.unknown = true;
    pattern.any_other = true;
    if (!pattern.other.empty() && pattern.other.back().first + pattern.other.back().second == offset)
      ++pattern.other.back().second;
    else
      pattern.other.emplace_back(offset, 1);
    ++offset;
  }
  // Nothing but one floating type: the element is the period, whatever the length of the run.
  if (pattern.period && !pattern.any_other && !pattern.ambiguous && !pattern.floating.empty()) {
    Type *type = pattern.floating[0].second;
    int64_t bytes = layout.getTypeAllocSize(type);
    bool uniform = static_cast<int64_t>(pattern.floating.size()) * bytes == pattern.period && all_of(pattern.floating, [&](auto &entry) { return entry.second == type; });
    if (uniform) {
      pattern.period = bytes;
      pattern.floating = {{0, type}};
    }
  }
  return pattern;
}

/// Differentiated values lie in this memory at offsets that are not known: records behind a cursor that counts bytes.
static bool blurred(Facts &facts, const Value *pointer) {
  Cell place = facts.objects.resolve(facts.objects.cell(pointer));
  return place && any_of(place.object->words, [&](auto &entry) {
           auto &[start, word] = entry;
           for (int byte = 0; byte < 8 && word.differentiated(); ++byte)
             if (uint8_t real = word.kinds[byte] & kind_floating; real && facts.objects.blurred({place.object, start + byte}, real))
               return true;
           return false;
         });
}

static bool unaligned(Facts &facts, const Value *pointer) {
  Cell place = facts.objects.resolve(facts.objects.cell(pointer));
  return place && place.object->unaligned;
}

/// The side of a copy whose bytes are known speaks for both, if it says something about all of them.
static BytePattern pattern_beside_blurred(Facts &facts, const Value *known, const Value *size) {
  BytePattern pattern = static_pattern(facts, known, nullptr, size);
  Cell place = facts.objects.resolve(facts.objects.cell(known));
  auto *constant = dyn_cast<ConstantInt>(size);
  int64_t range = constant ? constant->getSExtValue() : std::max<int64_t>(pattern.period, 1);
  for (int64_t offset = 0; offset < range; offset += 8) {
    Word *word = place ? facts.objects.find_word(facts.objects.shifted(place, offset)) : nullptr;
    pattern.ambiguous |= !word || !word->all_kinds();
  }
  return pattern;
}

/// Types of which the program differentiates any value at all.
static uint8_t differentiated_kinds(Facts &facts) {
  uint8_t kinds = 0;
  auto note = [&](Type *type) {
    while (type->isArrayTy())
      type = type->getArrayElementType();
    if (auto *structure = dyn_cast<StructType>(type)) {
      for (Type *element : structure->elements())
        kinds |= kind_of(element->getScalarType());
      return;
    }
    kinds |= kind_of(type);
  };
  for (const Value *value : facts.varied) {
    note(value->getType());
    if (auto *cast = dyn_cast<BitCastInst>(value))
      note(cast->getOperand(0)->getType());
    if (value->getType()->isIntegerTy(32)) // the bits of a float, perhaps
      kinds |= KindFloat;
  }
  return kinds;
}

bool is_text(Facts &facts, const CallBase &call) {
  return moves_text(call) && facts.objects.is_text(facts.objects.cell(call.getArgOperand(facts.call(call).role == CallRole::Copy ? 1 : 0)));
}

BytePattern pattern_of(Facts &facts, const CallBase &call) {
  if (is_text(facts, call) || moves_pointers(call)) {
    BytePattern other;
    other.any_other = true;
    return other;
  }
  const Value *pointer = call.getArgOperand(0), *size = call.getArgOperand(2);
  if (Type *number = number_moved(call)) {
    BytePattern numbers;
    Word *word = facts.objects.find_word(facts.objects.cell(pointer));
    numbers.any_floating = word && word->differentiated();
    numbers.any_other = !numbers.any_floating;
    if (numbers.any_floating) {
      numbers.floating = {{0, number}};
      numbers.period = facts.program.root->getDataLayout().getTypeAllocSize(number);
    }
    return numbers;
  }
  const Value *other_pointer = facts.call(call).role == CallRole::Copy ? call.getArgOperand(1) : nullptr;
  bool blurred_target = blurred(facts, pointer), blurred_source = other_pointer && blurred(facts, other_pointer);
  bool unaligned_target = blurred_target && unaligned(facts, pointer), unaligned_source = blurred_source && unaligned(facts, other_pointer);
  if (other_pointer && ((unaligned_target && !blurred_source) || (unaligned_source && !blurred_target)))
    return pattern_beside_blurred(facts, blurred_target ? other_pointer : pointer, size);
  BytePattern pattern = static_pattern(facts, pointer, other_pointer, size);
  if (other_pointer && (unaligned_target || unaligned_source)) {
    pattern.ambiguous = true;
    return pattern;
  }
  if (moves_text(call)) // a string is used as a buffer of bytes
    for (const Value *side : {pointer, other_pointer})
      if (Object *object = side ? facts.objects.object_of(side) : nullptr; object && object->numbers_in_text && !holds_no_numbers(facts, side))
        pattern.ambiguous = true;
  if (!pattern.ambiguous || pattern.unknown || !other_pointer)
    return pattern;
  uint8_t floating = 0;
  for (const Value *side : {pointer, other_pointer}) {
    Cell place = facts.objects.resolve(facts.objects.cell(side));
    if (!place || !place.object->shadowed || place.object->filled_shadow || place.object->constant_argument)
      return pattern;
    for (auto &[start, word] : place.object->words)
      floating |= word.all_kinds() & kind_floating;
  }
  if (floating & (floating - 1)) // constants of another type beside, such as the load factor of a hash table
    floating &= differentiated_kinds(facts);
  pattern.dynamic = floating == KindDouble || floating == KindFloat;
  pattern.single = floating == KindFloat;
  return pattern;
}

bool covers_floating(const StoreInst &store, Facts &facts) {
  Type *type = store.getValueOperand()->getType();
  if ((!type->isPointerTy() && !type->isIntegerTy()) || !facts.shadowed(store.getPointerOperand()) || facts.useful.contains(store.getValueOperand()))
    return false;
  Word *word = facts.objects.find_word(facts.objects.cell(store.getPointerOperand()));
  return word && word->differentiated() && (type->isPointerTy() || (word->all_kinds() & KindPointer));
}

} // namespace cotangent::scalar
