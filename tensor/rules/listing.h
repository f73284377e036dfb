// The table of rules as text, for `cotangent rules`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cotangent::tensor_rules {

struct ListedRule {
  std::string name;
  std::string_view kind; // "forward", "forward, transpose", "constant", "refused", "control flow"
  std::string_view policy;
};

/// Every operation that differentiation knows, in the order of the table; control flow at the end.
std::vector<ListedRule> listed_rules();

} // namespace cotangent::tensor_rules

/// `listed_rules` for programs that load the tensor engine while they run.
extern "C" void cotangent_list_tensor_rules(std::vector<cotangent::tensor_rules::ListedRule> &rules);
