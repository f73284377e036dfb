// Loops that keep a few states only, and do the steps between again: as few of them as can be with that many states.
//
// Griewank and Walther, Algorithm 799: revolve, ACM Transactions on Mathematical Software 26 (2000): with s states and
// each step done at most t times before it is reversed, C(s + t, s) steps can be reversed; where they split a range is
// where these numbers say.
#pragma once

#include "tensor/differentiate/custom.h"

#include <optional>
#include <vector>

namespace cotangent::differentiate {

/// An integer attribute of stablehlo.while: how many states its reverse derivative may keep.
inline constexpr llvm::StringLiteral slots_attribute = "cotangent.checkpoints";
/// Throws Error ("bad-argument") for less than one.
std::optional<int64_t> slots_asked_for(stablehlo::WhileOp loop);

/// How n steps are reversed, the last first. To reverse one: the state is taken from a slot; then some steps are done,
/// and the state is put into a slot, as often as `advances` says; then the state is the one before the step.
struct BinomialSchedule {
  struct Advance {
    int64_t steps;
    int64_t slot; // behind the last one: put nowhere
  };
  std::vector<int64_t> restored; // slot, for each reversed step
  std::vector<int64_t> first;    // of its advances; one number more than steps
  std::vector<Advance> advances; // slot 0 has the first state at the beginning
  int64_t steps_again() const;
};
BinomialSchedule binomial_schedule(int64_t steps, int64_t slots);

/// The transpose of a linear call of kind Loop: cotangents of the operands that have tangents.
Values transpose_steps(Build &build, mlir::Operation *operation, const LinearCall &call, mlir::ValueRange operands,
                       llvm::ArrayRef<mlir::Value> cotangents);

} // namespace cotangent::differentiate
