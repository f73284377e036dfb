// Exponentials and logarithms.
#pragma once

#include "rules/scalar/rule.h"
#include "rules/scalar/value.h"

namespace cotangent::rules {

template <class Visitor> void visit_exponential_rules(Visitor &&visit) {
  using namespace domains;
  constexpr long double log_of_2 = 0.693147180559945309417232121458176568L;
  constexpr long double log_of_10 = 2.302585092994045684017991454684364208L;
  constexpr long double log2_of_e = 1.442695040888963407359924681001892137L;
  constexpr long double log10_of_e = 0.434294481903251827651128918916605082L;

  visit(rule("exp", anywhere, [](auto, auto y) { return y; }));
  visit(rule("exp2", anywhere, [](auto x, auto y) { return y * constant(x, log_of_2); }));
  visit(rule("exp10", anywhere, [](auto x, auto y) { return y * constant(x, log_of_10); }));
  visit(rule("expm1", anywhere, [](auto x, auto y) { return y + constant(x, 1); }));

  visit(rule("log", positive, [](auto x, auto) { return constant(x, 1) / x; }));
  visit(rule("log2", positive, [](auto x, auto) { return constant(x, log2_of_e) / x; }));
  visit(rule("log10", positive, [](auto x, auto) { return constant(x, log10_of_e) / x; }));
  visit(rule("log1p", positive, [](auto x, auto) { return constant(x, 1) / (constant(x, 1) + x); }));
}

} // namespace cotangent::rules
