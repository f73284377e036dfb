// GMM and the kernels as functions of one array, for operator-overloading tools: generic in the scalar type.
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "../../examples/adbench/check.h"
#include "../../examples/adbench/gmm.h"
#include "../../examples/adbench/readers.h"
#include "../../examples/adbench/timing.h"
#include "kernel_inputs.h"
#include "kernels.h"

namespace bench {

struct PeerGmm {
  adbench::GmmInput input;

  std::vector<double> point() const {
    std::vector<double> x(input.alphas);
    x.insert(x.end(), input.means.begin(), input.means.end());
    x.insert(x.end(), input.factors.begin(), input.factors.end());
    return x;
  }

  // The arithmetic of adbench::gmm_objective.
  template <class Real> Real operator()(const Real *x) const {
    using std::exp;
    const int d = input.dimension, component_count = input.component_count, factor_size = d * (d + 1) / 2;
    const Real *means = x + component_count;
    const Real *factors = means + component_count * d;
    std::vector<Real> diagonals(component_count * d), log_determinants(component_count), centered(d), transformed(d),
        terms(component_count);
    for (int k = 0; k < component_count; ++k) {
      log_determinants[k] = 0.0;
      for (int c = 0; c < d; ++c) {
        log_determinants[k] += factors[k * factor_size + c];
        diagonals[k * d + c] = exp(factors[k * factor_size + c]);
      }
    }
    Real result = 0.0;
    for (int i = 0; i < input.point_count; ++i) {
      for (int k = 0; k < component_count; ++k) {
        for (int c = 0; c < d; ++c) {
          centered[c] = input.points[i * d + c] - means[k * d + c];
          transformed[c] = diagonals[k * d + c] * centered[c];
        }
        const Real *lower = factors + k * factor_size + d;
        for (int c = 0; c < d; ++c)
          for (int r = c + 1; r < d; ++r)
            transformed[r] += *lower++ * centered[c];
        Real squared_norm = 0.0;
        for (int c = 0; c < d; ++c)
          squared_norm += transformed[c] * transformed[c];
        terms[k] = x[k] + log_determinants[k] - 0.5 * squared_norm;
      }
      result += log_sum_exp<Real>(component_count, terms.data());
    }
    result -= input.point_count * (0.5 * d * std::log(2.0 * adbench::gmm_pi) + log_sum_exp<Real>(component_count, x));
    const double gamma = input.wishart_gamma;
    for (int k = 0; k < component_count; ++k) {
      Real squares = 0.0;
      for (int c = 0; c < d; ++c)
        squares += diagonals[k * d + c] * diagonals[k * d + c];
      for (int p = d; p < factor_size; ++p)
        squares += factors[k * factor_size + p] * factors[k * factor_size + p];
      result += 0.5 * gamma * gamma * squares - double(input.wishart_m) * log_determinants[k];
    }
    return result - component_count * adbench::wishart_constant(d, gamma, input.wishart_m);
  }
};

struct PeerFft {
  FftInput input = fft_input();
  std::vector<double> point() const { return input.data; }

  template <class Real> Real operator()(const Real *x) const {
    std::vector<Real> data(x, x + input.data.size());
    fft<Real>(input.size, data.data(), input.twiddles.data());
    Real result = 0.0;
    for (std::size_t i = 0; i < data.size(); ++i)
      result += input.seed[i] * data[i];
    return result;
  }
};

struct PeerLorenz {
  LorenzInput input;

  std::vector<double> point() const {
    std::vector<double> x(input.initial);
    x.insert(x.end(), input.parameters.begin(), input.parameters.end());
    return x;
  }

  template <class Real> Real operator()(const Real *x) const {
    return lorenz<Real>(input.step_count, input.step, x, x + 3);
  }
};

struct PeerHeat {
  HeatInput input = heat_input();
  std::vector<double> point() const { return input.initial; }

  template <class Real> Real operator()(const Real *x) const {
    return heat<Real>(input.size, input.step_count, input.rate, x);
  }
};

struct PeerMatrix {
  MatrixInput input = matrix_input();

  std::vector<double> point() const {
    std::vector<double> x(input.left);
    x.insert(x.end(), input.right.begin(), input.right.end());
    return x;
  }

  template <class Real> Real operator()(const Real *x) const {
    std::vector<Real> product(input.left.size());
    matrix_product<Real>(input.size, x, x + product.size(), product.data());
    Real result = 0.0;
    for (std::size_t i = 0; i < product.size(); ++i)
      result += input.seed[i] * product[i];
    return result;
  }
};

struct PeerBodies {
  BodiesInput input = bodies_input();
  std::vector<double> point() const { return input.positions; }

  template <class Real> Real operator()(const Real *x) const {
    return gravitational_energy<Real>(input.count, x, input.masses.data());
  }
};

struct PeerOptions {
  OptionsInput input = options_input();

  std::vector<double> point() const {
    std::vector<double> x;
    for (const auto *part : {&input.spots, &input.strikes, &input.rates, &input.volatilities, &input.maturities})
      x.insert(x.end(), part->begin(), part->end());
    return x;
  }

  template <class Real> Real operator()(const Real *x) const {
    const int n = input.count;
    return black_scholes<Real>(n, x, x + n, x + 2 * n, x + 3 * n, x + 4 * n);
  }
};

struct PeerLogSumExp {
  LogSumExpInput input = log_sum_exp_input();
  std::vector<double> point() const { return input.values; }

  template <class Real> Real operator()(const Real *x) const { return log_sum_exp<Real>(input.count, x); }
};

// `gradient(function, x, result)` records and reverses once. One JSON line: the time includes the recording.
template <class Gradient, class Function>
void run_peer(const char *tool, const char *name, const std::string &size, const Function &function,
              Gradient gradient) {
  const std::vector<double> x = function.point();
  std::vector<double> result(x.size());
  gradient(function, x, result.data());
  const double error = adbench::gradient_difference_error(
      [&](const std::vector<double> &point) { return function(point.data()); }, x, result);
  volatile double sink = 0.0;
  const auto times = adbench::median_milliseconds(
      {[&] { sink = function(x.data()); }, [&] { gradient(function, x, result.data()); }}, {5, 5.0});
  std::printf("{\"peer\": \"%s\", \"name\": \"%s\", \"size\": \"%s\", \"primal_ms\": %.5g, \"peer_ms\": %.5g, "
              "\"ratio_peer\": %.3f, "
              "\"difference_error\": %.2g}\n",
              tool, name, size.c_str(), times[0], times[1], times[1] / times[0], error);
  std::fflush(stdout);
}

// All problems of one tool. `has_erf`: whether the tool knows erf, which Black-Scholes needs.
template <bool has_erf, class Gradient> void run_peers(const char *tool, const std::string &data, Gradient gradient) {
  const auto gmm_file = [&](const char *name) { return PeerGmm{adbench::read_gmm(data + "/gmm/" + name + ".txt")}; };
  run_peer(tool, "gmm", "d2 K10 n1000", gmm_file("n1000_d2_K10"), gradient);
  run_peer(tool, "gmm", "d20 K25 n1000", gmm_file("n1000_d20_K25"), gradient);
  run_peer(tool, "fft", "16384", PeerFft{}, gradient);
  run_peer(tool, "ode", "lorenz rk4 2000 steps", PeerLorenz{}, gradient);
  run_peer(tool, "stencil", "heat 128x128 50 steps", PeerHeat{}, gradient);
  run_peer(tool, "matmul", "128", PeerMatrix{}, gradient);
  run_peer(tool, "nbody", "300", PeerBodies{}, gradient);
  if constexpr (has_erf)
    run_peer(tool, "black_scholes", "20000", PeerOptions{}, gradient);
  else
    std::fprintf(stderr, "%s: black_scholes left out, the tool has no erf\n", tool);
  run_peer(tool, "logsumexp", "100000", PeerLogSumExp{}, gradient);
}

} // namespace bench
