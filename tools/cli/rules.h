// `cotangent rules`: the functions and operations whose derivatives are known.
#pragma once

#include <iosfwd>

namespace cotangent::tools {

/// The table of the tensor engine is left out, with a message, where that cannot be loaded.
void print_rules(std::ostream &output, std::ostream &messages, bool json);

} // namespace cotangent::tools
