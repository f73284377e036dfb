// Powers, roots and norms.
#pragma once

#include "rules/scalar/rule.h"
#include "rules/scalar/value.h"

namespace cotangent::rules {

template <class Visitor> void visit_power_rules(Visitor &&visit) {
  using namespace domains;

  visit(rule("sqrt", positive, [](auto x, auto y) { return constant(x, 0.5L) / y; }));
  visit(rule("cbrt", positive, [](auto x, auto y) { return constant(x, 1) / (constant(x, 3) * y * y); }));

  visit(rule(
      "pow", positive,
      // pow(x, 0) is 1 for every x, NaN too: there the power of x in the formula must not be infinite or NaN. Elsewhere
      // an exponent of 0 needs no care, and left alone keeps the mixed second derivative right.
      [](auto x, auto exponent, auto) {
        auto flat = both(is_zero(exponent), either(is_zero(x), is_nan(x)));
        return exponent * pow(select(flat, constant(x, 1), x), exponent - constant(x, 1));
      },
      // Negative bases have values at integer exponents only, and pow(0, n) is constant for n > 0: no slope in the
      // exponent.
      [](auto x, auto exponent, auto y) {
        auto zero = constant(x, 0);
        auto flat = either(less(x, zero), both(is_zero(x), less_equal(zero, exponent)));
        return y * log(select(flat, constant(x, 1), x));
      }));

  // LLVM's powi: an integer exponent of any width.
  visit(rule(
      "powi", with_exponent,
      [](auto x, auto exponent, auto) {
        auto factor = to_real(x, exponent);
        auto flat = both(is_zero(factor), either(is_zero(x), is_nan(x)));
        return factor * powi(select(flat, constant(x, 1), x), offset(exponent, -1));
      },
      integer_input));

  visit(rule(
      "ldexp", with_exponent, [](auto x, auto exponent, auto) { return ldexp(constant(x, 1), exponent); },
      integer_input));

  visit(rule(
      "hypot", anywhere, [](auto x, auto, auto y) { return x / nonzero(y); },
      [](auto, auto x, auto y) { return x / nonzero(y); }));
  // The three-argument std::hypot.
  visit(rule(
      "hypot3", anywhere, [](auto x, auto, auto, auto y) { return x / nonzero(y); },
      [](auto, auto x, auto, auto y) { return x / nonzero(y); },
      [](auto, auto, auto x, auto y) { return x / nonzero(y); }));
}

} // namespace cotangent::rules
