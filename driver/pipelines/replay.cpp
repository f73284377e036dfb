// Split forward mode: the augmented half records the primal, the other plays tangents from the recording.
#include "driver/pipelines/differentiate.h"
#include "driver/pipelines/user_function.h"
#include "scalar/emit/derivatives.h"
#include "scalar/emit/replay.h"
#include "scalar/passes/finish.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace cotangent::driver {

using scalar::Annotation;
using scalar::Problem;

static bool calls_named(const CallBase &call, StringRef name) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  return callee && callee->getName().contains(name);
}

/// An augmented half must know which other half its tape is for.
void Differentiator::find_recorders() {
  std::set<const Function *> played, reversed;
  for (CallBase *call : requests()) {
    if (calls_named(*call, "__enzyme_fwdsplit"))
      played.insert(requested_function(*call));
    else if (calls_named(*call, "__enzyme_reverse"))
      reversed.insert(requested_function(*call));
  }
  LLVMContext &context = module.getContext();
  for (CallBase *call : requests())
    if (const Function *function = requested_function(*call); function && calls_named(*call, "__enzyme_augmentfwd") && played.count(function))
      call->setMetadata(recorder_name, MDNode::get(context, MDString::get(context, reversed.count(function) ? "both" : "forward")));
}

static Problem replay_problem(const Request &request, std::string kind, std::string message, std::string note) {
  Problem problem;
  problem.function = request.function;
  problem.kind = std::move(kind);
  problem.message = std::move(message);
  problem.notes.push_back(std::move(note));
  return problem;
}

void Differentiator::make_replayed(const Request &request, scalar::Signature signature, Derivative &result) {
  std::string name = request.function->getName().str();
  for (Annotation &annotation : signature.parameters)
    if (annotation == Annotation::Active)
      annotation = Annotation::Duplicated;
  scalar::PrivateProgram program = scalar::make_private_program(*request.function, {});
  scalar::Facts facts(program, signature);
  scalar::DiffPlan plan = scalar::make_plan(facts, false);
  result.problems = plan.problems;
  if (program.functions.size() > 1)
    result.problems.push_back(replay_problem(request, "unsupported", "split forward mode of '" + user_function(request, *program.root).text + "' does not work, because a function in it calls itself",
                                             "use __enzyme_fwddiff, or write the recursion as a loop"));
  else if (!facts.function_facts.at(program.root).exit)
    result.problems.push_back(replay_problem(request, "unsupported", "function '" + user_function(request, *program.root).text + "' never returns, so it has no derivative", "every way through it ends the program, throws or runs for ever"));
  if (!result.problems.empty()) {
    program.erase();
    return;
  }
  scalar::mark_effects(*program.root, facts.functions);
  uint64_t stamp = xxh3_64bits(name) ^ program.root->getInstructionCount();
  scalar::Derivatives derivatives(plan);
  std::vector<unsigned> primal_at;
  unsigned position = 0;
  for (const Argument &argument : program.root->args()) {
    bool shadow = !request.records && facts.has_shadow(&argument), tangent = !request.records && facts.active(&argument);
    result.takes_shadow.push_back(shadow);
    result.takes_tangent.push_back(tangent);
    primal_at.push_back(position);
    position += 1 + (shadow || tangent ? signature.width : 0);
  }
  if (request.records) {
    result.forward = scalar::make_recorder(*program.root, stamp);
  } else {
    result.result_active = derivatives.result_active(program.root);
    result.result_shadowed = derivatives.result_shadowed(program.root);
    Function *tangent = derivatives.tangent(program.root);
    derivatives.emit_all();
    result.forward = scalar::make_player(*tangent, primal_at, stamp);
  }
  std::string text;
  raw_string_ostream out(text);
  if (verifyFunction(*result.forward, &out))
    result.problems.push_back(replay_problem(request, "internal", "the split forward derivative of '" + name + "' is not valid: " + text.substr(0, 400), ""));
  else
    scalar::finish({result.forward}, settings.optimise);
  if ((settings.explain_text || settings.explain_json) && request.from_tape)
    explanations.push_back(explain(request, plan, derivatives));
  if (settings.dump_derivative)
    result.forward->print(errs());
  program.erase();
}

} // namespace cotangent::driver
