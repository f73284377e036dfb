// Constraints of the dialect check, and the code that TableGen makes for them.
#include "tensor/ir/text.h"

using namespace mlir;

namespace cotangent::check {


} // namespace cotangent::check

#define GET_OP_CLASSES
#include "tensor/ir/check.cpp.inc"
