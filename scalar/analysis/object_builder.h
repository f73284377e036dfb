// How the constraints on memory objects are collected: a walk over all instructions, repeated until nothing changes.
#pragma once

#include "scalar/analysis/calls.h"
#include "scalar/analysis/objects.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <map>
#include <memory>

namespace cotangent::scalar {

/// Pointers, integers wide enough to carry one, and aggregates of them have a cell.
bool may_carry_pointer(const llvm::Type *type, const llvm::DataLayout &layout);
/// A pointer through which only narrow integers are read and written: characters of a string, flags. They carry neither pointers nor
/// derivatives, so where exactly they lie does not matter, and the object keeps its fields apart.
bool reaches_only_integers(const llvm::Value *pointer);
/// Bytes of the array of one dimension that a pointer is the begin of, as the types on the way there say; 0 if that is not known.
int64_t declared_length(const llvm::Value *pointer);

class ObjectBuilder {
public:
  ObjectBuilder(Objects &objects, const PrivateFunctions &functions) : objects(objects), functions(functions) {}

  void visit(llvm::Instruction &instruction);
  Cell global(const llvm::GlobalVariable *variable);
  void initializer(Cell place, const llvm::Constant *content);

  Objects &objects;
  const PrivateFunctions &functions;
  const llvm::Value *thrown = nullptr; // exception objects: one is as good as any other

private:
  /// Indices into arrays of known length fold these arrays only; false if another index is not constant.
  bool array_steps(const llvm::GetElementPtrInst &gep, Cell base, Cell &place);
  void step(Cell place, int64_t stride, int64_t length);
  Cell moved(const llvm::GetElementPtrInst &gep, Cell base, int64_t bytes);
  /// A number that divides this one, as far as it is known; 0: the number is 0.
  int64_t factor_of(const llvm::Value *number, unsigned depth = 0);
  void steps_of_loop(const llvm::PHINode &phi);
  std::map<const llvm::Function *, std::pair<std::unique_ptr<llvm::DominatorTree>, std::unique_ptr<llvm::LoopInfo>>> loops_of;
  void access(Cell place, llvm::Type *type, const llvm::Value *value, bool write);
  void note_alignment(Cell place, llvm::Type *type, llvm::Align alignment);
  void copy(llvm::CallBase &call);
  void call(llvm::CallBase &call);
  void join(const llvm::Value *a, const llvm::Value *b) {
    if (!may_carry_pointer(a->getType(), objects.layout) || !may_carry_pointer(b->getType(), objects.layout))
      return;
    Cell to = objects.cell(a), from = objects.cell(b);
    if (!to && from) {
      objects.cells[a] = from;
      objects.changed = true;
    } else if (to && !from && !llvm::isa<llvm::Constant>(b)) {
      objects.cells[b] = to;
      objects.changed = true;
    } else {
      objects.unify(to, from);
    }
  }
};

} // namespace cotangent::scalar
