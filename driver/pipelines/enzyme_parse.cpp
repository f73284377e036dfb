// The C convention of Enzyme, first half: a call with markers among its arguments is taken apart.
#include "driver/pipelines/request.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::driver {

namespace {

using scalar::Annotation;

enum class Mark {
  None,
  Unknown, // an enzyme_ name that means nothing here
  Const,
  Dup,
  DupNoNeed,
  Out,
  DupStride, // the distance of the shadows in bytes follows
  DupNoNeedStride,
  Width, // a number follows
  Allocated,
  Tape, // the tape follows
  ConstReturn,
  ActiveReturn,
  DupReturn,
  PrimalReturn,
  NoReturn,
  NoFree,
  NotOverwritten,
  RuntimeActivity,
  StrongZero
};

Mark mark_of(StringRef name) {
  return StringSwitch<Mark>(name)
      .Case("enzyme_const", Mark::Const)
      .Case("enzyme_dup", Mark::Dup)
      .Case("enzyme_dupnoneed", Mark::DupNoNeed)
      .Case("enzyme_out", Mark::Out)
      .Case("enzyme_dupv", Mark::DupStride)
      .Case("enzyme_dupnoneedv", Mark::DupNoNeedStride)
      .Case("enzyme_width", Mark::Width)
      .Case("enzyme_allocated", Mark::Allocated)
      .Case("enzyme_tape", Mark::Tape)
      .Case("enzyme_const_return", Mark::ConstReturn)
      .Case("enzyme_active_return", Mark::ActiveReturn)
      .Case("enzyme_dup_return", Mark::DupReturn)
      .Case("enzyme_primal_return", Mark::PrimalReturn)
      .Case("enzyme_noret", Mark::NoReturn)
      .Case("enzyme_nofree", Mark::NoFree)
      .Case("enzyme_not_overwritten", Mark::NotOverwritten)
      .Case("enzyme_runtime_activity", Mark::RuntimeActivity)
      .Case("enzyme_strong_zero", Mark::StrongZero)
      .Default(Mark::Unknown);
}

/// C++ namespaces stand before the name, and an E behind it.
Mark mark_of(const GlobalVariable &variable, std::string &name) {
  size_t at = variable.getName().find("enzyme_");
  if (at == StringRef::npos)
    return Mark::None;
  name = variable.getName().drop_front(at).str();
  Mark mark = mark_of(name);
  return mark == Mark::Unknown && name.back() == 'E' ? mark_of(StringRef(name).drop_back()) : mark;
}

/// A marker as it reaches the call: the value of a variable of that name, its address, or a metadata string.
Mark mark_of(Value *value, std::string &name) {
  if (auto *metadata = dyn_cast<MetadataAsValue>(value)) {
    auto *text = dyn_cast<MDString>(metadata->getMetadata());
    if (!text)
      return Mark::None;
    name = text->getString().str();
    return mark_of(name);
  }
  value = trace(value);
  while (isa<ZExtInst, SExtInst, TruncInst>(value))
    value = trace(cast<CastInst>(value)->getOperand(0));
  bool loaded = isa<LoadInst>(value);
  auto *variable = dyn_cast<GlobalVariable>(loaded ? trace(cast<LoadInst>(value)->getPointerOperand()) : value);
  Mark mark = variable ? mark_of(*variable, name) : Mark::None;
  if (mark == Mark::Unknown && !(loaded && value->getType()->isIntegerTy()))
    return Mark::None; // a variable of the user that happens to be called so
  return mark;
}

unsigned function_position(const CallBase &call) { return call.arg_size() && call.paramHasAttr(0, Attribute::StructRet) ? 1 : 0; }

class EnzymeCall {
public:
  EnzymeCall(CallBase &call, StringRef name) : call(call) {
    request.call = &call;
    kind = name.drop_front(name.find("__enzyme_") + 9);
  }

  Request take_apart() {
    bool adjoint = kind.starts_with("reverse"), augmented = kind.starts_with("augmentfwd"), combined = kind.starts_with("autodiff");
    request.from_tape = kind.starts_with("fwdsplit");
    request.size_only = kind.starts_with("augmentsize");
    if (!adjoint && !augmented && !combined && !request.from_tape && !request.size_only && !kind.starts_with("fwddiff")) {
      unsupported("'__enzyme_" + kind.substr(0, kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz_")).str() + "' is not implemented",
                  "of Enzyme's functions there are autodiff, fwddiff, augmentfwd, reverse, fwdsplit and augmentsize");
      return request;
    }
    if (MDNode *recorder = augmented ? call.getMetadata(recorder_name) : nullptr) {
      request.records = true;
      if (cast<MDString>(recorder->getOperand(0))->getString() == "both")
        unsupported("this tape is for __enzyme_reverse and for __enzyme_fwdsplit", "make two functions that call the one, and differentiate each in one way");
    }
    if (request.size_only)
      return request;
    request.half = adjoint ? Half::Adjoint : augmented ? Half::Augmented : combined ? Half::Reverse : Half::Forward;
    request.function = requested_function(call);
    unsigned first = function_position(call) + 1;
    if (first == 2)
      request.result_slot = call.getArgOperand(0);
    if (!request.function) {
      bad("the function to differentiate is not known at this call",
          "name the function at the call; a pointer that is chosen at run time cannot be differentiated from outside");
      return request;
    }
    request.missing_body = request.function->isDeclaration();
    read_width(first);
    if (request.function->hasStructRetAttr())
      add_result_parameter();
    for (position = first; position < call.arg_size() && request.problems.empty();)
      read_argument();
    if (request.problems.empty())
      check_arguments();
    if (request.problems.empty())
      decide_return();
    if (request.problems.empty())
      sort_extras();
    return request;
  }

private:
  CallBase &call;
  Request request;
  StringRef kind;
  unsigned position = 0;
  std::optional<Mark> pending; // annotation of the argument that comes next
  bool promised = false;       // enzyme_not_overwritten: the memory of the argument that comes next stays as it is between the halves
  std::optional<Mark> return_mark;
  bool no_primal = false;
  Value *stride = nullptr;
  std::vector<Value *> extras; // behind the arguments of the function

  bool forward() const { return request.half == Half::Forward; }
  bool split() const { return request.half == Half::Augmented || request.half == Half::Adjoint; }
  unsigned width() const { return request.signature.width; }

  void bad(std::string message, std::string note) {
    request.problems.push_back(bad_request(call, std::move(message), std::move(note)));
  }
  void unsupported(std::string message, std::string note) {
    bad(std::move(message), std::move(note));
    request.problems.back().kind = "unsupported";
  }

  Value *next(const std::string &what) {
    if (position < call.arg_size())
      return call.getArgOperand(position++);
    bad("the call ends where " + what + " should follow", "");
    return nullptr;
  }

  /// The width holds for the whole call, wherever it stands.
  void read_width(unsigned first) {
    std::string name;
    for (unsigned i = first; i < call.arg_size(); ++i) {
      if (mark_of(call.getArgOperand(i), name) != Mark::Width)
        continue;
      auto *number = i + 1 < call.arg_size() ? dyn_cast_or_null<ConstantInt>(trace_constant(call.getArgOperand(i + 1))) : nullptr;
      if (!number || number->getSExtValue() < 1 || number->getSExtValue() > 4096)
        return bad("enzyme_width needs a constant number of at least 1", "");
      request.signature.width = static_cast<unsigned>(number->getZExtValue());
    }
  }

  /// A result too large for registers is written through a parameter that the caller does not see.
  void add_result_parameter() {
    request.parameters.emplace_back();
    request.signature.parameters.push_back(Annotation::Constant);
    request.signature.modified_between.push_back(true);
    request.known.push_back(nullptr);
  }

  void read_argument() {
    std::string name;
    Value *argument = call.getArgOperand(position++);
    Mark mark = mark_of(argument, name);
    switch (mark) {
    case Mark::None:
      return read_value(argument);
    case Mark::Unknown:
      return unsupported("the marker '" + name + "' is not implemented", "");
    case Mark::Const:
    case Mark::Dup:
    case Mark::DupNoNeed:
    case Mark::Out:
      pending = mark;
      return;
    case Mark::DupStride:
    case Mark::DupNoNeedStride:
      pending = mark == Mark::DupStride ? Mark::Dup : Mark::DupNoNeed;
      stride = next("the distance of the shadows");
      if (stride && !stride->getType()->isIntegerTy())
        bad(name + " is followed by the distance of the shadows in bytes, an integer", "");
      return;
    case Mark::Width:
      ++position;
      return;
    case Mark::Allocated: {
      request.tape_in_memory = true;
      Value *size = next("the size of the tape");
      auto *number = size ? dyn_cast_or_null<ConstantInt>(trace_constant(size)) : nullptr;
      if (number && number->getZExtValue() < 8)
        bad("the tape needs 8 bytes, and enzyme_allocated gives " + std::to_string(number->getZExtValue()), "ask __enzyme_augmentsize how many it needs");
      return;
    }
    case Mark::Tape:
      request.tape = next("the tape");
      return;
    case Mark::ConstReturn:
    case Mark::ActiveReturn:
    case Mark::DupReturn:
      return_mark = mark;
      return;
    case Mark::PrimalReturn:
      request.return_primal = true;
      return;
    case Mark::NoReturn:
      no_primal = true;
      return;
    case Mark::NoFree:
      request.keep_tape = true;
      return;
    case Mark::NotOverwritten:
      promised = true;
      return;
    case Mark::RuntimeActivity:
      request.signature.options.runtime_activity = true;
      return;
    case Mark::StrongZero:
      request.signature.options.strong_zero = true;
      return;
    }
  }

  Mark by_type(Type *type) const {
    if (type->isPointerTy())
      return Mark::Dup;
    if (scalar::contains_floating(type))
      return forward() ? Mark::Dup : Mark::Out;
    return Mark::Const;
  }

  void read_value(Value *value) {
    unsigned index = request.parameters.size();
    if (index >= request.function->arg_size()) {
      if (pending)
        return bad("the function has " + std::to_string(visible_count()) + " parameters, and the call annotates more", "");
      extras.push_back(value);
      return;
    }
    Type *type = request.function->getArg(index)->getType();
    bool marked = pending.has_value();
    Mark mark = marked ? *pending : by_type(type);
    std::string which = "argument " + std::to_string(number_of(index));
    Parameter parameter;
    parameter.primal = value;
    check_type(value, type, which);
    bool duplicated = mark == Mark::Dup || mark == Mark::DupNoNeed;
    if (duplicated) {
      read_shadows(parameter, type, which);
      parameter.annotation = mark == Mark::Dup ? Annotation::Duplicated : Annotation::DuplicatedNoNeed;
      if (type->isIntegerTy()) {
        parameter.annotation = Annotation::Constant;
        parameter.shadows.clear();
      } else if (scalar::contains_floating(type) && !forward() && !request.records) {
        bad(which + " is a floating value and cannot be enzyme_dup in reverse mode", "use enzyme_out, and the adjoint comes back as a result; or pass a pointer");
      }
    } else if (mark == Mark::Out) {
      parameter.annotation = Annotation::Active;
      if (forward())
        bad(which + " cannot be enzyme_out in forward mode", "use enzyme_dup, followed by the value and its tangent");
      else if (type->isPointerTy())
        bad(which + " is a pointer and cannot be enzyme_out", "use enzyme_dup, followed by the pointer and its shadow");
      else if (!scalar::contains_floating(type))
        unsupported(which + " is enzyme_out but is passed as an integer", "pass a structure that mixes floating values and integers by pointer");
    }
    request.parameters.push_back(parameter);
    request.signature.parameters.push_back(parameter.annotation);
    request.signature.modified_between.push_back(!promised);
    promised = false;
    request.known.push_back(known_content(parameter.annotation));
    pending.reset();
    stride = nullptr;
  }

  /// With a stride there is one pointer for all lanes; the second and later shadows are made where the call is replaced.
  void read_shadows(Parameter &parameter, Type *type, const std::string &which) {
    unsigned count = stride ? 1 : width();
    for (unsigned lane = 0; lane < count; ++lane) {
      Value *shadow = next("the shadow of " + which);
      if (!shadow)
        return;
      std::string name;
      Mark mark = mark_of(shadow, name);
      if (mark != Mark::None && mark != Mark::Unknown)
        return bad(which + " needs a shadow, and a marker follows", "");
      check_type(shadow, type, "the shadow of " + which);
      parameter.shadows.push_back(shadow);
    }
    if (stride && !type->isPointerTy())
      return bad(which + " is not a pointer, so its shadows have no distance", "use enzyme_dup");
    parameter.stride = stride;
  }

  Constant *known_content(Annotation annotation) {
    // The halves of split mode must agree, and each would know something else.
    MDNode *contents = annotation == Annotation::Constant && !split() && !request.from_tape ? call.getMetadata(contents_name) : nullptr;
    unsigned at = position - 1;
    return contents && at < contents->getNumOperands() && contents->getOperand(at) ? mdconst::dyn_extract<Constant>(contents->getOperand(at)) : nullptr;
  }

  void check_type(Value *value, Type *type, const std::string &which) {
    if (request.problems.empty() && !convertible(value->getType(), type))
      bad(which + " has another type than the parameter of '" + request.function->getName().str() + "'", "the arguments are those of the function, each with its shadows behind it");
  }

  unsigned number_of(unsigned index) const { return index + 1 - request.function->hasStructRetAttr(); }
  unsigned visible_count() const { return request.function->arg_size() - request.function->hasStructRetAttr(); }

  void check_arguments() {
    unsigned given = request.parameters.size(), wanted = request.function->arg_size();
    if (given < wanted)
      bad("the function has " + std::to_string(visible_count()) + " parameters, and the call gives " + std::to_string(number_of(given) - 1),
          "every duplicated argument takes its shadows too: floating values (forward mode) and pointers are duplicated if nothing is said");
    else if (pending)
      bad("the call ends with a marker that annotates nothing", "");
  }

  void decide_return() {
    Type *type = request.function->getReturnType();
    bool memory = request.function->hasStructRetAttr();
    bool floating = memory || scalar::contains_floating(type), pointer = !memory && scalar::contains_pointer(type);
    Mark mark = return_mark ? *return_mark : Mark::DupReturn;
    if (!floating && !pointer)
      mark = Mark::ConstReturn;
    request.return_primal |= request.half == Half::Augmented;
    request.return_primal &= !no_primal && (memory || !type->isVoidTy());
    request.no_return_shadow = mark == Mark::ConstReturn;
    scalar::Signature &signature = request.signature;
    bool derived = mark != Mark::ConstReturn;
    if (memory) {
      if (derived && split())
        return unsupported("a function that returns a large structure cannot be differentiated in split mode", "write the result through a pointer argument");
      signature.parameters[0] = request.parameters[0].annotation = derived ? Annotation::Duplicated : Annotation::Constant;
      return;
    }
    if (floating && pointer && derived && !forward())
      return unsupported("a structure of pointers and floating values cannot be an active result in reverse mode", "write the result through a pointer argument, or use enzyme_const_return");
    if (return_mark == Mark::ActiveReturn && pointer)
      return bad("a pointer cannot be an active result", "use enzyme_dup_return: the seed lies behind its shadow");
    signature.active_return = floating && derived;
    signature.duplicated_return = pointer && derived && (forward() || split());
  }

  /// Behind the arguments: the seed, then the tape.
  void sort_extras() {
    bool seeded = request.signature.active_return || (request.function->hasStructRetAttr() && request.signature.parameters[0] == Annotation::Duplicated);
    bool wants_tape = request.half == Half::Adjoint || request.from_tape;
    if (wants_tape && !request.tape && !extras.empty()) {
      request.tape = extras.back();
      extras.pop_back();
    }
    if (wants_tape && (!request.tape || !(request.tape->getType()->isPointerTy() || request.tape->getType()->isIntegerTy(64))))
      return bad("__enzyme_" + std::string(request.from_tape ? "fwdsplit" : "reverse") + " needs the tape that __enzyme_augmentfwd returned", "it is the last argument, behind the seed; or follows enzyme_tape");
    if (request.half == Half::Augmented && request.tape_in_memory != (request.tape != nullptr))
      return bad("enzyme_allocated and enzyme_tape belong together", "the size first, then the memory");
    if (request.tape_in_memory && request.tape && !request.tape->getType()->isPointerTy())
      return bad("enzyme_tape is followed by a pointer to the memory of the tape", "");
    if (!seeded || forward() || request.half == Half::Augmented) {
      if (!extras.empty())
        bad("the function has " + std::to_string(visible_count()) + " parameters, and the call gives more arguments", "");
      return;
    }
    request.seeds = extras;
    Type *type = request.function->hasStructRetAttr() ? request.function->getParamStructRetType(0) : request.function->getReturnType();
    std::vector<std::pair<uint64_t, Type *>> wanted, given;
    for (unsigned lane = 0; lane < width(); ++lane)
      scalars_of(type, call.getDataLayout(), 0, wanted);
    if (extras.empty()) {
      if (wanted.size() != width())
        bad("a result of several values needs a seed", "it stands behind the arguments of the function");
      return;
    }
    if (extras.size() == 1 && extras[0]->getType()->isPointerTy()) // a structure in memory
      return;
    for (Value *seed : extras)
      scalars_of(seed->getType(), call.getDataLayout(), 0, given);
    bool fits = wanted.size() == given.size();
    for (size_t i = 0; fits && i < wanted.size(); ++i)
      fits = convertible(given[i].second, wanted[i].second);
    if (!fits)
      bad("what stands behind the arguments of the function is not a seed of its result", "");
  }
};

} // namespace

bool is_mark(const GlobalVariable &variable) {
  std::string name;
  Mark mark = mark_of(variable, name);
  return mark != Mark::None && mark != Mark::Unknown;
}

Function *requested_function(const CallBase &call) {
  unsigned position = function_position(call);
  if (position >= call.arg_size())
    return nullptr;
  Value *value = trace(call.getArgOperand(position));
  for (int step = 0; step < 8; ++step) {
    auto *conversion = dyn_cast<CallBase>(value); // of a lambda to a function pointer
    const Function *callee = conversion ? conversion->getCalledFunction() : nullptr;
    Value *result = nullptr;
    unsigned exits = 0;
    if (callee)
      for (const BasicBlock &block : *callee)
        if (auto *exit = dyn_cast<ReturnInst>(block.getTerminator()); exit && ++exits)
          result = exit->getReturnValue();
    if (exits != 1 || !result)
      break;
    value = trace(result);
  }
  if (auto *load = dyn_cast<LoadInst>(value))
    if (auto *variable = dyn_cast<GlobalVariable>(load->getPointerOperand()); variable && variable->isConstant() && variable->hasDefinitiveInitializer())
      value = variable->getInitializer()->stripPointerCasts();
  if (auto *alias = dyn_cast<GlobalAlias>(value))
    value = alias->getAliaseeObject();
  return dyn_cast<Function>(value);
}

void scalars_of(Type *type, const DataLayout &layout, uint64_t offset, std::vector<std::pair<uint64_t, Type *>> &places) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *offsets = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      scalars_of(structure->getElementType(i), layout, offset + offsets->getElementOffset(i), places);
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      scalars_of(array->getElementType(), layout, offset + i * layout.getTypeAllocSize(array->getElementType()), places);
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      places.emplace_back(offset + i * layout.getTypeAllocSize(vector->getElementType()), vector->getElementType());
  } else {
    places.emplace_back(offset, type);
  }
}

bool convertible(Type *from, Type *to) {
  if (from == to || (from->isFloatingPointTy() && to->isFloatingPointTy()))
    return true;
  auto word = [](Type *type) { return type->isPointerTy() || type->isIntegerTy(); };
  if (from->isIntegerTy() && to->isPointerTy())
    return from->getIntegerBitWidth() >= 32; // a literal 0
  if (from->isPointerTy() && to->isIntegerTy())
    return to->getIntegerBitWidth() == 64;
  return word(from) && word(to);
}

Request parse_enzyme(CallBase &call, StringRef name) { return EnzymeCall(call, name).take_apart(); }

} // namespace cotangent::driver
