// The scalar engine of Cotangent: derivatives of ordinary C++ functions.
#pragma once

#if !defined(__clang__) || __clang_major__ != 22
#error "Cotangent works with Clang 22 only: compile with cotangent-c++ (or clang++-22 -fpass-plugin=cotangent-plugin.so)"
#elif __cplusplus < 202002L
#error "Cotangent needs C++20: compile with -std=c++20 or later"
#else

#include "cotangent/macros_aside.h"

#include "cotangent/activity.h"
#include "cotangent/annotations.h"
#include "cotangent/call.h"
#include "cotangent/context.h"
#include "cotangent/derivatives.h"
#include "cotangent/error.h"
#include "cotangent/helpers.h"
#include "cotangent/make_zero.h"
#include "cotangent/matrix.h"
#include "cotangent/modes.h"
#include "cotangent/tape.h"
#include "cotangent/thunk.h"

#include "cotangent/macros_back.h"

#endif
