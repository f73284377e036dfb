// Trains a network that was exported from JAX: its loss came as a module, `cotangent grad` made the module with the
// gradients, and here both are run.
#include "examples/support/line_chart.h"

#include <cotangent/tensor.h>

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace examples;
namespace ct = cotangent;

struct Options {
  std::string gradient, predict, out = "jax_module";
  int steps = 3000;
  float learning_rate = 0.1f;
  std::uint64_t seed = 1;
};

constexpr std::int64_t points = 256, hidden = 32; // as in export.py

/// Two spirals, one in the other.
struct Spirals {
  ct::ConcreteArray<float, 2> places;
  ct::ConcreteArray<float, 1> labels; // 1 and -1
};
Spirals make_spirals() {
  std::vector<std::array<float, 2>> places;
  std::vector<float> labels;
  for (std::int64_t at = 0; at < points; ++at) {
    const float label = at % 2 == 0 ? 1.0f : -1.0f;
    const float angle = 0.5f + 7.0f * static_cast<float>(at) / static_cast<float>(points);
    places.push_back({label * angle / 4 * std::cos(angle), label * angle / 4 * std::sin(angle)});
    labels.push_back(label);
  }
  return {ct::to_device(places), ct::to_device(labels)};
}

/// The arguments of the exported function that are trained, each with the momentum of its elements.
struct Parameters {
  std::vector<ct::AnyArray> arrays;
  std::vector<std::vector<float>> momentum;

  explicit Parameters(std::mt19937_64 &generator) {
    for (auto [in, out] : {std::pair(std::int64_t{2}, hidden), {hidden, hidden}, {hidden, std::int64_t{1}}}) {
      add(ct::glorot_uniform(std::array{in, out}, generator));
      add(ct::constant_weights(std::array{out}));
    }
  }

  /// Polyak, 1964.
  void descend(std::size_t at, const ct::AnyArray &gradient, float rate) {
    const float *slopes = reinterpret_cast<const float *>(gradient.memory().get());
    const float *before = reinterpret_cast<const float *>(arrays[at].memory().get());
    std::vector<float> &speed = momentum[at];
    ct::HostVector<float> after(speed.size());
    for (std::size_t element = 0; element < speed.size(); ++element) {
      speed[element] = 0.9f * speed[element] + slopes[element];
      after[element] = before[element] - rate * speed[element];
    }
    const std::vector<std::int64_t> shape = arrays[at].shape();
    arrays[at] = ct::AnyArray("f32", shape, ct::to_device(std::move(after)).memory());
  }

private:
  template <std::size_t N> void add(const ct::ConcreteArray<float, N> &array) {
    arrays.push_back(array);
    momentum.emplace_back(array.size());
  }
};

double accuracy_of(const std::vector<float> &scores, const Spirals &data) {
  std::size_t right = 0;
  for (std::size_t at = 0; at < scores.size(); ++at)
    right += scores[at] * data.labels.data()[at] > 0 ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(scores.size());
}

void draw(const std::string &path, const Spirals &data, const Line &losses) {
  Line first{"first spiral", {}, true}, second{"second spiral", {}, true};
  for (std::int64_t at = 0; at < points; ++at) {
    const float *place = data.places.data() + 2 * at;
    (at % 2 == 0 ? first : second).points.push_back({place[0], place[1]});
  }
  write_charts(path, {{"Loss", "step", "loss", {losses}}, {"Points", "x", "y", {first, second}}});
}

void run(const Options &options) {
  const Spirals data = make_spirals();
  const ct::Module gradient = ct::load_module(options.gradient), predict = ct::load_module(options.predict);
  std::mt19937_64 generator(options.seed);
  Parameters parameters(generator);
  Line losses{"loss", {}};
  for (int step = 0; step < options.steps; ++step) {
    std::vector<ct::AnyArray> arguments = parameters.arrays;
    arguments.push_back(data.places);
    arguments.push_back(data.labels);
    const ct::Results results = gradient.run(arguments); // the loss, then a gradient for each parameter
    for (std::size_t at = 0; at < parameters.arrays.size(); ++at)
      parameters.descend(at, results[at + 1], options.learning_rate);
    const float loss = results.get<float, 0>(0).to_host()[0];
    losses.points.push_back({step + 1.0, loss});
    if (step % 500 == 0 || step + 1 == options.steps)
      std::printf("step %4d  loss %.4f\n", step + 1, static_cast<double>(loss));
  }
  std::vector<ct::AnyArray> arguments = parameters.arrays;
  arguments.push_back(data.places);
  const std::vector<float> scores = predict.run(arguments).get<float, 1>().to_host();
  std::printf("%.1f %% of the points are told apart\n", 100 * accuracy_of(scores, data));
  std::filesystem::create_directories(options.out);
  draw(options.out + "/training.svg", data, losses);
  std::cout << "wrote " << options.out << "/training.svg\n";
}

} // namespace

int main(int count, char **words) {
  Options options;
  CLI::App app{"Trains a network whose loss came as a module"};
  app.add_option("--gradient", options.gradient, "what cotangent grad wrote")->required();
  app.add_option("--predict", options.predict, "the module of the network")->required();
  app.add_option("--steps", options.steps, "steps of gradient descent")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app.add_option("--learning-rate", options.learning_rate, "of each step")->capture_default_str();
  app.add_option("--seed", options.seed, "of the first weights")->capture_default_str();
  app.add_option("--out", options.out, "folder for training.svg")->capture_default_str();
  CLI11_PARSE(app, count, words);
  try {
    run(options);
  } catch (const std::exception &error) {
    std::cerr << "jax_module: " << error.what() << "\n";
    return 1;
  }
}
