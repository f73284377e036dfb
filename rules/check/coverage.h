// The table as a page for people.
#pragma once

#include "rules/scalar/rule.h"

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace cotangent::rules {

/// What the table says of one rule, in words.
struct CoverageRow {
  std::string_view name;
  std::vector<std::string_view> other_names;
  std::vector<Interval> domain;      // one interval per input, in which the rule is smooth and tested
  std::vector<std::string> partials; // one per input: the operands that it is computed from, "constant", "zero" or "integer"
  std::size_t special_points = 0;
};

/// Every rule, in the order of the table.
std::vector<CoverageRow> coverage();

/// Writes the rules as a Markdown table: name, other names, number of inputs, and what each partial is made of.
void print_coverage(std::ostream &output);

} // namespace cotangent::rules
