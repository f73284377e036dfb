#include "tools/cli/rules.h"

#include "rules/check/coverage.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace cotangent::tools {
namespace {

using rules::CoverageRow;

template <class Items, class Write> std::string joined(const Items &items, const char *between, Write write) {
  std::ostringstream text;
  bool first = true;
  for (const auto &item : items) {
    text << (first ? "" : between);
    write(text, item);
    first = false;
  }
  return text.str();
}

std::string domain_text(const CoverageRow &row) {
  return joined(row.domain, ", ", [](std::ostream &text, const rules::Interval &interval) {
    text << "[" << interval.low << ", " << interval.high << "]";
  });
}

void print_text(std::ostream &output, const std::vector<CoverageRow> &rows) {
  auto plain = [](std::ostream &text, const auto &word) { text << word; };
  std::vector<std::vector<std::string>> lines = {{"rule", "engine", "domain", "partials need", "other names"}};
  for (const CoverageRow &row : rows)
    lines.push_back({std::string(row.name), "scalar", domain_text(row), joined(row.partials, "; ", plain),
                     joined(row.other_names, ", ", plain)});
  std::vector<size_t> widths(lines[0].size());
  for (const auto &line : lines)
    for (size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], line[column].size());
  for (const auto &line : lines) {
    std::string text;
    for (size_t column = 0; column < line.size(); ++column)
      text += line[column] + std::string(widths[column] - line[column].size() + 2, ' ');
    output << text.substr(0, text.find_last_not_of(' ') + 1) << "\n";
  }
  output << "\nInputs are a, b, c. The domain is where the function is smooth and its rule is tested.\n"
            "Float and long double versions (sinf, sinl) and LLVM's intrinsics have the rule of their function.\n";
}

void print_json(std::ostream &output, const std::vector<CoverageRow> &rows) {
  auto quoted = [](std::ostream &text, const auto &word) { text << std::quoted(word); };
  auto interval = [](std::ostream &text, const rules::Interval &range) {
    text << "[" << range.low << ", " << range.high << "]";
  };
  auto object = [&](std::ostream &text, const CoverageRow &row) {
    text << "  {\"name\": " << std::quoted(row.name) << ", \"engine\": \"scalar\", \"domain\": ["
         << joined(row.domain, ", ", interval) << "], \"partials\": [" << joined(row.partials, ", ", quoted)
         << "], \"other_names\": [" << joined(row.other_names, ", ", quoted)
         << "], \"special_points\": " << row.special_points << "}";
  };
  output << "[\n" << joined(rows, ",\n", object) << "\n]\n";
}

} // namespace

void print_rules(std::ostream &output, bool json) {
  std::vector<CoverageRow> rows = rules::coverage();
  json ? print_json(output, rows) : print_text(output, rows);
}

} // namespace cotangent::tools
