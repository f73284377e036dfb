// `cotangent rules`: the functions whose derivatives are known.
#pragma once

#include <iosfwd>

namespace cotangent::tools {

void print_rules(std::ostream &output, bool json);

} // namespace cotangent::tools
