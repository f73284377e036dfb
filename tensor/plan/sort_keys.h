// What the comparator of a sort compares.
#pragma once

#include "tensor/ir/dialects.h"
#include "tensor/library/sorting.h"

namespace cotangent::plan {

/// The keys of a comparator that compares operands one after the other, in the forms that exporters write; empty for
/// any other comparator.
std::vector<library::SortKey> sort_keys(stablehlo::SortOp operation);

} // namespace cotangent::plan
