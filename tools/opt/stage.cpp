#include "tools/opt/stage.h"
#include "driver/pipelines/stages.h"
#include "scalar/emit/derivatives.h"
#include "scalar/passes/finish.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cotangent::tools {

using scalar::Annotation;

static Annotation by_type(const Type &type, Sweeps sweeps) {
  if (type.isPointerTy())
    return Annotation::Duplicated;
  if (!scalar::contains_floating(&type))
    return Annotation::Constant;
  return sweeps == Sweeps::Forward ? Annotation::Duplicated : Annotation::Active;
}

std::string make_signature(const Function &function, const StageRequest &request, scalar::Signature &signature) {
  if (request.width < 1)
    return "the width must be at least 1";
  if (!request.activity.empty() && request.activity.size() != function.arg_size())
    return "function '" + function.getName().str() + "' has " + std::to_string(function.arg_size()) + " parameters, but --activity names " + std::to_string(request.activity.size());
  signature.width = request.width;
  for (const Argument &argument : function.args()) {
    Annotation annotation = by_type(*argument.getType(), request.sweeps);
    if (!request.activity.empty()) {
      const std::string &word = request.activity[argument.getArgNo()];
      auto found = StringSwitch<std::optional<Annotation>>(word)
                       .Case("const", Annotation::Constant)
                       .Case("dup", Annotation::Duplicated)
                       .Case("dupnoneed", Annotation::DuplicatedNoNeed)
                       .Case("active", Annotation::Active)
                       .Default(std::nullopt);
      if (!found)
        return "'" + word + "' is no activity: const, dup, dupnoneed or active";
      std::string number = "parameter " + std::to_string(argument.getArgNo() + 1);
      bool pointer = argument.getType()->isPointerTy();
      if (*found == Annotation::Active && pointer)
        return number + " is a pointer: const or dup";
      if (*found == Annotation::Active && request.sweeps == Sweeps::Forward)
        return number + ": in forward mode numbers are const or dup";
      if (*found != Annotation::Active && *found != Annotation::Constant && !pointer && request.sweeps != Sweeps::Forward)
        return number + ": in reverse mode numbers are const or active";
      if (*found != Annotation::Constant && !pointer && !scalar::contains_floating(argument.getType()))
        return number + " carries no derivative: const";
      annotation = *found;
    }
    signature.parameters.push_back(annotation);
    signature.modified_between.push_back(true);
  }
  signature.active_return = scalar::contains_floating(function.getReturnType());
  signature.duplicated_return = function.getReturnType()->isPointerTy();
  return "";
}

static void print(const scalar::Problem &problem, raw_ostream &errors) {
  if (problem.place)
    errors << cast<DIScope>(problem.place->getScope())->getFilename() << ":" << problem.place.getLine() << ":" << problem.place.getCol() << ": ";
  errors << "error: cotangent: [" << problem.kind << "] " << problem.message << "\n";
  for (const std::string &note : problem.notes)
    errors << "note: " << note << "\n";
}

static bool print_derivatives(scalar::DiffPlan &plan, const StageRequest &request, raw_ostream &output, raw_ostream &errors) {
  scalar::Derivatives derivatives(plan);
  const Function *root = plan.facts.program.root;
  if (request.sweeps == Sweeps::Forward)
    derivatives.tangent(root);
  else if (request.sweeps == Sweeps::Split)
    derivatives.augmented(root);
  else
    derivatives.combined(root);
  derivatives.emit_all();
  for (Function *function : derivatives.made) {
    std::string text;
    raw_string_ostream broken(text);
    if (verifyFunction(*function, &broken)) {
      errors << "error: cotangent: [internal] " << function->getName() << " is not valid: " << text << "\n";
      return false;
    }
  }
  scalar::finish(derivatives.made, request.optimise);
  for (const Function *function : derivatives.made)
    function->print(output);
  return true;
}

bool run_stage(Function &function, scalar::Signature signature, const StageRequest &request, raw_ostream &output, raw_ostream &errors) {
  scalar::PrivateProgram program = scalar::make_private_program(function, {});
  bool combined = request.sweeps == Sweeps::Reverse;
  signature.split = request.sweeps == Sweeps::Split;
  std::unique_ptr<scalar::Facts> facts;
  if (request.stage != Stage::Primal)
    facts = driver::find_facts(program, signature, combined);
  if (request.stage == Stage::Primal)
    for (const Function *copy : program.functions)
      copy->print(output);
  else if (request.stage == Stage::Facts)
    output << facts->print();
  if (request.stage == Stage::Primal || request.stage == Stage::Facts)
    return true;
  scalar::DiffPlan plan = scalar::make_plan(*facts, request.sweeps != Sweeps::Forward);
  if (!facts->function_facts.at(program.root).exit) {
    scalar::Problem problem;
    problem.kind = "unsupported";
    problem.message = "function '" + function.getName().str() + "' never returns, so it has no derivative";
    plan.problems.push_back(problem);
  }
  for (const scalar::Problem &problem : plan.problems)
    print(problem, errors);
  if (!plan.problems.empty())
    return false;
  if (request.stage == Stage::Derivative)
    return print_derivatives(plan, request, output, errors);
  output << plan.print();
  return true;
}

} // namespace cotangent::tools
