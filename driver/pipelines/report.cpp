// Problems become diagnostics of the compiler: FILE:LINE:COL: error: cotangent: [KIND] sentence, then notes.
#include "driver/pipelines/differentiate.h"
#include "driver/pipelines/places.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cotangent::driver {

void Differentiator::report(const scalar::Problem &problem, CallBase &request) {
  DebugLoc asked = user_place(request.getDebugLoc());
  DebugLoc place = problem.place ? user_place(problem.place) : asked;
  if (!place || in_project_header(place))
    place = asked;
  std::string text = "cotangent: [" + problem.kind + "] " + problem.message;
  if (!reported.insert(text + place_text(place)).second)
    return;
  LLVMContext &context = module.getContext();
  const Function *function = problem.function ? problem.function : request.getFunction();
  context.diagnose(DiagnosticInfoUnsupported(*function, text, place, DS_Error));
  auto note = [&](const std::string &message) { context.diagnose(DiagnosticInfoGeneric(message, DS_Note)); };
  for (DebugLoc at = place ? DebugLoc(place->getInlinedAt()) : DebugLoc(); at; at = DebugLoc(at->getInlinedAt()))
    if (!in_project_header(at))
      note(place_text(at) + ": called here");
  if (asked && asked != place)
    note(place_text(asked) + ": the derivative is asked for here");
  for (const std::string &line : problem.notes)
    note(line);
}

} // namespace cotangent::driver
