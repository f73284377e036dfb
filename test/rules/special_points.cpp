// The table of special points, in all three widths.
#include "rules/scalar/special_points.h"
#include "primal.h"
#include "rules/scalar/table.h"

#include <doctest/doctest.h>

#include <string>

using namespace cotangent::rules;

namespace {

template <class T> bool same(T value, double expected) {
  if (std::isnan(expected))
    return std::isnan(value);
  T wanted = static_cast<T>(expected);
  if (std::isinf(wanted) || wanted == 0)
    return value == wanted || std::abs(value) < std::numeric_limits<T>::epsilon() * (wanted == 0);
  return std::abs(value - wanted) <= 4 * std::numeric_limits<T>::epsilon() * std::abs(wanted) +
                                         4 * std::numeric_limits<double>::epsilon() * std::abs(wanted);
}

// Points made for the range of a double mean nothing in another width.
template <class T> bool made_for(const SpecialPoint &point) {
  if constexpr (std::is_same_v<T, double>)
    return true;
  for (double input : point.inputs)
    if (std::isfinite(input) && input != 0 && (std::abs(input) > 1e30 || std::abs(input) < 1e-30))
      return false;
  return true;
}

template <class T> int check_points() {
  int checked = 0;
  for (const SpecialPoint &point : special_points) {
    if (!made_for<T>(point))
      continue;
    CAPTURE(std::string(point.rule));
    CAPTURE(std::string(point.reason));
    CAPTURE(point.inputs[0]);
    CAPTURE(point.inputs[1]);
    bool found = false;
    visit_scalar_rules([&](const auto &rule) {
      if (rule.name != point.rule)
        return;
      using AnyRule = std::remove_cvref_t<decltype(rule)>;
      found = true;
      test::Inputs wide = {point.inputs[0], point.inputs[1], point.inputs[2]};
      T result = static_cast<T>(test::primals().at(point.rule)(wide));
      check::Point<T> inputs = {static_cast<T>(wide[0]), static_cast<T>(wide[1]), static_cast<T>(wide[2])};
      check::Point<T> partials = check::partials_at(rule, inputs, result);
      for (std::size_t index = 0; index < AnyRule::arity; ++index) {
        if (AnyRule::integer_inputs[index])
          continue;
        CHECK_MESSAGE(same(partials[index], point.partials[index]),
                      "partial " << index << " is " << partials[index] << ", not " << point.partials[index]);
        ++checked;
      }
    });
    CHECK(found);
  }
  return checked;
}

} // namespace

TEST_CASE("double") { CHECK(check_points<double>() > 80); }
TEST_CASE("float") { CHECK(check_points<float>() > 70); }
TEST_CASE("long double") { CHECK(check_points<long double>() > 70); }
