#include "scalar/analysis/objects.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;

namespace cotangent::scalar {

uint8_t kind_of(Type *type) {
  if (type->isVectorTy())
    return kind_of(cast<VectorType>(type)->getElementType());
  if (type->isPointerTy())
    return KindPointer;
  if (type->isHalfTy() || type->isBFloatTy())
    return KindHalf;
  if (type->isFloatTy())
    return KindFloat;
  if (type->isDoubleTy())
    return KindDouble;
  if (type->isFloatingPointTy())
    return KindExtended;
  return KindInteger;
}

Type *type_of_kind(uint8_t kind, LLVMContext &context) {
  switch (kind) {
  case KindHalf:
    return Type::getHalfTy(context);
  case KindFloat:
    return Type::getFloatTy(context);
  case KindDouble:
    return Type::getDoubleTy(context);
  case KindExtended:
    return Type::getX86_FP80Ty(context);
  default:
    return nullptr;
  }
}

Object *Objects::make(const Value *origin) {
  storage.emplace_back();
  if (origin)
    storage.back().origins.push_back(origin);
  return &storage.back();
}

static int64_t modulo(int64_t value, int64_t stride) {
  if (stride == 0)
    return value;
  int64_t rest = value % stride;
  return rest < 0 ? rest + stride : rest;
}

Cell Objects::resolve(Cell cell) const {
  while (cell.object && cell.object->forward) {
    cell.offset += cell.object->forward_offset;
    cell.object = cell.object->forward;
  }
  if (cell.object) {
    cell.offset = modulo(cell.offset, cell.object->stride);
    for (bool moved = true; moved;) { // rows within rows
      moved = false;
      for (const Object::Array &array : cell.object->arrays)
        if (array.holds(cell.offset) && cell.offset >= array.start + array.stride) {
          cell.offset = array.start + (cell.offset - array.start) % array.stride;
          moved = true;
        }
    }
  }
  return cell;
}

static int64_t word_start(int64_t offset) { return offset - modulo(offset, 8); }

Word &Objects::word(Cell place) {
  place = resolve(place);
  auto [entry, fresh] = place.object->words.try_emplace(word_start(place.offset));
  if (fresh) // memory of the caller is input and output wherever it is touched
    entry->second.varied = entry->second.useful = place.object->duplicated_argument;
  return entry->second;
}

Word *Objects::find_word(Cell place) {
  place = resolve(place);
  if (!place.object)
    return nullptr;
  auto found = place.object->words.find(word_start(place.offset));
  return found == place.object->words.end() ? nullptr : &found->second;
}

uint8_t Objects::kinds_at(Cell place) {
  place = resolve(place);
  Word *found = find_word(place);
  return found ? found->kinds[modulo(place.offset, 8)] : 0;
}

int64_t Objects::stride_at(Cell place) const {
  place = resolve(place);
  if (!place)
    return 0;
  int64_t stride = place.object->stride;
  for (const Object::Array &array : place.object->arrays)
    if (array.holds(place.offset) && (!stride || array.stride < stride))
      stride = array.stride;
  return stride;
}

int64_t bytes_of_kind(uint8_t kind) { return kind & KindExtended ? 16 : kind & KindDouble ? 8 : kind & KindFloat ? 4 : kind & KindHalf ? 2 : 1; }

bool Objects::blurred(Cell place, uint8_t kind) const {
  int64_t stride = stride_at(place);
  return stride && bytes_of_kind(kind) > stride;
}

bool Objects::is_text(Cell place) {
  place = resolve(place);
  if (!place || place.object->numbers_in_text)
    return false;
  for (int64_t offset : {0, 8})
    if (Word *found = find_word(shifted(place, offset)); !found || !found->text || (found->all_kinds() & kind_floating))
      return false;
  return true;
}

bool Objects::note_text(Cell place) {
  for (int64_t offset : {0, 8}) {
    Word &part = word(shifted(place, offset));
    changed |= !part.text;
    part.text = true;
    if (!part.all_kinds()) // may be beyond the characters: says nothing of what lies there
      part.kinds[0] = KindInteger;
  }
  return is_text(place);
}

void Objects::merge_word(Objects &self, Word &into, const Word &from) {
  for (int i = 0; i < 8; ++i)
    into.kinds[i] |= from.kinds[i];
  into.text |= from.text;
  into.varied |= from.varied;
  into.useful |= from.useful;
  Cell target = from.target;
  if (!target)
    return;
  if (!into.target)
    into.target = target;
  else
    self.unify(into.target, target);
}

/// Words move to where the object's strides now say they are.
void Objects::rebuild(Object *object) {
  changed = true;
  std::map<int64_t, Word> old;
  std::swap(old, object->words);
  for (auto &[start, from] : old)
    for (int byte = 0; byte < 8; ++byte) {
      bool carries_flags = byte == 0;
      if (!from.kinds[byte] && !carries_flags)
        continue;
      Cell place = resolve({object, start + byte});
      Word part;
      part.kinds[modulo(place.offset, 8)] = from.kinds[byte];
      part.text = from.text;
      part.varied = from.varied;
      part.useful = from.useful;
      if (carries_flags)
        part.target = from.target;
      Word &into = word(place);
      merge_word(*this, into, part);
    }
}

/// Offsets become offsets modulo `stride`.
void Objects::fold(Object *object, int64_t stride) {
  stride = std::gcd(object->stride, stride);
  // Arrays that do not fit into one period fold with it.
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < object->arrays.size(); ++i) {
      Object::Array &array = object->arrays[i];
      array.start = modulo(array.start, stride);
      if (array.start + array.length > stride) {
        stride = std::gcd(stride, array.stride);
        object->arrays.erase(object->arrays.begin() + static_cast<long>(i));
        again = true;
        break;
      }
    }
  }
  if (stride == object->stride)
    return;
  object->stride = stride;
  rebuild(object);
}

/// The elements of an array inside an object are no longer kept apart; the rest of the object is.
void Objects::fold_array(Cell start, int64_t length, int64_t stride) {
  start = resolve(start);
  if (!start || stride <= 0 || length <= stride)
    return;
  Object *object = start.object;
  if (object->stride && (stride >= object->stride || start.offset + length > object->stride))
    return fold(object, stride);
  for (Object::Array &array : object->arrays) {
    if (array.start == start.offset && array.length == length) {
      int64_t joint = std::gcd(array.stride, stride);
      if (joint != array.stride) {
        array.stride = joint;
        rebuild(object);
      }
      return;
    }
    bool apart = start.offset + length <= array.start || array.start + array.length <= start.offset;
    bool row = start.offset >= array.start && start.offset + length <= array.start + array.stride;
    bool rows = array.start >= start.offset && array.start + array.length <= start.offset + stride;
    if (!apart && !row && !rows) // two views of the same bytes
      return fold(object, std::gcd(array.stride, stride));
  }
  object->arrays.push_back({start.offset, length, stride});
  rebuild(object);
}

void Objects::unify(Cell a, Cell b) {
  a = resolve(a);
  b = resolve(b);
  if (!a || !b)
    return;
  if (a.object == b.object) {
    if (a.offset != b.offset)
      fold(a.object, std::abs(a.offset - b.offset));
    return;
  }
  changed = true;
  Object *from = b.object, *into = a.object;
  int64_t shift = a.offset - b.offset;
  int64_t from_stride = from->stride;
  std::vector<Object::Array> arrays;
  std::swap(arrays, from->arrays);
  std::map<int64_t, Word> words;
  std::swap(words, from->words);
  from->forward = into;
  from->forward_offset = shift;
  into->constant_argument |= from->constant_argument;
  into->duplicated_argument |= from->duplicated_argument;
  into->may_change |= from->may_change;
  into->filled_shadow |= from->filled_shadow;
  into->external |= from->external;
  into->written |= from->written;
  into->freed |= from->freed;
  into->exception |= from->exception;
  into->numbers_in_text |= from->numbers_in_text;
  into->unaligned |= from->unaligned;
  into->escapes_to_external |= from->escapes_to_external;
  into->origins.append(from->origins.begin(), from->origins.end());
  if (from_stride)
    fold(into, from_stride);
  for (const Object::Array &array : arrays)
    fold_array({into, array.start + shift}, array.length, array.stride);
  for (auto &[start, word_from] : words)
    for (int byte = 0; byte < 8; ++byte) {
      if (!word_from.kinds[byte] && byte != 0)
        continue;
      Cell place = resolve({into, start + byte + shift});
      Word part;
      part.kinds[modulo(place.offset, 8)] = word_from.kinds[byte];
      part.text = word_from.text;
      part.varied = word_from.varied;
      part.useful = word_from.useful;
      if (byte == 0)
        part.target = word_from.target;
      merge_word(*this, word(place), part);
    }
}

void Objects::point(Cell place, Cell target) {
  Word &holder = word(place);
  if (holder.target)
    return unify(holder.target, target);
  holder.target = target;
  changed = true;
}

void Objects::mark_argument(Cell place, bool Object::*mark) {
  place = resolve(place);
  if (!place)
    return;
  if (place.object->*mark)
    return;
  place.object->*mark = true;
  Object *object = place.object;
  std::vector<Cell> targets;
  for (auto &[start, content] : object->words)
    if (content.target)
      targets.push_back(content.target);
  for (Cell target : targets)
    mark_argument(target, mark);
}

std::string Objects::print() {
  std::string text;
  raw_string_ostream out(text);
  std::map<const Object *, int> number;
  auto id = [&](const Object *object) {
    return number.try_emplace(object, static_cast<int>(number.size())).first->second;
  };
  for (Object &object : storage) {
    if (object.forward)
      continue;
    out << "object " << id(&object) << (object.shadowed ? " shadowed" : "") << (object.constant_argument ? " constant-argument" : "")
        << (object.duplicated_argument ? " duplicated-argument" : "") << (object.may_change ? " may-change" : "") << (object.written ? " written" : "")
        << (object.freed ? " freed" : "") << (object.external ? " external" : "") << (object.unaligned ? " unaligned" : "")
        << (object.numbers_in_text ? " numbers-in-text" : "");
    if (object.stride)
      out << " stride " << object.stride;
    out << ":";
    for (const Value *origin : object.origins) {
      out << " ";
      origin->printAsOperand(out, false);
    }
    out << "\n";
    for (auto &[start, content] : object.words) {
      out << "  +" << start << ":";
      for (int byte = 0; byte < 8; ++byte)
        if (uint8_t kinds = content.kinds[byte]) {
          out << " [" << byte << "]";
          if (kinds & KindInteger)
            out << " integer";
          if (kinds & KindPointer)
            out << " pointer";
          if (kinds & KindFloat)
            out << " float";
          if (kinds & KindDouble)
            out << " double";
          if (kinds & KindExtended)
            out << " long-double";
        }
      out << (content.varied ? " varied" : "") << (content.useful ? " useful" : "");
      if (Cell target = resolve(content.target))
        out << " -> object " << id(target.object) << "+" << target.offset;
      out << "\n";
    }
  }
  return text;
}

} // namespace cotangent::scalar
