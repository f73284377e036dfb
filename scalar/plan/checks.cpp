// What cannot be differentiated is found here, before anything is emitted, with its place, the reason and the fix.
#include "rules/calls/calls.h"
#include "scalar/analysis/patterns.h"
#include "scalar/ingest/places.h"
#include "scalar/plan/plan.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

class Checker {
public:
  explicit Checker(DiffPlan &plan) : plan(plan), facts(plan.facts) {}

  void run() {
    objects();
    for (Function *function : facts.program.functions) {
      FunctionFacts &known = facts.function_facts.at(function);
      PostDominatorTree after(*function);
      for (Instruction &instruction : instructions(*function)) {
        if (!known.returning.contains(instruction.getParent()))
          continue;
        bool always = function == facts.program.root && after.dominates(instruction.getParent(), &function->getEntryBlock());
        size_t refusals = plan.refused.size();
        check(instruction, always);
        if (plan.refused.size() > refusals && function == facts.program.root && unless_empty(instruction, after))
          warn(instruction);
      }
    }
  }

private:
  DiffPlan &plan;
  Facts &facts;

  void problem(const Instruction &at, std::string kind, std::string message, std::vector<std::string> notes) {
    Problem found;
    found.function = at.getFunction();
    found.place = at.getDebugLoc();
    found.kind = std::move(kind);
    found.message = std::move(message);
    found.notes = std::move(notes);
    plan.problems.push_back(std::move(found));
  }
  /// A finding on a path that may never run: an exception where it does.
  void problem_if_reached(const Instruction &at, bool always, std::string kind, std::string message, std::vector<std::string> notes) {
    if (always)
      return problem(at, kind, message, notes);
    plan.refused[&at] = {kind, placed(at, message) + (notes.empty() ? "" : "; " + join(notes, "; "))};
  }
  /// The block in front of the test whether the loop runs at all, if there is one.
  static const BasicBlock *before_guard(const Loop &loop, const PostDominatorTree &after) {
    const BasicBlock *preheader = loop.getLoopPreheader(), *test = preheader->getSinglePredecessor();
    auto *branch = test ? dyn_cast<BranchInst>(test->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional())
      return preheader;
    const BasicBlock *past = branch->getSuccessor(branch->getSuccessor(0) == preheader ? 1 : 0);
    while (past->size() == 1 && past->getSingleSuccessor())
      past = past->getSingleSuccessor();
    return after.dominates(past, loop.getHeader()) ? test : preheader;
  }
  /// Runs in every iteration of loops that are always reached, so whenever none of them is empty.
  bool unless_empty(const Instruction &at, const PostDominatorTree &after) const {
    const FunctionFacts &known = facts.function_facts.at(at.getFunction());
    const BasicBlock *block = at.getParent();
    for (const Loop *loop = known.loops->getLoopFor(block); loop; loop = loop->getParentLoop()) {
      if (!after.dominates(block, loop->getHeader()) || !loop->getLoopPreheader())
        return false;
      block = before_guard(*loop, after);
    }
    return after.dominates(block, &at.getFunction()->getEntryBlock());
  }
  void warn(const Instruction &at) {
    auto &[kind, message] = plan.refused.at(&at);
    if (kind != "no-derivative")
      return;
    auto *call = dyn_cast<CallBase>(&at);
    Problem found;
    found.function = at.getFunction();
    found.place = at.getDebugLoc();
    found.kind = kind;
    found.message = "no derivative is known for " + (call ? name_of(*call) : std::string("what a loop does here")) + ": unless the loop around it is empty, ct::RuntimeException is thrown at run time";
    if (call)
      found.notes.push_back(fix_of(*call));
    plan.warnings.push_back(std::move(found));
  }
  static std::string placed(const Instruction &at, const std::string &message) {
    PlaceWords words = place_words(at);
    return words.before + message + words.after;
  }

  static std::string name_of(const CallBase &call) {
    const Function *callee = call.getCalledFunction();
    if (call.isInlineAsm())
      return "inline assembly";
    return callee ? "'" + demangle(callee->getName().str()) + "'" : "a function that is only known at run time";
  }

  /// What to change where no derivative of a call is known.
  static const char *fix_of(const CallBase &call) {
    if (call.isInlineAsm())
      return "write it in C++, or with an intrinsic of the compiler";
    const Function *callee = call.getCalledFunction();
    if (!callee)
      return "none of the functions of this program that have the right type is it";
    StringRef name = callee->getName();
    if (name == "pthread_create" || name == "thrd_create" || name.starts_with("_ZNSt6thread15_M_start_thread") || name.starts_with("__kmpc_") || name.starts_with("GOMP_"))
      return "threads that start inside are not seen through: start them outside, with one derivative in each";
    if (any_of(call.args(), [](const Use &argument) { return isa<Function>(argument->stripPointerCasts()); }))
      return "it calls back, and what it does between the calls is not seen: use a template of the library instead (std::sort for qsort), or write it in this file";
    return "define it in this file, or compile and link with -flto so that its body can be seen";
  }

  bool carries_derivatives(const CallBase &call) {
    if (facts.active(&call) || facts.has_shadow(&call))
      return true;
    return any_of(call.args(), [&](const Use &argument) { return facts.active(argument.get()) || facts.varied.contains(argument.get()) || facts.has_shadow(argument.get()); });
  }

  void check_call(const CallBase &call, bool always) {
    if (call.hasFnAttr(Attribute::ReturnsTwice))
      return problem(call, "unsupported", "setjmp and longjmp cannot be run backwards", {"use exceptions or return codes"});
    CallInfo info = facts.call(call);
    switch (info.role) {
    case CallRole::Unknown: {
      if (const Function *callee = call.getCalledFunction(); callee && is_request(callee->getName()))
        return problem_if_reached(call, always, "unsupported", "the function that is differentiated asks for a derivative in a function that it reaches through a pointer", {"call that function by its name, so that the inner derivative is made first"});
      if (!carries_derivatives(call))
        return;
      problem_if_reached(call, always, "no-derivative", "no derivative is known for " + name_of(call) + ", which receives or returns differentiated values",
                         {fix_of(call)});
      return;
    }
    case CallRole::Private:
      if (auto *invoke = dyn_cast<InvokeInst>(&call); invoke && facts.call_is_active(call) && plan.reverse)
        if (facts.function_facts.at(call.getFunction()).returning.contains(invoke->getUnwindDest()) && !call.getCalledFunction()->doesNotThrow() && may_throw(*call.getCalledFunction()))
          plan.interrupted[&call] = {"unsupported", placed(call, "an exception left " + name_of(call) + " and is caught by its caller, which cannot be run backwards; return an error code, or catch the exception inside the function")};
      return;
    case CallRole::Copy:
    case CallRole::Set: {
      const Value *to = call.getArgOperand(0);
      if (!facts.shadowed(to) || (info.role == CallRole::Set && fills_own_memory(facts, call)) || (!plan.reverse && tangent_is_alike(facts, call)))
        return;
      BytePattern pattern = pattern_of(facts, call);
      if ((pattern.ambiguous && !pattern.dynamic) || pattern.unknown)
        problem(call, "unknown-type", pattern.ambiguous ? "this copy or fill moves bytes that hold floating values in one place and pointers or other types in another"
                                                        : "nothing in the function says what the bytes that this copy or fill moves hold",
                {pattern.ambiguous ? "copy numbers with std::copy or a loop, whose types say what is moved, and structs member by member"
                                   : "copy the members of the struct one by one, or use the memory as its type somewhere in the function"});
      return;
    }
    case CallRole::Reallocation:
    case CallRole::Move:
      if (facts.decided_at_run_time(info.role == CallRole::Move ? call.getArgOperand(0) : &call))
        problem(call, "mixed-activity", "memory that may belong to a constant argument is reallocated", {"annotate the argument as ct::Duplicated"});
      return;
    case CallRole::Inactive:
    case CallRole::Divergent:
      if (isa<IntrinsicInst>(call))
        break;
      if (facts.has_shadow(&call) && (!info.facts || info.facts->result_within_argument < 0)) {
        bool thrown = call.getCalledFunction() && call.getCalledFunction()->getName().starts_with("__cxa_");
        problem(call, "unsupported", thrown ? "an exception object carries differentiated values" : "the memory that " + name_of(call) + " returns would need a shadow",
                {thrown ? "store the value in a variable before the throw and read it there" : "allocate the memory with new or malloc"});
      }
      return;
    default:
      break;
    }
    if (facts.active(&call) && scalar_rule_of(call).empty()) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
      Intrinsic::ID id = intrinsic ? intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic;
      if (id != Intrinsic::vector_reduce_fadd && id != Intrinsic::arithmetic_fence)
        problem_if_reached(call, always, "no-derivative", "no derivative is known for " + name_of(call), {"write it with operations that have one"});
    }
  }

  static bool may_throw(const Function &function) {
    return any_of(instructions(function), [](const Instruction &instruction) { return instruction.mayThrow() && !isa<InvokeInst>(instruction); });
  }

  /// May this integer be cut out of a differentiated number?
  bool part_of_a_number(const Value *integer) {
    SmallPtrSet<const Value *, 16> seen;
    SmallVector<const Value *, 16> work{integer};
    while (!work.empty()) {
      const Value *part = work.pop_back_val();
      if (!seen.insert(part).second || isa<Constant>(part))
        continue;
      if (seen.size() > 64)
        return true;
      if (auto *load = dyn_cast<LoadInst>(part)) {
        Word *word = facts.objects.find_word(facts.objects.cell(load->getPointerOperand()));
        if (word && word->varied)
          return true;
      } else if (isa<CastInst, BinaryOperator, PHINode, SelectInst, FreezeInst>(part)) {
        if (isa<BitCastInst>(part))
          return true;
        if (!isa<FPToSIInst, FPToUIInst, PtrToIntInst>(part)) // these have no derivative
          work.append(cast<Instruction>(part)->op_begin(), cast<Instruction>(part)->op_end());
      } else if (!isa<ICmpInst, FCmpInst, Argument>(part) || (isa<Argument>(part) && cast<Argument>(part)->getParent() != facts.program.root)) {
        return true;
      }
    }
    return false;
  }

  static CallRole role_of(Facts &facts, const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call ? facts.call(*call).role : CallRole::Unknown;
  }

  /// A container of the caller gets memory that was made here: its shadow, with the seeds in it, would no longer fit. What the function
  /// returns is made here as a whole, and in split mode the seeds come later.
  bool renews_memory_of_caller(const StoreInst &store) {
    Object *holder = facts.objects.object_of(store.getPointerOperand()), *held = facts.objects.object_of(store.getValueOperand());
    if (!holder || !holder->filled_shadow || holder == held || !held || !held->freed)
      return false;
    bool freed = any_of(facts.writers[held], [&](const Instruction *writer) { // not only on the way of an exception that leaves
      CallRole role = role_of(facts, *writer);
      return (role == CallRole::Deallocation || role == CallRole::Reallocation) && facts.function_facts.at(writer->getFunction()).returning.contains(writer->getParent());
    });
    return freed && any_of(held->origins, [&](const Value *origin) {
             auto *made = dyn_cast<Instruction>(origin);
             return made && role_of(facts, *made) == CallRole::Allocation;
           });
  }

  /// All that runs after `first` and returns runs `then`.
  bool leads_to(const Instruction &first, const Instruction &then) {
    if (first.getFunction() != then.getFunction())
      return false;
    if (first.getParent() == then.getParent() && first.comesBefore(&then))
      return true;
    auto &returning = facts.function_facts.at(first.getFunction()).returning;
    SmallVector<const BasicBlock *, 8> work{first.getParent()};
    SmallPtrSet<const BasicBlock *, 16> seen{first.getParent()};
    while (!work.empty()) {
      const BasicBlock *block = work.pop_back_val();
      if (isa<ReturnInst>(block->getTerminator()))
        return false;
      for (const BasicBlock *next : successors(block))
        if (next != then.getParent() && returning.contains(next) && seen.insert(next).second)
          work.push_back(next);
    }
    return true;
  }

  /// The exception comes before the old memory goes, so that the caller's container stays whole.
  void refuse_new_memory(const StoreInst &store, bool always) {
    const std::string message = "a container of the caller gets new memory here, so that its shadow would no longer fit";
    const std::vector<std::string> fix = {"give it its final size before the call, pass it by value, or return it"};
    Object *holder = facts.objects.object_of(store.getPointerOperand()), *held = facts.objects.object_of(store.getValueOperand());
    for (const Instruction &earlier : instructions(*store.getFunction())) {
      CallRole role = role_of(facts, earlier);
      bool fresh = role == CallRole::Allocation && facts.objects.object_of(&earlier) == held, gone = false;
      if (role == CallRole::Deallocation || role == CallRole::Reallocation) {
        auto &call = cast<CallBase>(earlier);
        auto *from = dyn_cast<LoadInst>(call.getArgOperand(facts.call(call).pointer_argument)->stripPointerCasts());
        gone = from && facts.objects.object_of(from->getPointerOperand()) == holder;
      }
      if ((fresh || gone) && leads_to(earlier, store))
        problem_if_reached(earlier, always, "unsupported", message, fix);
    }
    problem_if_reached(store, always, "unsupported", message, fix);
  }

  static bool may_be_floating(const Type *type) { return !type->isIntegerTy() || wide_enough_for_floating(type); }

  void check(const Instruction &instruction, bool always) {
    if (auto *call = dyn_cast<CallBase>(&instruction))
      return check_call(*call, always);
    if (auto *stack = dyn_cast<AllocaInst>(&instruction)) {
      if (facts.shadowed(stack) && (!isa<ConstantInt>(stack->getArraySize()) || stack->getParent() != &stack->getFunction()->getEntryBlock()))
        problem(instruction, "unsupported", "stack memory whose size is only known at run time carries differentiated values", {"use std::vector or new"});
      return;
    }
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      bool counts = update->getOperation() == AtomicRMWInst::Add || update->getOperation() == AtomicRMWInst::Sub; // of integers
      if (update->getOperation() != AtomicRMWInst::FAdd && !counts && may_be_floating(update->getType()) && facts.active_memory(update->getPointerOperand(), update->getType()))
        problem_if_reached(instruction, always, "unsupported", "this atomic update of a differentiated value is not a sum", {"only atomic additions have a derivative"});
      return;
    }
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      if (may_be_floating(exchange->getNewValOperand()->getType()) && facts.active_memory(exchange->getPointerOperand(), exchange->getNewValOperand()->getType()))
        problem_if_reached(instruction, always, "unsupported", "a differentiated value is updated by an atomic compare-and-exchange", {"use an atomic addition, or a mutex"});
      return;
    }
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && plan.reverse && facts.has_shadow(store->getValueOperand()) && renews_memory_of_caller(*store))
      return refuse_new_memory(*store, always);
    if (isa<IndirectBrInst>(instruction))
      return problem(instruction, "unsupported", "a goto jumps to a label that is computed at run time", {"use a switch"});
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->getValueOperand()->getType()->isIntegerTy(8) && !isa<Constant>(store->getValueOperand())) {
      Cell place = facts.objects.resolve(facts.objects.cell(store->getPointerOperand()));
      Word *word = facts.objects.find_word(place);
      if (word && !place.object->holds_pointers() && (word->all_kinds() & kind_floating) && word->useful && part_of_a_number(store->getValueOperand()))
        return problem_if_reached(instruction, always, "unsupported", "a floating value that matters is written byte by byte", {"copy it with std::memcpy or by assignment"});
    }
    if (!facts.active(&instruction))
      return;
    if (instruction.getType()->isIntegerTy()) {
      bool moved = isa<LoadInst, PHINode, SelectInst, FreezeInst, BitCastInst>(instruction);
      if (!moved || !carried_floating_type(&instruction, facts))
        problem_if_reached(instruction, always, "unsupported", "the bits of a differentiated value are changed by integer operations", {"compute with the floating value, or use std::copysign, std::fabs, std::ldexp, std::frexp"});
    }
  }

  void objects() {
    std::vector<const Instruction *> mixed, with_numbers, pointing;
    for (Object &object : facts.objects.all()) {
      if (object.forward || !object.shadowed)
        continue;
      const Instruction *where = nullptr;
      for (const Instruction *writer : facts.writers[&object])
        if (!where)
          where = writer;
      const Instruction &at = where ? *where : facts.program.root->getEntryBlock().front();
      std::string name;
      for (const Value *origin : object.origins) // tables, type information: constant, hence without derivatives
        if (auto *variable = dyn_cast<GlobalVariable>(origin); variable && variable->isDeclaration() && !variable->isConstant() && !is_class_table(*variable))
          name = "'" + demangle(variable->getName().str()) + "'";
      if (object.external && !name.empty()) {
        problem(at, "no-shadow", "the global variable " + name + " carries differentiated values but is defined in another file, so it has no shadow",
                {"pass a reference to it as ct::Duplicated, or define it in this file"});
      }
      if (!object.constant_argument || facts.signature.options.runtime_activity)
        continue;
      if (object.duplicated_argument)
        mixed.push_back(&at);
      else if (holds_numbers(object))
        with_numbers.push_back(&at);
      else
        pointing.push_back(&at);
    }
    // What only points at such memory, or is reached from the same arguments, has the same cause.
    for (const Instruction *at : mixed)
      problem(*at, "mixed-activity", "memory that may belong to a constant argument or to a differentiated one is used through one pointer",
              {"annotate both arguments as ct::Duplicated, the constant one with a shadow of zeros that is not looked at afterwards, or let the run time decide (ct::reverse.runtime_activity())"});
    for (const Instruction *at : !mixed.empty() ? std::vector<const Instruction *>{} : with_numbers.empty() ? pointing : with_numbers)
      problem(*at, "no-shadow", "differentiated values are stored in memory of an argument that is constant, so it has no shadow", {"annotate the argument as ct::Duplicated with a zeroed shadow (ct::make_zero)"});
  }

  static bool holds_numbers(const Object &object) {
    return any_of(object.words, [](const auto &entry) { return entry.second.differentiated(); });
  }
};

} // namespace

void check_plan(DiffPlan &plan) { Checker(plan).run(); }

} // namespace cotangent::scalar
