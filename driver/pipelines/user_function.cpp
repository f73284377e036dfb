#include "driver/pipelines/user_function.h"
#include "driver/pipelines/sources.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace cotangent::driver {

/// Functions of the headers, and lambdas in them.
static bool of_project(StringRef symbol) {
  ItaniumPartialDemangler demangler;
  std::string mangled = symbol.str(); // the demangler keeps pointers into it
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction())
    return symbol.starts_with("cotangent_");
  size_t size = 0;
  char *text = demangler.getFunctionDeclContextName(nullptr, &size);
  StringRef context = text ? text : "";
  bool own = context == "cotangent" || context.starts_with("cotangent::") || context.contains(" cotangent::"); // a result type may stand before
  std::free(text);
  return own;
}

/// Generated functions and private copies are called `cotangent.KIND.SYMBOL`, perhaps with a number behind.
static StringRef without_decoration(StringRef symbol, bool &derivative) {
  while (symbol.consume_front("cotangent.")) {
    derivative |= !symbol.starts_with("primal.");
    symbol = symbol.drop_front(symbol.find('.') + 1);
  }
  size_t dot = symbol.rfind('.');
  if (dot != StringRef::npos && dot + 1 < symbol.size() && all_of(symbol.drop_front(dot + 1), isDigit))
    symbol = symbol.take_front(dot);
  return symbol;
}

std::string readable_name(StringRef symbol) {
  bool derivative = false;
  std::string name = demangle(without_decoration(symbol, derivative).str());
  return derivative ? "the derivative of " + name : name;
}

/// The first function, not of the headers, that a wrapper calls itself or through other functions of the headers.
static const Function *called_by_headers(const Function &wrapper) {
  SetVector<const Function *> seen;
  seen.insert(&wrapper);
  for (size_t i = 0; i < seen.size(); ++i)
    for (const Instruction &instruction : instructions(*seen[i])) {
      auto *call = dyn_cast<CallBase>(&instruction);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isIntrinsic() || seen.contains(callee))
        continue;
      if (of_project(callee->getName()))
        seen.insert(callee);
      else if (call->getDebugLoc() && in_project_header(call->getDebugLoc())) // the headers call it, not code that was inlined
        return callee;
    }
  return nullptr;
}

/// Inlined code still says which functions it is from: those that the headers called.
static SetVector<StringRef> inlined_functions(const Function &root) {
  // The least debug information has no mangled names, and copies of functions have descriptions of their own.
  using Key = std::tuple<StringRef, StringRef, unsigned>;
  auto key = [](const DISubprogram &program) { return Key(program.getName(), program.getFilename(), program.getLine()); };
  std::map<Key, StringRef> symbols;
  for (const Function &function : *root.getParent())
    if (const DISubprogram *program = function.getSubprogram())
      symbols.try_emplace(key(*program), function.getName());
  SetVector<StringRef> found;
  for (const Instruction &instruction : instructions(root)) {
    StringRef outermost;
    for (DebugLoc at = instruction.getDebugLoc(); at; at = DebugLoc(at->getInlinedAt()))
      if (DISubprogram *program = cast<DILocalScope>(at->getScope())->getSubprogram(); program && !in_project_header(at) && !in_system_header(at))
        outermost = !program->getLinkageName().empty() ? program->getLinkageName() : symbols.contains(key(*program)) ? symbols.at(key(*program)) : program->getName();
    if (!outermost.empty() && !of_project(outermost))
      found.insert(outermost);
  }
  return found;
}

UserFunction user_function(const Request &request, const Function &root) {
  const Function *function = request.function;
  if (of_project(function->getName())) {
    const Function *known = nullptr;
    for (const Constant *content : request.known)
      if (auto *pointed = dyn_cast_or_null<Function>(content); pointed && !known)
        known = pointed;
    if (!known)
      known = called_by_headers(*function);
    if (!known) {
      SetVector<StringRef> inlined = inlined_functions(root);
      if (!inlined.empty())
        return {inlined.front().str(), join(map_range(inlined, [](StringRef name) { return readable_name(name); }), " or ")};
      known = function;
    }
    function = known;
  }
  // The function may be a derivative itself, of a wrapper.
  bool derivative = false;
  StringRef symbol = without_decoration(function->getName(), derivative);
  std::string prefix = derivative ? "the derivative of " : "";
  if (derivative && of_project(symbol)) {
    const Function *wrapper = function->getParent()->getFunction(symbol);
    if (const Function *known = wrapper ? called_by_headers(*wrapper) : nullptr)
      symbol = known->getName();
    else if (SetVector<StringRef> inlined = inlined_functions(*function); !inlined.empty())
      symbol = inlined.front();
  }
  return {symbol.str(), prefix + readable_name(symbol)};
}

DebugLoc place_of_request(const CallBase &call) {
  DebugLoc first = own_place(call.getDebugLoc());
  auto own = [](const DebugLoc &place) { return place && !in_project_header(place) && !in_system_header(place); };
  if (own(first))
    return first;
  SetVector<const Function *> seen;
  seen.insert(call.getFunction());
  for (size_t i = 0; i < seen.size() && i < 64; ++i)
    for (const User *user : seen[i]->users())
      if (auto *instruction = dyn_cast<Instruction>(user)) {
        DebugLoc place = own_place(instruction->getDebugLoc());
        if (own(place))
          return place;
        seen.insert(instruction->getFunction());
      }
  return first;
}

} // namespace cotangent::driver
