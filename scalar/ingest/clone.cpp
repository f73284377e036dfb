#include "rules/scalar/names.h"
#include "scalar/ingest/candidates.h"
#include "scalar/analysis/calls.h"
#include "scalar/ingest/program.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <functional>
#include <set>

using namespace llvm;

namespace cotangent::scalar {

namespace {

class Cloner {
public:
  explicit Cloner(PrivateProgram &program) : program(program) {}

  Function *copy(Function &function) {
    auto [entry, fresh] = copies.insert({&function, nullptr});
    if (!fresh)
      return copies[&function];
    ValueToValueMapTy map;
    Function *clone = function.isVarArg() ? copy_fixed(function, map) : CloneFunction(&function, map);
    copies[&function] = clone;
    originals[clone] = &function;
    prepare(*clone, function);
    program.functions.push_back(clone);
    redirect(*clone);
    return clone;
  }

  /// Calls of functions with a body go to private copies.
  void redirect(Function &clone) {
    std::vector<CallBase *> calls;
    for (Instruction &instruction : instructions(clone))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        calls.push_back(call);
    for (CallBase *call : calls) {
      auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      if (!callee)
        if (auto *alias = dyn_cast<GlobalAlias>(call->getCalledOperand()))
          callee = dyn_cast<Function>(alias->getAliaseeObject());
      if (!callee || callee->isDeclaration() || originals.count(callee))
        continue;
      if (callee->isVarArg()) {
        if (!reads_variable_arguments(*callee) && isa<CallInst>(call) && callee->getFunctionType() == call->getFunctionType() && !is_library(*callee))
          call_fixed(*cast<CallInst>(call), *callee);
        continue;
      }
      if (callee->getFunctionType() != call->getFunctionType() || is_library(*callee))
        continue;
      call->setCalledFunction(copy(*callee));
      own_arguments(*call);
    }
  }

  static bool reads_variable_arguments(const Function &function) {
    return any_of(instructions(function), [](const Instruction &instruction) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      return isa<VAArgInst>(instruction) || (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::vastart);
    });
  }

  /// A function that is declared with "..." and never looks: without it.
  static Function *copy_fixed(Function &function, ValueToValueMapTy &map) {
    FunctionType *type = function.getFunctionType();
    Function *clone = Function::Create(FunctionType::get(type->getReturnType(), type->params(), false), GlobalValue::InternalLinkage, function.getName(), function.getParent());
    for (auto [from, to] : zip(function.args(), clone->args()))
      map[&from] = &to;
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(clone, &function, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    return clone;
  }
  void call_fixed(CallInst &call, Function &callee) {
    Function *clone = copy(callee);
    SmallVector<Value *, 4> arguments(call.arg_begin(), call.arg_begin() + static_cast<long>(callee.arg_size()));
    CallInst *fixed = CallInst::Create(clone->getFunctionType(), clone, arguments, "", call.getIterator());
    fixed->setDebugLoc(call.getDebugLoc());
    call.replaceAllUsesWith(fixed);
    call.eraseFromParent();
  }

  /// Arguments passed as copies are copied by the private callee itself (prepare).
  static void own_arguments(CallBase &call) {
    for (unsigned i = 0; i < call.arg_size(); ++i)
      for (auto attribute : {Attribute::ByVal, Attribute::StructRet, Attribute::InAlloca})
        call.removeParamAttr(i, attribute);
  }

  /// Replaces an indirect call by a chain: is the pointer f? call f; is it g? call g; else the call as it was.
  bool resolve_indirect(CallBase &call);

  void forget(Function *clone) {
    auto found = originals.find(clone);
    if (found == originals.end())
      return;
    copies.erase(found->second);
    originals.erase(found);
  }

  std::map<Function *, Function *> copies;
  std::map<Function *, Function *> originals; // private copy -> user's function

private:
  PrivateProgram &program;

  static bool is_library(Function &function) {
    // Bodies that headers give for functions of the rule table keep their name: the rule is better than the body.
    return function.hasFnAttribute("cotangent_rule");
  }

  static void prepare(Function &clone, Function &original) {
    clone.setName("cotangent.primal." + original.getName());
    clone.setLinkage(GlobalValue::InternalLinkage);
    clone.setVisibility(GlobalValue::DefaultVisibility);
    clone.setDLLStorageClass(GlobalValue::DefaultStorageClass);
    clone.setComdat(nullptr);
    clone.setDSOLocal(true);
    clone.setSubprogram(nullptr); // places stay on the instructions
    for (auto attribute : {Attribute::OptimizeNone, Attribute::NoInline, Attribute::AlwaysInline, Attribute::OptimizeForSize, Attribute::MinSize,
                           Attribute::Memory, Attribute::StackProtectStrong, Attribute::StackProtect, Attribute::Naked, Attribute::SanitizeAddress, Attribute::SanitizeThread, Attribute::SanitizeMemory})
      clone.removeFnAttr(attribute);
    for (Argument &argument : clone.args()) {
      if (argument.hasByValAttr()) {
        Type *type = argument.getParamByValType();
        IRBuilder<> builder(&*clone.getEntryBlock().getFirstInsertionPt());
        AllocaInst *home = builder.CreateAlloca(type);
        Align alignment = argument.getParamAlign().valueOrOne();
        home->setAlignment(std::max(home->getAlign(), alignment));
        argument.replaceAllUsesWith(home);
        builder.CreateMemCpy(home, home->getAlign(), &argument, alignment, clone.getDataLayout().getTypeAllocSize(type));
      }
      for (auto attribute : {Attribute::ByVal, Attribute::StructRet, Attribute::InAlloca})
        clone.removeParamAttr(argument.getArgNo(), attribute);
    }
    for (BasicBlock &block : clone)
      for (Instruction &instruction : make_early_inc_range(block)) {
        instruction.dropDbgRecords();
        instruction.setMetadata(LLVMContext::MD_loop, nullptr); // wishes of the user's optimisation level
        for (const char *mark : {counter_name, path_name, recurrence_name}) // of an earlier differentiation
          instruction.setMetadata(mark, nullptr);
        if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
          switch (intrinsic->getIntrinsicID()) {
          case Intrinsic::lifetime_start:
          case Intrinsic::lifetime_end:
          case Intrinsic::assume:
          case Intrinsic::invariant_start:
          case Intrinsic::invariant_end:
            if (intrinsic->use_empty())
              intrinsic->eraseFromParent();
            break;
          case Intrinsic::is_constant:
            intrinsic->replaceAllUsesWith(ConstantInt::getFalse(clone.getContext()));
            intrinsic->eraseFromParent();
            break;
          default:
            break;
          }
      }
  }
};

bool Cloner::resolve_indirect(CallBase &call) {
  if (call.isInlineAsm())
    return false;
  Value *pointer = call.getCalledOperand();
  Module *module = call.getModule();
  std::vector<Function *> candidates;
  for (Function &function : *module)
    if (may_be_called_by(call, function) && !originals.count(&function))
      candidates.push_back(&function);
  if (candidates.empty())
    return false;
  if (auto *invoke = dyn_cast<InvokeInst>(&call)) { // the chain needs a block that ends in the call alone
    BasicBlock *normal = invoke->getNormalDest();
    if (!normal->getSinglePredecessor())
      SplitEdge(invoke->getParent(), normal);
  }
  BasicBlock *head = call.getParent();
  BasicBlock *rest = head->splitBasicBlock(call.getIterator(), "indirect");
  BasicBlock *after = nullptr;
  auto *invoke = dyn_cast<InvokeInst>(&call);
  if (invoke) {
    after = invoke->getNormalDest();
  } else {
    after = rest->splitBasicBlock(std::next(call.getIterator()), "resolved");
  }
  PHINode *result = nullptr;
  if (!call.getType()->isVoidTy()) {
    result = PHINode::Create(call.getType(), candidates.size() + 1, "", after->begin());
    call.replaceAllUsesWith(result);
    result->addIncoming(&call, rest);
  }
  head->getTerminator()->eraseFromParent();
  BasicBlock *current = head;
  for (Function *candidate : candidates) {
    BasicBlock *hit = BasicBlock::Create(call.getContext(), "target", head->getParent(), rest);
    BasicBlock *next = candidate == candidates.back() ? rest : BasicBlock::Create(call.getContext(), "next", head->getParent(), rest);
    IRBuilder<> builder(current);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    builder.CreateCondBr(builder.CreateICmpEQ(pointer, candidate), hit, next);
    Instruction *direct = call.clone();
    auto *direct_call = cast<CallBase>(direct);
    direct_call->setCalledFunction(candidate->isDeclaration() ? candidate : copy(*candidate)); // a function of the rule table
    own_arguments(*direct_call);
    direct->insertInto(hit, hit->end());
    if (invoke) {
      for (PHINode &phi : invoke->getUnwindDest()->phis())
        phi.addIncoming(phi.getIncomingValueForBlock(rest), hit);
      for (PHINode &phi : after->phis())
        if (&phi != result)
          phi.addIncoming(phi.getIncomingValueForBlock(rest), hit);
    } else {
      BranchInst::Create(after, hit);
    }
    if (result)
      result->addIncoming(direct, hit);
    current = next;
  }
  call.setMetadata("cotangent.resolved", MDNode::get(call.getContext(), {}));
  return true;
}

/// Strongly connected components of the calls between private functions, callees first.
std::vector<std::vector<Function *>> components(ArrayRef<Function *> functions) {
  std::map<Function *, int> index, low;
  std::vector<Function *> stack;
  std::set<Function *> on_stack, members(functions.begin(), functions.end());
  std::vector<std::vector<Function *>> result;
  int counter = 0;
  std::function<void(Function *)> visit = [&](Function *function) {
    index[function] = low[function] = counter++;
    stack.push_back(function);
    on_stack.insert(function);
    for (Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction())
          if (members.count(callee)) {
            if (!index.count(callee)) {
              visit(callee);
              low[function] = std::min(low[function], low[callee]);
            } else if (on_stack.count(callee)) {
              low[function] = std::min(low[function], index[callee]);
            }
          }
    if (low[function] == index[function]) {
      result.emplace_back();
      Function *member;
      do {
        member = stack.back();
        stack.pop_back();
        on_stack.erase(member);
        result.back().push_back(member);
      } while (member != function);
    }
  };
  for (Function *function : functions)
    if (!index.count(function))
      visit(function);
  return result;
}

bool calls_itself(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (call->getCalledFunction() == &function)
        return true;
  return false;
}

/// Calls that can be handled only inside their caller: what they throw is caught there.
bool throws_to(const CallBase &call) {
  auto *invoke = dyn_cast<InvokeInst>(&call);
  if (!invoke || call.doesNotThrow())
    return false;
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *, 16> work{invoke->getUnwindDest()};
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (isa<ReturnInst>(block->getTerminator()))
      return true;
    if (seen.insert(block).second)
      work.append(succ_begin(block), succ_end(block));
  }
  return false;
}

/// Inlines the calls between private functions, except those of a recursion and those that would make their caller too large: a chain
/// of functions that each call the one before several times grows with a power of its length.
void inline_all(PrivateProgram &program) {
  constexpr unsigned small = 50, enough = 4000, size_limit = 60000; // instructions
  auto parts = components(program.functions);
  std::set<Function *> recursive;
  for (auto &component : parts)
    for (Function *function : component)
      if (component.size() > 1 || calls_itself(*function))
        recursive.insert(function);
  for (auto &component : parts) {
    for (Function *function : component) {
      bool progress = true;
      while (progress && function->getInstructionCount() < size_limit) {
        progress = false;
        std::map<Function *, std::vector<CallBase *>> calls;
        std::vector<Function *> order;
        for (Instruction &instruction : instructions(*function))
          if (auto *call = dyn_cast<CallBase>(&instruction))
            if (Function *callee = call->getCalledFunction())
              if (is_contained(program.functions, callee) && !recursive.count(callee)) {
                if (calls[callee].empty())
                  order.push_back(callee);
                calls[callee].push_back(call);
              }
        for (Function *callee : order) {
          unsigned size = callee->getInstructionCount();
          size_t sites = calls[callee].size();
          bool affordable = size <= small || (sites == 1 && callee->hasOneUse()) || function->getInstructionCount() + size * sites <= enough || any_of(calls[callee], [](CallBase *call) { return throws_to(*call); });
          for (CallBase *call : calls[callee]) {
            InlineFunctionInfo info;
            progress |= affordable && InlineFunction(*call, info).isSuccess();
          }
        }
      }
      simplify(*function, false);
    }
  }
}

/// Functions that nothing in the program calls any more.
void drop_unused(PrivateProgram &program, Cloner &cloner) {
  std::set<Function *> used{program.root};
  std::vector<Function *> work{program.root};
  while (!work.empty()) {
    Function *function = work.back();
    work.pop_back();
    for (Instruction &instruction : instructions(*function))
      for (Value *operand : instruction.operands())
        if (auto *callee = dyn_cast<Function>(operand))
          if (is_contained(program.functions, callee) && used.insert(callee).second)
            work.push_back(callee);
  }
  std::vector<Function *> dead;
  for (Function *function : program.functions)
    if (!used.count(function))
      dead.push_back(function);
  for (Function *function : dead)
    function->dropAllReferences();
  for (Function *function : dead) {
    std::erase(program.functions, function);
    cloner.forget(function);
    function->replaceAllUsesWith(PoisonValue::get(function->getType()));
    function->eraseFromParent();
  }
}

std::vector<CallBase *> indirect_calls(PrivateProgram &program) {
  std::vector<CallBase *> calls;
  for (Function *function : program.functions)
    for (Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (!call->getCalledFunction() && !call->isInlineAsm() && !call->getMetadata("cotangent.resolved"))
          calls.push_back(call);
  return calls;
}

bool calls_root(PrivateProgram &program) {
  return any_of(program.root->users(), [](User *user) { return isa<CallBase>(user); });
}

/// A recursive function gets an entry of its own, so that the requested function is called from outside only.
void add_entry(PrivateProgram &program) {
  Function *inner = program.root;
  Function *entry = Function::Create(inner->getFunctionType(), GlobalValue::InternalLinkage, inner->getName() + ".entry", inner->getParent());
  entry->copyAttributesFrom(inner);
  IRBuilder<> builder(BasicBlock::Create(inner->getContext(), "", entry));
  SmallVector<Value *, 4> arguments;
  for (Argument &argument : entry->args())
    arguments.push_back(&argument);
  CallInst *result = builder.CreateCall(inner, arguments);
  if (result->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  program.root = entry;
  program.functions.insert(program.functions.begin(), entry);
}

/// Reads of what an argument is known to point at.
bool put_known_constants(Function &root, ArrayRef<Constant *> known_constants) {
  bool changed = false;
  for (auto [index, constant] : enumerate(known_constants)) {
    if (!constant || index >= root.arg_size())
      continue;
    for (User *user : make_early_inc_range(root.getArg(index)->users()))
      if (auto *load = dyn_cast<LoadInst>(user); load && load->getType() == constant->getType()) {
        load->replaceAllUsesWith(constant);
        load->eraseFromParent();
        changed = true;
      }
  }
  return changed;
}

} // namespace

void PrivateProgram::erase() {
  for (Function *function : functions)
    function->dropAllReferences();
  for (Function *function : functions) {
    function->replaceAllUsesWith(PoisonValue::get(function->getType()));
    function->eraseFromParent();
  }
  functions.clear();
  root = nullptr;
}

PrivateProgram copy_program(const PrivateProgram &program) {
  PrivateProgram copy = program;
  std::map<Function *, Function *> copies;
  for (Function *&function : copy.functions) {
    ValueToValueMapTy map;
    Function *made = CloneFunction(function, map);
    copies[function] = made;
    function = made;
  }
  copy.root = copies.at(program.root);
  for (Function *function : copy.functions)
    for (Instruction &instruction : instructions(*function))
      for (Use &operand : instruction.operands())
        if (auto *callee = dyn_cast<Function>(operand.get()))
          if (auto found = copies.find(callee); found != copies.end())
            operand.set(found->second);
  return copy;
}

PrivateProgram make_private_program(Function &root, ArrayRef<Constant *> known_constants) {
  PrivateProgram program;
  program.name = root.getName().str();
  Cloner cloner(program);
  program.root = cloner.copy(root);
  for (Function *function : program.functions)
    simplify(*function, false);
  for (int round = 0; round < 8; ++round) {
    // Simplification may have made indirect calls direct: those callees are copied now.
    for (size_t i = 0; i < program.functions.size(); ++i)
      cloner.redirect(*program.functions[i]);
    inline_all(program);
    if (put_known_constants(*program.root, known_constants))
      simplify(*program.root, false);
    bool direct = false;
    for (size_t i = 0; i < program.functions.size(); ++i) {
      size_t before = program.functions.size();
      cloner.redirect(*program.functions[i]);
      direct |= program.functions.size() != before;
    }
    if (direct)
      continue;
    bool resolved = false;
    for (CallBase *call : indirect_calls(program))
      resolved |= cloner.resolve_indirect(*call);
    if (!resolved)
      break;
  }
  drop_unused(program, cloner); // only now: a copy that is inlined everywhere may be called again when pointers are resolved
  if (calls_root(program))
    add_entry(program);
  for (Function *function : program.functions)
    simplify(*function, true);
  for (Function *function : program.functions)
    canonicalise(*function);
  return program;
}

} // namespace cotangent::scalar
