// LLVM's floating-point instructions, and functions that only pass a value on or step it.
#pragma once

#include "rules/scalar/rule.h"
#include "rules/scalar/value.h"

namespace cotangent::rules {

template <class Visitor> void visit_arithmetic_rules(Visitor &&visit) {
  using namespace domains;
  constexpr auto one = [](auto x, auto...) { return constant(x, 1); };
  constexpr auto minus_one = [](auto x, auto...) { return constant(x, -1); };

  visit(rule("fneg", anywhere, minus_one));
  visit(rule("fadd", anywhere, one, one));
  visit(rule("fsub", anywhere, one, minus_one));
  visit(rule("fmul", anywhere, [](auto, auto b, auto) { return b; }, [](auto a, auto, auto) { return a; }));
  visit(rule(
      "fdiv", positive, [](auto a, auto b, auto) { return constant(a, 1) / b; },
      [](auto, auto b, auto y) { return -(y / b); }));
  visit(rule(
      "fma", anywhere, [](auto, auto b, auto, auto) { return b; }, [](auto a, auto, auto, auto) { return a; }, one));

  // y = a - n b for an integer n that is locally constant. (a - y) / b is n up to rounding, even where a / b would
  // round to n + 1.
  constexpr auto minus_quotient = [](auto a, auto b, auto y) { return -rint((a - y) / b); };
  visit(rule("frem", Domain{{5.2, 5.8}, {1.45, 1.7}}, one, minus_quotient));
  visit(rule("remainder", Domain{{5.2, 5.4}, {1.6, 1.7}}, one, minus_quotient));

  // The identity, on values that a derivative can see.
  visit(rule("canonicalize", anywhere, one));
  visit(rule("arithmetic.fence", anywhere, one));
  visit(rule("nextafter", anywhere, one, zero_partial));
  visit(rule("nextup", anywhere, one));
  visit(rule("nextdown", anywhere, one));

  // Steps: flat almost everywhere.
  visit(rule("floor", between_integers, zero_partial));
  visit(rule("ceil", between_integers, zero_partial));
  visit(rule("trunc", between_integers, zero_partial));
  visit(rule("round", between_integers, zero_partial));
  visit(rule("roundeven", between_integers, zero_partial));
  visit(rule("rint", between_integers, zero_partial));
  visit(rule("nearbyint", between_integers, zero_partial));
  visit(rule("logb", between_integers, zero_partial));
}

} // namespace cotangent::rules
