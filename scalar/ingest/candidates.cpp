#include "scalar/ingest/candidates.h"
#include "rules/scalar/names.h"
#include "scalar/analysis/calls.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

/// A function whose address the program may hold.
bool address_taken(const Function &function) {
  // The wrappers of the headers are for requests only; no pointer of the program leads there.
  bool known = !function.isDeclaration() || !rules::library_rule_of(std::string_view(function.getName())).empty();
  if (!known || function.isVarArg() || function.getName().starts_with("cotangent.") || function.getName().starts_with("_ZN9cotangent6detail7Wrapper"))
    return false;
  auto in_request = [](const User *user) { // the address is given to the plugin, not to the program
    auto *call = dyn_cast<CallBase>(user);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && is_request(callee->getName());
  };
  return any_of(function.uses(), [&](const Use &use) {
    auto *call = dyn_cast<CallBase>(use.getUser());
    return !(call && call->isCallee(&use)) && !in_request(use.getUser());
  });
}

/// Struct types keep their names, apart from a number where files were linked.
bool same_type(const Type *one, const Type *other) {
  if (one == other || !one || !other)
    return one == other;
  auto *first = dyn_cast<StructType>(one), *second = dyn_cast<StructType>(other);
  return first && second && first->hasName() && second->hasName() && first->getName().rtrim("0123456789").rtrim('.') == second->getName().rtrim("0123456789").rtrim('.');
}

/// All pointers look alike in a function's type; what is returned in memory and what is passed by value tell more.
bool fits(const CallBase &call, const Function &function) {
  if (function.getFunctionType() != call.getFunctionType())
    return false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (!same_type(call.getParamStructRetType(i), function.getParamStructRetType(i)) || !same_type(call.getParamByValType(i), function.getParamByValType(i)))
      return false;
  return true;
}

} // namespace

bool may_be_called_by(const CallBase &call, const Function &function) { return fits(call, function) && address_taken(function); }

} // namespace cotangent::scalar
