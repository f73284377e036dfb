// The table of derivative rules has an entry for every operation of the dialects.
#include "tensor/rules/listing.h"
#include "tensor/rules/rule.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

using namespace cotangent;
using tensor_rules::ListedRule;

namespace {

std::vector<std::string> operations_of(mlir::StringRef dialect) {
  mlir::DialectRegistry registry;
  ir::register_dialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::vector<std::string> names;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == dialect)
      names.push_back(name.getStringRef().str());
  return names;
}

std::set<std::string> listed_names() {
  std::set<std::string> names;
  for (const ListedRule &rule : tensor_rules::listed_rules())
    names.insert(rule.name);
  return names;
}

} // namespace

TEST_CASE("every operation has a rule, is constant, is refused with a reason, or is control flow") {
  std::set<std::string> listed = listed_names();
  for (const char *dialect : {"stablehlo", "chlo"}) {
    std::vector<std::string> operations = operations_of(dialect);
    CHECK(operations.size() > 40);
    for (const std::string &operation : operations) {
      INFO(operation);
      CHECK(listed.count(operation) == 1);
    }
  }
}

TEST_CASE("no operation has two entries, and no entry is for an operation that does not exist") {
  std::vector<std::string> operations = operations_of("stablehlo"), more = operations_of("chlo");
  operations.insert(operations.end(), more.begin(), more.end());
  std::set<std::string> known(operations.begin(), operations.end()), seen;
  for (const ListedRule &rule : tensor_rules::listed_rules()) {
    INFO(rule.name);
    CHECK(seen.insert(rule.name).second);
    bool foreign = rule.name.starts_with("custom_call ") || rule.name.starts_with("func.");
    CHECK((foreign || known.count(rule.name) == 1));
  }
}

TEST_CASE("what is refused says so") {
  for (const tensor_rules::Rule &rule : tensor_rules::all_rules())
    if (rule.policy == "refused") {
      INFO(rule.name);
      CHECK(bool(rule.forward));
      CHECK(!bool(rule.transpose));
    }
}

TEST_CASE("rules are found by name") {
  const tensor_rules::Rule *rule = tensor_rules::find_rule("stablehlo.multiply");
  REQUIRE(rule);
  CHECK(bool(rule->forward));
  CHECK(bool(rule->transpose));
  CHECK(!bool(tensor_rules::find_rule("stablehlo.floor")->forward));
  CHECK(!bool(tensor_rules::find_rule("stablehlo.unknown")));
}
