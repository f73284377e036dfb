// Arguments kept in files: `@file` on the command line.
#pragma once

#include <string>
#include <vector>

namespace cotangent::tools {

/// Replaces every `@file` that can be read by the words in it, to any depth; the others stay.
std::vector<std::string> expand_response_files(const std::vector<std::string> &arguments);

/// Splits as a GNU tool does: white space separates, quotes and backslashes keep.
std::vector<std::string> split_words(const std::string &text);

} // namespace cotangent::tools
