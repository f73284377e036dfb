// Arrays of the user as types and constants of a module.
#pragma once

#include "cotangent/array.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <string>
#include <string_view>

namespace cotangent::trace {

/// The element type of a name ("f32", "ui8", "complex<f64>"); throws Error ("unsupported").
mlir::Type element_type(mlir::MLIRContext *context, std::string_view name);
/// The name of an element type; empty if arrays cannot have it.
std::string element_name(mlir::Type element);
mlir::RankedTensorType type_of(mlir::MLIRContext *context, const AnyArray &array);
int64_t byte_count(const AnyArray &array);
mlir::DenseElementsAttr attribute_of(mlir::MLIRContext *context, const AnyArray &array);

} // namespace cotangent::trace
