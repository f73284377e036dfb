// Trains an LSTM to continue a text, character by character, and lets it write.
#include "examples/lstm_text/model.h"
#include "examples/support/line_chart.h"
#include "examples/support/progress.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace examples;

struct Options {
  std::string text, out = "lstm_text", begin = "The ";
  int steps = 600, write = 400;
  std::int64_t hidden = 128, batch = 32, length = 48;
  float learning_rate = 5e-3f;
  double temperature = 0.5;
  std::uint64_t seed = 1;
};

/// A text as numbers: the characters that occur in it, in ascending order.
struct Alphabet {
  std::string characters;

  explicit Alphabet(const std::string &text) : characters(text) {
    std::ranges::sort(characters);
    characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
  }
  std::int32_t number(char character) const {
    const std::size_t place = characters.find(character);
    if (place == std::string::npos)
      throw std::runtime_error(std::string("the character '") + character + "' does not occur in the text");
    return static_cast<std::int32_t>(place);
  }
};

std::string read_text(const std::string &path) {
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (text.empty())
    throw std::runtime_error(path + " cannot be read, or is empty");
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// Pieces of the text from random places: [length, batch], and the same one character later.
struct Batch {
  ct::ConcreteArray<std::int32_t, 2> text, following;
};
Batch random_batch(const std::vector<std::int32_t> &text, const Options &options, std::mt19937_64 &generator) {
  std::vector<std::int32_t> here(static_cast<std::size_t>(options.length * options.batch)), later(here);
  for (std::int64_t column = 0; column < options.batch; ++column) {
    const std::size_t start = generator() % (text.size() - static_cast<std::size_t>(options.length));
    for (std::int64_t row = 0; row < options.length; ++row) {
      here[static_cast<std::size_t>(row * options.batch + column)] = text[start + static_cast<std::size_t>(row)];
      later[static_cast<std::size_t>(row * options.batch + column)] = text[start + static_cast<std::size_t>(row) + 1];
    }
  }
  return {ct::to_device(here, {options.length, options.batch}), ct::to_device(later, {options.length, options.batch})};
}

template <class Model>
std::vector<float> train(Model &model, const std::vector<std::int32_t> &text, const Options &options,
                         std::mt19937_64 &generator) {
  const ct::Adam adam{};
  const ct::CosineSchedule schedule{options.learning_rate, static_cast<float>(options.steps),
                                    options.learning_rate / 20};
  auto state = ct::initial_state(adam, model);
  auto step = ct::jit([=](auto &model, auto &state, const auto &text, const auto &following) {
    auto loss = [&](const auto &model) { return model.loss(text, following); };
    auto [value, gradient] = ct::value_and_gradient(loss, model);
    ct::clip_by_global_norm(gradient, 1.0f);
    ct::update(adam, model, gradient, state, schedule(state.step));
    return value;
  });
  std::vector<float> losses;
  Progress progress("training", options.steps);
  char words[80];
  for (int at = 0; at < options.steps; ++at) {
    const Batch batch = random_batch(text, options, generator);
    losses.push_back(step(model, state, batch.text, batch.following).to_host()[0]);
    std::snprintf(words, sizeof words, "loss %.3f", static_cast<double>(losses.back()));
    progress.show(at + 1, words);
  }
  if (!losses.empty()) {
    std::snprintf(words, sizeof words, "loss %.3f at first, %.3f at the end, %.0f characters/s",
                  static_cast<double>(losses.front()), static_cast<double>(losses.back()),
                  static_cast<double>(options.steps) * static_cast<double>(options.length * options.batch) /
                      progress.seconds());
    progress.finish(words);
  }
  return losses;
}

/// A position with a probability proportional to exp(score / temperature).
std::size_t draw(const std::vector<float> &scores, double temperature, std::mt19937_64 &generator) {
  const float most = *std::ranges::max_element(scores);
  std::vector<double> weights;
  double sum = 0;
  for (float score : scores)
    weights.push_back(sum += std::exp(static_cast<double>(score - most) / temperature));
  const double place = static_cast<double>(generator() >> 11) * 0x1p-53 * sum;
  return static_cast<std::size_t>(std::ranges::upper_bound(weights, place) - weights.begin());
}

template <class Model>
std::string write(const Model &model, const Alphabet &alphabet, const Options &options, std::mt19937_64 &generator) {
  auto start = ct::compile([](const auto &model) { return model.start(1); }, model);
  auto next =
      ct::jit([](const auto &model, const auto &state, const auto &character) { return model.next(state, character); });
  auto state = start(model);
  std::string text = options.begin;
  for (int at = 0; at < static_cast<int>(options.begin.size()) + options.write - 1; ++at) {
    const std::int32_t character = alphabet.number(text[static_cast<std::size_t>(at)]);
    auto [after, scores] = next(model, state, ct::to_device({character}));
    state = after;
    if (at + 1 == static_cast<int>(text.size()))
      text += alphabet.characters[draw(scores.to_host(), options.temperature, generator)];
  }
  return text;
}

void run(const Options &options) {
  const std::string text = read_text(options.text);
  if (text.size() <= static_cast<std::size_t>(options.length))
    throw std::runtime_error(options.text + " is shorter than --length");
  const Alphabet alphabet(text);
  std::vector<std::int32_t> numbers;
  for (char character : text)
    numbers.push_back(alphabet.number(character));
  std::cout << text.size() << " characters, " << alphabet.characters.size() << " different ones\n";
  std::mt19937_64 generator(options.seed);
  auto model = make_character_model(static_cast<std::int64_t>(alphabet.characters.size()), options.hidden, generator);
  const std::vector<float> losses = train(model, numbers, options, generator);
  std::cout << write(model, alphabet, options, generator) << "\n";

  std::filesystem::create_directories(options.out);
  Line line{"loss", {}};
  for (std::size_t at = 0; at < losses.size(); ++at)
    line.points.push_back({static_cast<double>(at + 1), static_cast<double>(losses[at])});
  write_charts(options.out + "/curve.svg", {{"Loss", "step", "cross entropy", {line}}});
  ct::save(options.out + "/weights.npz", model);
  std::cout << "wrote " << options.out << "/curve.svg, " << options.out << "/weights.npz\n";
}

} // namespace

int main(int count, char **words) {
  Options options;
  CLI::App app{"Trains an LSTM on a text and lets it write"};
  app.add_option("--text", options.text, "file to learn from")
      ->required()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_option("--steps", options.steps, "steps of training")->check(CLI::Range(0, 1000000))->capture_default_str();
  app.add_option("--hidden", options.hidden, "size of the state")->check(CLI::Range(1, 4096))->capture_default_str();
  app.add_option("--batch", options.batch, "pieces of text in a step")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--length", options.length, "characters of a piece")
      ->check(CLI::Range(2, 4096))
      ->capture_default_str();
  app.add_option("--learning-rate", options.learning_rate, "at the beginning")->capture_default_str();
  app.add_option("--seed", options.seed, "the same seed gives the same text")->capture_default_str();
  app.add_option("--begin", options.begin, "how the written text begins")->capture_default_str();
  app.add_option("--write", options.write, "characters to write")->check(CLI::Range(1, 1000000))->capture_default_str();
  app.add_option("--temperature", options.temperature, "small: what is likeliest; large: anything")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--out", options.out, "folder for curve.svg and weights.npz")->capture_default_str();
  CLI11_PARSE(app, count, words);
  try {
    run(options);
  } catch (const std::exception &error) {
    std::cerr << "lstm_text: " << error.what() << "\n";
    return 1;
  }
}
