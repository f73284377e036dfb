// Derivatives of the four ADBench objectives: checked, timed, and printed as a table.
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "check.h"
#include "derivatives.h"
#include "generate.h"
#include "problems.h"
#include "timing.h"

namespace {

using namespace adbench;

constexpr double difference_tolerance = 1e-6;
constexpr double hand_tolerance = 1e-9;

std::vector<Problem> make_problems(const std::string &data) {
  const auto model = std::make_shared<const HandModel>(read_hand_model(data + "/hand/model"));
  const auto gmm_file = [&](const std::string &name) { return read_gmm(data + "/gmm/" + name + ".txt"); };
  const auto hand_file = [&](const std::string &name, bool complicated) {
    return read_hand(data + "/hand/" + name + ".txt", complicated);
  };
  std::vector<Problem> problems;
  problems.push_back(gmm_problem("test d2 K3 n1", gmm_file("test")));
  problems.push_back(gmm_problem("d2 K10 n1000", gmm_file("n1000_d2_K10")));
  problems.push_back(gmm_problem("d10 K5 n1000", gmm_file("n1000_d10_K5")));
  problems.push_back(gmm_problem("d20 K25 n1000", gmm_file("n1000_d20_K25")));
  problems.push_back(gmm_problem("d64 K25 n1000 seeded", generate_gmm(64, 25, 1000, 1)));
  problems.push_back(gmm_vector_problem("d2 K10 n1000", gmm_file("n1000_d2_K10")));
  problems.push_back(gmm_vector_problem("d20 K25 n1000", gmm_file("n1000_d20_K25")));
  problems.push_back(bundle_problem("test", read_bundle(data + "/ba/test.txt")));
  problems.push_back(bundle_problem("ba1 n49 m7776 p31843", read_bundle(data + "/ba/ba1_n49_m7776_p31843.txt")));
  problems.push_back(bundle_problem("n49 m7776 p31843 seeded", generate_bundle(49, 7776, 31843, 2)));
  problems.push_back(lstm_problem("l2 c1024", read_lstm(data + "/lstm/lstm_l2_c1024.txt")));
  problems.push_back(hand_simple_problem("test p2", model, hand_file("simple_test", false)));
  problems.push_back(hand_simple_problem("hand1 p100", model, hand_file("simple_hand1_t26_c100", false)));
  problems.push_back(hand_complicated_problem("test p2", model, hand_file("complicated_test", true)));
  problems.push_back(hand_complicated_problem("hand1 p100", model, hand_file("complicated_hand1_t26_c100", true)));
  return problems;
}

struct Result {
  double objective, gradient_norm, primal_milliseconds, derivative_milliseconds, difference_error, hand_error;
  unsigned long tape_bytes;
  bool good;
};

Result run(const Problem &problem) {
  Result result;
  const double expected = problem.primal();
  std::vector<double> ours(problem.derivative_count), by_hand(problem.derivative_count);
  result.objective = problem.by_cotangent(ours.data());
  result.tape_bytes = problem.has_tape ? last_tape_bytes() : 0;
  problem.by_hand(by_hand.data());
  result.gradient_norm = norm(ours);
  result.hand_error = relative_error(ours, by_hand);
  result.difference_error = problem.difference_error(ours);
  const bool same_objective = std::fabs(result.objective - expected) <= 1e-12 * std::fabs(expected);
  result.good =
      same_objective && result.hand_error <= hand_tolerance && result.difference_error <= difference_tolerance;
  const auto times = median_milliseconds({[&] { problem.primal(); }, [&] { problem.by_cotangent(ours.data()); }});
  result.primal_milliseconds = times[0];
  result.derivative_milliseconds = times[1];
  return result;
}

} // namespace

int main(int argument_count, char **arguments) {
  if (argument_count != 2) {
    std::fprintf(stderr, "usage: %s DATA_FOLDER\n", arguments[0]);
    return 2;
  }
  try {
    const auto problems = make_problems(arguments[1]);
    std::vector<Result> results;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      std::fprintf(stderr, "[%zu/%zu] %s, %s\n", i + 1, problems.size(), problems[i].name.c_str(),
                   problems[i].size.c_str());
      results.push_back(run(problems[i]));
    }
    std::printf("%-16s  %-23s  %15s  %13s  %10s  %13s  %6s  %10s  %11s  %11s\n", "problem", "size", "objective",
                "|gradient|", "primal ms", "derivative ms", "ratio", "tape bytes", "differences", "by hand");
    bool all_good = true;
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const Result &result = results[i];
      std::printf("%-16s  %-23s  %15.8g  %13.6g  %10.4g  %13.4g  %6.2f  %10lu  %11.1e  %11.1e%s\n",
                  problems[i].name.c_str(), problems[i].size.c_str(), result.objective, result.gradient_norm,
                  result.primal_milliseconds, result.derivative_milliseconds,
                  result.derivative_milliseconds / result.primal_milliseconds, result.tape_bytes,
                  result.difference_error, result.hand_error, result.good ? "" : "  WRONG");
      all_good = all_good && result.good;
    }
    std::printf("%s\n", all_good ? "All derivatives agree with central differences and with the hand-written ones."
                                 : "Some derivatives are wrong.");
    return all_good ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
