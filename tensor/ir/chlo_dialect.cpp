// The dialect chlo: what belongs to it.
#include "tensor/ir/text.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "tensor/ir/chlo_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tensor/ir/chlo_attributes.cpp.inc"

#include "tensor/ir/chlo_dialect.cpp.inc"

namespace cotangent::chlo {

void ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tensor/ir/chlo_attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tensor/ir/chlo.cpp.inc"
      >();
}

Operation *ChloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && elements.getType() == type ? stablehlo::ConstantOp::create(builder, location, type, elements)
                                                : nullptr;
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

} // namespace cotangent::chlo
