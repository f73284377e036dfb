// Constraints of the dialect interpreter, and the code that TableGen makes for them.
#include "tensor/ir/infer.h"
#include "tensor/ir/text.h"

using namespace mlir;

namespace cotangent::interpreter {

/// Rows of one length: replicas, each with its partitions.
LogicalResult RunParallelOp::verify() {
  if (getPrograms().empty())
    return emitOpError("programs must have at least one row");
  size_t columns = cast<ArrayAttr>(getPrograms()[0]).size();
  if (columns == 0)
    return emitOpError("rows of programs must not be empty");
  for (Attribute row : getPrograms())
    if (cast<ArrayAttr>(row).size() != columns)
      return emitOpError("rows of programs must be of one length, but are of ")
             << columns << " and " << cast<ArrayAttr>(row).size();
  std::optional<ArrayAttr> infeed = getInfeed();
  if (infeed && infeed->empty())
    return emitOpError("infeed must not be empty if given");
  return success();
}

} // namespace cotangent::interpreter

#define GET_OP_CLASSES
#include "tensor/ir/interpreter.cpp.inc"
