// Which operands a partial needs, and the names by which a rule is found.
#include "rules/check/coverage.h"
#include "rules/check/dependency.h"
#include "rules/scalar/names.h"
#include "rules/scalar/table.h"

#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>

using namespace cotangent::rules;

namespace {

// "b" "ab" "r" "-" (constant) "0" (no derivative), one word per partial.
std::string needs(std::string_view rule) {
  std::string text;
  for (const PartialDependencies &partial : dependencies(rule)) {
    std::string word;
    for (int input = 0; input < 3; ++input)
      if (partial.inputs[input])
        word += static_cast<char>('a' + input);
    if (partial.result)
      word += 'r';
    if (word.empty())
      word = partial.constant_zero ? "0" : "-";
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

} // namespace

TEST_CASE("operands") {
  CHECK(needs("fadd") == "- -");
  CHECK(needs("fmul") == "b a");
  CHECK(needs("fdiv") == "b br");
  CHECK(needs("fma") == "b a -");
  CHECK(needs("exp") == "r");
  CHECK(needs("tanh") == "r");
  CHECK(needs("sqrt") == "r");
  CHECK(needs("sin") == "a");
  CHECK(needs("pow") == "ab abr");
  CHECK(needs("powi") == "ab 0");
  CHECK(needs("ldexp") == "b 0");
  CHECK(needs("hypot") == "ar br");
  CHECK(needs("copysign") == "ab 0");
  CHECK(needs("floor") == "0");
  CHECK(needs("fmax") == "ab ab");
  CHECK(needs("frem") == "- abr");
  CHECK(needs("jn") == "0 ab");
  CHECK(needs("no_such_function") == "");
}

TEST_CASE("every rule has an answer for every input") {
  visit_scalar_rules([](const auto &rule) {
    CAPTURE(std::string(rule.name));
    std::vector<PartialDependencies> partials = dependencies(rule.name);
    REQUIRE(partials.size() == std::remove_cvref_t<decltype(rule)>::arity);
    bool inactive = true;
    for (const PartialDependencies &partial : partials)
      inactive = inactive && partial.constant_zero;
    CHECK(inactive == std::remove_cvref_t<decltype(rule)>::inactive);
  });
}

TEST_CASE("names") {
  std::set<std::string_view> names;
  visit_scalar_rules([&](const auto &rule) { CHECK_MESSAGE(names.insert(rule.name).second, std::string(rule.name)); });
  for (const Alias &alias : scalar_aliases) {
    CAPTURE(std::string(alias.name));
    CHECK(names.contains(alias.rule));
    CHECK(!names.contains(alias.name));
    CHECK(scalar_rule_of(alias.name) == alias.rule);
  }
  CHECK(scalar_rule_of("sinf") == "sin");
  CHECK(scalar_rule_of("ceil") == "ceil");
  CHECK(scalar_rule_of("ceill") == "ceil");
  CHECK(scalar_rule_of("erff") == "erf");
  CHECK(scalar_rule_of("fmaxl") == "fmax");
  CHECK(scalar_rule_of("__expf_finite") == "exp");
  CHECK(scalar_rule_of("maxnum") == "fmax");
  CHECK(scalar_rule_of("cotangent_digammal") == "cotangent_digamma");
  CHECK(scalar_rule_of("modf") == "");
  CHECK(scalar_rule_of("") == "");

  CHECK(library_rule_of("fmodf") == "frem");
  CHECK(library_rule_of("scalbnl") == "ldexp");
  CHECK(library_rule_of("fadd") == ""); // glibc has a function of that name that does something else
  CHECK(library_rule_of("faddl") == "");
  CHECK(library_rule_of("maximum") == "");
  CHECK(library_rule_of("fmaximum") == "maximum");
}

// Differentiating a derivative meets the functions that formulas use.
TEST_CASE("formulas use functions that have rules") {
  for (std::string_view used : {"sin",
                                "cos",
                                "sinh",
                                "cosh",
                                "exp",
                                "log",
                                "sqrt",
                                "rint",
                                "fabs",
                                "j0",
                                "j1",
                                "y0",
                                "y1",
                                "jn",
                                "yn",
                                "pow",
                                "powi",
                                "ldexp",
                                "copysign",
                                "hypot",
                                "cotangent_digamma",
                                "cotangent_polygamma"})
    CHECK_MESSAGE(scalar_rule_of(used) == used, std::string(used));
}

TEST_CASE("coverage page") {
  std::ostringstream page;
  print_coverage(page);
  CHECK(page.str().find("| `tanh` |  | result | | | 1 |") != std::string::npos);
  CHECK(page.str().find("| `frem` | `fmod` | constant | a, b, result | | 3 |") != std::string::npos);
  CHECK(page.str().find("| `powi` |  | a, b | integer | | 3 |") != std::string::npos);
}
