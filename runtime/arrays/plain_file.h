// What may be read and replaced as a file.
#pragma once

#include <string>

namespace cotangent {

/// Why the path is no plain file; empty if it is one, or may be missing and is. To read a device may never end, and to
/// replace one is a disaster.
std::string fault_of_plain_file(const std::string &path, bool may_be_missing);

} // namespace cotangent
