#include "scalar/ingest/places.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cotangent::scalar {

std::string file_of(const DebugLoc &place) { return place ? cast<DIScope>(place->getScope())->getFilename().str() : ""; }

std::string place_text(const DebugLoc &place) {
  if (!place)
    return "";
  return file_of(place) + ":" + std::to_string(place.getLine()) + ":" + std::to_string(place.getCol());
}

bool in_project_header(const DebugLoc &place) {
  std::string file = file_of(place);
  return sys::path::extension(file) == ".h" && sys::path::filename(sys::path::parent_path(file)) == "cotangent";
}

bool in_system_header(const DebugLoc &place) {
  StringRef file = cast<DIScope>(place->getScope())->getFilename();
  return file.starts_with("/usr/") || file.contains("/include/c++/") || file.contains("/lib/clang/");
}

DebugLoc user_place(DebugLoc place) {
  while (place && in_project_header(place) && place->getInlinedAt())
    place = DebugLoc(place->getInlinedAt());
  return place;
}

DebugLoc own_place(DebugLoc place) {
  for (DebugLoc at = place; at; at = DebugLoc(at->getInlinedAt()))
    if (!in_project_header(at) && !in_system_header(at))
      return at;
  return user_place(place);
}

std::vector<DebugLoc> call_chain(DebugLoc place, const Function *function) {
  std::vector<DebugLoc> chain;
  SmallPtrSet<const Function *, 8> seen;
  while (true) {
    for (; place; place = DebugLoc(place->getInlinedAt()))
      if (place.getLine() && !in_project_header(place))
        chain.push_back(place);
    if (!function || !seen.insert(function).second)
      return chain;
    const CallBase *caller = nullptr;
    for (const User *user : function->users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == function && !seen.contains(call->getFunction())) {
        caller = call;
        break;
      }
    if (!caller)
      return chain;
    place = caller->getDebugLoc();
    function = caller->getFunction();
  }
}

const DebugLoc *own_place_of(const std::vector<DebugLoc> &chain) {
  auto own = find_if(chain, [](const DebugLoc &place) { return !in_system_header(place); });
  return own == chain.end() ? nullptr : &*own;
}

PlaceWords place_words(const Instruction &instruction) {
  std::vector<DebugLoc> chain = call_chain(instruction.getDebugLoc(), instruction.getFunction());
  const DebugLoc *own = own_place_of(chain);
  if (chain.empty())
    return {};
  if (!own)
    return {place_text(chain.front()) + ": ", ""};
  std::string more = own == &chain.front() ? "" : "in " + sys::path::filename(file_of(chain.front())).str() + ":" + std::to_string(chain.front().getLine());
  const char *joint = "called from ";
  unsigned callers = 0;
  for (const DebugLoc *at = own + 1, *end = chain.data() + chain.size(); at != end && callers < 3; ++at)
    if (!in_system_header(*at)) {
      more += (more.empty() ? "" : ", ") + (joint + place_text(*at));
      joint = "";
      ++callers;
    }
  return {place_text(*own) + ": ", more.empty() ? "" : " (" + more + ")"};
}

} // namespace cotangent::scalar
