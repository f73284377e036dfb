// Circular and hyperbolic functions and their inverses.
#pragma once

#include "rules/scalar/rule.h"
#include "rules/scalar/value.h"

namespace cotangent::rules {

template <class Visitor> void visit_trigonometric_rules(Visitor &&visit) {
  using namespace domains;

  visit(rule("sin", anywhere, [](auto x, auto) { return cos(x); }));
  visit(rule("cos", anywhere, [](auto x, auto) { return -sin(x); }));
  visit(rule("tan", inside_unit, [](auto x, auto y) { return constant(x, 1) + y * y; }));

  // (1 - x)(1 + x) rather than 1 - x²: no cancellation near ±1.
  visit(rule("asin", inside_unit, [](auto x, auto) {
    auto one = constant(x, 1);
    return one / sqrt((one - x) * (one + x));
  }));
  visit(rule("acos", inside_unit, [](auto x, auto) {
    auto one = constant(x, 1);
    return -(one / sqrt((one - x) * (one + x)));
  }));
  visit(rule("atan", anywhere, [](auto x, auto) {
    auto one = constant(x, 1);
    return one / (one + x * x);
  }));

  // Two divisions by the radius: its square may overflow or vanish. At the origin the radius counts as 1, so both
  // partials are 0.
  visit(rule(
      "atan2", positive,
      [](auto y, auto x, auto) {
        auto radius = nonzero(hypot(x, y));
        return (x / radius) / radius;
      },
      [](auto y, auto x, auto) {
        auto radius = nonzero(hypot(x, y));
        return -((y / radius) / radius);
      }));

  visit(rule("sinh", anywhere, [](auto x, auto) { return cosh(x); }));
  visit(rule("cosh", anywhere, [](auto x, auto) { return sinh(x); }));
  visit(rule("tanh", anywhere, [](auto x, auto y) {
    auto one = constant(x, 1);
    return (one - y) * (one + y);
  }));
  visit(rule("asinh", anywhere, [](auto x, auto) {
    auto one = constant(x, 1);
    return one / hypot(x, one);
  }));
  // A product of roots rather than the root of a product: NaN below 1 as the function is, no overflow above.
  visit(rule("acosh", above_one, [](auto x, auto) {
    auto one = constant(x, 1);
    return one / (sqrt(x - one) * sqrt(x + one));
  }));
  visit(rule("atanh", inside_unit, [](auto x, auto) {
    auto one = constant(x, 1);
    return one / ((one - x) * (one + x));
  }));
}

} // namespace cotangent::rules
