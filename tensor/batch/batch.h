// Programs for one example made into programs for many.
#pragma once

#include "tensor/build/build.h"

namespace cotangent::batch {

/// What stands for one example, and the values of all examples along a dimension of `batched`.
struct Argument {
  mlir::Value one;
  mlir::Value batched;
  int64_t dimension = 0;
};

/// Makes the operations from `first` to before `last`, which compute `results` from the arguments, compute them for all
/// examples, in place. Operations that do not depend on an argument stay; the others are replaced and erased. Nothing
/// outside of the range may use them. Gives the results with the batch as dimension 0; those that do not depend on an
/// argument are repeated. The values `one` have no users afterwards.
///
/// Throws Error: "bad-argument" if shapes do not fit, "no-batching" for an operation that cannot be computed for many
/// examples, "unsupported" for dimensions that are not known.
Values batch_operations(mlir::OpBuilder &builder, mlir::Block::iterator first, mlir::Block::iterator last,
                        llvm::ArrayRef<Argument> arguments, mlir::ValueRange results, int64_t size);

/// A new private function behind the old one, for `size` examples: arguments that are batched have the batch as
/// dimension 0, and so have all results. Errors as above.
mlir::func::FuncOp batch_function(mlir::func::FuncOp function, llvm::StringRef name, llvm::ArrayRef<bool> batched,
                                  int64_t size);

} // namespace cotangent::batch
