// Problems become diagnostics of the compiler: FILE:LINE:COL: error: cotangent: [KIND] sentence, then notes.
#include "driver/pipelines/differentiate.h"
#include "driver/pipelines/sources.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cotangent::driver {

void Differentiator::report(const scalar::Problem &problem, CallBase &request, DiagnosticSeverity severity) {
  DebugLoc asked = user_place(request.getDebugLoc());
  std::vector<DebugLoc> chain = scalar::call_chain(problem.place, problem.function);
  const DebugLoc *own = scalar::own_place_of(chain), *end = chain.data() + chain.size();
  if (!own)
    own = chain.data();
  DebugLoc place = chain.empty() ? asked : *own;
  std::string text = "cotangent: [" + problem.kind + "] " + problem.message;
  if (!reported.insert(text + place_text(place)).second)
    return;
  LLVMContext &context = module.getContext();
  const Function *function = problem.function ? problem.function : request.getFunction();
  context.diagnose(DiagnosticInfoUnsupported(*function, text, place, severity));
  auto note = [&](const std::string &message) { context.diagnose(DiagnosticInfoGeneric(message, DS_Note)); };
  if (own != chain.data())
    note(place_text(chain.front()) + ": in the library, here");
  for (const DebugLoc *at = chain.empty() ? end : own + 1; at != end; ++at)
    note(place_text(*at) + ": called here");
  if (asked && asked != place)
    note(place_text(asked) + ": the derivative is asked for here");
  for (const std::string &line : problem.notes)
    note(line);
}

} // namespace cotangent::driver
