// Fits a Gaussian process to noisy observations: the gradient of its likelihood goes through a Cholesky factorisation.
#include "examples/gaussian_process/process.h"
#include "examples/support/line_chart.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <random>
#include <vector>

namespace {

using namespace examples;

using Number = ct::ConcreteNumber<double>;
using Numbers = ct::ConcreteArray<double, 1>;

struct Options {
  std::int64_t points = 80;
  int steps = 300;
  std::uint64_t seed = 1;
  std::string out = "gaussian_process";
};

double value_of(const Number &number) { return number.to_host()[0]; }

Kernel<Number> kernel_of(const std::vector<double> &logarithms) {
  return {ct::to_device(logarithms[0]), ct::to_device(logarithms[1]), ct::to_device(logarithms[2])};
}
std::vector<double> logarithms_of(const Kernel<Number> &kernel) {
  return {value_of(kernel.log_length), value_of(kernel.log_amplitude), value_of(kernel.log_noise)};
}

double hidden_function(double x) { return std::sin(2 * x) + 0.4 * x; }

struct Observations {
  Numbers x, y;
};
Observations observe(const Options &options) {
  std::mt19937_64 generator(options.seed);
  Numbers x = ct::uniform_weights<double>(std::array{options.points}, -3, 3, generator);
  Numbers noise = ct::normal_weights<double>(std::array{options.points}, 0.2, generator);
  std::vector<double> y;
  for (std::size_t at = 0; at < x.size(); ++at)
    y.push_back(hidden_function(x.data()[at]) + noise.data()[at]);
  return {x, ct::to_device(y)};
}

/// The largest difference of the gradient from central differences, relative to its largest part or 1.
template <class Value>
double check_gradient(const Value &value, const Kernel<Number> &kernel, const Kernel<Number> &gradient) {
  const std::vector<double> at = logarithms_of(kernel), slopes = logarithms_of(gradient);
  double largest = 1, difference = 0;
  for (std::size_t part = 0; part < at.size(); ++part) {
    constexpr double step = 1e-5;
    std::vector<double> above = at, below = at;
    above[part] += step;
    below[part] -= step;
    const double slope = (value_of(value(kernel_of(above))) - value_of(value(kernel_of(below)))) / (2 * step);
    largest = std::max(largest, std::abs(slopes[part]));
    difference = std::max(difference, std::abs(slopes[part] - slope));
  }
  return difference / largest;
}

void draw(const std::string &path, const Observations &data, const Kernel<Number> &kernel) {
  auto predict = ct::compile(
      [](const auto &kernel, const auto &x, const auto &y) {
        auto points = ct::linspace<double>(-4.0, 4.0, 200);
        return std::pair(points, kernel.predict(x, y, points));
      },
      kernel, data.x, data.y);
  auto [points, prediction] = predict(kernel, data.x, data.y);
  Line mean{"mean", {}}, above{"2 deviations more", {}}, below{"2 deviations less", {}},
      marks{"observations", {}, true};
  for (std::size_t at = 0; at < points.size(); ++at) {
    const double x = points.data()[at], middle = prediction.first.data()[at], width = 2 * prediction.second.data()[at];
    mean.points.push_back({x, middle});
    above.points.push_back({x, middle + width});
    below.points.push_back({x, middle - width});
  }
  for (std::size_t at = 0; at < data.x.size(); ++at)
    marks.points.push_back({data.x.data()[at], data.y.data()[at]});
  write_charts(path, {{"Gaussian process", "x", "y", {mean, above, below, marks}}});
}

int run(const Options &options) {
  const Observations data = observe(options);
  Kernel<Number> kernel = kernel_of({0, 0, 0});
  auto loss =
      ct::compile([](const auto &kernel, const auto &x, const auto &y) { return kernel.negative_log_likelihood(x, y); },
                  kernel, data.x, data.y);
  const ct::Adam adam{.learning_rate = 0.05f};
  auto state = ct::initial_state(adam, kernel);
  auto step = ct::compile(
      [=](auto &kernel, auto &state, const auto &x, const auto &y) {
        auto [value, gradient] =
            ct::value_and_gradient([&](const auto &kernel) { return kernel.negative_log_likelihood(x, y); }, kernel);
        ct::update(adam, kernel, gradient, state);
        return std::pair(value, gradient);
      },
      kernel, state, data.x, data.y);

  double worst = 0;
  for (int at = 0; at <= options.steps; ++at) {
    const Kernel<Number> before = kernel;
    auto [value, gradient] = step(kernel, state, data.x, data.y);
    if (at % 100 != 0 && at != options.steps)
      continue;
    const double difference =
        check_gradient([&](const auto &kernel) { return loss(kernel, data.x, data.y); }, before, gradient);
    const std::vector<double> logarithms = logarithms_of(before);
    std::printf("step %3d  -log likelihood %8.3f  length %.3f  amplitude %.3f  noise %.3f  (differences: %.1e)\n", at,
                value_of(value), std::exp(logarithms[0]), std::exp(logarithms[1]), std::exp(logarithms[2]), difference);
    worst = std::max(worst, difference);
  }
  std::filesystem::create_directories(options.out);
  draw(options.out + "/process.svg", data, kernel);
  std::cout << "wrote " << options.out << "/process.svg\n";
  if (worst < 1e-6)
    return 0;
  std::cerr << "gaussian_process: the gradient is not that of central differences\n";
  return 1;
}

} // namespace

int main(int count, char **words) {
  Options options;
  CLI::App app{"Fits a Gaussian process"};
  app.add_option("--points", options.points, "observations")->check(CLI::Range(2, 4096))->capture_default_str();
  app.add_option("--steps", options.steps, "steps of Adam")->check(CLI::Range(0, 100000))->capture_default_str();
  app.add_option("--seed", options.seed, "of the observations")->capture_default_str();
  app.add_option("--out", options.out, "folder for process.svg")->capture_default_str();
  CLI11_PARSE(app, count, words);
  try {
    return run(options);
  } catch (const std::exception &error) {
    std::cerr << "gaussian_process: " << error.what() << "\n";
    return 1;
  }
}
