// The dialects stablehlo, chlo, check and interpreter as C++ classes.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tensor/ir/traits.h"

namespace cotangent::stablehlo {
class ReturnOp;
}

#include "tensor/ir/enums.h.inc"

#include "tensor/ir/chlo_enums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tensor/ir/types.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tensor/ir/attributes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tensor/ir/chlo_attributes.h.inc"

#include "tensor/ir/check_dialect.h.inc"
#include "tensor/ir/chlo_dialect.h.inc"
#include "tensor/ir/interpreter_dialect.h.inc"
#include "tensor/ir/stablehlo_dialect.h.inc"

#define GET_OP_CLASSES
#include "tensor/ir/elementwise.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/shape.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/reduction.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/linear_algebra.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/control.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/collectives.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/chlo.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/check.h.inc"
#define GET_OP_CLASSES
#include "tensor/ir/interpreter.h.inc"

namespace cotangent::ir {

/// All dialects that a tensor program may name: ours, func, arith, quant, and what exporters leave in attributes.
void register_dialects(mlir::DialectRegistry &registry);

} // namespace cotangent::ir
