#include "rules/calls/calls.h"

#include "rules/calls/names.h"
#include "rules/scalar/names.h"

#include <unordered_map>

namespace cotangent::rules {

namespace {

template <class Visitor> void for_each_word(std::string_view text, Visitor &&visit) {
  constexpr std::string_view space = " \n";
  for (auto begin = text.find_first_not_of(space); begin != text.npos; begin = text.find_first_not_of(space)) {
    text.remove_prefix(begin);
    std::string_view word = text.substr(0, text.find_first_of(space));
    visit(word);
    text.remove_prefix(word.size());
  }
}

const std::unordered_map<std::string_view, const CallFacts *> &exact_names() {
  static const auto names = [] {
    std::unordered_map<std::string_view, const CallFacts *> result;
    for (auto groups : {memory_calls(), c_library_calls(), cxx_library_calls()})
      for (const CallGroup &group : groups)
        for_each_word(group.names, [&](std::string_view name) { result.emplace(name, &group.facts); });
    return result;
  }();
  return names;
}

bool belongs(std::string_view name, const CallFamily &family) {
  return name.starts_with(family.prefix) && name.find(family.part, family.prefix.size()) != name.npos;
}

// Functions of libm with more than one result, which have no rule of their own.
constexpr std::string_view expanded_by_engine[] = {"sincos", "modf", "frexp", "remquo", "lgamma_r", "gamma_r"};

bool is_expanded(std::string_view name) {
  // The suffix of the width precedes "_r".
  for (std::string_view known : expanded_by_engine) {
    std::string_view stem = known, ending;
    if (known.ends_with("_r")) {
      ending = "_r";
      stem.remove_suffix(ending.size());
    }
    if (!name.starts_with(stem) || !name.ends_with(ending) || name.size() < known.size())
      continue;
    std::string_view width = name.substr(stem.size(), name.size() - known.size());
    if (width.empty() || width == "f" || width == "l")
      return true;
  }
  return false;
}

constexpr CallFacts math{.kind = CallFacts::Kind::Math, .never_throws = true};
constexpr CallFacts math_with_results{.kind = CallFacts::Kind::Math, .never_throws = true, .writes_arguments = true};

} // namespace

const CallFacts *call_facts(std::string_view name) {
  const auto &names = exact_names();
  if (auto found = names.find(name); found != names.end())
    return found->second;
  for (const CallFamily &family : cxx_library_families())
    if (belongs(name, family))
      return &family.facts;
  if (is_expanded(name))
    return &math_with_results;
  if (!library_rule_of(name).empty())
    return &math;
  return nullptr;
}

void for_each_call_name(const std::function<void(std::string_view, const CallFacts &)> &visit) {
  for (const auto &[name, facts] : exact_names())
    visit(name, *facts);
}

void for_each_call_family(const std::function<void(const CallFamily &)> &visit) {
  for (const CallFamily &family : cxx_library_families())
    visit(family);
}

} // namespace cotangent::rules
