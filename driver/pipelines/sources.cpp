#include "driver/pipelines/sources.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace cotangent::driver {

const std::string *Sources::whole_line(const DebugLoc &place) {
  if (!place || !place.getLine())
    return nullptr;
  auto *scope = cast<DIScope>(place->getScope());
  SmallString<128> path(scope->getFilename());
  if (!sys::path::is_absolute(path)) {
    path = scope->getDirectory();
    sys::path::append(path, scope->getFilename());
  }
  auto [entry, fresh] = files.try_emplace(path.str().str());
  if (fresh)
    if (auto buffer = MemoryBuffer::getFile(path)) {
      SmallVector<StringRef, 0> lines;
      (*buffer)->getBuffer().split(lines, '\n');
      for (StringRef line : lines)
        entry->second.push_back(line.str());
    }
  return place.getLine() <= entry->second.size() ? &entry->second[place.getLine() - 1] : nullptr;
}

std::string Sources::line(const DebugLoc &place) {
  const std::string *line = whole_line(place);
  return line ? StringRef(*line).trim().str() : "";
}

/// The length of a group in brackets at the start of a text; 0 if it does not end in it.
static size_t bracketed(StringRef text) {
  int open = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    open += text[i] == '(' || text[i] == '[';
    open -= text[i] == ')' || text[i] == ']';
    if (!open)
      return i + 1;
  }
  return 0;
}

std::string Sources::expression(const DebugLoc &place) {
  const std::string *line = whole_line(place);
  if (!line || !place.getCol() || place.getCol() > line->size())
    return "";
  StringRef text = StringRef(*line).drop_front(place.getCol() - 1);
  auto letter = [](char c) { return isAlnum(c) || c == '_'; };
  if (!isAlpha(text[0]) && text[0] != '_')
    return "";
  size_t end = text.take_while(letter).size();
  while (end < text.size()) {
    StringRef rest = text.drop_front(end);
    size_t joint = rest.starts_with("::") || rest.starts_with("->") ? 2 : rest.starts_with(".") ? 1 : 0;
    size_t more = rest[0] == '(' || rest[0] == '[' ? bracketed(rest) : joint ? rest.drop_front(joint).take_while(letter).size() : 0;
    if (!more)
      break;
    end += joint + more;
  }
  StringRef found = text.take_front(end);
  bool word = found == "return" || found == "for" || found == "if" || found == "while" || found.starts_with("for (") || found.starts_with("if (") || found.starts_with("while (");
  return word ? "" : found.str();
}

} // namespace cotangent::driver
