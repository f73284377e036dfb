// What of a linearised block is kept for its linear part, and what is computed again.
#pragma once

#include "tensor/build/build.h"

#include "llvm/ADT/DenseSet.h"

namespace cotangent::differentiate {

/// How values of a block may be had again when its linear part runs.
struct KeepQuestion {
  mlir::Block *block;
  llvm::ArrayRef<mlir::Operation *> linear_part;
  /// Block arguments and results that are there without being kept: they are the same in each step, or follow from its
  /// number.
  llvm::function_ref<bool(mlir::Value)> is_free;
};
struct Kept {
  /// Values to keep, in the order of the block.
  Values values;
  /// Operations to do again, in the order of the block.
  llvm::SmallVector<mlir::Operation *> recomputed;
};

/// The cheapest cut, in bytes, between what cannot be computed again (arguments, results of products and the like) and
/// what the linear part uses; of several the one with the least to compute again.
Kept choose_kept(const KeepQuestion &question);

/// Bytes of a tensor.
int64_t bytes_of(mlir::Type type);

} // namespace cotangent::differentiate
