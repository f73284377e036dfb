// Problems become diagnostics of the compiler: FILE:LINE:COL: error: cotangent: [KIND] sentence, then notes.
#include "driver/pipelines/differentiate.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cotangent::driver {

static std::string place_text(const DebugLoc &place) {
  if (!place)
    return "";
  auto *scope = cast<DIScope>(place->getScope());
  return (scope->getFilename() + ":" + Twine(place.getLine()) + ":" + Twine(place.getCol())).str();
}

static bool in_project_header(const DebugLoc &place) { return cast<DIScope>(place->getScope())->getFilename().contains("cotangent/"); }

/// The outermost place of an inlined call that is the user's own.
static DebugLoc user_place(DebugLoc place) {
  while (place && in_project_header(place) && place->getInlinedAt())
    place = DebugLoc(place->getInlinedAt());
  return place;
}

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

void Differentiator::explain(const std::string &text) {
  if (settings.explain_json) {
    errs() << "{\"explain\": \"";
    for (char letter : text) {
      if (letter == '\n')
        errs() << "\\n";
      else if (letter == '"' || letter == '\\')
        errs() << '\\' << letter;
      else
        errs() << letter;
    }
    errs() << "\"}\n";
    return;
  }
  errs() << text;
}

} // namespace cotangent::driver
