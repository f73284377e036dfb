#include "tools/compiler/response_file.h"

#include <cctype>
#include <fstream>
#include <iterator>

namespace cotangent::tools {
namespace {

constexpr int depth_limit = 20; // a file that names itself must end

void expand_into(std::vector<std::string> &result, const std::vector<std::string> &arguments, int depth) {
  for (const std::string &argument : arguments) {
    std::ifstream file;
    if (argument.size() > 1 && argument[0] == '@' && depth < depth_limit)
      file.open(argument.substr(1));
    if (!file.is_open()) {
      result.push_back(argument);
      continue;
    }
    std::string text(std::istreambuf_iterator<char>(file), {});
    expand_into(result, split_words(text), depth + 1);
  }
}

} // namespace

std::vector<std::string> split_words(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  bool inside_word = false;
  char quote = 0;
  for (size_t index = 0; index < text.size(); ++index) {
    char character = text[index];
    if (character == '\\' && quote != '\'' && index + 1 < text.size()) {
      word += text[++index];
      inside_word = true;
    } else if (quote) {
      if (character == quote)
        quote = 0;
      else
        word += character;
    } else if (character == '"' || character == '\'') {
      quote = character;
      inside_word = true;
    } else if (std::isspace(static_cast<unsigned char>(character))) {
      if (inside_word)
        words.push_back(std::move(word));
      word.clear();
      inside_word = false;
    } else {
      word += character;
      inside_word = true;
    }
  }
  if (inside_word)
    words.push_back(std::move(word));
  return words;
}

std::vector<std::string> expand_response_files(const std::vector<std::string> &arguments) {
  std::vector<std::string> result;
  expand_into(result, arguments, 0);
  return result;
}

} // namespace cotangent::tools
