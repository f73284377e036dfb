// Which operands does a partial touch? Found by evaluating the formula on values that only remember where they came
// from, so the answer cannot disagree with the formula. The engine's plan keeps exactly these operands for the reverse
// sweep.
#pragma once

#include <string_view>
#include <vector>

namespace cotangent::rules {

struct PartialDependencies {
  bool inputs[3] = {false, false, false};
  bool result = false;
  bool constant_zero = false; // no derivative flows: zero everywhere, or the input is an integer
};

/// One entry per input of the rule; empty if there is no such rule. Aliases and suffixed names are understood
/// (rules/scalar/names.h).
std::vector<PartialDependencies> dependencies(std::string_view rule_name);

} // namespace cotangent::rules
