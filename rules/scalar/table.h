// The table of scalar derivative rules: every family, in one list.
//
// Not here, because they have more than one result or write memory; the engine expands them into these rules:
//   sincos (sin, cos)   modf (trunc and the rest)   frexp (ldexp)   remquo (remainder)   lgamma_r (lgamma)
#pragma once

#include "rules/scalar/arithmetic.h"
#include "rules/scalar/exponential.h"
#include "rules/scalar/names.h"
#include "rules/scalar/power.h"
#include "rules/scalar/select.h"
#include "rules/scalar/special.h"
#include "rules/scalar/trigonometric.h"

namespace cotangent::rules {

// Calls visit(rule) for each rule; the type of the rule differs from call to call.
template <class Visitor> void visit_scalar_rules(Visitor &&visit) {
  visit_arithmetic_rules(visit);
  visit_trigonometric_rules(visit);
  visit_exponential_rules(visit);
  visit_power_rules(visit);
  visit_select_rules(visit);
  visit_special_rules(visit);
}

} // namespace cotangent::rules
