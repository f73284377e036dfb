#include "driver/pipelines/differentiate.h"
#include "driver/pipelines/stages.h"
#include "driver/pipelines/user_function.h"
#include "scalar/emit/derivatives.h"
#include "scalar/passes/finish.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace cotangent::driver {

using scalar::Problem;

Settings Settings::from_environment() {
  Settings settings;
  std::optional<std::string> flags = sys::Process::GetEnv("COTANGENT_FLAGS");
  if (!flags)
    return settings;
  SmallVector<StringRef, 8> words;
  StringRef(*flags).split(words, ' ', -1, false);
  for (StringRef word : words) {
    settings.explain_text |= word == "explain" || word == "explain=text";
    settings.explain_json |= word == "explain=json";
    settings.dump_facts |= word == "dump=facts";
    settings.dump_plan |= word == "dump=plan";
    settings.dump_primal |= word == "dump=primal";
    settings.dump_derivative |= word == "dump=derivative";
    settings.verify_each |= word == "verify-each";
    settings.options.strong_zero |= word == "strong-zero";
    settings.options.runtime_activity |= word == "runtime-activity";
    settings.options.nan_check |= word == "nan-check";
    settings.options.atomic_add |= word == "atomic-add";
  }
  return settings;
}

std::vector<CallBase *> Differentiator::requests() {
  std::vector<CallBase *> calls;
  for (Function &function : module) {
    if (!is_marker(function.getName()))
      continue;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand()->stripPointerCasts() == &function && !call->getFunction()->getName().starts_with("cotangent.primal."))
        calls.push_back(call);
  }
  return calls;
}

/// The function to differentiate is a parameter of the function that asks.
static bool is_wrapper(CallBase &call) {
  if (call.arg_size() == 0 || requested_function(call))
    return false;
  return isa<Argument>(trace(call.getArgOperand(call.paramHasAttr(0, Attribute::StructRet) && call.arg_size() > 1)));
}

bool inline_calls(Function &function, InlineLimits limits, function_ref<bool(const Function &callee)> wanted) {
  bool changed = false;
  for (unsigned round = 0; round < limits.rounds && function.getInstructionCount() < limits.instructions; ++round) {
    std::vector<CallBase *> sites;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && callee != &function && !callee->isDeclaration() && wanted(*callee))
          sites.push_back(call);
    if (sites.empty())
      break;
    for (CallBase *site : sites) {
      InlineFunctionInfo info;
      changed |= InlineFunction(*site, info).isSuccess();
    }
  }
  return changed;
}

/// Functions of the headers that contain a request, and those that are given the function to differentiate, are copied into their callers, where the arguments are known.
bool Differentiator::inline_request_functions() {
  bool changed = false;
  for (int round = 0; round < 32; ++round) {
    std::set<Function *> holders;
    for (CallBase *call : requests())
      if (call->getFunction()->hasFnAttribute(Attribute::AlwaysInline) || is_wrapper(*call))
        holders.insert(call->getFunction());
    bool progress = false;
    for (Function *holder : holders) {
      std::vector<CallBase *> sites;
      for (User *user : holder->users())
        if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == holder && call->getFunction() != holder)
          sites.push_back(call);
      for (CallBase *site : sites) {
        InlineFunctionInfo info;
        progress |= InlineFunction(*site, info).isSuccess();
      }
      if (holder->isDefTriviallyDead() || (holder->use_empty() && holder->isDiscardableIfUnused())) {
        holder->eraseFromParent();
        progress = true;
      }
    }
    changed |= progress;
    if (!progress)
      break;
  }
  // What the headers ask to be inlined beside the request carries its constants.
  std::set<Function *> holders;
  for (CallBase *call : requests())
    holders.insert(call->getFunction());
  for (Function *holder : holders)
    changed |= inline_calls(*holder, {}, [](const Function &callee) { return callee.hasFnAttribute(Attribute::AlwaysInline); });
  return changed;
}

/// A request whose function contains no other request.
CallBase *Differentiator::innermost(std::vector<CallBase *> &calls) {
  std::map<const Function *, bool> holds;
  for (CallBase *call : requests()) // also those that wait
    holds[call->getFunction()] = true;
  for (CallBase *call : calls) {
    Function *root = requested_function(*call);
    if (!root)
      return call;
    std::set<const Function *> seen{root};
    std::vector<const Function *> work{root};
    if (MDNode *contents = call->getMetadata(contents_name)) // functions that it receives through pointers
      for (const MDOperand &content : contents->operands())
        if (auto *callee = content ? dyn_cast<Function>(mdconst::extract<Constant>(content)) : nullptr; callee && seen.insert(callee).second)
          work.push_back(callee);
    bool nested = false;
    while (!work.empty() && !nested) {
      const Function *at = work.back();
      work.pop_back();
      nested = holds.count(at);
      for (const Instruction &instruction : instructions(*at))
        for (const Value *operand : instruction.operands())
          if (auto *callee = dyn_cast<Function>(operand); callee && !callee->isDeclaration() && seen.insert(callee).second)
            work.push_back(callee);
    }
    if (!nested)
      return call;
  }
  return nullptr;
}

bool Differentiator::run() {
  scalar::mark_elements(module);
  bool changed = inline_request_functions();
  find_known_contents();
  find_recorders();
  std::vector<CallBase *> calls = requests();
  std::set<CallBase *> postponed;
  while (!calls.empty()) {
    CallBase *call = innermost(calls);
    if (!call && !postponed.empty())
      break; // the rest contains requests that wait for the linker
    if (!call) {
      Problem problem;
      problem.function = calls.front()->getFunction();
      problem.place = calls.front()->getDebugLoc();
      problem.kind = "unsupported";
      problem.message = "this derivative is asked for inside the function that it differentiates";
      problem.notes.push_back("a function cannot contain its own derivative: move the inner request into another function");
      report(problem, *calls.front());
      give_up(*calls.front());
      changed = true;
      calls = requests();
      continue;
    }
    Request request = parse_request(*call);
    if (request.problems.empty() && request.missing_body && !settings.final_stage) {
      std::erase(calls, call); // resolved when the files are linked
      continue;
    }
    changed = true;
    if (request.problems.empty() && request.size_only) {
      replace_size(*call);
      calls = requests();
      continue;
    }
    if (request.problems.empty() && request.missing_body) {
      Problem problem;
      problem.function = call->getFunction();
      problem.place = call->getDebugLoc();
      problem.kind = "no-derivative";
      problem.message = "function '" + readable_name(request.function->getName()) + "' has no body here, so its derivative cannot be made";
      problem.notes.push_back("define it in this file, or compile and link all files with -flto (-flto=thin does not show it)");
      request.problems.push_back(problem);
    }
    bool good = request.problems.empty();
    for (const Problem &problem : request.problems)
      report(problem, *call);
    if (good) {
      Derivative &made = derivative(request);
      good = made.problems.empty();
      if (made.may_improve && !settings.final_stage) { // the body that is missing may come when files are linked
        postponed.insert(call);
        known.clear();
        std::erase(calls, call);
        continue;
      }
      for (Problem problem : made.problems) {
        problem.function = request.function; // what the engine saw was its private copy
        report(problem, *call);
      }
      if (good) {
        for (const Problem &warning : made.warnings)
          report(warning, *call, DS_Warning);
        replace(request, made);
      }
    }
    if (!good)
      give_up(*call);
    calls = requests();
    std::erase_if(calls, [&](CallBase *other) { return postponed.count(other); });
  }
  if (changed && requests().empty())
    define_marks();
  drop_primals();
  print(std::move(explanations), settings.explain_json);
  return changed;
}

/// Private copies go, except those that derivatives call: functions without derivatives of their own.
void Differentiator::drop_primals() {
  std::set<Function *> copies, kept;
  for (Function &function : module)
    if (function.getName().starts_with("cotangent.primal.") && function.hasInternalLinkage())
      copies.insert(&function);
  std::vector<Function *> work;
  for (Function *copy : copies)
    for (User *user : copy->users())
      if (auto *instruction = dyn_cast<Instruction>(user); !instruction || !copies.count(instruction->getFunction()))
        if (kept.insert(copy).second)
          work.push_back(copy);
  while (!work.empty()) {
    Function *at = work.back();
    work.pop_back();
    for (Instruction &instruction : instructions(*at))
      for (Value *operand : instruction.operands())
        if (auto *callee = dyn_cast<Function>(operand); callee && copies.count(callee) && kept.insert(callee).second)
          work.push_back(callee);
  }
  for (Function *copy : copies)
    if (!kept.count(copy))
      copy->dropAllReferences();
  for (Function *copy : copies)
    if (!kept.count(copy)) {
      copy->replaceAllUsesWith(PoisonValue::get(copy->getType()));
      copy->eraseFromParent();
    }
}

/// What the two halves of a derivative must agree on: the function, what is asked, and how the tape is laid out.
static uint64_t stamp_of(scalar::DiffPlan &plan, const std::string &key) {
  std::string text = key;
  for (const scalar::FunctionPlan *function : plan.ordered_functions())
    for (auto *level : function->ordered_levels(plan.facts.function_facts.at(function->function)))
      text += "|" + std::to_string(level->bytes) + "," + std::to_string(level->entries.size());
  return xxh3_64bits(text);
}

Derivative &Differentiator::derivative(const Request &request) {
  scalar::Signature signature = request.signature;
  signature.options.strong_zero |= settings.options.strong_zero;
  signature.options.runtime_activity |= settings.options.runtime_activity;
  signature.options.nan_check |= settings.options.nan_check;
  signature.options.atomic_add |= settings.options.atomic_add;
  bool forward = request.half == Half::Forward, split = request.half == Half::Augmented || request.half == Half::Adjoint;
  signature.split = split;
  std::string key = request.function->getName().str() + (request.records ? "|record|" : request.from_tape ? "|play|" : forward ? "|f|" : split ? "|s|" : "|r|") + signature.print();
  for (Constant *constant : request.known)
    key += constant ? "|" + constant->getName().str() : "|";
  auto [entry, fresh] = known.try_emplace(key);
  Derivative &result = entry->second;
  if (!fresh)
    return result;
  if (request.records || request.from_tape) {
    make_replayed(request, signature, result);
    return result;
  }

  // 1. the primal: a private copy in normal form
  std::string program_key = request.function->getName().str();
  for (Constant *constant : request.known)
    program_key += constant ? "|" + constant->getName().str() : "|";
  auto [place, first] = programs.try_emplace(program_key);
  if (first) {
    place->second = scalar::make_private_program(*request.function, request.known);
    if (settings.dump_primal)
      for (Function *function : place->second.functions)
        function->print(errs());
  }
  scalar::PrivateProgram program = place->second;
  // 2. facts, and the loops whose bodies may be run forward and at once backwards
  std::unique_ptr<scalar::Facts> known_facts = find_facts(program, signature, !forward && !split);
  scalar::Facts &facts = *known_facts;
  if (settings.dump_facts)
    errs() << facts.print();
  // 3. plan
  scalar::DiffPlan plan = scalar::make_plan(facts, !forward);
  if (settings.dump_plan)
    errs() << plan.print();
  if (!facts.function_facts.at(program.root).exit) {
    Problem problem;
    problem.function = request.function;
    problem.kind = "unsupported";
    problem.message = "function '" + user_function(request, *program.root).text + "' never returns, so it has no derivative";
    problem.notes.push_back("every way through it ends the program, throws or runs for ever");
    plan.problems.push_back(problem);
  }
  result.problems = plan.problems;
  auto missing = [](const std::string &kind) { return kind == "no-derivative"; };
  result.may_improve = any_of(plan.problems, [&](const Problem &problem) { return missing(problem.kind); }) ||
                       any_of(plan.refused, [&](const auto &entry) {
                         auto *unknown = dyn_cast<CallBase>(entry.first);
                         return missing(entry.second.first) && unknown && unknown->getCalledFunction();
                       });
  if (!result.problems.empty() || (result.may_improve && !settings.final_stage))
    return result;
  result.warnings = plan.warnings;
  result.stamp = stamp_of(plan, key);
  // 4. derivatives
  scalar::Derivatives derivatives(plan);
  if (forward) {
    result.forward = derivatives.tangent(program.root);
  } else if (split) {
    result.forward = derivatives.augmented(program.root);
    result.backward = derivatives.adjoint(program.root);
  } else {
    result.forward = derivatives.combined(program.root);
  }
  derivatives.emit_all();
  for (const Argument &argument : program.root->args()) {
    result.takes_shadow.push_back(facts.has_shadow(&argument));
    result.takes_tangent.push_back(facts.active(&argument));
  }
  result.result_active = derivatives.result_active(program.root);
  result.result_shadowed = derivatives.result_shadowed(program.root);
  result.problems = plan.problems;
  // 5. verification, then the passes that make it fast
  for (Function *function : derivatives.made) {
    std::string text;
    raw_string_ostream out(text);
    if (verifyFunction(*function, &out)) {
      Problem problem;
      problem.function = request.function;
      problem.kind = "internal";
      problem.message = "the derivative of '" + request.function->getName().str() + "' is not valid: " + text.substr(0, 400);
      result.problems.push_back(problem);
      if (settings.dump_derivative)
        function->print(errs());
      return result;
    }
  }
  if (settings.explain_text || settings.explain_json)
    explanations.push_back(explain(request, plan, derivatives));
  scalar::finish(derivatives.made, settings.optimise);
  if (settings.dump_derivative)
    for (Function *function : derivatives.made)
      function->print(errs());
  return result;
}

CallBase *Differentiator::call_derivative(IRBuilder<> &builder, CallBase &old, Function *callee, ArrayRef<Value *> arguments) {
  if (auto *invoke = dyn_cast<InvokeInst>(&old)) {
    BasicBlock *normal = BasicBlock::Create(module.getContext(), "", old.getFunction(), invoke->getNormalDest());
    InvokeInst *made = builder.CreateInvoke(callee, normal, invoke->getUnwindDest(), arguments);
    for (PHINode &phi : invoke->getNormalDest()->phis())
      phi.replaceIncomingBlockWith(invoke->getParent(), normal);
    builder.SetInsertPoint(normal);
    return made;
  }
  return builder.CreateCall(callee, arguments);
}

void Differentiator::replace(Request &request, Derivative &derivative) {
  if (request.own)
    replace_own(request, derivative);
  else
    replace_enzyme(request, derivative);
}

void Differentiator::replace_own(Request &request, Derivative &derivative) {
  CallBase &old = *request.call;
  IRBuilder<> builder(&old);
  unsigned width = request.signature.width;
  Type *floating = request.function->getReturnType();
  auto lane_place = [&](Value *slot, unsigned lane) { return builder.CreateConstInBoundsGEP1_64(floating, slot, lane); };
  SmallVector<Value *, 8> arguments;
  for (auto [index, parameter] : enumerate(request.parameters)) {
    arguments.push_back(parameter.primal);
    if (derivative.takes_shadow[index]) {
      if (parameter.shadows.empty()) // a constant argument that a derivative reaches: runtime activity compares
        arguments.append(width, parameter.primal);
      else
        arguments.append(parameter.shadows.begin(), parameter.shadows.end());
    }
  }
  bool seeded = derivative.result_active && (request.half == Half::Reverse || request.half == Half::Adjoint);
  if (seeded)
    for (unsigned lane = 0; lane < width; ++lane)
      arguments.push_back(builder.CreateLoad(floating, lane_place(request.derivative_slot, lane)));
  Value *handle = nullptr;
  if (request.half == Half::Augmented) {
    handle = builder.CreateCall(module.getOrInsertFunction("cotangent_tape_new", builder.getPtrTy(), builder.getInt64Ty()), {builder.getInt64(derivative.stamp)});
    arguments.push_back(handle);
  } else if (request.half == Half::Adjoint) {
    builder.CreateCall(module.getOrInsertFunction("cotangent_tape_expect", builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty()), {request.tape, builder.getInt64(derivative.stamp)});
    arguments.push_back(request.tape);
  }
  CallBase *made = call_derivative(builder, old, request.half == Half::Adjoint ? derivative.backward : derivative.forward, arguments);
  made->setDebugLoc(old.getDebugLoc());
  bool floating_result = floating->isFloatingPointTy();
  if (request.primal_slot && floating_result && !isa<ConstantPointerNull>(trace(request.primal_slot))) {
    // The slot may be null at run time: then nobody wants the value.
    BasicBlock &entry = old.getFunction()->getEntryBlock();
    auto *unwanted = IRBuilder<>(&entry, entry.begin()).CreateAlloca(floating);
    builder.CreateStore(builder.CreateExtractValue(made, 0), builder.CreateSelect(builder.CreateIsNull(request.primal_slot), unwanted, request.primal_slot));
  }
  if (request.half == Half::Forward && request.signature.active_return)
    for (unsigned lane = 0; lane < width; ++lane)
      builder.CreateStore(derivative.result_active ? builder.CreateExtractValue(made, 1 + lane) : static_cast<Value *>(Constant::getNullValue(floating)), lane_place(request.derivative_slot, lane));
  if (request.half == Half::Augmented)
    builder.CreateStore(handle, request.tape);
  if (request.half == Half::Adjoint)
    builder.CreateCall(module.getOrInsertFunction("cotangent_tape_free", FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false)), {request.tape});
  if (auto *invoke = dyn_cast<InvokeInst>(&old))
    builder.CreateBr(invoke->getNormalDest());
  old.eraseFromParent();
}

void Differentiator::give_up(CallBase &request) {
  request.replaceAllUsesWith(PoisonValue::get(request.getType()));
  if (auto *invoke = dyn_cast<InvokeInst>(&request)) {
    IRBuilder<>(invoke).CreateBr(invoke->getNormalDest());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  request.eraseFromParent();
}

} // namespace cotangent::driver
