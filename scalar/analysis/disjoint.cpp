// Proves that two shadows are apart: one belongs to memory that the program makes itself, or to a `restrict` pointer.
//
// Two primals that are only read may be the same memory in spite of `restrict`, and their shadows are both written then. So one of the
// two must be written wherever it is read. Scopes of inlined functions count only if they are entered once in the whole call.
#include "scalar/analysis/disjoint.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

/// Scopes whose one declaration runs once in a call of the requested function.
std::set<const Metadata *> scopes_of_whole_call(Facts &facts) {
  std::map<const Metadata *, int> declared;
  std::set<const Metadata *> once;
  Function *root = facts.program.root;
  bool recursive = any_of(root->users(), [](const User *user) { return isa<CallBase>(user); });
  for (Function *function : facts.program.functions)
    for (Instruction &instruction : instructions(*function))
      if (auto *declaration = dyn_cast<NoAliasScopeDeclInst>(&instruction))
        for (const MDOperand &scope : declaration->getScopeList()->operands()) {
          ++declared[scope.get()];
          if (function == root && !recursive && !facts.function_facts.at(root).loops->getLoopFor(instruction.getParent()))
            once.insert(scope.get());
        }
  std::erase_if(once, [&](const Metadata *scope) { return declared[scope] != 1; });
  return once;
}

/// The word is written right there, too.
bool updated(const LoadInst &load) {
  return any_of(*load.getParent(), [&](const Instruction &other) {
    auto *store = dyn_cast<StoreInst>(&other);
    return store && store->getPointerOperand() == load.getPointerOperand() && store->getValueOperand()->getType() == load.getType();
  });
}

} // namespace

void Disjoint::add(Facts &facts, const Instruction &access, const Value *pointer, bool reads, const std::set<const Metadata *> &valid) {
  const Object *object = facts.objects.object_of(pointer);
  if (!object)
    return;
  Accesses &all = known[object];
  auto listed = [&](unsigned kind) {
    std::set<const Metadata *> scopes;
    if (MDNode *list = access.getMetadata(kind))
      for (const MDOperand &scope : list->operands())
        if (valid.count(scope.get()))
          scopes.insert(scope.get());
    return scopes;
  };
  std::set<const Metadata *> scopes = listed(LLVMContext::MD_alias_scope), others = listed(LLVMContext::MD_noalias);
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(pointer, 0));
  if (argument && (argument->getParent() != facts.program.root || !argument->hasNoAliasAttr()))
    argument = nullptr;
  if (reads)
    all.wholly_written &= isa<LoadInst>(access) && updated(cast<LoadInst>(access));
  if (!all.any) {
    all.any = true;
    all.scopes = scopes;
    all.others = others;
    all.argument = argument;
    all.own = any_of(object->origins, [](const Value *origin) { return !isa<Argument>(origin); }) && !object->duplicated_argument && !object->constant_argument && !object->external && !object->exception && !object->escapes_to_external && !object->origins.empty() &&
              all_of(object->origins, [&](const Value *origin) {
                if (auto *parameter = dyn_cast<Argument>(origin)) // is what the calls inside give
                  return parameter->getParent() != facts.program.root;
                if (isa<AllocaInst>(origin))
                  return true;
                auto *call = dyn_cast<CallBase>(origin);
                CallRole role = call ? facts.call(*call).role : CallRole::Unknown;
                return role == CallRole::Allocation || role == CallRole::Reallocation;
              });
    if (object->shadowed)
      objects.push_back(object);
    return;
  }
  std::erase_if(all.scopes, [&](const Metadata *scope) { return !scopes.count(scope); });
  std::erase_if(all.others, [&](const Metadata *scope) { return !others.count(scope); });
  if (all.argument != argument)
    all.argument = nullptr;
}

Disjoint::Disjoint(Facts &facts) {
  std::set<const Metadata *> valid = scopes_of_whole_call(facts);
  for (Function *function : facts.program.functions)
    for (Instruction &instruction : instructions(*function)) {
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        add(facts, *load, load->getPointerOperand(), true, valid);
      } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        add(facts, *store, store->getPointerOperand(), false, valid);
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
        add(facts, instruction, instruction.getOperand(0), true, valid);
      } else if (auto *call = dyn_cast<CallBase>(&instruction)) {
        CallRole role = facts.call(*call).role;
        if (role == CallRole::Ignored || role == CallRole::Scalar || role == CallRole::Private)
          continue;
        for (const Value *argument : call->args())
          if (argument->getType()->isPointerTy())
            add(facts, *call, argument, role != CallRole::Set && !(role == CallRole::Copy && argument == call->getArgOperand(0)), valid);
      }
    }
}

bool Disjoint::restricted(const Accesses &one, const Accesses &other) {
  bool scope = any_of(one.scopes, [&](const Metadata *scope) { return other.others.count(scope) != 0; });
  return scope || (one.argument && one.argument != other.argument);
}

bool Disjoint::may_coincide(const Object *a, const Object *b) const {
  auto first = known.find(a), second = known.find(b);
  if (a == b || first == known.end() || second == known.end() || first->second.own || second->second.own)
    return false;
  return !restricted(first->second, second->second) && !restricted(second->second, first->second);
}

bool Disjoint::apart(const Object *a, const Object *b) const {
  if (a == b)
    return false;
  const Accesses &first = known.at(a), &second = known.at(b);
  if (first.own || second.own)
    return true;
  return (first.wholly_written || second.wholly_written) && (restricted(first, second) || restricted(second, first));
}

} // namespace cotangent::scalar
