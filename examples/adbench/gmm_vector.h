// The objective of gmm.h as one would write it with std::vector: no restrict, no raw memory.
#pragma once

#include <cmath>
#include <vector>

#include "gmm.h"

namespace adbench {

inline double log_sum_exp(const std::vector<double> &values) {
  double largest = values[0];
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] > largest)
      largest = values[i];
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += std::exp(values[i] - largest);
  return largest + std::log(sum);
}

inline double gmm_objective_vector(int dimension, int component_count, int point_count,
                                   const std::vector<double> &alphas, const std::vector<double> &means,
                                   const std::vector<double> &factors, const std::vector<double> &points, double gamma,
                                   int m) {
  const int factor_size = dimension * (dimension + 1) / 2;
  std::vector<double> diagonals(component_count * dimension);
  std::vector<double> log_determinants(component_count);
  std::vector<double> centered(dimension);
  std::vector<double> transformed(dimension);
  std::vector<double> terms(component_count);

  for (int k = 0; k < component_count; ++k) {
    for (int c = 0; c < dimension; ++c) {
      const double logarithm = factors[k * factor_size + c];
      log_determinants[k] += logarithm;
      diagonals[k * dimension + c] = std::exp(logarithm);
    }
  }

  double likelihood = 0.0;
  for (int i = 0; i < point_count; ++i) {
    for (int k = 0; k < component_count; ++k) {
      for (int c = 0; c < dimension; ++c) {
        centered[c] = points[i * dimension + c] - means[k * dimension + c];
        transformed[c] = diagonals[k * dimension + c] * centered[c];
      }
      int position = k * factor_size + dimension;
      for (int c = 0; c < dimension; ++c)
        for (int r = c + 1; r < dimension; ++r)
          transformed[r] += factors[position++] * centered[c];
      double squared_norm = 0.0;
      for (int c = 0; c < dimension; ++c)
        squared_norm += transformed[c] * transformed[c];
      terms[k] = alphas[k] + log_determinants[k] - 0.5 * squared_norm;
    }
    likelihood += log_sum_exp(terms);
  }

  const double normalisation = point_count * (0.5 * dimension * std::log(2.0 * gmm_pi) + log_sum_exp(alphas));
  double prior = 0.0;
  for (int k = 0; k < component_count; ++k) {
    double squares = 0.0;
    for (int c = 0; c < dimension; ++c)
      squares += diagonals[k * dimension + c] * diagonals[k * dimension + c];
    for (int p = dimension; p < factor_size; ++p)
      squares += factors[k * factor_size + p] * factors[k * factor_size + p];
    prior += 0.5 * gamma * gamma * squares - m * log_determinants[k];
  }
  return likelihood - normalisation + prior - component_count * wishart_constant(dimension, gamma, m);
}

} // namespace adbench
