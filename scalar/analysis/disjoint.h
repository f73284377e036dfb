// Which shadows cannot lie in the same memory, for the optimiser of the finished derivative.
#pragma once

#include "scalar/analysis/facts.h"
#include <map>
#include <set>
#include <vector>

namespace cotangent::scalar {

class Disjoint {
public:
  explicit Disjoint(Facts &facts);
  /// The shadowed objects that are read or written, in program order.
  std::vector<const Object *> objects;
  bool apart(const Object *a, const Object *b) const;
  /// Two objects of the caller that may be the same memory: only that they are written tells what `restrict` says of them.
  bool may_coincide(const Object *a, const Object *b) const;

private:
  /// What is common to all accesses of an object.
  struct Accesses {
    bool own = false;            // made by the program, so that no pointer of the caller leads there
    bool wholly_written = true;  // every word that is read is also written
    bool any = false;
    std::set<const llvm::Metadata *> scopes, others; // alias.scope, noalias: of scopes that are entered once per call
    const llvm::Argument *argument = nullptr;        // restrict, of the requested function
  };
  std::map<const Object *, Accesses> known;
  static bool restricted(const Accesses &one, const Accesses &other);
  void add(Facts &facts, const llvm::Instruction &access, const llvm::Value *pointer, bool reads, const std::set<const llvm::Metadata *> &valid);
};
} // namespace cotangent::scalar
