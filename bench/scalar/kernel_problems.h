// The kernels in the shape of adbench::Problem.
#pragma once

#include <vector>

#include "../../examples/adbench/problems.h"

namespace bench {

std::vector<adbench::Problem> kernel_problems();

} // namespace bench
