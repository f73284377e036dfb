// Puts the bodies of called functions in place of calls, and loops in place of scans.
#pragma once

#include "tensor/build/build.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cotangent::differentiate {

/// In a block and in the regions of its operations: calls, composites by what they decompose into (unless they have a
/// derivative of their own), scans. Throws Error
/// ("unsupported") for functions that call themselves or have several blocks.
void expand_calls(mlir::OpBuilder &builder, mlir::Block::iterator first, mlir::Block::iterator last,
                  llvm::function_ref<void(mlir::Value from, mlir::Value to)> on_replaced);

/// What a function that an operation names gives for operands, at the builder's place; what it calls is expanded too.
Values expand_function(mlir::OpBuilder &builder, mlir::Operation *call, mlir::FlatSymbolRefAttr callee,
                       mlir::ValueRange operands);

/// chlo.scan as a counted loop; one value for each result.
Values expand_scan(Build &build, mlir::Operation *scan);

} // namespace cotangent::differentiate
