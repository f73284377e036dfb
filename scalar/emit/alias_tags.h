// What the optimiser may know of the memory of a derivative: shadows are apart from primals and from the tape, and from each other where
// the facts say so.
#pragma once

#include "scalar/analysis/facts.h"
#include "llvm/IR/Instructions.h"
#include <map>

namespace cotangent::scalar {

class AliasTags {
public:
  explicit AliasTags(Facts &facts);
  void primal(llvm::Instruction *access);
  /// `pointer` is the primal pointer.
  void shadow(llvm::Instruction *access, const llvm::Value *pointer);
  void tape(llvm::Instruction *access);
  /// Declares the scopes at the entry of a function, so that copies of it in loops do not share them.
  void declare(llvm::Function &function);

private:
  Facts &facts;
  bool enabled = false;
  llvm::MDNode *of_primal = nullptr, *of_tape = nullptr;                         // lists of one scope
  llvm::MDNode *not_primal = nullptr, *not_tape = nullptr;                       // what these are apart from
  std::map<const Object *, std::pair<llvm::MDNode *, llvm::MDNode *>> of_shadow; // its scope, what it is apart from
  std::pair<llvm::MDNode *, llvm::MDNode *> any_shadow;
  std::vector<llvm::MDNode *> scopes;
  static void tag(llvm::Instruction *access, llvm::MDNode *own, llvm::MDNode *others);
};
} // namespace cotangent::scalar
