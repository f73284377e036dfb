// Operations that are one function of real and one of complex numbers.
#include "tensor/reference/complex_functions.h"
#include "tensor/reference/elementwise.h"

namespace cotangent::reference {

namespace {

using RealFunction = Wide (*)(Wide);
using ComplexFunction = WideComplex (*)(const WideComplex &);

Element apply(const Element &operand, RealFunction of_real, ComplexFunction of_complex) {
  if (is_complex(operand.type()))
    return narrow(operand.type(), of_complex(wide_complex(operand)));
  return narrow(operand.type(), of_real(operand.as_float()));
}

Wide reciprocal_root(Wide operand) { return 1 / std::sqrt(operand); }

} // namespace

Element acos(const Element &operand) { return apply(operand, std::acos, wide::acos); }
Element acosh(const Element &operand) { return apply(operand, std::acosh, wide::acosh); }
Element asin(const Element &operand) { return apply(operand, std::asin, wide::asin); }
Element asinh(const Element &operand) { return apply(operand, std::asinh, wide::asinh); }
Element atan(const Element &operand) { return apply(operand, std::atan, wide::atan); }
Element atanh(const Element &operand) { return apply(operand, std::atanh, wide::atanh); }
Element cbrt(const Element &operand) { return apply(operand, std::cbrt, wide::cbrt); }
Element cosh(const Element &operand) { return apply(operand, std::cosh, wide::cosh); }
Element cosine(const Element &operand) { return apply(operand, std::cos, wide::cosine); }
Element exponential(const Element &operand) { return apply(operand, std::exp, wide::exponential); }
Element exponential_minus_one(const Element &operand) {
  return apply(operand, std::expm1, wide::exponential_minus_one);
}
Element log(const Element &operand) { return apply(operand, std::log, wide::log); }
Element log_plus_one(const Element &operand) { return apply(operand, std::log1p, wide::log_plus_one); }
Element logistic(const Element &operand) { return apply(operand, wide::logistic, wide::logistic); }
Element rsqrt(const Element &operand) { return apply(operand, reciprocal_root, wide::rsqrt); }
Element sine(const Element &operand) { return apply(operand, std::sin, wide::sine); }
Element sinh(const Element &operand) { return apply(operand, std::sinh, wide::sinh); }
Element tan(const Element &operand) { return apply(operand, std::tan, wide::tan); }
Element tanh(const Element &operand) { return apply(operand, std::tanh, wide::tanh); }

/// Real roots are exactly rounded already as doubles, which wide ones rounded again are not.
Element sqrt(const Element &operand) {
  if (is_complex(operand.type()))
    return narrow(operand.type(), wide::sqrt(wide_complex(operand)));
  return Element::of_float(operand.type(), std::sqrt(operand.as_float()));
}

Element atan2(const Element &lhs, const Element &rhs) {
  if (is_complex(lhs.type()))
    return narrow(lhs.type(), wide::atan2(wide_complex(lhs), wide_complex(rhs)));
  return narrow(lhs.type(), std::atan2(Wide{lhs.as_float()}, Wide{rhs.as_float()}));
}

} // namespace cotangent::reference
