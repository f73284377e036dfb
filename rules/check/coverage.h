// The table as a page for people.
#pragma once

#include <iosfwd>

namespace cotangent::rules {

/// Writes the rules as a Markdown table: name, other names, number of inputs, and what each partial is made of.
void print_coverage(std::ostream &output);

} // namespace cotangent::rules
