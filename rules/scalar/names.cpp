#include "rules/scalar/names.h"

#include "rules/scalar/table.h"

#include <algorithm>
#include <unordered_map>

namespace cotangent::rules {

namespace {

// Instructions, intrinsics and the three-argument std::hypot, which is no symbol.
constexpr std::string_view not_in_libm[] = {
    "fneg",   "fadd",    "fsub",       "fmul",    "fdiv",       "frem",         "fmuladd",          "powi",  "minnum",
    "maxnum", "minimum", "minimumnum", "maximum", "maximumnum", "canonicalize", "arithmetic.fence", "hypot3"};

struct KnownName {
  std::string_view rule;
  bool in_libm;
};

const std::unordered_map<std::string_view, KnownName> &known_names() {
  static const auto names = [] {
    std::unordered_map<std::string_view, KnownName> result;
    auto add = [&](std::string_view name, std::string_view rule) {
      bool in_libm = std::find(std::begin(not_in_libm), std::end(not_in_libm), name) == std::end(not_in_libm);
      result.emplace(name, KnownName{rule, in_libm});
    };
    visit_scalar_rules([&](const auto &rule) { add(rule.name, rule.name); });
    for (const Alias &alias : scalar_aliases)
      add(alias.name, alias.rule);
    return result;
  }();
  return names;
}

const KnownName *find(std::string_view name) {
  auto found = known_names().find(name);
  return found == known_names().end() ? nullptr : &found->second;
}

// The name itself, or the name less the suffix of its width.
const KnownName *find_with_suffix(std::string_view name) {
  if (const KnownName *known = find(name))
    return known;
  if (!name.ends_with('f') && !name.ends_with('l'))
    return nullptr;
  const KnownName *known = find(name.substr(0, name.size() - 1));
  return known && known->in_libm ? known : nullptr;
}

// What glibc calls its functions under -ffast-math: "__exp_finite", "__expf_finite".
std::string_view without_finite(std::string_view name) {
  constexpr std::string_view before = "__", after = "_finite";
  if (!name.starts_with(before) || !name.ends_with(after))
    return name;
  return name.substr(before.size(), name.size() - before.size() - after.size());
}

} // namespace

std::string_view scalar_rule_of(std::string_view name) {
  const KnownName *known = find_with_suffix(without_finite(name));
  return known ? known->rule : std::string_view{};
}

std::string_view library_rule_of(std::string_view symbol) {
  const KnownName *known = find_with_suffix(without_finite(symbol));
  return known && known->in_libm ? known->rule : std::string_view{};
}

} // namespace cotangent::rules
