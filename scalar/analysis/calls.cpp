#include "scalar/analysis/calls.h"
#include "rules/calls/calls.h"
#include "rules/check/dependency.h"
#include "rules/scalar/names.h"
#include "scalar/ingest/program.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cotangent::scalar {

/// "llvm.sin.f64" -> "sin"
static StringRef intrinsic_base(const IntrinsicInst &intrinsic) {
  StringRef name = Intrinsic::getBaseName(intrinsic.getIntrinsicID());
  name.consume_front("llvm.");
  return name;
}

std::string scalar_rule_of(const Instruction &instruction) {
  if (!instruction.getType()->isFPOrFPVectorTy())
    return {};
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    std::string_view rule = rules::scalar_rule_of(std::string_view(intrinsic_base(*intrinsic)));
    return std::string(rule);
  }
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    const Function *callee = call->getCalledFunction();
    if (!callee || !callee->isDeclaration())
      return {};
    std::string_view rule = rules::library_rule_of(std::string_view(callee->getName()));
    if (rule.empty())
      return {};
    auto inputs = rules::dependencies(rule);
    if (inputs.size() != call->arg_size())
      return {};
    for (const Value *argument : call->args())
      if (!argument->getType()->isFloatingPointTy() && !argument->getType()->isIntegerTy())
        return {};
    return std::string(rule);
  }
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
    return "fadd";
  case Instruction::FSub:
    return "fsub";
  case Instruction::FMul:
    return "fmul";
  case Instruction::FDiv:
    return "fdiv";
  case Instruction::FRem:
    return "frem";
  case Instruction::FNeg:
    return "fneg";
  default:
    return {};
  }
}

static StringRef element_of(StringRef function) {
  if (function.starts_with("_ZNSt11char_traitsI") || function.starts_with("_ZNSt3__111char_traitsI"))
    return "c";
  if (!function.starts_with("_ZSt") && !function.starts_with("_ZNSt"))
    return "";
  for (StringRef name : {"8__copy_mI", "13__copy_move_bI", "14__relocate_a_1I"})
    if (size_t at = function.find(name); at != StringRef::npos) {
      StringRef element = function.substr(at + name.size(), 1);
      return element.find_first_of("dfeP") == 0 ? element : "";
    }
  return "";
}

bool is_class_table(const GlobalVariable &variable) {
  StringRef name = variable.getName();
  return name.starts_with("_ZTV") || name.starts_with("_ZTC") || name.starts_with("_ZTT") || name.starts_with("_ZTI");
}

void mark_elements(Module &module) {
  for (Function &function : module)
    if (StringRef element = element_of(function.getName()); !element.empty())
      for (Instruction &instruction : instructions(function))
        if (isa<MemIntrinsic>(instruction))
          cast<CallBase>(instruction).addFnAttr(Attribute::get(module.getContext(), element_name, element));
}

static StringRef element_moved(const CallBase &call) { return call.getFnAttr(element_name).getValueAsString(); }

bool moves_text(const CallBase &call) { return element_moved(call) == "c"; }

bool moves_pointers(const CallBase &call) { return element_moved(call) == "P"; }

Type *number_moved(const CallBase &call) {
  StringRef element = element_moved(call);
  LLVMContext &context = call.getContext();
  return element == "d" ? Type::getDoubleTy(context) : element == "f" ? Type::getFloatTy(context) : element == "e" ? Type::getX86_FP80Ty(context) : nullptr;
}

bool is_request(StringRef name) { return name.starts_with("cotangent_plugin_missing") || name.contains("__enzyme_"); }

CallInfo classify(const CallBase &call, const PrivateFunctions *functions) {
  CallInfo info;
  auto with = [&](CallRole role) {
    info.role = role;
    return info;
  };
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memmove:
      return with(CallRole::Copy);
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
      return with(CallRole::Set);
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
      return with(CallRole::DynamicStack);
    default:
      break;
    }
    info.rule = scalar_rule_of(call);
    if (!info.rule.empty())
      return with(CallRole::Scalar);
    return with(intrinsic->getType()->isVoidTy() ? CallRole::Ignored : CallRole::Inactive);
  }
  if (call.getMetadata(inactive_name))
    return with(CallRole::Inactive);
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return with(call.isInlineAsm() && !call.mayHaveSideEffects() ? CallRole::Inactive : CallRole::Unknown);
  if (functions && functions->contains(callee))
    return with(CallRole::Private);
  StringRef name = callee->getName();
  if (name == "memcpy" || name == "memmove")
    return with(CallRole::Copy);
  if (name == "memset")
    return with(CallRole::Set);
  info.rule = scalar_rule_of(call);
  if (!info.rule.empty())
    return with(CallRole::Scalar);
  if (name == "__cxa_allocate_exception") { // thrown values may carry derivatives
    info.size_argument = 0;
    return with(CallRole::Allocation);
  }
  if (name == "__cxa_begin_catch" || name == "__cxa_get_exception_ptr")
    return with(CallRole::Caught);
  info.facts = rules::call_facts(std::string_view(name));
  if (info.facts) {
    using Kind = rules::CallFacts::Kind;
    info.size_argument = info.facts->size_argument;
    info.count_argument = info.facts->count_argument;
    info.pointer_argument = std::max(0, info.facts->pointer_argument);
    info.zeroed = info.facts->zeroed;
    switch (info.facts->kind) {
    case Kind::Inactive:
      return with(CallRole::Inactive);
    case Kind::Allocation:
      return with(info.facts->pointer_argument < 0 ? CallRole::Allocation : CallRole::Unknown);
    case Kind::Deallocation:
      return with(CallRole::Deallocation);
    case Kind::Reallocation:
      return with(CallRole::Reallocation);
    case Kind::Mirror:
      return with(CallRole::Mirror);
    case Kind::NoReturn:
      return with(CallRole::Divergent);
    case Kind::Math:
      return with(CallRole::Unknown);
    }
  }
  if (is_request(name))
    return with(CallRole::Unknown); // a derivative that could not be made first
  if (name.starts_with("cotangent_plugin_") || name.starts_with("_ZN9__gnu_cxx12__to_xstring")) // numbers as text
    return with(CallRole::Inactive);
  if (name == "cotangent_tape_grow") {
    info.size_argument = 1;
    return with(CallRole::Reallocation);
  }
  if (name == "cotangent_tape_release")
    return with(CallRole::Deallocation);
  if (name == "cotangent_defer_free") { // of a derivative that is differentiated again
    info.pointer_argument = 1;
    return with(CallRole::Deallocation);
  }
  if (name == "cotangent_move_content")
    return with(CallRole::Move);
  if (name == "cotangent_free_deferred")
    return with(CallRole::Inactive);
  if (name == "cotangent_throw_runtime_exception")
    return with(CallRole::Divergent);
  if (call.doesNotReturn())
    return with(CallRole::Divergent);
  if (call.onlyAccessesInaccessibleMemory() && call.getType()->isVoidTy())
    return with(CallRole::Inactive);
  return with(CallRole::Unknown);
}

} // namespace cotangent::scalar
