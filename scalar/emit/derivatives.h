// The derivative functions of one request: their signatures, and the shadows of globals they share.
#pragma once

#include "scalar/emit/alias_tags.h"
#include "scalar/plan/plan.h"
#include "llvm/IR/IRBuilder.h"

namespace cotangent::scalar {

enum class Sweep { Tangent, Augmented, Combined };

class Derivatives {
public:
  explicit Derivatives(DiffPlan &plan) : plan(plan), facts(plan.facts), module(*plan.facts.program.root->getParent()), width(plan.facts.signature.width), aliases(plan.facts) {}

  DiffPlan &plan;
  Facts &facts;
  llvm::Module &module;
  unsigned width;
  AliasTags aliases;

  // Parameters: every parameter of the primal, followed by `width` shadows if it is a shadowed pointer (Tangent: or active).
  // tangent:   ... -> {result, `width` tangents or shadows of it}
  // augmented: ..., tape -> {result, `width` shadows of it}
  // adjoint:   (`width` shadows of parameters, if they are given again,) `width` seeds of an active result, tape -> `width` adjoints of each active parameter
  // combined:  ..., `width` seeds of an active result -> {result, `width` adjoints of each active parameter};
  //            that of the body of a loop takes the tape of the loop's function last, if it needs one
  llvm::Function *tangent(const llvm::Function *primal);
  llvm::Function *augmented(const llvm::Function *primal);
  llvm::Function *adjoint(const llvm::Function *primal);
  llvm::Function *combined(const llvm::Function *primal);

  /// Emits bodies of everything declared so far, and of what those need.
  void emit_all();

  llvm::GlobalVariable *shadow_global(const llvm::GlobalVariable *primal, unsigned lane);
  bool result_shadowed(const llvm::Function *primal);
  bool result_active(const llvm::Function *primal);
  bool returns(const llvm::Function *primal) const { return facts.function_facts.at(primal).exit != nullptr; }
  /// Type in which derivatives of a value live: that of the value, or the floating type an integer carries.
  llvm::Type *derivative_type(const llvm::Value *value);

  std::vector<llvm::Function *> made; // every function that was created, for verification and optimisation
  std::map<std::pair<const llvm::GlobalVariable *, unsigned>, llvm::GlobalVariable *> globals;

private:
  void clear_globals(llvm::Function &function);
  std::map<const llvm::Function *, llvm::Function *> tangents, augmenteds, adjoints, combineds;
  std::vector<std::pair<const llvm::Function *, llvm::Function *>> pending_tangents, pending_augmenteds, pending_adjoints, pending_combineds;
  llvm::Function *declare(const llvm::Function *primal, llvm::StringRef kind, llvm::ArrayRef<llvm::Type *> parameters, llvm::ArrayRef<llvm::Type *> results);
  void primal_parameters(const llvm::Function *primal, bool tangents, std::vector<llvm::Type *> &types);
};

/// Zero of a type, and the sum of two derivatives: floating content is added, the rest is that of the first.
llvm::Value *add_derivatives(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b);

/// nan_check: throws where a partial product is not a number.
void emit_nan_check(llvm::IRBuilder<> &builder, llvm::Value *amount, const llvm::Instruction &instruction, const std::string &rule);

// The three emitters; bodies in their own files.
void emit_tangent(Derivatives &derivatives, const llvm::Function &primal, llvm::Function &target);
void emit_combined(Derivatives &derivatives, const llvm::Function &primal, llvm::Function &target);
void emit_split(Derivatives &derivatives, const llvm::Function &primal, llvm::Function &augmented, llvm::Function &adjoint);
} // namespace cotangent::scalar
