// What the rules of products, convolutions among them, share: all are linear in each of two factors.
#pragma once

#include "tensor/rules/linear.h"

namespace cotangent::tensor_rules {

/// A value in an element type; its real part, if the type is real and the value complex.
mlir::Value in_element(Build &build, mlir::Value value, mlir::Type element);
/// The element type in which both factors of a product are multiplied: the complex or wider one.
mlir::Type common_element(mlir::Type first, mlir::Type second);

using Multiply = llvm::function_ref<mlir::Value(mlir::Value lhs, mlir::Value rhs)>;
/// The product rule for operands 0 and 1.
Values forward_product(const ForwardRequest &request, Multiply multiply);

/// The cotangent of factor `side` (0 or 1): computed from the cotangent of the result and the conjugate of the other
/// factor, both in their common element type, and brought into that of the factor.
Values
transpose_product(const TransposeRequest &request,
                  llvm::function_ref<mlir::Value(size_t side, mlir::Value cotangent, mlir::Value other)> transpose);

Values forward_convolution(const ForwardRequest &request);
Values transpose_convolution(const TransposeRequest &request);
/// Padding must be constant.
Values forward_dynamic_convolution(const ForwardRequest &request);

Values forward_einsum(const ForwardRequest &request);
Values forward_unary_einsum(const ForwardRequest &request);

Values forward_ragged_dot(const ForwardRequest &request);
Values transpose_ragged_dot(const TransposeRequest &request);

} // namespace cotangent::tensor_rules
