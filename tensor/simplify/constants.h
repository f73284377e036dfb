// Constants of a program as arrays and elements, and back.
#pragma once

#include "runtime/arrays/array.h"
#include "tensor/ir/dialects.h"

#include <optional>

namespace cotangent::simplify {

/// The attribute of a constant with this value; the element type of the array must be that of the tensor type.
mlir::DenseElementsAttr attribute_of(const Array &array, mlir::RankedTensorType type);
mlir::DenseElementsAttr splat_attribute(const Element &element, mlir::RankedTensorType type);

/// The type, if it is a tensor of known shape without bounds whose elements an array can hold as they are.
mlir::RankedTensorType plain_type(mlir::Type type);
inline bool is_plain(mlir::Value value) { return static_cast<bool>(plain_type(value.getType())); }
/// All operands and results.
bool has_plain_types(mlir::Operation *operation);

/// The value of a plain constant, or null.
mlir::ElementsAttr constant_of(mlir::Value value);
inline bool is_constant(mlir::Value value) { return static_cast<bool>(constant_of(value)); }
/// The one value that all elements of a constant have.
std::optional<Element> splat_of(mlir::Value value);
/// The integers of a small constant.
std::optional<std::vector<int64_t>> integers_in(mlir::Value value);

} // namespace cotangent::simplify
