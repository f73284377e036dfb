#include "kernel_problems.h"

#include <algorithm>
#include <string>

#include "../../examples/adbench/check.h"
#include "kernel_derivatives.h"
#include "kernel_inputs.h"
#include "kernels.h"
#include "kernels_hand_written.h"

namespace bench {
namespace {

using adbench::Problem;
using Values = std::vector<double>;

double inner_product(const Values &a, const Values &b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

Problem problem_named(const std::string &name, const std::string &size, std::size_t derivative_count) {
  Problem problem;
  problem.name = name;
  problem.size = size;
  problem.derivative_count = derivative_count;
  return problem;
}

// Fills in what all scalar kernels share: `value` at x, and two derivatives that add to a shadow.
template <class Value, class Hand, class Ours>
void set_scalar(Problem &problem, const Values &x, Value value, Hand by_hand, Ours by_cotangent) {
  const std::size_t count = problem.derivative_count;
  problem.primal = [=] { return value(x.data()); };
  problem.by_hand = [=](double *derivative) {
    std::fill_n(derivative, count, 0.0);
    return by_hand(x.data(), derivative);
  };
  problem.by_cotangent = [=](double *derivative) {
    std::fill_n(derivative, count, 0.0);
    return by_cotangent(x.data(), derivative);
  };
  problem.difference_error = [=](const Values &derivative) {
    return adbench::gradient_difference_error([&](const Values &point) { return value(point.data()); }, x, derivative);
  };
}

// The data are transformed in place, so each run starts from a copy; the derivative buffer is the shadow.
Problem fft_problem() {
  const FftInput input = fft_input();
  Problem problem = problem_named("fft", std::to_string(input.size), input.data.size());
  const auto data = std::make_shared<Values>(input.data);
  const auto restore = [=](double *derivative) {
    std::copy(input.data.begin(), input.data.end(), data->begin());
    if (derivative)
      std::copy(input.seed.begin(), input.seed.end(), derivative);
  };
  problem.primal = [=] {
    restore(nullptr);
    fft(input.size, data->data(), input.twiddles.data());
    return (*data)[2];
  };
  problem.by_hand = [=](double *derivative) {
    restore(derivative);
    fft_hand_written(input.size, data->data(), derivative, input.twiddles.data());
    return (*data)[2];
  };
  problem.by_cotangent = [=](double *derivative) {
    restore(derivative);
    fft_derivative(input.size, data->data(), derivative, input.twiddles.data());
    return (*data)[2];
  };
  problem.difference_error = [=](const Values &derivative) {
    const auto value = [&](Values point) {
      fft(input.size, point.data(), input.twiddles.data());
      return inner_product(point, input.seed);
    };
    return adbench::gradient_difference_error(value, input.data, derivative);
  };
  return problem;
}

Problem lorenz_problem() {
  const LorenzInput input;
  Problem problem = problem_named("ode", "lorenz rk4 " + std::to_string(input.step_count) + " steps", 6);
  Values x(input.initial);
  x.insert(x.end(), input.parameters.begin(), input.parameters.end());
  const int steps = input.step_count;
  const double step = input.step;
  set_scalar(
      problem, x, [=](const double *p) { return lorenz(steps, step, p, p + 3); },
      [=](const double *p, double *shadow) { return lorenz_hand_written(steps, step, p, p + 3, shadow, shadow + 3); },
      [=](const double *p, double *shadow) { return lorenz_derivative(steps, step, p, p + 3, shadow, shadow + 3); });
  return problem;
}

Problem heat_problem() {
  const HeatInput input = heat_input();
  const int size = input.size, steps = input.step_count;
  const double rate = input.rate;
  Problem problem = problem_named(
      "stencil", "heat " + std::to_string(size) + "x" + std::to_string(size) + " " + std::to_string(steps) + " steps",
      input.initial.size());
  set_scalar(
      problem, input.initial, [=](const double *p) { return heat(size, steps, rate, p); },
      [=](const double *p, double *shadow) { return heat_hand_written(size, steps, rate, p, shadow); },
      [=](const double *p, double *shadow) { return heat_derivative(size, steps, rate, p, shadow); });
  return problem;
}

// Derivative: left, then right. The product's shadow holds the seed before each run.
Problem matrix_problem() {
  const MatrixInput input = matrix_input();
  const std::size_t entries = input.left.size();
  const int size = input.size;
  Problem problem = problem_named("matmul", std::to_string(size), 2 * entries);
  const auto product = std::make_shared<Values>(entries), product_shadow = std::make_shared<Values>(entries);
  problem.primal = [=] {
    matrix_product(size, input.left.data(), input.right.data(), product->data());
    return (*product)[1];
  };
  const auto run = [=](auto derivative_function, double *derivative) {
    std::fill_n(derivative, 2 * entries, 0.0);
    std::copy(input.seed.begin(), input.seed.end(), product_shadow->begin());
    derivative_function(size, input.left.data(), input.right.data(), product->data(), derivative, derivative + entries,
                        product_shadow->data());
    return (*product)[1];
  };
  problem.by_hand = [=](double *derivative) { return run(matrix_product_hand_written, derivative); };
  problem.by_cotangent = [=](double *derivative) { return run(matrix_product_derivative, derivative); };
  problem.difference_error = [=](const Values &derivative) {
    const auto value = [&](const Values &x) {
      Values result(entries);
      matrix_product(size, x.data(), x.data() + entries, result.data());
      return inner_product(result, input.seed);
    };
    Values x(input.left);
    x.insert(x.end(), input.right.begin(), input.right.end());
    return adbench::gradient_difference_error(value, x, derivative);
  };
  return problem;
}

Problem bodies_problem() {
  const BodiesInput input = bodies_input();
  const int count = input.count;
  Problem problem = problem_named("nbody", std::to_string(count), input.positions.size());
  const Values masses = input.masses;
  set_scalar(
      problem, input.positions, [=](const double *p) { return gravitational_energy(count, p, masses.data()); },
      [=](const double *p, double *shadow) {
        return gravitational_energy_hand_written(count, p, masses.data(), shadow);
      },
      [=](const double *p, double *shadow) {
        return gravitational_energy_derivative(count, p, masses.data(), shadow);
      });
  return problem;
}

Problem options_problem() {
  const OptionsInput input = options_input();
  const int n = input.count;
  Problem problem = problem_named("black_scholes", std::to_string(n), 5 * static_cast<std::size_t>(n));
  Values x;
  for (const Values *part : {&input.spots, &input.strikes, &input.rates, &input.volatilities, &input.maturities})
    x.insert(x.end(), part->begin(), part->end());
  const auto run = [n](auto function, const double *p, double *s) {
    return function(n, p, p + n, p + 2 * n, p + 3 * n, p + 4 * n, s, s + n, s + 2 * n, s + 3 * n, s + 4 * n);
  };
  set_scalar(
      problem, x, [=](const double *p) { return black_scholes(n, p, p + n, p + 2 * n, p + 3 * n, p + 4 * n); },
      [=](const double *p, double *shadow) { return run(black_scholes_hand_written, p, shadow); },
      [=](const double *p, double *shadow) { return run(black_scholes_derivative, p, shadow); });
  return problem;
}

Problem log_sum_exp_problem() {
  const LogSumExpInput input = log_sum_exp_input();
  const int count = input.count;
  Problem problem = problem_named("logsumexp", std::to_string(count), input.values.size());
  set_scalar(
      problem, input.values, [=](const double *p) { return log_sum_exp(count, p); },
      [=](const double *p, double *shadow) { return log_sum_exp_hand_written(count, p, shadow); },
      [=](const double *p, double *shadow) { return log_sum_exp_derivative(count, p, shadow); });
  return problem;
}

} // namespace

std::vector<Problem> kernel_problems() {
  return {fft_problem(),    lorenz_problem(),  heat_problem(),       matrix_problem(),
          bodies_problem(), options_problem(), log_sum_exp_problem()};
}

} // namespace bench
