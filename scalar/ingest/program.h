// The private program of one request: copies of every function that the requested one can reach, brought to one normal form.
// The user's own functions stay untouched; the form is the same whatever the optimisation level of the user's code.
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace cotangent::scalar {

/// A finding that stops a request: where, which kind, what, and how to mend it.
struct Problem {
  const llvm::Function *function = nullptr;
  llvm::DebugLoc place;
  std::string kind;                // from the closed list of kinds ("no-derivative")
  std::string message;             // one sentence
  std::vector<std::string> notes;  // cause and fix
};

struct PrivateProgram {
  llvm::Function *root = nullptr;
  std::vector<llvm::Function *> functions; // root first
  std::string name;                        // of the user's function, for messages
  std::vector<Problem> problems;
  std::vector<llvm::Function *> fused; // bodies of loops that run forward and at once backwards
  void erase();
};

/// Copies `root` and all it reaches; indirect calls become chains of comparisons with every function they may reach.
/// `known_constants[i]` is what argument i is known to point at (a stored function pointer), or null.
PrivateProgram make_private_program(llvm::Function &root, llvm::ArrayRef<llvm::Constant *> known_constants);

/// The same program once more.
PrivateProgram copy_program(const PrivateProgram &program);

/// Passes of our own fixed list on one function. `unroll`: also unroll tiny loops.
void simplify(llvm::Function &function, bool unroll);

/// Merges and quotients that are lengths of containers become what they are lengths of. True if something changed.
bool reveal_lengths(llvm::Function &function, llvm::FunctionAnalysisManager &managers);

/// Single return, loops in simple form with a counter, every loop exit and landing pad with one predecessor, a number for the
/// way into every block with several.
void canonicalise(llvm::Function &function);

/// Beside values whose step changes evenly from iteration to iteration, the same as an expression of the counter of their loop.
void close_recurrences(llvm::Function &function);
inline constexpr const char *recurrence_name = "cotangent.recurrence";

/// That expression; null if there is none.
const llvm::Instruction *closed_form_of(const llvm::PHINode &phi);

/// Library functions with several results, and complex ones, become operations of the rule table.
void expand_library(llvm::Function &function);

/// Metadata of a call that is made for results that are not differentiated.
inline constexpr const char *inactive_name = "cotangent.inactive";

/// Number of the loop that a counter, or a count where a loop is left, belongs to; -1 for other values.
int64_t loop_number(const llvm::PHINode &phi);

/// The different predecessors of a block, in the order in which its path numbers them.
llvm::SmallVector<llvm::BasicBlock *, 4> ways_into(const llvm::BasicBlock &block);

inline constexpr const char *counter_name = "cotangent.counter";
inline constexpr const char *path_name = "cotangent.path";
} // namespace cotangent::scalar
