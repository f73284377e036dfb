// Seeded inputs of the kernels, shared by the benchmark and the peers.
#pragma once

#include <cmath>
#include <vector>

#include "../../examples/adbench/generate.h"

namespace bench {

struct FftInput {
  int size = 1 << 14;
  std::vector<double> data, seed, twiddles;
};

struct LorenzInput {
  int step_count = 2000;
  double step = 1e-3;
  std::vector<double> initial{1.0, 2.0, 20.0}, parameters{10.0, 28.0, 8.0 / 3.0};
};

struct HeatInput {
  int size = 128, step_count = 50;
  double rate = 0.2;
  std::vector<double> initial;
};

struct MatrixInput {
  int size = 128;
  std::vector<double> left, right, seed;
};

struct BodiesInput {
  int count = 300;
  std::vector<double> positions, masses;
};

struct OptionsInput {
  int count = 20000;
  std::vector<double> spots, strikes, rates, volatilities, maturities;
};

struct LogSumExpInput {
  int count = 100000;
  std::vector<double> values;
};

inline FftInput fft_input() {
  FftInput input;
  adbench::RandomNumbers random(11);
  input.data = random.normals(2 * input.size);
  input.seed = random.normals(2 * input.size);
  for (int k = 0; k < input.size / 2; ++k) {
    const double angle = -2.0 * 3.141592653589793 * k / input.size;
    input.twiddles.push_back(std::cos(angle));
    input.twiddles.push_back(std::sin(angle));
  }
  return input;
}

inline HeatInput heat_input() {
  HeatInput input;
  input.initial = adbench::RandomNumbers(12).normals(input.size * input.size);
  return input;
}

inline MatrixInput matrix_input() {
  MatrixInput input;
  adbench::RandomNumbers random(13);
  input.left = random.normals(input.size * input.size);
  input.right = random.normals(input.size * input.size);
  input.seed = random.normals(input.size * input.size);
  return input;
}

inline BodiesInput bodies_input() {
  BodiesInput input;
  adbench::RandomNumbers random(14);
  input.positions = random.normals(3 * input.count);
  input.masses = random.uniforms(input.count, 0.1, 1.0);
  return input;
}

inline OptionsInput options_input() {
  OptionsInput input;
  adbench::RandomNumbers random(15);
  input.spots = random.uniforms(input.count, 50.0, 150.0);
  input.strikes = random.uniforms(input.count, 50.0, 150.0);
  input.rates = random.uniforms(input.count, 0.0, 0.1);
  input.volatilities = random.uniforms(input.count, 0.1, 0.6);
  input.maturities = random.uniforms(input.count, 0.1, 3.0);
  return input;
}

inline LogSumExpInput log_sum_exp_input() {
  LogSumExpInput input;
  input.values = adbench::RandomNumbers(16).normals(input.count, 3.0);
  return input;
}

} // namespace bench
