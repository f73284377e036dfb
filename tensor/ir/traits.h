// Traits of operations that MLIR does not have.
#pragma once

#include "mlir/IR/OpDefinition.h"

namespace cotangent::stablehlo {

/// Element types may stand for each other: equal, or quantised with the same storage and expressed types.
bool compatible_elements(mlir::Type first, mlir::Type second);

mlir::LogicalResult verify_compatible_elements(mlir::Operation *operation);

template <class Op> class CompatibleElements : public mlir::OpTrait::TraitBase<Op, CompatibleElements> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *operation) { return verify_compatible_elements(operation); }
};

} // namespace cotangent::stablehlo
