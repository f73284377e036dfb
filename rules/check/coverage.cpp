#include "rules/check/coverage.h"

#include "rules/check/dependency.h"
#include "rules/scalar/special_points.h"
#include "rules/scalar/table.h"

#include <algorithm>
#include <ostream>
#include <string>

namespace cotangent::rules {

namespace {

std::string join(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    if (!text.empty())
      text += ", ";
    text += word;
  }
  return text;
}

std::string other_names(std::string_view rule) {
  std::vector<std::string> names;
  for (const Alias &alias : scalar_aliases)
    if (alias.rule == rule)
      names.push_back("`" + std::string(alias.name) + "`");
  return join(names);
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
std::string partials(const AnyRule &rule, std::index_sequence<Indices...>) {
  std::vector<PartialDependencies> facts = dependencies(rule.name);
  std::string text;
  ((text += " | ", text += AnyRule::template is_integer<Indices> ? "integer"
                           : AnyRule::template is_zero<Indices>  ? "zero"
                                                                 : operands(facts[Indices], AnyRule::arity)),
   ...);
  for (std::size_t column = AnyRule::arity; column < 3; ++column)
    text += " |";
  return text;
}

} // namespace

void print_coverage(std::ostream &output) {
  output << "# Scalar rules\n\n"
            "Inputs are a, b, c. A partial's column names the operands it is computed from: what the reverse sweep "
            "needs.\n\n"
            "| rule | other names | partial in a | in b | in c | special points |\n"
            "|---|---|---|---|---|---|\n";
  visit_scalar_rules([&](const auto &rule) {
    using RuleType = std::remove_cvref_t<decltype(rule)>;
    auto points = std::count_if(std::begin(special_points), std::end(special_points),
                                [&](const SpecialPoint &point) { return point.rule == rule.name; });
    output << "| `" << rule.name << "` | " << other_names(rule.name)
           << partials(rule, std::make_index_sequence<RuleType::arity>{}) << " | " << points << " |\n";
  });
}

} // namespace cotangent::rules
