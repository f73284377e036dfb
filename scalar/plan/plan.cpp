#include "scalar/plan/plan.h"
#include "scalar/analysis/patterns.h"
#include "scalar/ingest/outline.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cotangent::scalar {

namespace {

class Planner {
public:
  Planner(DiffPlan &plan, Function &function, bool combined) : facts(plan.facts), plan(plan), known(facts.function_facts.at(&function)), result(plan.functions[&function]) {
    result.function = &function;
    result.combined = combined;
    result.fused = is_contained(facts.program.fused, &function);
    result.arguments_at_hand = combined || &function == facts.program.root;
  }

  void run() {
    levels();
    for (Instruction &instruction : instructions(*result.function)) {
      if (!known.returning.contains(instruction.getParent()))
        continue;
      for (Quantity need : reverse_needs(instruction, facts))
        vertex(need, true);
      std::string rule = scalar_rule_of(instruction);
      if (!rule.empty() && facts.active(&instruction))
        plan.rules.insert(rule);
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        CallInfo info = facts.call(*call);
        if (info.role == CallRole::Private && facts.call_is_active(*call)) {
          if (call->getMetadata(fused_name))
            result.calls_taping |= plan.functions.at(call->getCalledFunction()).uses_tape();
          else
            result.calls_augmented = true;
        }
        result.defers |= info.role == CallRole::Deallocation && facts.shadowed(call->getArgOperand(info.pointer_argument));
        result.defers |= info.role == CallRole::Copy && facts.shadowed(call->getArgOperand(0)) && pattern_of(facts, *call).dynamic;
        result.defers |= info.role == CallRole::Allocation && facts.shadowed(call) && facts.objects.object_of(call)->exception;
        result.defers |= info.role == CallRole::Reallocation && facts.shadowed(call);
        result.defers |= plan.restores_result && info.role == CallRole::Allocation && facts.part_of_result(call);
      }
      result.defers |= !combined_plan() && isa<AllocaInst>(instruction) && facts.shadowed(&instruction);
    }
    std::vector<bool> kept = cheapest_cut(operands, computable, needed, cost);
    // Only what is needed after the cut gets a decision.
    std::vector<int> work;
    std::vector<bool> visited(quantities.size());
    for (size_t i = 0; i < quantities.size(); ++i)
      if (needed[i])
        work.push_back(static_cast<int>(i));
    while (!work.empty()) {
      int at = work.back();
      work.pop_back();
      if (visited[at])
        continue;
      visited[at] = true;
      if (kept[at]) {
        keep(at);
        continue;
      }
      result.keep[quantities[at]] = free[at] ? Keep::Free : Keep::Recompute;
      if (auto *load = dyn_cast<LoadInst>(quantities[at].value))
        if (Object *object = facts.objects.object_of(load->getPointerOperand()); object && object->freed) {
          result.postponed.insert(object);
          result.defers = true;
        }
      for (int operand : operands[at])
        work.push_back(operand);
    }
    layout();
  }

private:
  bool combined_plan() const { return result.combined; }
  Facts &facts;
  DiffPlan &plan;
  FunctionFacts &known;
  FunctionPlan &result;
  std::vector<Quantity> quantities;
  std::map<Quantity, int> index;
  std::vector<std::vector<int>> operands;
  std::vector<bool> computable, needed, free;
  std::vector<int64_t> cost;
  std::vector<std::string> reasons;

  const LoopFacts *level_of(Quantity quantity) const {
    auto *instruction = dyn_cast<Instruction>(quantity.value);
    return instruction ? known.loop_of(instruction->getParent()) : nullptr;
  }

  uint64_t size_of(Quantity quantity) const {
    if (quantity.shadow)
      return 8 * facts.signature.width * std::max<uint64_t>(1, result.function->getDataLayout().getTypeStoreSize(quantity.value->getType()) / 8);
    return result.function->getDataLayout().getTypeAllocSize(quantity.value->getType());
  }

  int vertex(Quantity quantity, bool need) {
    auto [entry, fresh] = index.try_emplace(quantity, static_cast<int>(quantities.size()));
    int at = entry->second;
    if (!fresh) {
      needed[at] = needed[at] || need;
      return at;
    }
    quantities.push_back(quantity);
    operands.emplace_back();
    computable.push_back(false);
    needed.push_back(need);
    free.push_back(false);
    reasons.emplace_back();
    const LoopFacts *level = level_of(quantity);
    int64_t weight = static_cast<int64_t>(size_of(quantity));
    for (unsigned depth = level ? level->depth : 0; depth > 0 && weight < (int64_t(1) << 40); --depth)
      weight *= 64;
    cost.push_back(weight);
    bool own_memory = isa<AllocaInst>(quantity.value);
    auto *phi = dyn_cast<PHINode>(quantity.value);
    bool counter = phi && level && level->counter == phi;
    if (isa<Constant>(quantity.value) || counter || (result.arguments_at_hand && isa<Argument>(quantity.value)) || (result.combined && own_memory)) {
      computable[at] = free[at] = true;
      return at;
    }
    if (!level && result.combined && isa<Instruction>(quantity.value)) {
      cost[at] = 0; // stays in a register
      reasons[at] = "at hand";
      return at;
    }
    std::vector<Quantity> from;
    std::string reason;
    bool possible = recompute_operands(quantity, facts, result.combined, from, reason);
    reasons[at] = reason;
    std::vector<int> indices;
    if (possible)
      for (Quantity operand : from)
        indices.push_back(vertex(operand, false));
    operands[at] = indices;
    computable[at] = possible;
    return at;
  }

  void keep(int at) {
    Quantity quantity = quantities[at];
    const LoopFacts *loop = level_of(quantity);
    LevelPlan &level = result.levels.at(loop);
    if (level.layout == Layout::Registers) {
      result.keep[quantity] = Keep::Slot;
      return;
    }
    result.keep[quantity] = Keep::Tape;
    result.reasons[quantity] = reasons[at].empty() ? "it is cheaper to store than what it is computed from" : reasons[at];
    level.entries.push_back({quantity, 0, size_of(quantity)});
  }

  void levels() {
    result.levels[nullptr].layout = result.combined ? Layout::Registers : Layout::Frame;
    for (auto &[loop, entry] : known.loop_facts) {
      LevelPlan &level = result.levels[entry.get()];
      level.loop = entry.get();
      level.layout = entry->counted ? Layout::Array : Layout::Stack;
    }
  }

  /// Larger entries first, so that each is aligned to its size.
  void layout() {
    for (auto &[loop, level] : result.levels) {
      std::stable_sort(level.entries.begin(), level.entries.end(), [](const TapeEntry &a, const TapeEntry &b) { return a.bytes > b.bytes; });
      uint64_t offset = 0, alignment = 1;
      for (TapeEntry &entry : level.entries) {
        uint64_t own = entry.bytes >= 16 ? 16 : entry.bytes >= 8 ? 8 : entry.bytes >= 4 ? 4 : entry.bytes >= 2 ? 2 : 1;
        if (entry.quantity.shadow)
          own = 8;
        offset = (offset + own - 1) / own * own;
        entry.offset = offset;
        offset += entry.bytes;
        alignment = std::max(alignment, own);
      }
      if (level.layout != Layout::Array)
        alignment = std::max<uint64_t>(alignment, 8);
      level.bytes = (offset + alignment - 1) / alignment * alignment;
    }
  }
};

/// With a space before it; empty for an unknown place.
std::string text_of(const DebugLoc &place) { return place ? (" " + cast<DIScope>(place->getScope())->getFilename() + ":" + Twine(place.getLine())).str() : ""; }

std::string place_of(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction ? text_of(instruction->getDebugLoc()) : "";
}

} // namespace

static bool restores_result(Facts &facts) {
  return any_of(facts.program.functions, [&](Function *function) {
    return any_of(instructions(*function), [&](Instruction &instruction) {
      if (auto *store = dyn_cast<StoreInst>(&instruction))
        return covers_floating(*store, facts) && facts.part_of_result(store->getPointerOperand());
      auto *call = dyn_cast<CallBase>(&instruction);
      CallRole role = call ? facts.call(*call).role : CallRole::Unknown;
      bool fill = role == CallRole::Set || (role == CallRole::Copy && !facts.has_shadow(call->getArgOperand(1)));
      return fill && fills_own_memory(facts, *call) && facts.part_of_result(call->getArgOperand(0));
    });
  });
}

DiffPlan make_plan(Facts &facts, bool reverse) {
  bool split = facts.signature.split;
  DiffPlan plan{facts, reverse, split, false, {}, {}, {}, {}, {}, {}};
  plan.restores_result = reverse && restores_result(facts);
  plan.problems = facts.problems;
  if (reverse) {
    for (Function *function : llvm::reverse(facts.program.fused)) // their callers, which come before them, ask whether they need the tape
      Planner(plan, *function, true).run();
    for (Function *function : facts.program.functions)
      if (!is_contained(facts.program.fused, function))
        Planner(plan, *function, !split && function == facts.program.root).run();
  }
  else {
    for (Function *function : facts.program.functions)
      for (Instruction &instruction : instructions(*function))
        if (std::string rule = scalar_rule_of(instruction); !rule.empty() && facts.active(&instruction))
          plan.rules.insert(rule);
  }
  check_plan(plan);
  return plan;
}

std::vector<const LevelPlan *> FunctionPlan::ordered_levels(const FunctionFacts &known) const {
  std::vector<const LevelPlan *> ordered{&levels.at(nullptr)};
  for (const Loop *loop : known.loops->getLoopsInPreorder())
    ordered.push_back(&levels.at(known.loop_facts.at(loop).get()));
  return ordered;
}

std::vector<const FunctionPlan *> DiffPlan::ordered_functions() const {
  std::vector<const FunctionPlan *> ordered;
  for (const Function *function : facts.program.functions)
    if (auto found = functions.find(function); found != functions.end())
      ordered.push_back(&found->second);
  return ordered;
}

std::string DiffPlan::print() {
  std::string text;
  raw_string_ostream out(text);
  out << "derivative of " << facts.program.name << ": " << (!reverse ? "forward" : split ? "reverse, split" : "reverse, combined") << ", width "
      << facts.signature.width << "\n";
  for (const FunctionPlan *planned : ordered_functions()) {
    const FunctionPlan &plan = *planned;
    out << "  function " << plan.function->getName() << (plan.fused ? " (body of a loop, forward and at once backwards)" : plan.combined ? " (both sweeps in one)" : " (sweeps apart)") << "\n";
    unsigned recomputed = 0, slots = 0;
    for (auto &[quantity, keep] : plan.keep) {
      recomputed += keep == Keep::Recompute;
      slots += keep == Keep::Slot;
    }
    out << "    recomputed: " << recomputed << ", kept in registers: " << slots << "\n";
    for (const LevelPlan *planned_level : plan.ordered_levels(facts.function_facts.at(plan.function))) {
      const LevelPlan &level = *planned_level;
      if (!level.bytes)
        continue;
      if (const LoopFacts *loop = level.loop)
        out << "    loop" << text_of(loop->loop->getStartLoc()) << " depth " << loop->depth << ": ";
      else
        out << "    call: ";
      out << level.bytes << " bytes" << (level.loop ? " per iteration" : "") << " (" << (level.layout == Layout::Array ? "array" : level.layout == Layout::Stack ? "stack" : "frame") << ")\n";
      for (const TapeEntry &entry : level.entries) {
        out << "      +" << entry.offset << " " << entry.bytes << " bytes" << place_of(entry.quantity.value) << (entry.quantity.shadow ? " shadow of" : "") << " ";
        entry.quantity.value->printAsOperand(out, false);
        out << ": " << plan.reasons.at(entry.quantity) << "\n";
      }
    }
  }
  for (const Dependence &found : facts.dependences)
    out << "  loop" << text_of(found.place) << " is taped: " << found.reason << "\n";
  if (restores_result)
    out << "  the shadow of the result gets its pointers back at the end\n";
  out << "  rules:";
  for (const std::string &rule : rules)
    out << " " << rule;
  out << "\n";
  return text;
}

} // namespace cotangent::scalar
