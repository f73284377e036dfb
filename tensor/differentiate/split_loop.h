// A loop split into one that runs as before and keeps what the derivative needs, and one that is linear.
#pragma once

#include "tensor/differentiate/keep.h"
#include "tensor/differentiate/linearizer.h"

#include "mlir/IR/IRMapping.h"

namespace cotangent::differentiate {

/// A loop whose body was linearised: a copy, `work`, has the tangents of the active values as further arguments of its
/// body.
struct LinearisedLoop {
  stablehlo::WhileOp loop, work;
  llvm::SmallVector<size_t> active; // positions of carried values
  Values active_starts;             // their tangents before the loop
  llvm::SmallVector<mlir::Operation *> linear_part;
  Values result_tangents; // after a step, in the work body; null for zero
  Kept kept;

  mlir::Block &body() { return work.getBody().front(); }
  size_t carried() { return loop.getNumOperands(); }
  bool is_linear_argument(mlir::Value value) {
    auto argument = mlir::dyn_cast<mlir::BlockArgument>(value);
    return argument && argument.getOwner() == &body() && argument.getArgNumber() >= carried();
  }
};

struct SplitLoop {
  mlir::ValueRange results;                      // of the loop that runs as before
  llvm::SmallVector<mlir::Operation *> in_front; // linear operations before the linear loop
  stablehlo::WhileOp linear;                     // results: a counter, and the tangents of the active values
};
/// Keeps values of each step in buffers of `count` rows.
SplitLoop split_with_tape(Build &build, LinearisedLoop &loop, int64_t count, LoopPlan &plan);
/// Keeps what the loop carries, every so many steps in a fixed number of slots (as many as asked for, or chosen); the
/// steps between are done again.
SplitLoop split_with_checkpoints(Build &build, LinearisedLoop &loop, std::optional<int64_t> slots, LoopPlan &plan);

/// A loop over k = 0, 1, … count - 1 (count is of rank 0, from outside) that carries values, in the form that
/// Transposer expects; its first result is the counter.
stablehlo::WhileOp linear_loop(Build &build, mlir::Value count, mlir::ValueRange starts,
                               llvm::function_ref<Values(Build &, mlir::Value k, mlir::ValueRange)> body);
/// The loop's condition for arguments that begin with those of the loop.
mlir::Value copy_condition(Build &build, stablehlo::WhileOp loop, mlir::ValueRange arguments);
/// Row number `row` of a buffer.
mlir::Value row_of(Build &build, mlir::Value buffer, mlir::Value row);
/// Buffers of rows, one for a value of each step.
mlir::Type buffer_type(mlir::Type type, int64_t rows);
mlir::Value with_row(Build &build, mlir::Value buffer, mlir::Value value, mlir::Value row);
mlir::Value row_of(Build &build, mlir::Value buffer, mlir::Value row);
/// The linear part of one step: `mapping` has what it needs. Returns the tangents after the step.
Values copy_linear_part(Build &build, LinearisedLoop &loop, mlir::IRMapping &mapping);

} // namespace cotangent::differentiate
