// What may be read and replaced as a file.
#include "runtime/arrays/plain_file.h"

#include <filesystem>
#include <system_error>

namespace cotangent {

std::string fault_of_plain_file(const std::string &path, bool may_be_missing) {
  using std::filesystem::file_type;
  std::error_code fault;
  switch (std::filesystem::status(path, fault).type()) {
  case file_type::regular:
    return "";
  case file_type::not_found:
    return may_be_missing ? "" : "there is no such file";
  case file_type::none:
    return "cannot be reached: " + fault.message();
  case file_type::directory:
    return "this is a folder";
  default:
    return "this is not a plain file";
  }
}

} // namespace cotangent
