#include "driver/pipelines/explain.h"
#include "driver/pipelines/sources.h"
#include "driver/pipelines/user_function.h"
#include "scalar/ingest/outline.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <set>

using namespace llvm;

namespace cotangent::driver {

using namespace scalar;

static Place place_of(const DebugLoc &place) {
  if (!place || !place.getLine() || in_project_header(place))
    return {};
  return {file_of(place), place.getLine(), place.getCol()};
}

namespace {

class Explainer {
public:
  Explainer(const Request &request, const DiffPlan &plan, const Derivatives &derivatives) : request(request), plan(plan), facts(plan.facts), derivatives(derivatives) {}

  Explanation run() {
    head();
    arguments();
    activity();
    if (plan.reverse) {
      find_fused();
      for (const FunctionPlan *function : plan.ordered_functions())
        levels(*function);
      std::stable_sort(result.loops.begin(), result.loops.end(), [](const ExplainedLoop &a, const ExplainedLoop &b) { return std::tie(a.place, a.depth) < std::tie(b.place, b.depth); });
      std::stable_sort(result.saved.begin(), result.saved.end(), [](const SavedValue &a, const SavedValue &b) { return a.place < b.place; });
    }
    for (const Function *function : facts.program.functions)
      for (const Instruction &instruction : instructions(*function))
        if (auto found = plan.refused.find(&instruction); found != plan.refused.end())
          refuse(instruction, found->second.second);
    result.rules.assign(plan.rules.begin(), plan.rules.end());
    std::set<std::string> globals;
    for (auto &[key, shadow] : derivatives.globals)
      globals.insert(demangle(key.first->getName().str()));
    result.globals.assign(globals.begin(), globals.end());
    return std::move(result);
  }

private:
  const Request &request;
  const DiffPlan &plan;
  Facts &facts;
  const Derivatives &derivatives;
  Explanation result;
  Sources sources;
  std::map<const Function *, std::pair<Place, unsigned>> fused; // bodies of loops: where the loop is, and its depth

  void head() {
    result.place = place_of(place_of_request(*request.call));
    UserFunction user = user_function(request, *facts.program.root);
    result.symbol = user.symbol;
    result.function = user.text;
    result.mode = request.from_tape ? "forward, split" : !plan.reverse ? "forward" : plan.split ? "reverse, split" : "reverse";
    result.width = facts.signature.width;
    const Options &options = facts.signature.options;
    for (auto [set, name] : {std::pair(options.strong_zero, "strong_zero"), std::pair(options.runtime_activity, "runtime_activity"), std::pair(options.atomic_add, "atomic_add"),
                             std::pair(options.nan_check, "nan_check"), std::pair(options.shadow_init, "shadow_init")})
      if (set)
        result.options.push_back(name);
  }

  /// Differentiated memory behind a pointer, with what lies behind pointers there.
  bool reaches_active(Cell place, std::set<const Object *> &seen) {
    if (!place)
      return false;
    place = facts.objects.resolve(place);
    if (!place || !seen.insert(place.object).second)
      return false;
    for (auto &[offset, word] : place.object->words)
      if ((word.varied && word.useful && (word.all_kinds() & kind_floating)) || (word.target && reaches_active(word.target, seen)))
        return true;
    return false;
  }

  /// Names of parameters: from debug information of the user's function, or the program's text.
  std::map<unsigned, std::string> parameter_names() const {
    std::map<unsigned, std::string> names;
    const Function *function = request.function->getParent()->getFunction(result.symbol);
    if (!function)
      return names;
    for (const Argument &argument : function->args())
      if (argument.hasName() && function == request.function)
        names[argument.getArgNo() + 1] = argument.getName().str();
    for (const Instruction &instruction : instructions(*function))
      for (const DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
        if (const DILocalVariable *variable = record.getVariable(); variable->getArg() && variable->getScope()->getSubprogram() == function->getSubprogram())
          names[variable->getArg() - (has_object(*function) ? 1 : 0)] = variable->getName().str();
    return names;
  }
  static bool has_object(const Function &function) { // its first parameter is `this`
    for (const Instruction &instruction : instructions(function))
      for (const DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
        if (record.getVariable()->getArg() == 1 && record.getVariable()->isObjectPointer())
          return true;
    return false;
  }

  void arguments() {
    static constexpr const char *words[] = {"constant", "duplicated", "duplicated, primal not needed", "active"};
    std::map<unsigned, std::string> names = parameter_names();
    Function &root = *facts.program.root;
    for (auto [argument, annotation] : zip(root.args(), facts.signature.parameters)) {
      ExplainedArgument explained;
      explained.number = argument.getArgNo() + (request.own ? 0 : 1); // the first parameter of a wrapper is the object to call
      if (!explained.number && annotation == Annotation::Constant)
        continue;
      explained.annotation = request.own && annotation != Annotation::Constant ? "differentiated" : words[static_cast<unsigned>(annotation)];
      if (auto name = names.find(explained.number); name != names.end())
        explained.name = name->second;
      if (facts.signature.result_slot && argument.getArgNo() + 1 == root.arg_size())
        explained.name = "result";
      std::set<const Object *> seen;
      explained.active = annotation != Annotation::Constant && (argument.getType()->isPointerTy() ? reaches_active(facts.objects.cell(&argument), seen) : facts.active(&argument));
      result.arguments.push_back(explained);
    }
  }

  void refuse(const Instruction &instruction, StringRef message) {
    message.consume_front(scalar::place_words(instruction).before); // the exception says it too
    std::vector<DebugLoc> chain = scalar::call_chain(instruction.getDebugLoc(), instruction.getFunction());
    const DebugLoc *own = scalar::own_place_of(chain);
    std::pair<Place, std::string> entry{own ? place_of(*own) : Place(), message.str()};
    if (!is_contained(result.refused, entry))
      result.refused.push_back(entry);
  }

  bool active(const Instruction &instruction) {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return facts.active_memory(store->getPointerOperand(), store->getValueOperand()->getType());
    if (auto *call = dyn_cast<CallBase>(&instruction))
      return facts.active(call) || facts.call_is_active(*call);
    return facts.active(&instruction);
  }

  void activity() {
    for (const Function *function : facts.program.functions)
      for (const Instruction &instruction : instructions(*function)) {
        if (!active(instruction))
          continue;
        ++result.active_instructions;
        if (DebugLoc place = own_place(instruction.getDebugLoc()); place && place.getLine() && !in_project_header(place))
          ++result.active_lines[file_of(place)][place.getLine()];
      }
  }

  static Place place_of_loop(const LoopFacts &loop) { return place_of(own_place(loop.loop->getStartLoc())); }

  void find_fused() {
    for (const Function *function : facts.program.functions)
      for (const Instruction &instruction : instructions(*function))
        if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getMetadata(fused_name))
          if (const LoopFacts *loop = facts.function_facts.at(function).loop_of(call->getParent()))
            fused[call->getCalledFunction()] = {place_of_loop(*loop), loop->depth};
  }

  bool has_active(const Loop &loop) {
    return any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, [&](const Instruction &instruction) { return active(instruction); }); });
  }

  const Function *body_called_in(const Loop &loop) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block)
        if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getMetadata(fused_name) && !loop.isInvalid())
          return call->getCalledFunction();
    return nullptr;
  }

  std::string why_taped(const FunctionPlan &function, const LoopFacts &loop) {
    for (const Dependence &found : facts.dependences)
      if (found.header == loop.loop->getHeader())
        return found.reason;
    if (auto body = fused.find(function.function); body != fused.end()) {
      std::string line = body->second.first.line ? " in line " + std::to_string(body->second.first.line) : "";
      return "it lies inside the loop" + line + ", whose iterations leave nothing behind";
    }
    if (loop.parent)
      return "it lies inside a loop that is taped";
    if (plan.split)
      return "the two sweeps are calls of their own";
    if (function.function != facts.program.root)
      return "its function calls itself";
    if (!facts.signature.active_return)
      return "the function does not return a number that is differentiated";
    return "its iterations depend on each other";
  }

  void levels(const FunctionPlan &function) {
    FunctionFacts &known = facts.function_facts.at(function.function);
    auto body = fused.find(function.function);
    for (auto &[quantity, keep] : function.keep) {
      result.recomputed += keep == Keep::Recompute;
      result.in_registers += keep == Keep::Slot;
    }
    for (const LevelPlan *level : function.ordered_levels(known)) {
      std::optional<Place> loop_place;
      if (const LoopFacts *loop = level->loop) {
        const Function *taken = body_called_in(*loop->loop);
        bool taped = any_of(function.levels, [&](const auto &inner) { return inner.first && inner.second.bytes && loop->loop->contains(inner.first->loop); });
        if (!taken && !taped && !has_active(*loop->loop))
          continue;
        ExplainedLoop explained;
        loop_place = explained.place = place_of_loop(*loop);
        explained.depth = loop->depth + (body != fused.end() ? body->second.second : 0);
        explained.form = taken ? "fused" : taped ? "taped" : "free";
        explained.bytes = level->bytes;
        if (level->bytes)
          explained.layout = level->layout == Layout::Array ? "array" : "stack";
        if (!taken && taped)
          explained.reason = why_taped(function, *loop);
        result.loops.push_back(explained);
      }
      for (const TapeEntry &entry : level->entries)
        save(function, entry, loop_place);
    }
  }

  void save(const FunctionPlan &function, const TapeEntry &entry, const std::optional<Place> &loop) {
    SavedValue saved;
    saved.what = describe(entry.quantity);
    saved.bytes = entry.bytes;
    saved.loop = loop;
    saved.reason = function.reasons.at(entry.quantity);
    if (auto *made = dyn_cast<Instruction>(entry.quantity.value)) {
      DebugLoc place = own_place(place_of_value(*made));
      saved.place = place_of(place);
      if (saved.place.line) {
        saved.expression = isa<PHINode>(made) ? "" : sources.expression(place);
        saved.source = sources.line(place);
      }
    }
    result.saved.push_back(saved);
  }

  /// Values that loops carry have no place: where the next value is made.
  static DebugLoc place_of_value(const Instruction &made) {
    auto known = [](const DebugLoc &place) { return place && place.getLine(); };
    auto *phi = dyn_cast<PHINode>(&made);
    if (known(made.getDebugLoc()) && !phi)
      return made.getDebugLoc();
    if (phi)
      for (const Value *incoming : reverse(phi->incoming_values()))
        if (auto *from = dyn_cast<Instruction>(incoming); from && known(from->getDebugLoc()) && !isa<PHINode>(from) && !in_project_header(own_place(from->getDebugLoc())))
          return from->getDebugLoc();
    return known(made.getDebugLoc()) ? made.getDebugLoc() : made.getParent()->getTerminator()->getDebugLoc();
  }

  std::string describe(const Quantity &quantity) {
    const Value &value = *quantity.value;
    if (quantity.shadow)
      return "address of a shadow";
    if (auto *argument = dyn_cast<Argument>(&value))
      return "argument " + std::to_string(argument->getArgNo() + 1);
    auto *made = dyn_cast<Instruction>(&value);
    if (!made)
      return "value";
    if (made->getMetadata(path_name))
      return "way taken";
    if (auto *phi = dyn_cast<PHINode>(made)) {
      if (loop_number(*phi) >= 0)
        return "number of iterations";
      bool carried = facts.function_facts.at(phi->getFunction()).loops->isLoopHeader(phi->getParent());
      return carried ? "value that the loop carries on" : "value that depends on the way taken";
    }
    if (auto *load = dyn_cast<LoadInst>(made)) {
      if (auto *global = dyn_cast<GlobalVariable>(load->getPointerOperand()->stripInBoundsOffsets()))
        return "value of " + demangle(global->getName().str());
      return "value read from memory";
    }
    if (auto *call = dyn_cast<CallBase>(made)) {
      if (std::string rule = scalar_rule_of(*call); !rule.empty())
        return "result of " + rule;
      const Function *callee = call->getCalledFunction();
      return callee ? "result of " + readable_name(callee->getName()) : "result of a call";
    }
    if (made->getType()->isPointerTy())
      return "address";
    switch (made->getOpcode()) {
    case Instruction::FMul:
    case Instruction::Mul:
      return "product";
    case Instruction::FAdd:
    case Instruction::Add:
      return "sum";
    case Instruction::FSub:
    case Instruction::Sub:
      return "difference";
    case Instruction::FDiv:
    case Instruction::SDiv:
    case Instruction::UDiv:
      return "quotient";
    case Instruction::ICmp:
    case Instruction::FCmp:
      return "comparison";
    default:
      return "value";
    }
  }
};

} // namespace

Explanation explain(const Request &request, const DiffPlan &plan, const Derivatives &derivatives) { return Explainer(request, plan, derivatives).run(); }

} // namespace cotangent::driver
