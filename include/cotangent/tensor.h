// The tensor engine. Programs link Cotangent::tensor (lib/cotangent-tensor.so).
#pragma once

#include "cotangent/array.h"
#include "cotangent/module.h"
