// Reverse mode: the forward half keeps what the plan says; the other half runs the control flow backwards and moves adjoints from
// results to operands. Both halves may be one function (combined) or two (augmented and adjoint).
#pragma once

#include "scalar/emit/primal_sweep.h"
#include "scalar/emit/tape.h"

namespace cotangent::scalar {

class AdjointSweep : public PrimalSweep {
public:
  AdjointSweep(Derivatives &derivatives, const llvm::Function &original, llvm::Function &forward, llvm::Function &adjoint);
  void run();

private:
  using Builder = llvm::IRBuilder<>;

  const FunctionPlan &plan;
  FunctionFacts &known;
  llvm::Function &backward; // where the adjoint code goes
  bool combined;
  std::optional<TapeRecord> forward_tape, backward_tape;
  llvm::Value *peak = nullptr;

  // --- the forward half (adjoint_forward.cpp) ---
  void prepare_forward();
  void join_homes();
  void after(const llvm::Instruction &instruction) override;
  void active_call(const llvm::CallBase &call) override;
  void fused_call(const llvm::CallBase &call);
  llvm::BasicBlock *interruption(const llvm::CallBase &call);
  llvm::Value *known_adjoint(const llvm::Value *value, unsigned lane, Builder &builder);
  bool postponed(const llvm::Value *memory) override { return plan.postponed.count(facts.objects.object_of(memory)); }
  void keep(Quantity quantity, Builder &builder);
  Lanes current(Quantity quantity);
  void push_frame(Builder &builder, const LevelPlan &level);
  void reserve_arrays();
  void push_frames();
  /// Something else lies on the tape above the array of this loop when the loop is left: where the array begins is then pushed too.
  bool covered(const LoopFacts *loop) const;
  void release_on_unwind(); // adjoint_unwind.cpp
  void finish_forward(const llvm::ReturnInst &result);
  std::map<Quantity, std::vector<llvm::AllocaInst *>> slots; // forward homes of kept quantities
  std::map<const LoopFacts *, llvm::AllocaInst *> array_begins; // forward: where the array of a loop begins
  llvm::DenseMap<const llvm::Value *, std::vector<Quantity>> kept_of;
  llvm::BasicBlock *turn = nullptr; // combined: where the backward half begins

  // --- control of the backward half (adjoint_control.cpp) ---
  void emit_backward();
  void emit_block(const llvm::BasicBlock &block);
  void leave_block(const llvm::BasicBlock &block, Builder &builder);
  void move_phis(const llvm::BasicBlock &block, const llvm::BasicBlock &predecessor, Builder &builder);
  void enter_loops(const llvm::BasicBlock &exit, const llvm::BasicBlock &exiting, Builder &builder);
  void finish_edge(const llvm::BasicBlock &exit, const llvm::BasicBlock &exiting, Builder &builder);
  void finish_backward(Builder &builder);
  llvm::BasicBlock *reversed(const llvm::BasicBlock &block) { return entries.at(&block); }
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> entries;
  std::map<const LoopFacts *, llvm::AllocaInst *> counters, begins; // backward: iteration, and where the frame or array begins

  // --- values in the backward half (adjoint_values.cpp) ---
  Lanes value_of(Quantity quantity, Builder &builder);
  Lanes recompute(Quantity quantity, Builder &builder);
  Lanes own_argument(const llvm::Argument &wanted, bool shadowed);
  Lanes read_tape(Quantity quantity, Builder &builder);
  llvm::Value *primal_value(const llvm::Value *value, Builder &builder) { return value_of({value, false}, builder)[0]; }
  Lanes shadow_value(const llvm::Value *value, Builder &builder) {
    Lanes lanes = value_of({value, facts.has_shadow(value)}, builder);
    lanes.resize(width, lanes[0]); // without a shadow, the pointer itself in every lane
    return lanes;
  }
  std::map<Quantity, Lanes> cached; // of the block being emitted
  /// Values of an outer level that an inner loop uses are computed where the inner loop is entered, not in each iteration.
  const LoopFacts *inner_loop_for(Quantity quantity) const;
  void emit_hoisted();
  const LoopFacts *current_loop = nullptr; // the level of the block being emitted
  std::map<std::pair<Quantity, const LoopFacts *>, std::vector<llvm::AllocaInst *>> hoisted;
  std::vector<std::pair<Quantity, const LoopFacts *>> hoists; // not yet emitted
  std::map<const LoopFacts *, std::vector<std::pair<llvm::Instruction *, const llvm::BasicBlock *>>> loop_entries; // end of the edge, exit block
  const LevelPlan *level_of(Quantity quantity, TapeEntry *entry);
  const LoopFacts *loop_of(Quantity quantity) const;

  // --- adjoints ---
  llvm::AllocaInst *home(const llvm::Value *value, unsigned lane);
  llvm::Value *take(const llvm::Value *value, unsigned lane, Builder &builder); // reads and clears
  void add(const llvm::Value *value, unsigned lane, llvm::Value *amount, Builder &builder);
  std::map<std::pair<const llvm::Value *, unsigned>, llvm::AllocaInst *> homes;
  /// Made and used in one block only: the adjoint is complete before it is taken, and needs no home.
  bool is_local(const llvm::Value *value);
  llvm::DenseMap<const llvm::Value *, bool> locals;
  std::map<std::pair<const llvm::Value *, unsigned>, llvm::Value *> pending; // adjoints of local values, of the block being emitted
  Builder entry_builder(); // at the start of the backward function

  // --- instructions (adjoint_rules.cpp, adjoint_memory.cpp) ---
  void reverse(const llvm::Instruction &instruction, Builder &builder);
  void reverse_rule(const llvm::Instruction &instruction, const std::string &rule, Builder &builder);
  void reverse_linear(const llvm::Instruction &instruction, Builder &builder);
  void reverse_load(const llvm::LoadInst &load, Builder &builder);
  void reverse_store(const llvm::StoreInst &store, Builder &builder);
  void reverse_call(const llvm::CallBase &call, Builder &builder);
  void reverse_private(const llvm::CallBase &call, Builder &builder);
  /// Shadow pointers to write adjoints to; for memory that turns out to be constant, a place that nobody reads.
  Lanes adjoint_places(const llvm::Value *pointer, llvm::Type *type, Builder &builder);
  /// An update in place (p += x, p *= x): the adjoint of the old value is put where that of the new one was taken from, at once.
  struct Emptied {
    const llvm::Value *pointer = nullptr;
    std::vector<std::pair<llvm::StoreInst *, llvm::Value *>> lanes; // the zero stored, and what was there
  } emptied;
  bool refill(const llvm::LoadInst &load, Builder &builder);
  /// Loads that are reversed right after their first user, before other loads; adjoints of loads may come in any order.
  llvm::DenseMap<const llvm::Instruction *, std::vector<const llvm::LoadInst *>> updated_loads(const llvm::BasicBlock &block);
  void reverse_copy(const llvm::CallBase &call, Builder &builder);
  void add_to_memory(const llvm::Value *primal_pointer, llvm::Value *pointer, llvm::Value *amount, llvm::Align alignment, Builder &builder);
  /// Adjoint of a value of one type as bits of another.
  static llvm::Value *as_bits(Builder &builder, llvm::Value *value, llvm::Type *type);
};
} // namespace cotangent::scalar
