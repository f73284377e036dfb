// Both engines of Cotangent.
#pragma once

#include "cotangent/autodiff.h"
#if __has_include("cotangent/tensor.h")
#include "cotangent/tensor.h"
#endif
