#include "driver/pipelines/request.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cotangent::driver {

static constexpr const char *own_prefix = "cotangent_plugin_missing_build_with_cotangent_cxx_";

bool is_marker(StringRef name) {
  if (name.starts_with(own_prefix))
    return true;
  size_t at = name.find("__enzyme_");
  if (at == StringRef::npos)
    return false;
  StringRef rest = name.drop_front(at + 9);
  static constexpr const char *heads[] = {"autodiff", "fwddiff", "augmentfwd", "reverse", "augmentsize", "fwdsplit", "virtualreverse", "batch",
                                          // recognised and refused
                                          "truncate", "expand", "todense", "post_sparse", "error_estimate", "trace", "condition", "sample", "newtrace",
                                          "mcmc", "checkpoint", "fixed_point"};
  return any_of(heads, [&](const char *head) { return rest.starts_with(head); });
}

/// The address is compared or handed to a check of a sanitizer, as a number.
static bool only_checked(const User *user) {
  if (isa<ICmpInst>(user))
    return true;
  if (auto *call = dyn_cast<CallBase>(user))
    return call->getCalledFunction() && (call->getIntrinsicID() == Intrinsic::objectsize || call->getCalledFunction()->getName().starts_with("__ubsan_handle_"));
  auto *number = dyn_cast<Instruction>(user);
  bool arithmetic = number && (isa<PtrToIntInst>(number) || number->getOpcode() == Instruction::And);
  return arithmetic && all_of(number->users(), [](const User *next) { return only_checked(next); });
}

/// The value of the only store to a local, when every other use only reads it.
static Value *only_content(Value *pointer) {
  auto *stack = dyn_cast<AllocaInst>(pointer);
  if (!stack)
    return nullptr;
  Value *content = nullptr;
  for (User *user : stack->users()) {
    if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == stack) {
      if (content || store->getValueOperand() == stack)
        return nullptr;
      content = store->getValueOperand();
    } else if (isa<LoadInst>(user) || isa<LifetimeIntrinsic>(user) || only_checked(user)) {
      continue;
    } else if (auto *call = dyn_cast<CallBase>(user)) {
      auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      if (!callee || !is_marker(callee->getName()))
        return nullptr;
    } else if (auto *store_of = dyn_cast<StoreInst>(user)) { // its address, kept in a home that only feeds markers
      auto *home = dyn_cast<AllocaInst>(store_of->getPointerOperand());
      if (!home)
        return nullptr;
    } else {
      return nullptr;
    }
  }
  return content;
}

Value *trace(Value *value) {
  for (int step = 0; step < 64; ++step) {
    if (auto *load = dyn_cast<LoadInst>(value)) {
      Value *content = only_content(trace(load->getPointerOperand()));
      if (!content || content->getType() != load->getType())
        return value;
      value = content;
    } else if (auto *phi = dyn_cast<PHINode>(value); phi && phi->getNumIncomingValues() == 1) {
      value = phi->getIncomingValue(0);
    } else if (auto *freeze = dyn_cast<FreezeInst>(value)) {
      value = freeze->getOperand(0);
    } else {
      Value *stripped = value->stripPointerCasts();
      if (stripped == value)
        return value;
      value = stripped;
    }
  }
  return value;
}

Constant *trace_constant(Value *value) { return dyn_cast<Constant>(trace(value)); }

Constant *trace_content(Value *pointer) {
  Value *target = trace(pointer);
  if (auto *variable = dyn_cast<GlobalVariable>(target))
    return variable->isConstant() && variable->hasDefinitiveInitializer() ? variable->getInitializer() : nullptr;
  Value *content = only_content(target);
  return content ? trace_constant(content) : nullptr;
}

std::optional<Half> half_of_marker(StringRef name) {
  if (!name.consume_front(own_prefix))
    return std::nullopt;
  return name == "forward" ? Half::Forward : name == "reverse" ? Half::Reverse : name == "augmented" ? Half::Augmented : Half::Adjoint;
}

Request parse_request(CallBase &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (std::optional<Half> half = half_of_marker(callee->getName()))
    return parse_own(call, *half);
  return parse_enzyme(call, callee->getName());
}

scalar::Problem bad_request(CallBase &call, std::string message, std::string note) {
  scalar::Problem problem;
  problem.function = call.getFunction();
  problem.place = call.getDebugLoc();
  problem.kind = "bad-annotation";
  problem.message = std::move(message);
  if (!note.empty())
    problem.notes.push_back(std::move(note));
  return problem;
}

/// docs/design/lowering.md has the order of the arguments.
Request parse_own(CallBase &call, Half half) {
  Request request;
  request.call = &call;
  request.half = half;
  request.own = true;
  request.function = dyn_cast_or_null<Function>(trace_constant(call.getArgOperand(0)));
  unsigned position = 1;
  auto next = [&]() -> Value * { return position < call.arg_size() ? call.getArgOperand(position++) : nullptr; };
  auto next_integer = [&]() -> int64_t {
    Value *value = next();
    auto *constant = value ? dyn_cast_or_null<ConstantInt>(trace_constant(value)) : nullptr;
    if (!constant) {
      request.problems.push_back(bad_request(call, "a part of the request that must be a constant is not", ""));
      return 0;
    }
    return constant->getSExtValue();
  };
  if (!request.function) {
    request.problems.push_back(bad_request(call, "the function to differentiate is not known at this call", "name the function at the call; a pointer that is chosen at run time cannot be differentiated from outside"));
    return request;
  }
  scalar::Signature &signature = request.signature;
  signature.width = static_cast<unsigned>(std::max<int64_t>(1, next_integer()));
  int64_t options = next_integer(), returns = next_integer();
  signature.options.strong_zero = options & 1;
  signature.options.runtime_activity = options & 2;
  signature.options.atomic_add = options & 4;
  signature.options.nan_check = options & 8;
  signature.options.shadow_init = options & 16;
  signature.active_return = returns == 2;
  if (returns && half != Half::Adjoint)
    request.primal_slot = next();
  if (returns == 2 && half != Half::Augmented)
    request.derivative_slot = next();
  if (half == Half::Augmented || half == Half::Adjoint)
    request.tape = next();
  for (unsigned i = 0; i < request.function->arg_size() && request.problems.empty(); ++i) {
    int64_t kind = next_integer();
    Parameter parameter;
    unsigned at = position;
    parameter.primal = next();
    signature.modified_between.push_back(!(kind & 8));
    kind &= 7;
    parameter.annotation = kind == 0 ? scalar::Annotation::Constant : kind == 1 ? scalar::Annotation::Duplicated : scalar::Annotation::DuplicatedNoNeed;
    if (kind)
      for (unsigned lane = 0; lane < signature.width; ++lane)
        parameter.shadows.push_back(next());
    if (!parameter.primal || (kind && !parameter.shadows.back())) {
      request.problems.push_back(bad_request(call, "the request has fewer arguments than the function", ""));
      break;
    }
    Constant *content = nullptr;
    if (MDNode *contents = call.getMetadata(contents_name); contents && kind == 0 && at < contents->getNumOperands() && contents->getOperand(at))
      content = mdconst::dyn_extract<Constant>(contents->getOperand(at));
    request.known.push_back(content);
    signature.parameters.push_back(parameter.annotation);
    request.parameters.push_back(parameter);
  }
  signature.result_slot = request.function->getName().contains("10ReturnFormE2E"); // see include/cotangent/wrapper.h
  request.missing_body = request.function->isDeclaration();
  return request;
}

} // namespace cotangent::driver
