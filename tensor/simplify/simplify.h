// Rewrites the functions of a module into shorter ones that compute the same.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cotangent::simplify {

struct SimplifyOptions {
  /// Numbers are finite, and the sign of a zero does not matter: x - x is 0, x + 0 is x.
  bool assume_finite = false;
  /// Sums and products may be taken in another order and rounded elsewhere.
  bool reassociate = false;
  /// Elements that a constant made by the simplifier may have, unless all are the same.
  int64_t fold_limit = 4096;
};

/// Rewrites all functions of the module, and of modules in it, until nothing changes. Results stay the same bit for bit
/// unless an option says otherwise; only which NaN a NaN is may change. Constants get the values of the interpreter.
/// Private functions that nobody calls any more are removed.
void simplify(mlir::ModuleOp module, const SimplifyOptions &options = {});

/// The same with some rewrites only. Throws Error [bad-option] for a name that is not in `rewrite_names`.
void simplify_with(mlir::ModuleOp module, const std::vector<std::string> &names, const SimplifyOptions &options = {});

/// The names of all rewrites, in the order of their tables.
std::vector<std::string> rewrite_names();

} // namespace cotangent::simplify
