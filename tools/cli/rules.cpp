#include "tools/cli/rules.h"

#include "rules/check/coverage.h"
#include "tensor/rules/listing.h"
#include "tools/cli/tensor_engine.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace cotangent::tools {
namespace {

using rules::CoverageRow;
using tensor_rules::ListedRule;

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

using Line = std::vector<std::string>;

void print_table(std::ostream &output, const std::vector<Line> &lines) {
  std::vector<size_t> widths(lines[0].size());
  for (const Line &line : lines)
    for (size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], line[column].size());
  for (const Line &line : lines) {
    std::string text;
    for (size_t column = 0; column < line.size(); ++column)
      text += line[column] + std::string(widths[column] - line[column].size() + 2, ' ');
    output << text.substr(0, text.find_last_not_of(' ') + 1) << "\n";
  }
}

void print_text(std::ostream &output, const std::vector<CoverageRow> &rows, const std::vector<ListedRule> &operations) {
  auto plain = [](std::ostream &text, const auto &word) { text << word; };
  std::vector<Line> functions = {{"rule", "engine", "domain", "partials need", "other names"}};
  for (const CoverageRow &row : rows)
    functions.push_back({std::string(row.name), "scalar", domain_text(row), joined(row.partials, "; ", plain),
                         joined(row.other_names, ", ", plain)});
  print_table(output, functions);
  output << "\nInputs are a, b, c. The domain is where the function is smooth and its rule is tested.\n"
            "Float and long double versions (sinf, sinl) and LLVM's intrinsics have the rule of their function.\n";
  if (operations.empty())
    return;
  std::vector<Line> lines = {{"operation", "engine", "rules", "remarks"}};
  for (const ListedRule &row : operations)
    lines.push_back({row.name, "tensor", std::string(row.kind), std::string(row.policy)});
  output << "\n";
  print_table(output, lines);
  output
      << "\nforward: tangents of results; reverse mode transposes what is linear in tangents. constant: no tangents.\n";
}

void print_json(std::ostream &output, const std::vector<CoverageRow> &rows, const std::vector<ListedRule> &operations) {
  auto quoted = [](std::ostream &text, const auto &word) { text << std::quoted(word); };
  auto interval = [](std::ostream &text, const rules::Interval &range) {
    text << "[" << range.low << ", " << range.high << "]";
  };
  auto function = [&](std::ostream &text, const CoverageRow &row) {
    text << "  {\"name\": " << std::quoted(row.name) << ", \"engine\": \"scalar\", \"domain\": ["
         << joined(row.domain, ", ", interval) << "], \"partials\": [" << joined(row.partials, ", ", quoted)
         << "], \"other_names\": [" << joined(row.other_names, ", ", quoted)
         << "], \"special_points\": " << row.special_points << "}";
  };
  auto operation = [](std::ostream &text, const ListedRule &row) {
    text << "  {\"name\": " << std::quoted(row.name) << ", \"engine\": \"tensor\", \"rules\": " << std::quoted(row.kind)
         << ", \"remarks\": " << std::quoted(row.policy) << "}";
  };
  output << "[\n"
         << joined(rows, ",\n", function) << (operations.empty() ? "" : ",\n") << joined(operations, ",\n", operation)
         << "\n]\n";
}

} // namespace

void print_rules(std::ostream &output, std::ostream &messages, bool json) {
  std::vector<CoverageRow> rows = rules::coverage();
  std::vector<ListedRule> operations;
  if (auto *list = tensor_engine_function<decltype(cotangent_list_tensor_rules)>("cotangent_list_tensor_rules", "rules",
                                                                                 messages))
    list(operations);
  json ? print_json(output, rows, operations) : print_text(output, rows, operations);
}

} // namespace cotangent::tools
