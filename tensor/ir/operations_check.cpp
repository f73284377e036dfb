// The dialect check has no constraints but those of its traits: the code that TableGen makes for them.
#include "tensor/ir/text.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "tensor/ir/check.cpp.inc"
