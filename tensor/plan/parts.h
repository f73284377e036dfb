// Reductions of many elements to few in parts.
#pragma once

#include "tensor/interpret/types.h"
#include "tensor/plan/program.h"

#include <optional>

namespace cotangent::plan {

/// The element that changes nothing in a reduction whose result with this number is a sum, a product, a largest or
/// smallest element or the like; none for other bodies.
std::optional<Element> neutral_element(mlir::Operation &reduction, size_t result);

/// How a reduction is shared out, if its body may be applied in any order and so many elements come to one result that
/// threads or the error of a long sum ask for it. The buffers are missing. Depends on shapes only.
std::optional<Parts> parts_of(mlir::Operation &operation, int64_t work);

} // namespace cotangent::plan
