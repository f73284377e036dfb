// Primal, hand-written adjoint and Cotangent in one run; one JSON line per problem.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "../../examples/adbench/check.h"
#include "../../examples/adbench/derivatives.h"
#include "../../examples/adbench/generate.h"
#include "../../examples/adbench/problems.h"
#include "../../examples/adbench/timing.h"
#include "kernel_problems.h"

namespace {

using namespace adbench;

struct Options {
  std::string data;
  std::string only; // runs the problems whose "name size" contains it
  TimingOptions timing{11, 20.0};
};

// Made only when it runs, because the large ones take memory.
std::vector<std::function<Problem()>> adbench_problems(const std::string &data) {
  const auto model = std::make_shared<const HandModel>(read_hand_model(data + "/hand/model"));
  const auto gmm_file = [=](const char *name) { return read_gmm(data + "/gmm/" + name + ".txt"); };
  return {
      [=] { return gmm_problem("d2 K10 n1000", gmm_file("n1000_d2_K10")); },
      [=] { return gmm_problem("d20 K25 n1000", gmm_file("n1000_d20_K25")); },
      [=] { return gmm_problem("d64 K25 n1000", generate_gmm(64, 25, 1000, 1)); },
      [=] { return gmm_problem("d2 K10 n100000", generate_gmm(2, 10, 100000, 3)); },
      [=] { return gmm_vector_problem("d2 K10 n1000", gmm_file("n1000_d2_K10")); },
      [=] { return gmm_vector_problem("d20 K25 n1000", gmm_file("n1000_d20_K25")); },
      [=] { return gmm_vector_problem("d64 K25 n1000", generate_gmm(64, 25, 1000, 1)); },
      [=] { return bundle_problem("n49 m7776 p31843", generate_bundle(49, 7776, 31843, 2)); },
      [=] { return lstm_problem("l2 c1024", read_lstm(data + "/lstm/lstm_l2_c1024.txt")); },
      [=] { return hand_simple_problem("p100", model, read_hand(data + "/hand/simple_hand1_t26_c100.txt", false)); },
      [=] {
        return hand_complicated_problem("p100", model, read_hand(data + "/hand/complicated_hand1_t26_c100.txt", true));
      },
  };
}

// Returns whether the derivatives are right.
bool run(const Problem &problem, const TimingOptions &timing) {
  std::vector<double> by_hand(problem.derivative_count), ours(problem.derivative_count);
  problem.by_hand(by_hand.data());
  problem.by_cotangent(ours.data());
  const unsigned long tape_bytes = problem.has_tape ? last_tape_bytes() : 0;
  const double error = relative_error(ours, by_hand);
  const double difference_error = problem.difference_error(by_hand);

  std::vector<std::function<void()>> functions{[&] { problem.primal(); }, [&] { problem.by_hand(by_hand.data()); },
                                               [&] { problem.by_cotangent(ours.data()); }};
  if (problem.by_better_hand)
    functions.push_back([&] { problem.by_better_hand(by_hand.data()); });
  const auto times = median_milliseconds(functions, timing);
  std::printf("{\"name\": \"%s\", \"size\": \"%s\", \"primal_ms\": %.5g, \"hand_ms\": %.5g, \"ours_ms\": %.5g, "
              "\"ratio_hand\": %.3f, "
              "\"ratio_ours\": %.3f, \"ours_over_hand\": %.3f, \"max_relative_error\": %.2g, \"tape_bytes\": %lu",
              problem.name.c_str(), problem.size.c_str(), times[0], times[1], times[2], times[1] / times[0],
              times[2] / times[0], times[2] / times[1], std::isfinite(error) ? error : 1e300, tape_bytes);
  if (problem.by_better_hand)
    std::printf(", \"better_hand_ms\": %.5g, \"ratio_better_hand\": %.3f", times[3], times[3] / times[0]);
  std::printf("}\n");
  std::fflush(stdout);
  if (!(difference_error < 1e-6))
    std::fprintf(stderr, "%s: the hand-written derivative is off by %g\n", problem.name.c_str(), difference_error);
  if (!(error < 1e-9))
    std::fprintf(stderr, "%s: our derivative is off by %g\n", problem.name.c_str(), error);
  return difference_error < 1e-6 && error < 1e-9;
}

bool parse(int argument_count, char **arguments, Options &options) {
  for (int i = 1; i < argument_count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--quick")
      options.timing = {3, 5.0};
    else if (argument == "--only" && i + 1 < argument_count)
      options.only = arguments[++i];
    else if (argument == "--data" && i + 1 < argument_count)
      options.data = arguments[++i];
    else
      return false;
  }
  return !options.data.empty();
}

} // namespace

int main(int argument_count, char **arguments) {
  Options options;
  if (!parse(argument_count, arguments, options)) {
    std::fprintf(stderr, "usage: %s --data FOLDER [--quick] [--only FRAGMENT]\n", arguments[0]);
    return 2;
  }
  try {
    auto problems = adbench_problems(options.data);
    for (auto &kernel : bench::kernel_problems())
      problems.push_back([kernel] { return kernel; });
    bool all_right = true;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const Problem problem = problems[i]();
      const std::string label = problem.name + " " + problem.size;
      if (label.find(options.only) == std::string::npos)
        continue;
      std::fprintf(stderr, "[%zu/%zu] %s\n", i + 1, problems.size(), label.c_str());
      all_right = run(problem, options.timing) && all_right;
    }
    return all_right ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
