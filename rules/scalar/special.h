// Error, gamma and Bessel functions. digamma and polygamma are in the runtime library (runtime/math/polygamma.h).
#pragma once

#include "rules/scalar/rule.h"
#include "rules/scalar/value.h"

namespace cotangent::rules {

template <class Visitor> void visit_special_rules(Visitor &&visit) {
  using namespace domains;
  constexpr long double two_over_root_pi = 1.128379167095512573896158903121545172L;

  visit(rule("erf", anywhere, [](auto x, auto) { return constant(x, two_over_root_pi) * exp(-(x * x)); }));
  visit(rule("erfc", anywhere, [](auto x, auto) { return constant(x, -two_over_root_pi) * exp(-(x * x)); }));

  visit(rule("tgamma", positive, [](auto x, auto y) { return y * digamma(x); }));
  visit(rule("lgamma", positive, [](auto x, auto) { return digamma(x); }));
  visit(rule("cotangent_digamma", positive, [](auto x, auto) { return polygamma(integer_constant(x, 1), x); }));
  visit(rule("cotangent_polygamma", with_order, integer_input,
             [](auto order, auto x, auto) { return polygamma(offset(order, 1), x); }));

  // Abramowitz & Stegun 9.1.27, 9.1.28. j1(x) / x tends to a half at 0.
  visit(rule("j0", positive, [](auto x, auto) { return -j1(x); }));
  visit(rule("j1", positive,
             [](auto x, auto y) { return j0(x) - select(is_zero(x), constant(x, 0.5L), y / nonzero(x)); }));
  visit(rule("jn", with_order, integer_input, [](auto order, auto x, auto) {
    return constant(x, 0.5L) * (jn(offset(order, -1), x) - jn(offset(order, 1), x));
  }));
  visit(rule("y0", positive, [](auto x, auto) { return -y1(x); }));
  visit(rule("y1", positive, [](auto x, auto y) { return y0(x) - y / x; }));
  visit(rule("yn", with_order, integer_input, [](auto order, auto x, auto) {
    return constant(x, 0.5L) * (yn(offset(order, -1), x) - yn(offset(order, 1), x));
  }));
}

} // namespace cotangent::rules
