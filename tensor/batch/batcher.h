// Walks operations and replaces those that depend on batched values.
#pragma once

#include "tensor/build/build.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace cotangent::batch {

/// A value can have a batch dimension: a tensor, or a tuple with tensors.
bool can_be_batched(mlir::Type type);
/// With the batch dimension in front; types that cannot be batched stay.
mlir::Type batched_type(mlir::Type type, int64_t size);

class Batcher {
public:
  Batcher(mlir::OpBuilder &builder, int64_t size) : builder_(builder), size_(size) {}

  int64_t size() const { return size_; }
  void put(mlir::Value one, mlir::Value batched) { batched_[one] = batched; }
  /// Null if the value does not depend on what is batched.
  mlir::Value find(mlir::Value one) const { return batched_.lookup(one); }
  /// The batched value of one; repeated if it does not depend on what is batched.
  mlir::Value front(Build &build, mlir::Value one);
  /// A value that may or may not be batched already, made to be.
  mlir::Value front(Build &build, mlir::Value value, mlir::Type one);

  void walk(mlir::Block::iterator first, mlir::Block::iterator last);
  /// What a region gives for arguments of which each may be batched; its operations are put at the insertion point. Of
  /// the results each may be batched.
  Values apply(Build &build, mlir::Region &region, mlir::ValueRange arguments);
  /// Where a value has gone that was replaced without becoming batched.
  mlir::Value current(mlir::Value value) const;
  /// Erases what was replaced. Nothing may be done with this object afterwards.
  void erase_replaced();

private:
  void replace(mlir::Operation &operation);
  /// Of an operation that applies a function to elements.
  bool regions_read_batched(mlir::Operation &operation) const;

  mlir::OpBuilder &builder_;
  int64_t size_;
  llvm::DenseMap<mlir::Value, mlir::Value> batched_, renamed_;
  llvm::SmallVector<mlir::Operation *> replaced_;
};

/// What depends on batched values, found before anything is replaced.
class Dependence {
public:
  explicit Dependence(const Batcher &batcher) : batcher_(batcher) {}

  bool is_batched(mlir::Value value) const { return found_.contains(value) || batcher_.find(value); }
  bool any_batched(mlir::ValueRange values) const {
    return llvm::any_of(values, [&](mlir::Value value) { return is_batched(value); });
  }
  /// An operand, or a value that a region takes from outside.
  bool reads_batched(mlir::Operation &operation) const;
  void visit(mlir::Operation &operation);
  void visit(mlir::Region &region);
  /// Marks the values that a loop carries; true if its condition depends on batched values, and so all of them do.
  bool visit_loop(stablehlo::WhileOp loop);

private:
  void mark(mlir::ValueRange values);
  void visit_branches(mlir::Operation &operation);

  const Batcher &batcher_;
  llvm::DenseSet<mlir::Value> found_;
};

} // namespace cotangent::batch
