// Layers, losses and optimisers.
#include "support.h"

namespace {

template <class First, class Second> struct Network {
  First first;
  Second second;
  template <class X> auto operator()(const X &x) const { return second(ct::tanh(first(x))); }
};

auto make_network() {
  std::mt19937_64 generator(5);
  return Network{ct::dense(2, 16, generator), ct::dense(16, 2, generator)};
}

/// Trains on "exclusive or"; gives the loss before and after.
template <class Optimizer> std::pair<float, float> train(Optimizer optimizer, int steps) {
  auto network = make_network();
  auto inputs = array<float>(Sizes<2>{4, 2}, {0, 0, 0, 1, 1, 0, 1, 1});
  auto labels = ct::to_device(std::vector<std::int32_t>{0, 1, 1, 0});
  auto state = ct::initial_state(optimizer, network);
  auto step = ct::compile(
      [optimizer](auto &network, auto &state, const auto &inputs, const auto &labels) {
        auto loss = [&](const auto &model) { return ct::cross_entropy(model(inputs), labels); };
        auto [value, gradient] = ct::value_and_gradient(loss, network);
        ct::update(optimizer, network, gradient, state);
        return value;
      },
      network, state, inputs, labels);
  float first = step(network, state, inputs, labels).to_host()[0], last = first;
  for (int at = 1; at < steps; ++at)
    last = step(network, state, inputs, labels).to_host()[0];
  CHECK(state.step.to_host()[0] == static_cast<float>(steps));
  return {first, last};
}

} // namespace

TEST_CASE("optimisers train a network") {
  for (auto [first, last] : {train(ct::Sgd{0.5f}, 1500), train(ct::Momentum{0.1f, 0.9f, false}, 500),
                             train(ct::Momentum{0.1f, 0.9f, true}, 500), train(ct::Adam{.learning_rate = 0.02f}, 400),
                             train(ct::AdamW{.learning_rate = 0.02f, .weight_decay = 1e-3f}, 400)}) {
    CHECK(first > 0.4f);
    CHECK(last < 0.05f);
  }
}

TEST_CASE("one step of Adam by hand") {
  auto x = array<double>(Sizes<1>{2}, {1, -2});
  auto gradient = array<double>(Sizes<1>{2}, {0.5, -3});
  auto state = ct::initial_state(ct::Adam{}, x);
  auto step = ct::compile(
      [](auto &x, const auto &gradient, auto &state) {
        ct::update(ct::AdamW{0.1f, 0.9f, 0.999f, 1e-8f, 0.01f}, x, gradient, state);
        return ct::sum(x);
      },
      x, gradient, state);
  step(x, gradient, state);
  step(x, gradient, state);
  double p = 1, m = 0, v = 0;
  const double b1 = 0.9f, b2 = 0.999f, rate = 0.1f;
  for (int t = 1; t <= 2; ++t) {
    m = b1 * m + (1 - b1) * 0.5;
    v = b2 * v + (1 - b2) * 0.25;
    p -= rate * (m / (1 - std::pow(b1, t)) / (std::sqrt(v / (1 - std::pow(b2, t))) + 1e-8) + 0.01f * p);
  }
  CHECK(x.to_host()[0] == doctest::Approx(p).epsilon(1e-5));
}

TEST_CASE("clipping and schedules") {
  auto x = array<float>(Sizes<1>{2}, {3, 4});
  auto step = ct::to_device(5.0f);
  auto [norm, clipped, kept, cosine, stairs, warm] = run(
      [](const auto &x, const auto &step) {
        auto shorter = x, same = x;
        auto norm = ct::clip_by_global_norm(shorter, 1.0f);
        ct::clip_by_global_norm(same, 10.0f);
        return std::tuple(norm, shorter, same, ct::CosineSchedule{1, 10}(step), ct::StepSchedule{1, 2, 0.5f}(step),
                          ct::Warmup<ct::CosineSchedule>{{1, 10}, 20}(step));
      },
      x, step);
  check_elements(norm, std::vector<float>{5});
  check_elements(clipped, std::vector<float>{0.6f, 0.8f});
  check_elements(kept, std::vector<float>{3, 4});
  check_elements(cosine, std::vector<float>{0.5f});
  check_elements(stairs, std::vector<float>{0.25f});
  check_elements(warm, std::vector<float>{0.125f});
}

TEST_CASE("losses") {
  auto logits = array<double>(Sizes<2>{2, 3}, {1, 2, 0.5, -1, 0, 3});
  auto labels = ct::to_device(std::vector<std::int32_t>{1, 0});
  auto [cross, binary, squared, bent] = run(
      [](const auto &logits, const auto &labels) {
        auto row = ct::slice(logits, 0);
        return std::tuple(ct::cross_entropy(logits, labels), ct::binary_cross_entropy(row, 1.0),
                          ct::mean_squared_error(row, 1.0), ct::huber(ct::slice(logits, 1), 0.0, 2.0));
      },
      logits, labels);
  double first = -2 + std::log(std::exp(1.0) + std::exp(2.0) + std::exp(0.5));
  double second = 1 + std::log(std::exp(-1.0) + 1 + std::exp(3.0));
  check_elements(cross, std::vector<double>{(first + second) / 2}, 1e-12);
  double sum = 0;
  for (double x : {1.0, 2.0, 0.5})
    sum += std::log1p(std::exp(-x)) / 3;
  check_elements(binary, std::vector<double>{sum}, 1e-12);
  check_elements(squared, std::vector<double>{(0 + 1 + 0.25) / 3}, 1e-12);
  check_elements(bent, std::vector<double>{(0.5 + 0 + 2 * (3 - 1.0)) / 3}, 1e-12);
}

TEST_CASE("layers") {
  std::mt19937_64 generator(2);
  auto x = random_array<float>(Sizes<2>{3, 4}, 1);
  auto normal = ct::layer_norm_layer(4);
  auto cell = ct::lstm_cell(4, 5, generator);
  auto gru = ct::gru_cell(4, 5, generator);
  auto table = ct::embedding_layer(7, 4, generator);
  auto [normed, hidden, memory, gated, rows, seen, dropped] = run(
      [](const auto &x, const auto &normal, const auto &cell, const auto &gru, const auto &table) {
        auto zero = ct::zeros(Sizes<2>{3, 5});
        auto [hidden, memory] = cell(x, zero, zero);
        auto rng = ct::TracedRng{ct::full<std::uint64_t>(Sizes<1>{2}, 1)};
        auto causal = ct::tril(ct::full(Sizes<2>{3, 3}, true));
        return std::tuple(normal(x), hidden, memory, gru(x, hidden), table(ct::arange(2)),
                          ct::attention(x, x, x, causal), ct::dropout(ct::ones(Sizes<1>{2000}), 0.25, rng));
      },
      x, normal, cell, gru, table);
  for (std::size_t row = 0; row < 3; ++row) {
    double mean = 0, square = 0;
    for (std::size_t at = 0; at < 4; ++at) {
      mean += normed.data()[4 * row + at] / 4;
      square += normed.data()[4 * row + at] * normed.data()[4 * row + at] / 4;
    }
    CHECK(std::abs(mean) < 1e-5);
    CHECK(square == doctest::Approx(1).epsilon(1e-3));
  }
  CHECK(hidden.shape() == Sizes<2>{3, 5});
  CHECK(memory.shape() == Sizes<2>{3, 5});
  CHECK(gated.shape() == Sizes<2>{3, 5});
  CHECK(rows.to_host()[4] == table.table.data()[4]);
  for (std::size_t at = 0; at < 4; ++at) // the first query sees the first value only
    CHECK(seen.data()[at] == doctest::Approx(x.data()[at]).epsilon(1e-5));
  double sum = 0;
  for (float number : dropped.to_host()) {
    CHECK((number == 0 || number == doctest::Approx(4.0 / 3)));
    sum += number / 2000;
  }
  CHECK(sum == doctest::Approx(1).epsilon(0.1));
}
