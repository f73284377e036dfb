// Every rule against differences of its function, first and second order.
#include "primal.h"
#include "rules/scalar/table.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace cotangent::rules;
using test::Inputs;
using test::primals;

namespace {

constexpr int points_per_rule = 20;

template <class Function> long double central(Function &&function, Inputs inputs, std::size_t index, long double step) {
  Inputs above = inputs, below = inputs;
  above[index] += step;
  below[index] -= step;
  return (function(above) - function(below)) / (above[index] - below[index]);
}

// Central differences with two steps; the leading error term cancels (Richardson).
template <class Function> long double slope(Function &&function, const Inputs &inputs, std::size_t index) {
  constexpr long double step = 1e-4L;
  return (4 * central(function, inputs, index, step) - central(function, inputs, index, 2 * step)) / 3;
}

// fabs, fmin and their like have kinks at zero and on the diagonal: points keep clear of both.
bool near_kink(const Inputs &inputs, std::size_t arity) {
  constexpr long double clear = 1e-2L;
  return std::abs(inputs[0]) < clear || (arity > 1 && std::abs(inputs[0] - inputs[1]) < clear);
}

template <class AnyRule> Inputs draw(const AnyRule &rule, std::mt19937 &generator) {
  Inputs inputs{};
  bool any_integer = false;
  do {
    for (std::size_t index = 0; index < AnyRule::arity; ++index) {
      Interval interval = rule.domain.input[index];
      inputs[index] = std::uniform_real_distribution<double>(interval.low, interval.high)(generator);
      if (AnyRule::integer_inputs[index])
        inputs[index] = std::round(inputs[index]);
      any_integer = any_integer || AnyRule::integer_inputs[index];
    }
  } while (!any_integer && near_kink(inputs, AnyRule::arity));
  return inputs;
}

bool near(long double value, long double expected, long double tolerance) {
  return std::abs(value - expected) <= tolerance * (1 + std::abs(expected));
}

template <class T> check::Point<T> narrow(const Inputs &inputs) {
  return {static_cast<T>(inputs[0]), static_cast<T>(inputs[1]), static_cast<T>(inputs[2])};
}

template <class Visitor> void at_points_of_every_rule(Visitor &&visit) {
  std::mt19937 generator(20);
  visit_scalar_rules([&](const auto &rule) {
    CAPTURE(std::string(rule.name));
    REQUIRE(primals().contains(rule.name));
    for (int point = 0; point < points_per_rule; ++point)
      visit(rule, primals().at(rule.name), draw(rule, generator));
  });
}

} // namespace

TEST_CASE("partials agree with central differences") {
  at_points_of_every_rule([](const auto &rule, test::Primal primal, const Inputs &inputs) {
    using AnyRule = std::remove_cvref_t<decltype(rule)>;
    Inputs partials = check::partials_at(rule, inputs, primal(inputs));
    for (std::size_t index = 0; index < AnyRule::arity; ++index) {
      if (AnyRule::integer_inputs[index])
        continue;
      CAPTURE(index);
      CAPTURE(inputs[0]);
      CAPTURE(inputs[1]);
      CAPTURE(inputs[2]);
      long double expected = slope(primal, inputs, index);
      CHECK_MESSAGE(near(partials[index], expected, 1e-10L), partials[index] << " is not " << expected);
    }
  });
}

TEST_CASE("float and double agree with long double") {
  auto compare = []<class T>(T, long double tolerance) {
    at_points_of_every_rule([&](const auto &rule, test::Primal primal, const Inputs &drawn) {
      check::Point<T> inputs = narrow<T>(drawn);
      Inputs exact = {inputs[0], inputs[1], inputs[2]};
      check::Point<T> partials = check::partials_at(rule, inputs, static_cast<T>(primal(exact)));
      Inputs expected = check::partials_at(rule, exact, primal(exact));
      for (std::size_t index = 0; index < 3; ++index) {
        CAPTURE(index);
        CHECK_MESSAGE(near(partials[index], expected[index], tolerance),
                      partials[index] << " is not " << expected[index]);
      }
    });
  };
  compare(float{}, 4e-6L);
  compare(double{}, 1e-14L);
}

// The partials are themselves differentiated for second derivatives, with the result as a function of the inputs.
TEST_CASE("derivatives of partials agree with second differences") {
  at_points_of_every_rule([](const auto &rule, test::Primal primal, const Inputs &inputs) {
    using AnyRule = std::remove_cvref_t<decltype(rule)>;
    auto partial = [&](std::size_t index) {
      return [&, index](const Inputs &at) { return check::partials_at(rule, at, primal(at))[index]; };
    };
    auto compare = [&](std::size_t row, std::size_t column) {
      CAPTURE(row);
      CAPTURE(column);
      auto first = [&](const Inputs &at) { return slope(primal, at, row); };
      long double expected = slope(first, inputs, column);
      long double derivative = slope(partial(row), inputs, column);
      CHECK_MESSAGE(near(derivative, expected, 1e-7L), derivative << " is not " << expected);
      CHECK_MESSAGE(near(derivative, slope(partial(column), inputs, row), 1e-7L),
                    "the second derivatives are not symmetric");
    };
    for (std::size_t row = 0; row < AnyRule::arity; ++row)
      for (std::size_t column = 0; column <= row; ++column)
        if (!AnyRule::integer_inputs[row] && !AnyRule::integer_inputs[column])
          compare(row, column);
  });
}
