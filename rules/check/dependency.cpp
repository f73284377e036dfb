#include "rules/check/dependency.h"

#include "rules/scalar/table.h"

namespace cotangent::rules {

namespace check {

namespace {

// A set of operands: bit i for input i, result_bit for the result. One type serves as V, I and C.
struct Touched {
  unsigned operands;
};

constexpr unsigned result_bit = 1u << 3;

template <class... Values> Touched join(Values... values) { return {(0u | ... | values.operands)}; }

Touched operator+(Touched a, Touched b) { return join(a, b); }
Touched operator-(Touched a, Touched b) { return join(a, b); }
Touched operator*(Touched a, Touched b) { return join(a, b); }
Touched operator/(Touched a, Touched b) { return join(a, b); }
Touched operator-(Touched a) { return a; }

Touched constant(Touched, long double) { return {0}; }
Touched integer_constant(Touched, long) { return {0}; }
Touched offset(Touched i, long) { return i; }
Touched to_real(Touched, Touched i) { return i; }

Touched less(Touched a, Touched b) { return join(a, b); }
Touched less_equal(Touched a, Touched b) { return join(a, b); }
Touched equal(Touched a, Touched b) { return join(a, b); }
Touched is_nan(Touched a) { return a; }
Touched both(Touched a, Touched b) { return join(a, b); }
Touched either(Touched a, Touched b) { return join(a, b); }
[[maybe_unused]] Touched negate(Touched a) { return a; }
Touched select(Touched condition, Touched a, Touched b) { return join(condition, a, b); }

Touched sin(Touched x) { return x; }
Touched cos(Touched x) { return x; }
Touched sinh(Touched x) { return x; }
Touched cosh(Touched x) { return x; }
Touched exp(Touched x) { return x; }
Touched log(Touched x) { return x; }
Touched sqrt(Touched x) { return x; }
Touched rint(Touched x) { return x; }
[[maybe_unused]] Touched fabs(Touched x) { return x; }
Touched j0(Touched x) { return x; }
Touched j1(Touched x) { return x; }
Touched y0(Touched x) { return x; }
Touched y1(Touched x) { return x; }
Touched digamma(Touched x) { return x; }
Touched pow(Touched x, Touched y) { return join(x, y); }
Touched copysign(Touched x, Touched y) { return join(x, y); }
Touched hypot(Touched x, Touched y) { return join(x, y); }
Touched ldexp(Touched x, Touched i) { return join(x, i); }
Touched powi(Touched x, Touched i) { return join(x, i); }
Touched jn(Touched i, Touched x) { return join(i, x); }
Touched yn(Touched i, Touched x) { return join(i, x); }
Touched polygamma(Touched i, Touched x) { return join(i, x); }

static_assert(ScalarValue<Touched, Touched, Touched>);

template <std::size_t Index, class AnyRule, std::size_t... Inputs>
PartialDependencies partial_dependencies(const AnyRule &rule, std::index_sequence<Inputs...>) {
  PartialDependencies facts;
  if constexpr (AnyRule::template has_formula<Index>) {
    Touched touched = std::get<Index>(rule.partials)(Touched{1u << Inputs}..., Touched{result_bit});
    ((facts.inputs[Inputs] = (touched.operands >> Inputs & 1u) != 0), ...);
    facts.result = (touched.operands & result_bit) != 0;
  } else {
    facts.constant_zero = true;
  }
  return facts;
}

} // namespace

} // namespace check

std::vector<PartialDependencies> dependencies(std::string_view rule_name) {
  std::string_view wanted = scalar_rule_of(rule_name);
  std::vector<PartialDependencies> result;
  visit_scalar_rules([&](const auto &rule) {
    using RuleType = std::remove_cvref_t<decltype(rule)>;
    if (rule.name != wanted)
      return;
    constexpr auto inputs = std::make_index_sequence<RuleType::arity>{};
    [&]<std::size_t... Indices>(std::index_sequence<Indices...>) {
      (result.push_back(check::partial_dependencies<Indices>(rule, inputs)), ...);
    }(inputs);
  });
  return result;
}

} // namespace cotangent::rules
