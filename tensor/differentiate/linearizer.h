// Tangents of values, computed in place by the forward rules.
#pragma once

#include "tensor/differentiate/custom.h"
#include "tensor/differentiate/differentiate.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace cotangent::differentiate {

enum class Purpose : uint8_t {
  Tangents, // tangents are wanted: loops carry them beside the values
  Transpose // the linear part is transposed afterwards: loops are split into one that keeps and one that is linear
};

class Linearizer {
public:
  Linearizer(mlir::OpBuilder &builder, Purpose purpose, OnReplaced on_replaced, std::vector<LoopPlan> *plans)
      : builder_(builder), purpose_(purpose), on_replaced_(on_replaced), plans_(plans) {}

  void seed(mlir::Value value, mlir::Value tangent);
  /// Null for zero.
  mlir::Value tangent(mlir::Value value) const { return tangents_.lookup(value); }
  /// Operations are visited in order; those made meanwhile are not.
  void run(Range range);

  /// Computed from tangents; linear in them.
  bool is_linear(mlir::Value value) const { return linear_values_.contains(value); }
  /// An operand, or a value that a region takes from outside, is.
  bool depends_on_tangents(mlir::Operation *operation) const;
  /// Operations in the order of the block; those in regions of others are not among them.
  llvm::ArrayRef<mlir::Operation *> linear_part() const { return linear_part_; }

private:
  void visit(mlir::Operation *operation);
  void visit_straight(mlir::Operation *operation);
  /// Operations made behind `operation`, before `next`, are linear or not by what they use.
  void classify(mlir::Operation *operation, mlir::Operation *next);
  void mark_linear(mlir::Operation *operation);
  void set_tangents(mlir::Operation *operation, mlir::ValueRange tangents);
  void replace(mlir::ValueRange from, mlir::ValueRange to);
  /// Runs in a region's block with a linear part of its own, which is returned.
  llvm::SmallVector<mlir::Operation *> run_inside(mlir::Block &block);
  mlir::Value tangent_or_zero(Build &build, mlir::Value value);

  // loops.cpp
  void visit_while(stablehlo::WhileOp loop);
  void carry_tangents(stablehlo::WhileOp loop, llvm::ArrayRef<bool> active);
  void split_loop(stablehlo::WhileOp loop, llvm::ArrayRef<bool> active);
  // binomial.cpp
  void split_by_binomials(stablehlo::WhileOp loop, llvm::ArrayRef<bool> active, int64_t steps, int64_t slots);
  // branches.cpp
  void visit_branches(mlir::Operation *operation);
  void join_tangents(mlir::Operation *operation);
  void split_branches(mlir::Operation *operation);

  // custom.cpp
  void visit_own_derivative(stablehlo::CompositeOp composite);
  void visit_checkpoint(stablehlo::CompositeOp composite);
  void visit_custom_jvp(stablehlo::CompositeOp composite, mlir::FlatSymbolRefAttr function, const OwnRule &rule);
  void visit_custom_vjp(stablehlo::CompositeOp composite, const OwnRule &rule);
  void transpose_custom_vjp(stablehlo::CompositeOp composite, const OwnRule &rule);
  Values expand_forward(stablehlo::CompositeOp composite, const OwnRule &rule);
  void set_linear_call(Build &build, const LinearCall &call, mlir::ValueRange operands, mlir::ValueRange results);

  /// Erases an operation and what is known of its values: others may get their addresses.
  void erase(mlir::Operation *operation);

  mlir::OpBuilder &builder_;
  Purpose purpose_;
  OnReplaced on_replaced_;
  std::vector<LoopPlan> *plans_;
  llvm::DenseMap<mlir::Value, mlir::Value> tangents_;
  llvm::DenseSet<mlir::Value> linear_values_;
  llvm::SmallVector<mlir::Operation *> linear_part_;
};

/// Attribute of loops and branches in the linear part: loops have the form that `linear_loop` makes.
inline constexpr llvm::StringLiteral linear_mark = "cotangent.linear";
/// Attribute of a dynamic_slice in the body of such a loop: steps read different elements of an array from outside, and
/// nothing else in the loop reads it.
inline constexpr llvm::StringLiteral once_mark = "cotangent.once";

/// Values from outside that the regions of an operation use, in the order of their first use.
Values captured_by(mlir::Operation *operation);
/// A placeholder for a value of a type.
mlir::Value placeholder(Build &build, mlir::Type type);
/// "FILE:LINE:COLUMN", or the operation's name.
std::string place_of(mlir::Operation *operation);

} // namespace cotangent::differentiate
