// The scalar engine of Cotangent: derivatives of ordinary C++ functions.
#pragma once

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
