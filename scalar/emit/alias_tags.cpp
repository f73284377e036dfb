#include "scalar/emit/alias_tags.h"
#include "scalar/analysis/disjoint.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace cotangent::scalar {

/// More objects than this share one scope: lists of scopes stand at every access.
constexpr size_t most_scopes = 24;

AliasTags::AliasTags(Facts &facts) : facts(facts), enabled(!facts.signature.options.runtime_activity) {
  if (!enabled)
    return;
  LLVMContext &context = facts.program.root->getContext();
  MDBuilder metadata(context);
  MDNode *domain = metadata.createAnonymousAliasScopeDomain("derivative of " + facts.program.name);
  auto scope = [&](const char *name) {
    scopes.push_back(MDNode::get(context, {metadata.createAnonymousAliasScope(domain, name)}));
    return scopes.back();
  };
  auto list = [&](ArrayRef<MDNode *> lists) {
    SmallVector<Metadata *, 8> all;
    for (MDNode *one : lists)
      all.push_back(one->getOperand(0).get());
    return MDNode::get(context, all);
  };
  const Disjoint &disjoint = facts.disjoint();
  of_primal = scope("primal");
  of_tape = scope("tape");
  MDNode *rest = scope("shadows");
  std::vector<MDNode *> shadows{rest};
  std::vector<const Object *> apart;
  for (const Object *object : disjoint.objects)
    if (apart.size() < most_scopes && any_of(disjoint.objects, [&](const Object *other) { return disjoint.apart(object, other); })) {
      apart.push_back(object);
      shadows.push_back(scope("shadow"));
    }
  for (size_t i = 0; i < apart.size(); ++i) {
    std::vector<MDNode *> others{of_primal, of_tape};
    for (size_t j = 0; j < apart.size(); ++j)
      if (disjoint.apart(apart[i], apart[j]))
        others.push_back(shadows[j + 1]);
    if (all_of(disjoint.objects, [&](const Object *other) { return is_contained(apart, other) || disjoint.apart(apart[i], other); }))
      others.push_back(rest);
    of_shadow[apart[i]] = {shadows[i + 1], list(others)};
  }
  any_shadow = {rest, list({of_primal, of_tape})};
  MDNode *all_shadows = list(shadows);
  not_primal = MDNode::concatenate(all_shadows, of_tape);
  not_tape = MDNode::concatenate(all_shadows, of_primal);
}

void AliasTags::tag(Instruction *access, MDNode *own, MDNode *others) {
  access->setMetadata(LLVMContext::MD_alias_scope, MDNode::concatenate(access->getMetadata(LLVMContext::MD_alias_scope), own));
  access->setMetadata(LLVMContext::MD_noalias, MDNode::concatenate(access->getMetadata(LLVMContext::MD_noalias), others));
}

void AliasTags::primal(Instruction *access) {
  if (enabled)
    tag(access, of_primal, not_primal);
}

void AliasTags::shadow(Instruction *access, const Value *pointer) {
  if (!enabled)
    return;
  auto found = of_shadow.find(facts.objects.object_of(pointer));
  auto &[own, others] = found == of_shadow.end() ? any_shadow : found->second;
  tag(access, own, others);
}

void AliasTags::tape(Instruction *access) {
  if (enabled)
    tag(access, of_tape, not_tape);
}

void AliasTags::declare(Function &function) {
  if (!enabled || function.isDeclaration())
    return;
  BasicBlock &entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  for (MDNode *scope : scopes)
    builder.CreateNoAliasScopeDeclaration(scope);
}

} // namespace cotangent::scalar
