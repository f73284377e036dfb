// Which values carry derivatives: varied (depends on a differentiated input) and useful (reaches a differentiated output), as two
// data flows over values and over the words of memory objects (L. Hascoet, U. Naumann, V. Pascual, "To be recorded" analysis in
// reverse-mode automatic differentiation, FGCS 21, 2005). Unsure means active.
#include "scalar/analysis/disjoint.h"
#include "scalar/analysis/facts.h"
#include "rules/check/dependency.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cotangent::scalar {

bool contains_floating(const Type *type) {
  if (type->isFPOrFPVectorTy())
    return true;
  if (auto *structure = dyn_cast<StructType>(type))
    return any_of(structure->elements(), [](Type *element) { return contains_floating(element); });
  if (auto *array = dyn_cast<ArrayType>(type))
    return contains_floating(array->getElementType());
  return false;
}

bool contains_pointer(const Type *type) {
  if (type->isPtrOrPtrVectorTy())
    return true;
  if (auto *structure = dyn_cast<StructType>(type))
    return any_of(structure->elements(), [](Type *element) { return contains_pointer(element); });
  if (auto *array = dyn_cast<ArrayType>(type))
    return contains_pointer(array->getElementType());
  return false;
}

namespace {

/// Offsets at which a type has scalars.
void for_each_scalar(Type *type, const DataLayout &layout, int64_t offset, function_ref<void(int64_t, Type *)> visit) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *offsets = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      for_each_scalar(structure->getElementType(i), layout, offset + offsets->getElementOffset(i), visit);
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    int64_t size = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      for_each_scalar(array->getElementType(), layout, offset + static_cast<int64_t>(i) * size, visit);
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    int64_t size = layout.getTypeAllocSize(vector->getElementType());
    for (uint64_t i = 0; i < vector->getNumElements(); ++i)
      visit(offset + static_cast<int64_t>(i) * size, vector->getElementType());
  } else {
    visit(offset, type);
    int64_t size = layout.getTypeStoreSize(type);
    if (type->isIntegerTy())
      for (int64_t part = 8; part < size; part += 8)
        visit(offset + part, type);
  }
}

class ActivityFlow {
public:
  explicit ActivityFlow(Facts &facts) : facts(facts), layout(facts.program.root->getDataLayout()) {}

  void run() {
    seed();
    do {
      changed = false;
      for (Function *function : facts.program.functions)
        for (Instruction &instruction : instructions(*function))
          forward(instruction);
    } while (changed);
    do {
      changed = false;
      for (Function *function : facts.program.functions) {
        std::vector<Instruction *> order;
        for (Instruction &instruction : instructions(*function))
          order.push_back(&instruction);
        for (Instruction *instruction : reverse(order))
          backward(*instruction);
      }
    } while (changed);
  }

private:
  Facts &facts;
  const DataLayout &layout;
  bool changed = false;

  void seed() {
    Function &root = *facts.program.root;
    for (auto [argument, annotation] : zip(root.args(), facts.signature.parameters)) {
      bool late = facts.signature.split && facts.signature.result_slot && &argument == root.getArg(root.arg_size() - 1);
      if (argument.getType()->isPointerTy()) {
        Cell place = facts.objects.cell(&argument);
        facts.objects.mark_argument(place, annotation == Annotation::Constant ? &Object::constant_argument : &Object::duplicated_argument);
        const std::vector<bool> &modified = facts.signature.modified_between;
        if (facts.signature.split && (late || argument.getArgNo() >= modified.size() || modified[argument.getArgNo()]))
          facts.objects.mark_argument(place, &Object::may_change);
        if (annotation != Annotation::Constant && !late)
          facts.objects.mark_argument(place, &Object::filled_shadow);
      } else if (annotation != Annotation::Constant)
        facts.varied.insert(&argument);
    }
    if (const ReturnInst *exit = facts.function_facts.at(&root).exit; exit && exit->getReturnValue() && facts.signature.duplicated_return)
      facts.objects.mark_argument(facts.objects.cell(exit->getReturnValue()), &Object::duplicated_argument); // the caller seeds what is returned
    for (Object &object : facts.objects.all())
      if (!object.forward && object.duplicated_argument)
        for (auto &[start, word] : object.words)
          word.varied = word.useful = true;
  }

  bool carries(const Value *value) const {
    return contains_floating(value->getType()) || (value->getType()->isIntegerTy() && value->getType()->getIntegerBitWidth() >= 16);
  }
  bool is_varied(const Value *value) const { return facts.varied.contains(value); }
  void vary(const Value *value) { changed |= facts.varied.insert(value).second; }
  void use(const Value *value) {
    if (!isa<Constant>(value) && carries(value))
      changed |= facts.useful.insert(value).second;
  }
  void vary(Word &word) {
    changed |= !word.varied;
    word.varied = true;
  }
  void use(Word &word) {
    changed |= !word.useful;
    word.useful = true;
  }
  void words_of(const Value *pointer, Type *type, function_ref<void(Word &, Type *)> visit) {
    Cell place = facts.objects.cell(pointer);
    if (!place)
      return;
    for_each_scalar(type, layout, 0, [&](int64_t offset, Type *scalar) { visit(facts.objects.word(facts.objects.shifted(place, offset)), scalar); });
  }
  /// Integers can be bit copies of floats where the word holds floats too. In linked structures different nodes share an object, a
  /// counter in one and a value in another: an integer that is computed with is a counter there.
  bool relevant(const Word &word, const Type *scalar, const Value *pointer, const Value *content) {
    if (scalar->isFloatingPointTy())
      return true;
    if (!scalar->isIntegerTy() || !wide_enough_for_floating(scalar) || !(word.all_kinds() & kind_floating))
      return false;
    Object *object = facts.objects.object_of(pointer);
    unsigned bits = scalar->getIntegerBitWidth();
    uint8_t fitting = bits == 16 ? KindHalf : bits == 32 ? KindFloat : kind_floating;
    return !object->holds_pointers() || ((word.all_kinds() & fitting) && only_moved(content));
  }

  /// Operands through which a derivative flows.
  void flowing(const Instruction &instruction, function_ref<void(const Value *)> visit) {
    std::string rule = scalar_rule_of(instruction);
    if (!rule.empty()) {
      const auto &dependencies = rules::dependencies(rule);
      unsigned count = isa<CallBase>(instruction) ? cast<CallBase>(instruction).arg_size() : instruction.getNumOperands();
      for (unsigned i = 0; i < count && i < dependencies.size(); ++i)
        if (!dependencies[i].constant_zero && instruction.getOperand(i)->getType()->isFPOrFPVectorTy())
          visit(instruction.getOperand(i));
      return;
    }
    if (auto *select = dyn_cast<SelectInst>(&instruction)) {
      visit(select->getTrueValue());
      visit(select->getFalseValue());
      return;
    }
    if (auto *extract = dyn_cast<ExtractElementInst>(&instruction))
      return visit(extract->getVectorOperand());
    if (auto *insert = dyn_cast<InsertElementInst>(&instruction)) {
      visit(insert->getOperand(0));
      visit(insert->getOperand(1));
      return;
    }
    if (isa<FPToSIInst, FPToUIInst, SIToFPInst, UIToFPInst, ICmpInst, FCmpInst, PtrToIntInst, IntToPtrInst>(instruction))
      return;
    if (isa<PHINode, FreezeInst, CastInst, ShuffleVectorInst, ExtractValueInst, InsertValueInst>(instruction)) {
      for (const Value *operand : instruction.operands())
        visit(operand);
      return;
    }
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction); binary && binary->getType()->isIntegerTy()) {
      for (const Value *operand : instruction.operands())
        visit(operand);
      return;
    }
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      if (!call->getMetadata(inactive_name)) // without a rule: refused if it matters
        for (const Value *operand : call->args())
          visit(operand);
  }

  void copy_words(const CallBase &call, function_ref<void(Word &to, Word &from)> visit) {
    Cell to = facts.objects.cell(call.getArgOperand(0)), from = facts.objects.cell(call.getArgOperand(1));
    if (!to || !from || moves_pointers(call) || (moves_text(call) && facts.objects.is_text(from)))
      return;
    auto *constant_size = dyn_cast<ConstantInt>(call.getArgOperand(2));
    bool exact = constant_size && !to.object->stride && !from.object->stride;
    if (exact) {
      int64_t size = constant_size->getSExtValue();
      auto rest = [](Cell place) { return 8 - (((place.offset % 8) + 8) % 8); };
      for (int64_t offset = 0, step; offset < size; offset += step) {
        Cell a = facts.objects.shifted(to, offset), b = facts.objects.shifted(from, offset);
        step = std::min(rest(a), rest(b)); // to where the next word of either side begins
        if (facts.objects.find_word(a) || facts.objects.find_word(b))
          visit(facts.objects.word(a), facts.objects.word(b));
      }
      return;
    }
    for (auto &[start, target] : to.object->words)
      for (auto &[other, source] : from.object->words)
        if (to.object->stride != from.object->stride || to.object->stride == 0 ||
            ((start - to.offset) - (other - from.offset)) % to.object->stride == 0 || (target.all_kinds() & source.all_kinds() & kind_floating))
          visit(target, source);
  }

  void forward(const Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      words_of(load->getPointerOperand(), load->getType(), [&](Word &word, Type *scalar) {
        if (relevant(word, scalar, load->getPointerOperand(), load) && word.varied)
          vary(load);
      });
      return;
    }
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (is_varied(store->getValueOperand()))
        words_of(store->getPointerOperand(), store->getValueOperand()->getType(), [&](Word &word, Type *scalar) {
          if (scalar->isFloatingPointTy() || scalar->isIntegerTy())
            vary(word);
        });
      return;
    }
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      words_of(update->getPointerOperand(), update->getType(), [&](Word &word, Type *scalar) {
        if (!scalar->isFloatingPointTy())
          return;
        if (is_varied(update->getValOperand()))
          vary(word);
        if (word.varied)
          vary(update);
      });
      return;
    }
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      if (is_varied(exchange->getNewValOperand()))
        words_of(exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), [&](Word &word, Type *) { vary(word); });
      return;
    }
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      CallInfo info = facts.call(*call);
      if (info.role == CallRole::Copy)
        return copy_words(*call, [&](Word &to, Word &from) {
          if (from.varied)
            vary(to);
        });
      if (info.role == CallRole::Private) {
        Function *callee = call->getCalledFunction();
        for (auto [parameter, argument] : zip(callee->args(), call->args()))
          if (is_varied(argument) && carries(&parameter))
            vary(&parameter);
        for (BasicBlock &block : *callee)
          if (auto *result = dyn_cast<ReturnInst>(block.getTerminator()))
            if (result->getReturnValue() && is_varied(result->getReturnValue()))
              vary(call);
        return;
      }
    }
    if (!carries(&instruction))
      return;
    flowing(instruction, [&](const Value *operand) {
      if (is_varied(operand))
        vary(&instruction);
    });
  }

  void backward(const Instruction &instruction) {
    if (auto *result = dyn_cast<ReturnInst>(&instruction)) {
      if (result->getReturnValue() && result->getFunction() == facts.program.root && facts.signature.active_return)
        use(result->getReturnValue());
      return;
    }
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      if (facts.useful.contains(load))
        words_of(load->getPointerOperand(), load->getType(), [&](Word &word, Type *scalar) {
          if (relevant(word, scalar, load->getPointerOperand(), load))
            use(word);
        });
      return;
    }
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      words_of(store->getPointerOperand(), store->getValueOperand()->getType(), [&](Word &word, Type *scalar) {
        if (relevant(word, scalar, store->getPointerOperand(), store->getValueOperand()) && word.useful)
          use(store->getValueOperand());
      });
      return;
    }
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      words_of(update->getPointerOperand(), update->getType(), [&](Word &word, Type *) {
        if (facts.useful.contains(update))
          use(word);
        if (word.useful)
          use(update->getValOperand());
      });
      return;
    }
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      CallInfo info = facts.call(*call);
      if (info.role == CallRole::Copy)
        return copy_words(*call, [&](Word &to, Word &from) {
          if (to.useful)
            use(from);
        });
      if (info.role == CallRole::Private) {
        Function *callee = call->getCalledFunction();
        for (auto [parameter, argument] : zip(callee->args(), call->args()))
          if (facts.useful.contains(&parameter))
            use(argument);
        if (facts.useful.contains(call))
          for (BasicBlock &block : *callee)
            if (auto *result = dyn_cast<ReturnInst>(block.getTerminator()))
              use(result->getReturnValue());
        return;
      }
    }
    if (!facts.useful.contains(&instruction))
      return;
    flowing(instruction, [&](const Value *operand) { use(operand); });
  }
};

} // namespace

Facts::Facts(PrivateProgram &program, const Signature &signature)
    : program(program), signature(signature), functions(program.functions.begin(), program.functions.end()),
      objects(program.root->getDataLayout()) {
  analyse_control(*this);
  objects.build(program.functions);
  analyse_activity(*this);
}

bool Facts::active_memory(const Value *pointer, Type *type) {
  Cell place = objects.cell(pointer);
  if (!place || !objects.resolve(place).object->shadowed)
    return false;
  bool active = false;
  for_each_scalar(type, program.root->getDataLayout(), 0, [&](int64_t offset, Type *scalar) {
    if (Word *word = objects.find_word(objects.shifted(place, offset)))
      if (word->varied && word->useful)
        active |= scalar->isFloatingPointTy() || (scalar->isIntegerTy() && (word->all_kinds() & kind_floating));
  });
  return active;
}

bool Facts::has_shadow(const Value *value) {
  if (isa<Constant>(value) && !isa<GlobalVariable>(value) && !isa<ConstantExpr>(value))
    return false;
  if (isa<Function>(value))
    return false;
  if (!contains_pointer(value->getType()) && !value->getType()->isIntegerTy(64))
    return false;
  // A hash or a size beside pointers in memory whose words are not told apart.
  if (auto *call = dyn_cast<CallBase>(value); call && value->getType()->isIntegerTy() && this->call(*call).role == CallRole::Inactive)
    return false;
  return shadowed(value);
}

const Disjoint &Facts::disjoint() {
  if (!known_disjoint)
    known_disjoint = std::make_shared<Disjoint>(*this);
  return *known_disjoint;
}

const std::vector<const Instruction *> &Facts::writers_of(const Object *object) {
  auto [entry, fresh] = all_writers.try_emplace(object);
  if (!fresh)
    return entry->second;
  std::vector<const Instruction *> &all = entry->second;
  all = writers[object];
  for (Object &other : objects.all())
    if (!other.forward && disjoint().may_coincide(object, &other))
      for (const Instruction *writer : writers[&other])
        all.push_back(writer);
  return all;
}

/// A store through another pointer cannot write what is read as another type: numbers and pointers, numbers of two sizes.
static bool may_write(const StoreInst &store, const LoadInst &load) {
  const DataLayout &layout = load.getDataLayout();
  Type *written = store.getValueOperand()->getType(), *read = load.getType();
  if (written->isAggregateType() || read->isAggregateType() || written->isVectorTy() || read->isVectorTy() || written->isIntegerTy(8) || read->isIntegerTy(8))
    return true;
  if (layout.getTypeStoreSize(written) != layout.getTypeStoreSize(read))
    return false;
  return !(written->isPointerTy() && read->isFloatingPointTy()) && !(written->isFloatingPointTy() && read->isPointerTy());
}

bool Facts::stays_between_halves(const LoadInst *load) {
  const Object *object = objects.object_of(load->getPointerOperand());
  bool of_caller = object && (object->duplicated_argument || object->constant_argument) && !object->external && !object->exception;
  return of_caller && !object->may_change && all_of(object->origins, [](const Value *origin) { return isa<Argument>(origin); }) && !overwritten_later(load);
}

bool Facts::runs_inside(const Function &body, const Function &function) const {
  for (const Function *at = &body; is_contained(program.fused, at);) {
    at = cast<Instruction>(*at->user_begin())->getFunction();
    if (at == &function)
      return true;
  }
  return false;
}

bool Facts::overwritten_later(const LoadInst *load) {
  Cell place = objects.cell(load->getPointerOperand());
  if (!place)
    return true;
  place = objects.resolve(place);
  if (auto *variable = dyn_cast<GlobalVariable>(load->getPointerOperand()->stripInBoundsOffsets()); variable && variable->isConstant())
    return false;
  if (place.object->exception) // freed at the end of its handler
    return true;
  FunctionFacts &known = function_facts.at(load->getFunction());
  Word *read = objects.find_word(place);
  for (const Instruction *writer : writers_of(place.object)) {
    if (auto *call = dyn_cast<CallBase>(writer); call && writer->getFunction() == load->getFunction() && this->call(*call).role == CallRole::Deallocation)
      continue; // freed only when the backward half has ended, if the plan reads the memory again
    if (auto *store = dyn_cast<StoreInst>(writer)) {
      Cell target = objects.resolve(objects.cell(store->getPointerOperand()));
      bool other = target.object != place.object;
      if (other ? !may_write(*store, *load) : !store->getValueOperand()->getType()->isAggregateType() && objects.find_word(target) != read)
        continue;
    }
    bool elsewhere = writer->getFunction() != load->getFunction();
    if (elsewhere && is_contained(program.fused, load->getFunction()) && !runs_inside(*writer->getFunction(), *load->getFunction()))
      continue; // this function is run backwards before its caller goes on
    if (elsewhere || known.may_follow(load, writer))
      return true;
  }
  return false;
}

bool Facts::call_is_active(const CallBase &call) {
  Function *callee = call.getCalledFunction();
  return callee && active_functions[callee];
}

void analyse_activity(Facts &facts) {
  ActivityFlow(facts).run();
  Objects &objects = facts.objects;
  bool changed = true;
  while (changed) {
    changed = false;
    for (Object &object : objects.all()) {
      if (object.forward || object.shadowed)
        continue;
      if (object.duplicated_argument) { // pointers into it that the function returns or stores have a shadow, touched or not
        object.shadowed = changed = true;
        continue;
      }
      for (auto &[start, word] : object.words) {
        Cell target = objects.resolve(word.target);
        bool active = word.varied && word.useful && (word.all_kinds() == 0 || (word.all_kinds() & kind_floating)); // only copied through: may be anything
        if (active || (target && target.object->shadowed)) {
          object.shadowed = changed = true;
          break;
        }
      }
    }
  }
  for (Function *function : facts.program.functions) {
    bool &active = facts.active_functions[function];
    for (Argument &argument : function->args())
      active |= facts.has_shadow(&argument) || facts.active(&argument);
    for (Instruction &instruction : instructions(*function)) {
      active |= facts.active(&instruction) || facts.has_shadow(&instruction);
      auto wrote = [&](const Value *pointer) {
        if (Cell place = objects.cell(pointer))
          facts.writers[objects.resolve(place).object].push_back(&instruction);
      };
      if (auto *store = dyn_cast<StoreInst>(&instruction))
        wrote(store->getPointerOperand());
      else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
        wrote(instruction.getOperand(0));
      else if (auto *call = dyn_cast<CallBase>(&instruction)) {
        CallInfo info = facts.call(*call);
        if (info.role == CallRole::Ignored || info.role == CallRole::Scalar || info.role == CallRole::Private || call->onlyReadsMemory())
          continue;
        for (Value *argument : call->args())
          if (argument->getType()->isPointerTy() && !(info.role == CallRole::Copy && argument == call->getArgOperand(1) && argument != call->getArgOperand(0)))
            wrote(argument);
      }
    }
  }
}

std::string Facts::print() {
  std::string text;
  raw_string_ostream out(text);
  for (Function *function : program.functions) {
    out << "function " << function->getName() << "\n";
    for (Argument &argument : function->args())
      out << "  argument " << argument.getArgNo() << (active(&argument) ? " active" : "") << (has_shadow(&argument) ? " shadowed" : "") << "\n";
    for (BasicBlock &block : *function)
      for (Instruction &instruction : block)
        if (active(&instruction) || has_shadow(&instruction))
          out << "  " << (active(&instruction) ? "active  " : "shadowed") << instruction << "\n";
  }
  out << objects.print();
  return text;
}

std::string Signature::print() const {
  std::string text = "w" + std::to_string(width) + "r" + std::to_string(active_return) + std::to_string(duplicated_return) + "a";
  for (Annotation annotation : parameters)
    text += std::to_string(static_cast<int>(annotation));
  text += "m";
  for (bool modified : modified_between)
    text += modified ? '1' : '0';
  text += "o" + std::to_string(options.strong_zero + 2 * options.runtime_activity + 4 * options.atomic_add + 8 * options.nan_check + 16 * options.shadow_init);
  return text;
}

} // namespace cotangent::scalar
