// Which operations become code of our own.
#pragma once

#include "tensor/interpret/types.h"

namespace cotangent::plan {

/// Element types that code is made for; the others are computed by the interpreter.
bool is_native(ElementType type);
/// Ranked, static, of a native element type, not quantised.
bool is_native(mlir::Type type);

/// How an operation reads its operands.
enum class Reading : uint8_t {
  None,        // no operands: constants, iota
  Elementwise, // each element of the result from the same elements of the operands (or from scalars)
  Moving,      // each element of the result from some elements of the operands
  Reducing,    // many
  Updating,    // the result is the first operand with some elements changed
  Foreign,     // as a whole: library, interpreter, control flow
};
/// Never Foreign for an operation with operands or results that are not native.
Reading reading_of(mlir::Operation &operation);

/// How many of its first operands an operation with Reading::Updating changes into its results; else 0.
size_t updated_operands(mlir::Operation &operation);

/// A constant that is written into the code.
bool is_immediate(mlir::Value value);

/// A region of elementwise operations on scalars, and branches with such, which loops can contain. It may use scalars
/// from outside.
bool is_scalar_region(mlir::Region &region);

/// Whether a kernel with this operation may be computed a second time: see emit::EmitOptions::any_argument.
bool may_run_twice(mlir::Operation &operation);

/// Roughly, in tenths of a nanosecond for an element.
int64_t cost_of(mlir::Operation &operation);

} // namespace cotangent::plan
