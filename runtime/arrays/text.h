// Arrays as text.
#pragma once

#include "runtime/arrays/array.h"

#include <string>

namespace cotangent {

/// As between `dense<` and `>` in MLIR: `[[1, 2], [3, 4]]`, a scalar bare, nothing for an array without elements; but
/// `nan`, `inf` and `-inf` as words. Numbers are the shortest that give the same element again when rounded to its
/// type.
std::string array_text(const Array &array);

/// `true`, `-3`, `0.5`, `(1.0, 2.0)`.
std::string element_text(const Element &element);

} // namespace cotangent
