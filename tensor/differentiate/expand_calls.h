// Puts the bodies of called functions in place of calls, and loops in place of scans.
#pragma once

#include "tensor/build/build.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotangent::differentiate {

/// In a block and in the regions of its operations: calls, composites by what they decompose into, scans. Throws Error
/// ("unsupported") for functions that call themselves or have several blocks.
void expand_calls(mlir::OpBuilder &builder, mlir::Block::iterator first, mlir::Block::iterator last,
                  llvm::function_ref<void(mlir::Value from, mlir::Value to)> on_replaced);

/// chlo.scan as a counted loop; one value for each result.
Values expand_scan(Build &build, mlir::Operation *scan);

} // namespace cotangent::differentiate
