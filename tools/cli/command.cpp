#include "tools/cli/command.h"

#include <array>
#include <cstdio>
#include <sys/wait.h>

namespace cotangent::tools {

std::string shell_word(const std::string &word) {
  std::string result = "'";
  for (char character : word)
    result += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return result + "'";
}

CommandResult run_command(const std::string &command) {
  CommandResult result;
  FILE *pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe)
    return result;
  std::array<char, 4096> buffer;
  while (size_t size = fread(buffer.data(), 1, buffer.size(), pipe))
    result.output.append(buffer.data(), size);
  int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

} // namespace cotangent::tools
