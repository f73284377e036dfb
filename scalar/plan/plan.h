// The decisions for one request, as a value: for each thing that the reverse sweep needs, whether it is recomputed, read again, kept
// in a register or written to the tape, and how the tape is laid out. Emission only obeys it.
#pragma once

#include "scalar/analysis/facts.h"
#include <map>
#include <set>

namespace cotangent::scalar {

/// A value of the primal, or its shadow pointer.
struct Quantity {
  const llvm::Value *value = nullptr;
  bool shadow = false;
  auto operator<=>(const Quantity &) const = default;
};

enum class Keep {
  Free,      // constants, arguments and loop counters: at hand in the reverse sweep
  Recompute, // computed again from its operands (loads: read again)
  Slot,      // of the function level: stays in a register or on the stack
  Tape       // one entry per execution of its level
};

/// How the iterations of a level are stored.
enum class Layout {
  Registers, // the function level of a combined derivative
  Frame,     // the function level of a split derivative: one frame pushed at the return
  Array,     // a loop whose count is known on entry: reserved at once, indexed
  Stack      // a loop whose count is not known: one frame pushed per iteration
};

struct TapeEntry {
  Quantity quantity;
  uint64_t offset = 0, bytes = 0;
};

struct LevelPlan {
  const LoopFacts *loop = nullptr; // null: the function
  Layout layout = Layout::Registers;
  std::vector<TapeEntry> entries;
  uint64_t bytes = 0; // per iteration
};

struct FunctionPlan {
  llvm::Function *function = nullptr;
  bool combined = false;
  bool fused = false; // the body of a loop, combined
  bool calls_taping = false; // calls such a body that needs the tape
  bool arguments_at_hand = false; // the backward half has the arguments: combined, or the requested function itself
  std::map<Quantity, Keep> keep;
  std::map<Quantity, std::string> reasons; // why a taped quantity cannot be recomputed
  std::map<const LoopFacts *, LevelPlan> levels;
  std::vector<const LevelPlan *> ordered_levels(const FunctionFacts &known) const; // the function, then its loops in program order
  std::set<const Object *> postponed; // freed only when the backward half has ended: their primal content is read again
  bool defers = false; // shadows are freed when the backward half has ended
  bool uses_tape() const {
    for (auto &[loop, level] : levels)
      if (level.layout != Layout::Registers && level.bytes)
        return true;
    return calls_augmented || calls_taping || defers;
  }
  bool calls_augmented = false; // calls functions that have derivatives of their own
};

struct DiffPlan {
  Facts &facts;
  bool reverse = false, split = false;
  /// The backward half writes zeros over pointers in the shadow of the result, which its destructor reads: they are put back at the end.
  bool restores_result = false;
  std::map<const llvm::Function *, FunctionPlan> functions;
  std::vector<const FunctionPlan *> ordered_functions() const; // root first
  std::set<std::string> rules; // used
  std::vector<Problem> problems;
  std::vector<Problem> warnings; // refused below, in loops that run unless they are empty
  /// Instructions without a derivative on paths that may never run: kind and message of the exception that is thrown there.
  std::map<const llvm::Instruction *, std::pair<std::string, std::string>> refused;
  /// Calls of functions that have derivatives of their own, whose exceptions the caller would go on after: kind and message of the
  /// exception that takes their place.
  std::map<const llvm::Instruction *, std::pair<std::string, std::string>> interrupted;
  std::string print();
};

/// Adds to the plan what cannot be differentiated.
void check_plan(DiffPlan &plan);

/// What the reverse of an instruction reads.
std::vector<Quantity> reverse_needs(const llvm::Instruction &instruction, Facts &facts);

/// Operands from which a quantity can be computed again; false when it cannot, with the reason.
bool recompute_operands(Quantity quantity, Facts &facts, bool combined, std::vector<Quantity> &operands, std::string &reason);

/// The induction variable start + counter * step: its parts.
struct Induction {
  const llvm::Value *start = nullptr, *step = nullptr;
  const LoopFacts *loop = nullptr;
  bool negative = false; // decreasing: start - counter * step
};
std::optional<Induction> induction_of(const llvm::PHINode &phi, Facts &facts);

DiffPlan make_plan(Facts &facts, bool reverse);

/// Weighted vertex cut: which of the vertices to keep so that every needed one can be computed. Vertices without operands
/// listed in `computable` must be kept. Returns the kept ones.
std::vector<bool> cheapest_cut(const std::vector<std::vector<int>> &operands, const std::vector<bool> &computable, const std::vector<bool> &needed,
                               const std::vector<int64_t> &cost);
} // namespace cotangent::scalar
