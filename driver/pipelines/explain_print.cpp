#include "driver/pipelines/explain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cotangent::driver {

static std::string text_of(const Place &place) {
  if (place.file.empty())
    return "(not in your sources)";
  std::string text = place.file + ":" + std::to_string(place.line);
  return place.column ? text + ":" + std::to_string(place.column) : text;
}

static std::string plural(uint64_t count, StringRef word) { return (Twine(count) + " " + word + (count == 1 ? "" : "s")).str(); }

static std::string text_of(const ExplainedArgument &argument) {
  std::string text = argument.number ? "argument " + std::to_string(argument.number) : "the object that is called";
  if (argument.name == "result")
    text = "the result";
  else if (!argument.name.empty())
    text += " (" + argument.name + ")";
  text += " " + argument.annotation;
  return argument.annotation == "constant" || argument.active ? text : text + ", but without effect on the derivative";
}

static std::string text_of(const ExplainedLoop &loop) {
  std::string text = text_of(loop.place) + ": ";
  if (loop.form == "fused")
    return text + "each iteration runs forward and at once backwards, nothing is taped from one to the next";
  if (loop.form == "free")
    return text + "backwards without a tape";
  if (!loop.bytes)
    return text + "nothing of its own is taped, but loops inside it are; not forward and at once backwards: " + loop.reason;
  return text + "taped, " + plural(loop.bytes, "byte") + " per iteration (" + loop.layout + "), not forward and at once backwards: " + loop.reason;
}

static std::string text_of(const SavedValue &saved) {
  std::string text = text_of(saved.place) + ": " + saved.what;
  if (!saved.expression.empty())
    text += " `" + saved.expression + "`";
  else if (!saved.source.empty())
    text += " in `" + (saved.source.size() > 80 ? saved.source.substr(0, 77) + "..." : saved.source) + "`";
  text += ", " + plural(saved.bytes, "byte") + (saved.loop ? " per iteration" : " per call");
  if (saved.loop && saved.loop->line)
    text += " of the loop in line " + std::to_string(saved.loop->line);
  return text + ": " + saved.reason;
}

std::string Explanation::text() const {
  std::string text;
  raw_string_ostream out(text);
  out << text_of(place) << ": derivative of " << function << ": " << mode << ", width " << width;
  for (const std::string &option : options)
    out << ", " << option;
  out << "\n";
  for (const ExplainedArgument &argument : arguments)
    out << "  " << text_of(argument) << "\n";
  out << "  active: " << plural(active_instructions, "instruction");
  for (auto &[file, lines] : active_lines) {
    out << "; " << file << (lines.size() == 1 ? " line " : " lines ");
    interleaveComma(lines, out, [&](const auto &line) { out << line.first; });
  }
  out << "\n";
  for (const ExplainedLoop &loop : loops)
    out << "  loop " << text_of(loop) << "\n";
  for (const SavedValue &value : saved)
    out << "  saved " << text_of(value) << "\n";
  if (saved.empty() && mode.starts_with("reverse"))
    out << "  saved: nothing on the tape\n";
  if (recomputed || in_registers)
    out << "  computed again: " << plural(recomputed, "value") << "; kept in registers or on the stack: " << in_registers << "\n";
  for (auto &[where, message] : refused)
    out << "  throws where it comes to " << text_of(where) << ": " << message << "\n";
  if (!globals.empty())
    out << "  globals with a hidden shadow: " << join(globals, ", ") << "\n";
  out << "  rules: " << (rules.empty() ? "none" : join(rules, " ")) << "\n";
  return text;
}

static json::Object object_of(const Place &place) {
  json::Object object;
  if (place.file.empty())
    return object;
  object["file"] = json::fixUTF8(place.file);
  object["line"] = place.line;
  if (place.column)
    object["column"] = place.column;
  return object;
}

static json::Array array_of(const std::vector<std::string> &words) {
  json::Array array;
  for (const std::string &word : words)
    array.push_back(json::fixUTF8(word));
  return array;
}

json::Value Explanation::json() const {
  json::Object object = object_of(place);
  object["function"] = json::fixUTF8(function);
  object["symbol"] = json::fixUTF8(symbol);
  object["mode"] = mode;
  object["width"] = width;
  object["options"] = array_of(options);
  json::Array listed_arguments, lines, listed_loops, values, thrown;
  for (const ExplainedArgument &argument : arguments) {
    json::Object entry{{"number", argument.number}, {"annotation", argument.annotation}, {"active", argument.active}};
    if (!argument.name.empty())
      entry["name"] = json::fixUTF8(argument.name);
    listed_arguments.push_back(std::move(entry));
  }
  for (auto &[file, counts] : active_lines)
    for (auto &[line, count] : counts)
      lines.push_back(json::Object{{"file", json::fixUTF8(file)}, {"line", line}, {"instructions", count}});
  for (const ExplainedLoop &loop : loops) {
    json::Object entry = object_of(loop.place);
    entry["depth"] = loop.depth;
    entry["form"] = loop.form;
    entry["bytes_per_iteration"] = loop.bytes;
    if (!loop.layout.empty())
      entry["layout"] = loop.layout;
    if (!loop.reason.empty())
      entry["reason"] = json::fixUTF8(loop.reason);
    listed_loops.push_back(std::move(entry));
  }
  for (const SavedValue &value : saved) {
    json::Object entry = object_of(value.place);
    entry["what"] = json::fixUTF8(value.what);
    if (!value.expression.empty())
      entry["expression"] = json::fixUTF8(value.expression);
    if (!value.source.empty())
      entry["source"] = json::fixUTF8(value.source);
    entry["bytes"] = value.bytes;
    entry["per"] = value.loop ? "iteration" : "call";
    if (value.loop)
      entry["loop"] = object_of(*value.loop);
    entry["reason"] = json::fixUTF8(value.reason);
    values.push_back(std::move(entry));
  }
  for (auto &[where, message] : refused) {
    json::Object entry = object_of(where);
    entry["message"] = json::fixUTF8(message);
    thrown.push_back(std::move(entry));
  }
  object["arguments"] = std::move(listed_arguments);
  object["active"] = json::Object{{"instructions", active_instructions}, {"lines", std::move(lines)}};
  object["loops"] = std::move(listed_loops);
  object["saved"] = std::move(values);
  object["recomputed"] = recomputed;
  object["in_registers"] = in_registers;
  object["throws"] = std::move(thrown);
  object["rules"] = array_of(rules);
  object["global_shadows"] = array_of(globals);
  return object;
}

void print(std::vector<Explanation> explanations, bool json) {
  std::stable_sort(explanations.begin(), explanations.end(), [](const Explanation &a, const Explanation &b) { return std::tie(a.place, a.symbol, a.mode) < std::tie(b.place, b.symbol, b.mode); });
  std::string text;
  raw_string_ostream out(text);
  for (const Explanation &explanation : explanations)
    if (json)
      out << explanation.json() << "\n";
    else
      out << explanation.text();
  errs() << text;
}

} // namespace cotangent::driver
