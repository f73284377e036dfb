// The comparisons of both dialects, whose choices are numbered as those of the reference.
#pragma once

#include "tensor/ir/dialects.h"
#include "tensor/reference/elementwise.h"

namespace cotangent::interpret {

/// `operation` is a CompareOp or BroadcastCompareOp.
template <class Op> Element compare(Op operation, const Element &lhs, const Element &rhs) {
  auto type = operation.getCompareType();
  return reference::compare(lhs, rhs, static_cast<reference::ComparisonDirection>(operation.getComparisonDirection()),
                            type ? static_cast<reference::ComparisonType>(*type) : reference::ComparisonType::NOTYPE);
}

} // namespace cotangent::interpret
