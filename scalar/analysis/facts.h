// Everything the engine knows about a private program before it decides anything. Facts are about the primal; nothing here changes IR.
#pragma once

#include "scalar/analysis/calls.h"
#include "scalar/analysis/objects.h"
#include "scalar/ingest/program.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <memory>

namespace cotangent::scalar {

/// How the caller annotates one parameter of the requested function.
enum class Annotation : uint8_t { Constant, Duplicated, DuplicatedNoNeed, Active };

struct Options {
  bool strong_zero = false, runtime_activity = false, atomic_add = false, nan_check = false, shadow_init = false;
};

/// What is asked of the requested function; part of the key of a derivative.
struct Signature {
  unsigned width = 1;
  std::vector<Annotation> parameters;
  std::vector<bool> modified_between; // split mode; may memory reached from the parameter change between the halves
  bool active_return = false;         // a floating return that is differentiated
  bool duplicated_return = false;     // a pointer return whose shadow is wanted
  bool result_slot = false;           // the last parameter is where the result is constructed
  bool split = false;                 // forward and backward halves are called apart
  Options options;
  std::string print() const;
};

/// A loop in canonical form.
struct LoopFacts {
  const llvm::Loop *loop = nullptr;
  LoopFacts *parent = nullptr;
  llvm::PHINode *counter = nullptr;
  bool counted = false;          // the number of iterations is known on entry
  llvm::Value *taken = nullptr;  // counted: back edges taken, a value of the level outside
  unsigned depth = 1;
  std::map<const llvm::BasicBlock *, llvm::PHINode *> exits; // exit block -> counter at that exit
};

struct FunctionFacts {
  llvm::Function *function = nullptr;
  std::unique_ptr<llvm::DominatorTree> dominators;
  std::unique_ptr<llvm::LoopInfo> loops;
  std::map<const llvm::Loop *, std::unique_ptr<LoopFacts>> loop_facts;
  llvm::DenseSet<const llvm::BasicBlock *> returning; // blocks from which the function can return
  llvm::ReturnInst *exit = nullptr;                   // null: never returns
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> number;
  std::vector<llvm::BitVector> reachable; // by block number: what can run after the block's end
  const LoopFacts *loop_of(const llvm::BasicBlock *block) const {
    const llvm::Loop *loop = loops->getLoopFor(block);
    return loop ? loop_facts.at(loop).get() : nullptr;
  }
  /// May `later` run after `earlier` has run?
  bool may_follow(const llvm::Instruction *earlier, const llvm::Instruction *later) const;
};

/// An outermost loop that is not independent, and why.
struct Dependence {
  const llvm::BasicBlock *header = nullptr;
  llvm::DebugLoc place;
  std::string reason;
};

class Disjoint;

struct Facts {
  Facts(PrivateProgram &program, const Signature &signature);
  PrivateProgram &program;
  Signature signature;
  PrivateFunctions functions;
  Objects objects;
  std::map<const llvm::Function *, FunctionFacts> function_facts;
  llvm::DenseSet<const llvm::Value *> varied, useful;
  std::map<const llvm::Function *, bool> active_functions; // has an effect on derivatives
  llvm::DenseMap<const Object *, std::vector<const llvm::Instruction *>> writers;
  std::vector<Problem> problems;
  std::vector<Dependence> dependences;

  bool active(const llvm::Value *value) const { return varied.contains(value) && useful.contains(value); }
  bool shadowed(const llvm::Value *pointer) {
    Cell place = objects.cell(pointer);
    return place && objects.resolve(place).object->shadowed;
  }
  /// Memory with pointers that the function makes and returns in its result, where the seeds come after the forward half.
  bool part_of_result(const llvm::Value *pointer) {
    Object *object = objects.object_of(pointer);
    return object && object->duplicated_argument && !object->filled_shadow && object->holds_pointers();
  }
  /// A size or a count that is stored into memory whose words are not told apart: pointers and floating values lie there too. The
  /// shadow has the same.
  bool stores_integer(const llvm::StoreInst &store);
  /// The word that a typed access touches carries derivatives.
  bool active_memory(const llvm::Value *pointer, llvm::Type *type);
  /// A pointer (or an integer that carries one) that has a shadow beside it.
  bool has_shadow(const llvm::Value *value);
  /// Memory of a constant argument or of a differentiated one: which of them shows at run time, where the shadow of the pointer is the
  /// pointer itself if it is constant (option runtime_activity).
  bool decided_at_run_time(const llvm::Value *pointer) {
    if (!signature.options.runtime_activity || !shadowed(pointer))
      return false;
    return objects.object_of(pointer)->constant_argument;
  }
  /// Instructions that may write the memory of an object: also those that write through another pointer of the caller.
  const std::vector<const llvm::Instruction *> &writers_of(const Object *object);
  /// Which memory is apart; found when it is first asked for.
  const Disjoint &disjoint();
  /// May the memory a load reads change between it and the end of the function?
  bool overwritten_later(const llvm::LoadInst *load);
  /// Split mode: does the memory a load reads belong to arguments whose memory the caller promises not to change between the halves, and to them only?
  bool stays_between_halves(const llvm::LoadInst *load);
  /// Whether this body of a loop is called in that function, or in another body that is.
  bool runs_inside(const llvm::Function &body, const llvm::Function &function) const;
  CallInfo call(const llvm::CallBase &call) const { return classify(call, &functions); }
  bool call_is_active(const llvm::CallBase &call);
  std::string print();

private:
  std::shared_ptr<Disjoint> known_disjoint;
  std::map<const Object *, std::vector<const llvm::Instruction *>> all_writers; // cache of writers_of
};

/// Holds a floating value somewhere: float, vector or aggregate of them.
bool contains_floating(const llvm::Type *type);
bool contains_pointer(const llvm::Type *type);
/// Integers that are bit copies of floating values.
llvm::Type *carried_floating_type(const llvm::Value *value, Facts &facts);

/// Integers of this width may be the bits of a floating value; flags and characters are too narrow.
inline bool wide_enough_for_floating(const llvm::Type *integer) { return integer->getIntegerBitWidth() >= 16; }

/// An integer that is read, chosen and stored, and nothing else: it may be a floating value.
bool only_moved(const llvm::Value *content);

void analyse_activity(Facts &facts);
void analyse_control(Facts &facts);
} // namespace cotangent::scalar
