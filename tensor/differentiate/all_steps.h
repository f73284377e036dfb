// Linear operations of a loop that need nothing of the steps before: done for all steps at once, in front of the loop.
#pragma once

#include "tensor/differentiate/split_loop.h"

namespace cotangent::differentiate {

/// Products of what is kept of each step with a tangent from outside (that of the weights of a recurrent network)
/// become one product with all rows of the tape, and sums of them one sum; the loop takes rows. Transposed, the loop
/// gives rows of one array, and one product behind it makes the cotangent of the weights, instead of one in each step.
class AllSteps {
public:
  /// `tapes` are the buffers of loop.kept.values, with a row for each of `count` steps. Makes operations where `build`
  /// stands.
  AllSteps(Build &build, LinearisedLoop &loop, int64_t count, mlir::ValueRange tapes);

  /// Linear, in order.
  llvm::ArrayRef<mlir::Operation *> operations() const { return operations_; }
  /// What is left of the linear part for step k: as differentiate::copy_linear_part.
  Values copy_linear_part(Build &build, mlir::IRMapping &mapping, mlir::Value k) const;

private:
  /// How a value of the body may be had outside.
  struct Form {
    mlir::Value fixed; // it is this one in each step
    mlir::Value rows;  // or row k of this one
  };
  /// The sum of values of the body and of row k.
  struct Sum {
    Values values;
    mlir::Value rows;
  };

  Form form_of(mlir::Value value) const;
  Form row_of_array(mlir::Value value) const;
  bool visit_fixed(mlir::Operation *operation);
  bool visit_product(stablehlo::DotGeneralOp product);
  bool visit_sum(stablehlo::AddOp sum);
  /// Takes the sum that the value is out of `sums_` if nobody else uses it.
  Sum take_sum(mlir::Value value);
  mlir::Value sum_of_rows(mlir::Value left, mlir::Value right);
  mlir::Value read_row(Build &build, mlir::Value rows, mlir::Value k) const;
  /// An operation made outside.
  mlir::Value made(mlir::Value value);
  /// One whose result the loop only takes rows of, row k in step k.
  mlir::Value made_rows(mlir::Value value);

  Build &build_;
  LinearisedLoop &loop_;
  int64_t count_;
  llvm::DenseMap<mlir::Value, Form> forms_;
  llvm::DenseMap<mlir::Value, Sum> sums_; // of operations without a form
  llvm::DenseSet<mlir::Value> taken_;     // parts of other sums, which nobody needs
  llvm::DenseSet<mlir::Value> made_rows_;
  llvm::SmallVector<mlir::Operation *> operations_;
};

} // namespace cotangent::differentiate
