// What operations that move arrays between processes share.
#pragma once

#include "tensor/interpret/groups.h"

namespace cotangent::interpret {

enum class Role : uint8_t { Source, Target };

/// The other process of the pair in which this one has the role, if there is one.
std::optional<ProcessId> partner(mlir::Operation &operation, mlir::DenseIntElementsAttr pairs, const Strategy &strategy,
                                 ProcessId process, Role role);

/// Throws Error [bad-shape] for an array that is not of the type; of quantised ones either the integers are there
/// (`stored`) or the numbers. Other values than arrays pass.
void check_value(mlir::Operation &operation, mlir::Type type, const Value &value, bool stored);

} // namespace cotangent::interpret
