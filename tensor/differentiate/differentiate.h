// Derivatives of functions and of parts of blocks.
#pragma once

#include "tensor/build/build.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>
#include <vector>

namespace cotangent::differentiate {

/// Called when an operation was replaced: whoever holds `from` must hold `to` instead.
using OnReplaced = llvm::function_ref<void(mlir::Value from, mlir::Value to)>;

/// What a loop of the program keeps for its derivative.
struct LoopPlan {
  std::string place;
  std::string count;                 // "1000", or "known when the program runs"
  int64_t kept_bytes = 0;            // in all
  std::vector<std::string> kept;     // types of the values, one of each step
  int64_t recomputed_operations = 0; // in each step backwards
  int64_t checkpoints = 0;           // binomial ones: how many states are kept
  int64_t steps_again = 0;           // with them, in all
};
std::string to_text(const LoopPlan &plan);

/// Operations of a block: from `first` to before `last`.
struct Range {
  mlir::Block *block;
  mlir::Block::iterator first, last;
};

/// The cotangents of `inputs` for cotangents of `outputs` (null: zero), by operations made at the insertion point of
/// `build`, which must be behind the range. Only what the range computes counts: inputs are values that it uses, and
/// what it uses besides is constant. Operations of the range may be replaced (loops and branches that now also keep
/// what the derivative needs); nothing else changes. One value for each input; null: zero, also for inputs without
/// tangents (integers).
///
/// Throws Error: "no-derivative" with place, reason and what to do; "unsupported" for shapes that are not known.
Values reverse_in_place(Build &build, Range range, mlir::ValueRange inputs, mlir::ValueRange outputs,
                        mlir::ValueRange output_cotangents, OnReplaced on_replaced,
                        std::vector<LoopPlan> *plans = nullptr);

/// The tangents of `outputs` for tangents of `inputs` (null: zero), by operations in the range. Errors as above.
Values forward_in_place(Build &build, Range range, mlir::ValueRange inputs, mlir::ValueRange tangents,
                        mlir::ValueRange outputs, OnReplaced on_replaced, std::vector<LoopPlan> *plans = nullptr);

enum class Mode : uint8_t { Reverse, Forward, ValueAndGradient };
struct DerivativeRequest {
  Mode mode = Mode::Reverse;
  /// Arguments; nothing: all of floating-point or complex numbers.
  std::optional<std::vector<int64_t>> with_respect_to;
  int64_t result = 0;
};

/// A new function in the module, with the name of the old one, which becomes private. Reverse: the arguments, and
/// behind them the cotangent of the result if that is no real scalar; results are the gradients. ValueAndGradient: all
/// results of the function come first. Forward: the arguments, then a tangent for each of `with_respect_to`; results
/// are those of the function, then the tangent of the result.
///
/// Throws Error: "bad-argument" for arguments or results that are not there, are no floating-point or complex tensors
/// or come twice; and as above.
mlir::func::FuncOp differentiate(mlir::func::FuncOp function, const DerivativeRequest &request,
                                 std::vector<LoopPlan> *plans = nullptr);

} // namespace cotangent::differentiate
