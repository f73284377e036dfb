// The checks behind `cotangent doctor`.
#pragma once

#include <iosfwd>

namespace cotangent::tools {

/// Writes one line per part that a user needs, with the remedy where it is missing. Returns 0 if all is well, else 1.
int run_doctor(std::ostream &output);

} // namespace cotangent::tools
