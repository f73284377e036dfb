#include "tensor/rules/linear.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace cotangent::tensor_rules {

Values forward_linear(const ForwardRequest &request) {
  Values operands(request.operation->getOperands());
  for (auto [operand, tangent] : llvm::zip_equal(operands, request.tangents))
    if (tangent)
      operand = tangent;
    else if (is_differentiable(operand))
      operand = request.build.zeros_like(operand);
  return Values(request.build.repeat(request.operation, operands)->getResults());
}

} // namespace cotangent::tensor_rules
