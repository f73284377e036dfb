#include "tools/cli/explain.h"

#include "tools/cli/command.h"
#include "tools/compiler/installation.h"

#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <sstream>

namespace cotangent::tools {
namespace {

namespace fs = std::filesystem;

/// A folder that goes when this object goes.
struct TemporaryFolder {
  std::string path = (fs::temp_directory_path() / "cotangent-explain-XXXXXX").string();
  bool made = mkdtemp(path.data()) != nullptr;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (made)
      fs::remove_all(path, ignored);
  }
};

/// Derivatives begin with a line `FILE:LINE:COL: derivative of ...`, indented lines follow; in JSON each is an object.
bool is_explanation(const std::string &line, bool json, bool after_explanation) {
  if (json)
    return line.starts_with("{");
  return line.find(": derivative of ") != std::string::npos || (after_explanation && line.starts_with("  "));
}

} // namespace

int run_explain(const std::string &file, const std::vector<std::string> &flags, bool json, std::ostream &output,
                std::ostream &messages) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    messages << "cotangent explain: error: there is no file " << file << "\n";
    return 1;
  }
  TemporaryFolder folder;
  if (!folder.made) {
    messages << "cotangent explain: error: cannot make a folder in " << fs::temp_directory_path().string() << "\n";
    return 1;
  }
  bool is_c = fs::path(file).extension() == ".c";
  std::string command = shell_word(find_installation().prefix + (is_c ? "/bin/cotangent-cc" : "/bin/cotangent-c++"));
  for (const std::string &flag : flags)
    command += " " + shell_word(flag);
  command += std::string(" -fcotangent-explain=") + (json ? "json" : "text") + " -c " + shell_word(file) + " -o " +
             shell_word(folder.path + "/object.o");
  CommandResult result = run_command(command);
  std::istringstream lines(result.output);
  bool inside = false, any = false;
  for (std::string line; std::getline(lines, line);) {
    inside = is_explanation(line, json, inside);
    any |= inside;
    (inside ? output : messages) << line << "\n";
  }
  if (result.status == 0 && !any)
    messages << "no derivative is asked for in " << file << "\n";
  return result.status == 0 ? 0 : 1;
}

} // namespace cotangent::tools
