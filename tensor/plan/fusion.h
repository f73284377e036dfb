// Which values of a block get a buffer, and which are computed where they are needed.
#pragma once

#include "tensor/plan/native.h"

#include "llvm/ADT/DenseSet.h"

namespace cotangent::plan {

/// Operations of the block whose results get buffers; the others of native code are computed inside the loops of their
/// users: once for each place from which a kernel reads them. Constants are never here.
llvm::DenseSet<mlir::Operation *> operations_with_buffers(mlir::Block &block);

} // namespace cotangent::plan
