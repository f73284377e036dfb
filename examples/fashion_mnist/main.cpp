// Trains a network on Fashion-MNIST: progress, test accuracy after each epoch, a learning curve, a picture of images
// that the network takes for something else, and the weights in a file.
#include "examples/fashion_mnist/dataset.h"
#include "examples/fashion_mnist/networks.h"
#include "examples/fashion_mnist/training.h"
#include "examples/support/image_grid.h"
#include "examples/support/line_chart.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

namespace {

using namespace examples;

struct Options {
  TrainingOptions training;
  std::string model = "lenet", data = "/usr/share/datasets/fashion-mnist", out = "fashion_mnist", weights;
};

int parse(Options &options, int count, char **words) {
  CLI::App app{"Trains a network on Fashion-MNIST"};
  app.add_option("--model", options.model, "mlp or lenet")
      ->check(CLI::IsMember({"mlp", "lenet"}))
      ->capture_default_str();
  app.add_option("--epochs", options.training.epochs, "walks through the training images")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_option("--batch", options.training.batch, "images in one step")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  app.add_option("--seed", options.training.seed, "of weights and order; the same seed gives the same numbers")
      ->capture_default_str();
  app.add_option("--learning-rate", options.training.learning_rate, "at the beginning")->capture_default_str();
  app.add_option("--threads", options.training.threads, "that operations may use")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--limit", options.training.limit, "train on so many images only");
  app.add_option("--weights", options.weights, "begin with the weights in this .npz file");
  app.add_option("--data", options.data, "folder of the data set")->capture_default_str();
  app.add_option("--out", options.out, "folder for curve.svg, wrong.svg and weights.npz")->capture_default_str();
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? -1 : 2;
  }
  return 0;
}

void draw_curve(const std::string &path, const std::vector<EpochReport> &reports) {
  Line loss{"training loss", {}}, accuracy{"test accuracy", {}};
  for (std::size_t at = 0; at < reports.size(); ++at) {
    loss.points.push_back({static_cast<double>(at + 1), reports[at].loss});
    accuracy.points.push_back({static_cast<double>(at + 1), 100 * reports[at].accuracy});
  }
  write_charts(path, {{"Loss", "epoch", "cross entropy", {loss}}, {"Accuracy", "epoch", "percent", {accuracy}}});
}

void draw_wrong(const std::string &path, const Dataset &test, const std::vector<std::int32_t> &labels) {
  std::vector<GreyImage> images;
  const std::vector<std::int32_t> expected = test.labels.to_host();
  for (std::size_t at = 0; at < labels.size() && images.size() < 40; ++at)
    if (labels[at] != expected[at])
      images.push_back({std::span(test.images.data() + at * 784, 784),
                        28,
                        28,
                        {std::string("is ") + class_names.at(static_cast<std::size_t>(expected[at])),
                         std::string("taken for ") + class_names.at(static_cast<std::size_t>(labels[at]))}});
  write_image_grid(path, "Taken for something else", images, 8);
}

template <class Network> void run(Network network, const Options &options) {
  if (!options.weights.empty())
    ct::load(options.weights, network);
  FashionMnist data = load_fashion_mnist(options.data);
  std::filesystem::create_directories(options.out);
  Trainer<Network> trainer(std::move(network), data.train, data.test, options.training);
  std::vector<EpochReport> reports;
  for (int epoch = 0; epoch < options.training.epochs; ++epoch)
    reports.push_back(trainer.train_epoch(epoch));
  const std::filesystem::path out(options.out);
  draw_curve((out / "curve.svg").string(), reports);
  draw_wrong((out / "wrong.svg").string(), data.test, trainer.predictions(data.test));
  ct::save((out / "weights.npz").string(), trainer.network());
  std::cout << "wrote " << (out / "curve.svg").string() << ", " << (out / "wrong.svg").string() << ", "
            << (out / "weights.npz").string() << "\n";
}

} // namespace

int main(int count, char **words) {
  Options options;
  if (int status = parse(options, count, words); status != 0)
    return std::max(status, 0);
  try {
    std::mt19937_64 generator(options.training.seed);
    if (options.model == "mlp")
      run(make_mlp(generator), options);
    else
      run(make_lenet(generator), options);
  } catch (const std::exception &error) {
    std::cerr << "fashion_mnist: " << error.what() << "\n";
    return 1;
  }
}
