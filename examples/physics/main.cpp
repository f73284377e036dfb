// Finds the velocity with which a probe reaches a point between planet and moon: the gradient goes back through all
// steps of the flight.
#include "examples/physics/flight.h"
#include "examples/support/line_chart.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <vector>

namespace {

using namespace examples;

using Vector = ct::ConcreteArray<double, 1>;

struct Options {
  Flight flight;
  int rounds = 300;
  std::vector<double> target{-1.0, 1.2};
  std::string out = "physics";
};

Vector vector_of(double x, double y) { return ct::to_device({x, y}); }

/// The gradient along both axes against central differences, relative to its length or 1.
template <class Miss> double check_gradient(const Miss &miss, const Vector &velocity, const Vector &gradient) {
  constexpr double step = 1e-5;
  double difference = 0, length = 1;
  for (int axis = 0; axis < 2; ++axis) {
    const auto at = [&](double sign) {
      return miss(vector_of(velocity.data()[0] + (axis == 0 ? sign * step : 0),
                            velocity.data()[1] + (axis == 1 ? sign * step : 0)))
          .to_host()[0];
    };
    const double slope = gradient.data()[axis];
    length = std::max(length, std::abs(slope));
    difference = std::max(difference, std::abs(slope - (at(1) - at(-1)) / (2 * step)));
  }
  return difference / length;
}

void draw(const Options &options, const Vector &start, const Vector &first, const Vector &last) {
  auto path = ct::compile(
      [flight = options.flight](const auto &start, const auto &velocity) { return flight.path(start, velocity); },
      start, first);
  const auto line_of = [&](const char *name, const Vector &velocity) {
    Line line{name, {}};
    for (const auto &row : ct::to_nested(path(start, velocity)))
      line.points.push_back({row[0], row[1]});
    return line;
  };
  Line moon{"moon", {}};
  for (std::int64_t at = 0; at <= options.flight.steps; ++at) {
    const double angle = static_cast<double>(at) * options.flight.step() / std::pow(2.0, 1.5);
    moon.points.push_back({2 * std::cos(angle), 2 * std::sin(angle)});
  }
  const Line marks{"planet, target", {{0, 0}, {options.target[0], options.target[1]}}, true};
  write_charts(options.out + "/flight.svg",
               {{"Flight", "x", "y", {line_of("first", first), line_of("found", last), moon, marks}}});
}

int run(const Options &options) {
  const Flight flight = options.flight;
  const Vector start = vector_of(1, 0), target = ct::to_device(options.target), first = vector_of(0, 1.1);
  const auto miss = [flight](const auto &velocity, const auto &start, const auto &target) {
    auto distance = flight.land(start, velocity) - target;
    return ct::sum(distance * distance);
  };
  const ct::Adam adam{.learning_rate = 0.02f};
  Vector velocity = first;
  auto state = ct::initial_state(adam, velocity);
  auto step = ct::compile(
      [=](auto &velocity, auto &state, const auto &start, const auto &target) {
        auto [value, gradient] =
            ct::value_and_gradient([&](const auto &velocity) { return miss(velocity, start, target); }, velocity);
        ct::update(adam, velocity, gradient, state);
        return std::pair(value, gradient);
      },
      velocity, state, start, target);
  auto only_miss = ct::compile(miss, velocity, start, target);

  double distance = 0, worst = 0, seconds = 0;
  for (int round = 0; round <= options.rounds; ++round) {
    const Vector before = velocity;
    const auto begin = std::chrono::steady_clock::now();
    auto [value, gradient] = step(velocity, state, start, target);
    distance = std::sqrt(value.to_host()[0]);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (round % 50 != 0 && round != options.rounds)
      continue;
    const double difference =
        check_gradient([&](const Vector &velocity) { return only_miss(velocity, start, target); }, before, gradient);
    worst = std::max(worst, difference);
    std::printf("round %3d  velocity %8.5f %8.5f  misses by %.6f  (differences: %.1e)\n", round, before.data()[0],
                before.data()[1], distance, difference);
  }
  std::printf("%.2f ms for a flight of %lld steps with its gradient\n", 1e3 * seconds / (options.rounds + 1),
              static_cast<long long>(flight.steps));
  std::filesystem::create_directories(options.out);
  draw(options, start, first, velocity);
  std::cout << "wrote " << options.out << "/flight.svg\n";
  if (worst < 1e-6)
    return 0;
  std::cerr << "physics: the gradient is not that of central differences\n";
  return 1;
}

} // namespace

int main(int count, char **words) {
  Options options;
  CLI::App app{"Finds the velocity with which a probe reaches a point"};
  app.add_option("--steps", options.flight.steps, "steps of the flight")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--rounds", options.rounds, "steps of the search")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  app.add_option("--target", options.target, "where to arrive")->expected(2)->capture_default_str();
  app.add_option("--out", options.out, "folder for flight.svg")->capture_default_str();
  CLI11_PARSE(app, count, words);
  try {
    return run(options);
  } catch (const std::exception &error) {
    std::cerr << "physics: " << error.what() << "\n";
    return 1;
  }
}
