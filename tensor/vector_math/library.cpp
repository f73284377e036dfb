// The functions of this folder under the names by which the code generator links them: ct_<name>_f32 and ct_<name>_f64.
// They are meant to be inlined into its loops; functions.h lists them.
#include "tensor/vector_math/error_function.h"
#include "tensor/vector_math/exponential.h"
#include "tensor/vector_math/hyperbolic.h"
#include "tensor/vector_math/inverse_trigonometric.h"
#include "tensor/vector_math/logarithm.h"
#include "tensor/vector_math/power.h"
#include "tensor/vector_math/rounding.h"
#include "tensor/vector_math/trigonometric.h"

namespace vector_math = cotangent::vector_math;

#define COTANGENT_EXPORT_UNARY(name)                                                                                   \
  extern "C" [[gnu::always_inline]] float ct_##name##_f32(float x) { return vector_math::name(x); }                    \
  extern "C" [[gnu::always_inline]] double ct_##name##_f64(double x) { return vector_math::name(x); }

#define COTANGENT_EXPORT_BINARY(name)                                                                                  \
  extern "C" [[gnu::always_inline]] float ct_##name##_f32(float x, float y) { return vector_math::name(x, y); }        \
  extern "C" [[gnu::always_inline]] double ct_##name##_f64(double x, double y) { return vector_math::name(x, y); }

COTANGENT_EXPORT_UNARY(exp)
COTANGENT_EXPORT_UNARY(exp2)
COTANGENT_EXPORT_UNARY(expm1)
COTANGENT_EXPORT_UNARY(logistic)
COTANGENT_EXPORT_UNARY(log)
COTANGENT_EXPORT_UNARY(log2)
COTANGENT_EXPORT_UNARY(log1p)
COTANGENT_EXPORT_UNARY(sin)
COTANGENT_EXPORT_UNARY(cos)
COTANGENT_EXPORT_UNARY(tan)
COTANGENT_EXPORT_UNARY(asin)
COTANGENT_EXPORT_UNARY(acos)
COTANGENT_EXPORT_UNARY(atan)
COTANGENT_EXPORT_UNARY(sinh)
COTANGENT_EXPORT_UNARY(cosh)
COTANGENT_EXPORT_UNARY(tanh)
COTANGENT_EXPORT_UNARY(asinh)
COTANGENT_EXPORT_UNARY(acosh)
COTANGENT_EXPORT_UNARY(atanh)
COTANGENT_EXPORT_UNARY(cbrt)
COTANGENT_EXPORT_UNARY(sqrt)
COTANGENT_EXPORT_UNARY(rsqrt)
COTANGENT_EXPORT_UNARY(erf)
COTANGENT_EXPORT_UNARY(erfc)
COTANGENT_EXPORT_UNARY(erf_inv)
COTANGENT_EXPORT_UNARY(round_afz)
COTANGENT_EXPORT_UNARY(sin_any)
COTANGENT_EXPORT_UNARY(cos_any)
COTANGENT_EXPORT_UNARY(tan_any)

COTANGENT_EXPORT_BINARY(atan2)
COTANGENT_EXPORT_BINARY(pow)
COTANGENT_EXPORT_BINARY(hypot)
COTANGENT_EXPORT_BINARY(remainder)
COTANGENT_EXPORT_BINARY(remainder_near)
