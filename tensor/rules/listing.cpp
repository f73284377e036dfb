#include "tensor/rules/listing.h"

#include "tensor/rules/rule.h"

namespace cotangent::tensor_rules {
namespace {

// What tensor/differentiate does itself.
const ListedRule control_flow[] = {
    {"stablehlo.while", "control flow", ""},
    {"stablehlo.if", "control flow", ""},
    {"stablehlo.case", "control flow", ""},
    {"stablehlo.return", "control flow", ""},
    {"stablehlo.composite", "control flow", "its decomposition is inlined"},
    {"stablehlo.custom_call", "control flow", "by its target, as far as that is in this table"},
    {"func.call", "control flow", "inlined"},
    {"chlo.scan", "control flow", "as a counted loop"},
};

std::string_view kind_of(const Rule &rule) {
  if (rule.policy == "refused")
    return "refused";
  if (!rule.forward)
    return "constant";
  return rule.transpose ? "forward, transpose" : "forward";
}

} // namespace

std::vector<ListedRule> listed_rules() {
  std::vector<ListedRule> rows;
  for (const Rule &rule : all_rules())
    rows.push_back({std::string(rule.name), kind_of(rule), rule.policy});
  rows.insert(rows.end(), std::begin(control_flow), std::end(control_flow));
  return rows;
}

} // namespace cotangent::tensor_rules

extern "C" void cotangent_list_tensor_rules(std::vector<cotangent::tensor_rules::ListedRule> &rules) {
  rules = cotangent::tensor_rules::listed_rules();
}
