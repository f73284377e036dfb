#include "rules/check/coverage.h"

#include "rules/check/dependency.h"
#include "rules/scalar/special_points.h"
#include "rules/scalar/table.h"

#include <algorithm>
#include <ostream>
#include <string>

namespace cotangent::rules {

namespace {

template <class Words> std::string join(const Words &words, std::string_view quote = "") {
  std::string text;
  for (const auto &word : words) {
    if (!text.empty())
      text += ", ";
    text += std::string(quote) + std::string(word) + std::string(quote);
  }
  return text;
}

std::string operands(const PartialDependencies &partial, std::size_t arity) {
  static constexpr const char *input_names[] = {"a", "b", "c"};
  std::vector<std::string> names;
  for (std::size_t input = 0; input < arity; ++input)
    if (partial.inputs[input])
      names.push_back(input_names[input]);
  if (partial.result)
    names.push_back("result");
  return names.empty() ? "constant" : join(names);
}

template <class AnyRule, std::size_t... Indices>
std::vector<std::string> partials(const AnyRule &rule, std::index_sequence<Indices...>) {
  std::vector<PartialDependencies> facts = dependencies(rule.name);
  return {(AnyRule::template is_integer<Indices> ? "integer"
           : AnyRule::template is_zero<Indices>  ? "zero"
                                                 : operands(facts[Indices], AnyRule::arity))...};
}

} // namespace

std::vector<CoverageRow> coverage() {
  std::vector<CoverageRow> rows;
  visit_scalar_rules([&](const auto &rule) {
    using RuleType = std::remove_cvref_t<decltype(rule)>;
    CoverageRow &row = rows.emplace_back();
    row.name = rule.name;
    for (const Alias &alias : scalar_aliases)
      if (alias.rule == rule.name)
        row.other_names.push_back(alias.name);
    row.domain.assign(rule.domain.input, rule.domain.input + RuleType::arity);
    row.partials = partials(rule, std::make_index_sequence<RuleType::arity>{});
    row.special_points = std::count_if(std::begin(special_points), std::end(special_points),
                                       [&](const SpecialPoint &point) { return point.rule == rule.name; });
  });
  return rows;
}

void print_coverage(std::ostream &output) {
  output << "# Scalar rules\n\n"
            "Inputs are a, b, c. A partial's column names the operands it is computed from: what the reverse sweep "
            "needs.\n\n"
            "| rule | other names | partial in a | in b | in c | special points |\n"
            "|---|---|---|---|---|---|\n";
  for (const CoverageRow &row : coverage()) {
    output << "| `" << row.name << "` | " << join(row.other_names, "`");
    for (const std::string &partial : row.partials)
      output << " | " << partial;
    for (std::size_t column = row.partials.size(); column < 3; ++column)
      output << " |";
    output << " | " << row.special_points << " |\n";
  }
}

} // namespace cotangent::rules
