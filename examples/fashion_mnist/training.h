// Training and testing of a network, whatever it is.
#pragma once

#include "examples/fashion_mnist/dataset.h"
#include "examples/support/progress.h"

#include <cotangent/tensor.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace examples {

namespace ct = cotangent;

struct TrainingOptions {
  int epochs = 5;
  std::int64_t batch = 128;
  float learning_rate = 2e-3f; // falls along half a cosine to a twentieth
  std::uint64_t seed = 1;
  int threads = 1;
  std::int64_t limit = 0; // train on so many images only; 0: all
};

struct EpochReport {
  double loss = 0, accuracy = 0, seconds = 0, images_per_second = 0;
};

/// Pixels from 0 to 1 at positions in a data set.
template <class Images, class Indices> auto chosen_images(const Images &images, const Indices &indices) {
  return ct::astype<float>(ct::take(images, indices)) * (1.0f / 255.0f);
}

template <class Network> class Trainer {
public:
  Trainer(Network network, const Dataset &train, const Dataset &test, const TrainingOptions &options)
      : network_(std::move(network)), state_(ct::initial_state(ct::Adam{}, network_)), train_(train), test_(test),
        options_(options), generator_(options.seed), order_(static_cast<std::size_t>(train.count())) {
    std::iota(order_.begin(), order_.end(), 0);
    if (options.limit > 0 && options.limit < train.count())
      order_.resize(static_cast<std::size_t>(options.limit));
    batches_ = static_cast<std::int64_t>(order_.size()) / options.batch;
    ct::CompileOptions compile{.threads = options.threads, .keep_text = false};
    float steps = static_cast<float>(std::max<std::int64_t>(batches_ * options.epochs, 1));
    step_.emplace(Step{{options.learning_rate, steps, options.learning_rate / 20}}, compile);
    predict_.emplace(Predict{}, compile);
  }

  const Network &network() const { return network_; }
  Network &network() { return network_; }

  /// One walk through the training images in random order.
  EpochReport train_epoch(int epoch) {
    shuffle();
    Progress progress("epoch " + std::to_string(epoch + 1), batches_);
    EpochReport report;
    double seconds = 0;
    for (std::int64_t at = 0; at < batches_; ++at) {
      auto indices = ct::to_device(
          std::vector<std::int32_t>(order_.begin() + at * options_.batch, order_.begin() + (at + 1) * options_.batch));
      report.loss += (*step_)(network_, state_, train_.images, train_.labels, indices).to_host()[0];
      seconds = progress.seconds();
      char text[64];
      std::snprintf(text, sizeof text, "loss %.3f, %.0f images/s", report.loss / static_cast<double>(at + 1),
                    static_cast<double>((at + 1) * options_.batch) / seconds);
      progress.show(at + 1, text);
    }
    report.loss /= static_cast<double>(std::max<std::int64_t>(batches_, 1));
    report.seconds = seconds;
    report.images_per_second = static_cast<double>(batches_ * options_.batch) / seconds;
    std::vector<std::int32_t> labels = predictions(test_);
    report.accuracy = accuracy_of(labels);
    char text[96];
    std::snprintf(text, sizeof text, "loss %.3f, test accuracy %.2f %%, %.0f images/s", report.loss,
                  100 * report.accuracy, report.images_per_second);
    progress.finish(text);
    return report;
  }

  /// What the network takes each image for.
  std::vector<std::int32_t> predictions(const Dataset &data) {
    const std::int64_t size = std::min<std::int64_t>(1000, data.count());
    std::vector<std::int32_t> result, indices(static_cast<std::size_t>(size));
    for (std::int64_t first = 0; first + size <= data.count(); first += size) {
      std::iota(indices.begin(), indices.end(), static_cast<std::int32_t>(first));
      auto batch = ct::to_device(indices);
      for (std::int32_t label : (*predict_)(network_, data.images, batch).to_host())
        result.push_back(label);
    }
    return result;
  }

private:
  /// Fisher and Yates, 1938; the same on every machine, which std::shuffle need not be.
  void shuffle() {
    for (std::size_t at = order_.size(); at > 1; --at)
      std::swap(order_[at - 1], order_[generator_() % at]);
  }

  double accuracy_of(const std::vector<std::int32_t> &labels) const {
    std::size_t right = 0;
    const std::vector<std::int32_t> expected = test_.labels.to_host();
    for (std::size_t at = 0; at < labels.size(); ++at)
      right += labels[at] == expected[at] ? 1 : 0;
    return static_cast<double>(right) / static_cast<double>(std::max<std::size_t>(labels.size(), 1));
  }

  struct Step {
    ct::CosineSchedule schedule;
    template <class N, class S, class I, class L, class J>
    auto operator()(N &network, S &state, const I &images, const L &labels, const J &indices) const {
      auto x = chosen_images(images, indices);
      auto expected = ct::take(labels, indices);
      auto loss = [&](const auto &model) { return ct::cross_entropy(model(x), expected); };
      auto [value, gradient] = ct::value_and_gradient(loss, network);
      ct::update(ct::Adam{}, network, gradient, state, schedule(state.step));
      return value;
    }
  };
  struct Predict {
    template <class N, class I, class J> auto operator()(const N &network, const I &images, const J &indices) const {
      return ct::argmax(network(chosen_images(images, indices)));
    }
  };

  Network network_;
  decltype(ct::initial_state(ct::Adam{}, std::declval<Network>())) state_;
  const Dataset &train_, &test_;
  TrainingOptions options_;
  std::mt19937_64 generator_;
  std::vector<std::int32_t> order_;
  std::int64_t batches_ = 0;
  std::optional<ct::Jit<Step>> step_; // compiled at the first call
  std::optional<ct::Jit<Predict>> predict_;
};

} // namespace examples
