// Pieces of the rules of linear operations.
#pragma once

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {

/// Forward rule of an operation that is linear in all operands that can have tangents, together: the operation itself,
/// of tangents. Zero where there is none.
Values forward_linear(const ForwardRequest &request);

/// The cotangent of one operand.
inline Values cotangent_of(const TransposeRequest &request, size_t at, mlir::Value cotangent) {
  Values result(request.operation->getNumOperands());
  result[at] = cotangent;
  return result;
}

} // namespace cotangent::tensor_rules
