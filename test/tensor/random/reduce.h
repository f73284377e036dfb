// Small programs out of large ones that fail.
#pragma once

#include "../derivatives/arrays.h"

namespace cotangent::random_programs {

/// The text of a small part of the function whose derivatives are still wrong, and what is wrong with it; says so if
/// nothing is. Parts are tried in processes of their own, so that they may crash.
std::string reduced(mlir::func::FuncOp function, const derivatives::Arrays &inputs, uint64_t seed);

} // namespace cotangent::random_programs
