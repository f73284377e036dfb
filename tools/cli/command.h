// Other programs, started and listened to.
#pragma once

#include <string>

namespace cotangent::tools {

struct CommandResult {
  int status = -1; // -1: it did not start, or a signal ended it
  std::string output;
};

/// The word as the shell reads it back.
std::string shell_word(const std::string &word);

/// Runs a line of the shell; standard and error output come together.
CommandResult run_command(const std::string &command);

} // namespace cotangent::tools
