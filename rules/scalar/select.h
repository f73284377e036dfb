// Functions that choose between operands. A tie shares the derivative equally.
#pragma once

#include "rules/scalar/rule.h"
#include "rules/scalar/value.h"

namespace cotangent::rules {

namespace selection {

// 1 where this operand wins, half where the two are equal, else 0.
template <class V, class C> V share(C wins, V own, V other) {
  return select(wins, constant(own, 1), select(equal(own, other), constant(own, 0.5L), constant(own, 0)));
}

} // namespace selection

template <class Visitor> void visit_select_rules(Visitor &&visit) {
  using namespace domains;
  using selection::share;

  visit(rule("fabs", anywhere, [](auto x, auto) { return sign(x); }));
  visit(rule(
      "copysign", Domain{{0.1, 2}, {-2, -0.1}},
      [](auto x, auto direction, auto) { return sign(x) * copysign(constant(x, 1), direction); }, zero_partial));

  // A NaN operand is ignored: the other one is the result.
  visit(rule(
      "fmin", anywhere, [](auto a, auto b, auto) { return share(either(less(a, b), is_nan(b)), a, b); },
      [](auto a, auto b, auto) { return share(either(less(b, a), is_nan(a)), b, a); }));
  visit(rule(
      "fmax", anywhere, [](auto a, auto b, auto) { return share(either(less(b, a), is_nan(b)), a, b); },
      [](auto a, auto b, auto) { return share(either(less(a, b), is_nan(a)), b, a); }));

  // A NaN operand is the result.
  visit(rule(
      "minimum", anywhere, [](auto a, auto b, auto) { return share(either(less(a, b), is_nan(a)), a, b); },
      [](auto a, auto b, auto) { return share(either(less(b, a), is_nan(b)), b, a); }));
  visit(rule(
      "maximum", anywhere, [](auto a, auto b, auto) { return share(either(less(b, a), is_nan(a)), a, b); },
      [](auto a, auto b, auto) { return share(either(less(a, b), is_nan(b)), b, a); }));

  visit(rule(
      "fdim", anywhere, [](auto a, auto b, auto) { return select(less(b, a), constant(a, 1), constant(a, 0)); },
      [](auto a, auto b, auto) { return select(less(b, a), constant(a, -1), constant(a, 0)); }));
}

} // namespace cotangent::rules
