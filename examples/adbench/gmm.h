// Log posterior of a Gaussian mixture model: plain C++ that knows nothing of derivatives.
#pragma once

#include <cmath>

namespace adbench {

// The suite writes pi with twelve digits; the same literal reproduces its published values.
inline constexpr double gmm_pi = 3.14159265359;

inline double log_sum_exp(int count, const double *__restrict values) {
  double largest = values[0];
  for (int i = 1; i < count; ++i)
    if (values[i] > largest)
      largest = values[i];
  double sum = 0.0;
  for (int i = 0; i < count; ++i)
    sum += std::exp(values[i] - largest);
  return largest + std::log(sum);
}

inline double log_gamma_multivariate(double a, int dimension) {
  double result = 0.25 * dimension * (dimension - 1) * std::log(gmm_pi);
  for (int j = 1; j <= dimension; ++j)
    result += std::lgamma(a + 0.5 * (1 - j));
  return result;
}

// What the Wishart prior subtracts once per component; it depends on sizes only.
inline double wishart_constant(int dimension, double gamma, int m) {
  const int degrees = dimension + m + 1;
  return degrees * dimension * (std::log(gamma) - 0.5 * std::log(2.0)) -
         log_gamma_multivariate(0.5 * degrees, dimension);
}

// `diagonals` holds exp of the first `dimension` parameters of each component, `log_determinants` their sums.
inline double wishart_prior(int dimension, int component_count, double gamma, int m, const double *__restrict factors,
                            const double *__restrict diagonals, const double *__restrict log_determinants) {
  const int factor_size = dimension * (dimension + 1) / 2;
  double result = 0.0;
  for (int k = 0; k < component_count; ++k) {
    double squares = 0.0;
    for (int c = 0; c < dimension; ++c)
      squares += diagonals[k * dimension + c] * diagonals[k * dimension + c];
    for (int p = dimension; p < factor_size; ++p)
      squares += factors[k * factor_size + p] * factors[k * factor_size + p];
    result += 0.5 * gamma * gamma * squares - m * log_determinants[k];
  }
  return result - component_count * wishart_constant(dimension, gamma, m);
}

// `factors`: per component the logarithms of the diagonal of a lower triangular matrix, then its strictly lower part
// column by column. All arrays are row-major, component by component or point by point.
inline double gmm_objective(int dimension, int component_count, int point_count, const double *__restrict alphas,
                            const double *__restrict means, const double *__restrict factors,
                            const double *__restrict points, double gamma, int m) {
  const int factor_size = dimension * (dimension + 1) / 2;
  double *__restrict diagonals = new double[component_count * dimension];
  double *__restrict log_determinants = new double[component_count];
  double *__restrict centered = new double[dimension];
  double *__restrict transformed = new double[dimension];
  double *__restrict terms = new double[component_count];

  for (int k = 0; k < component_count; ++k) {
    log_determinants[k] = 0.0;
    for (int c = 0; c < dimension; ++c) {
      const double logarithm = factors[k * factor_size + c];
      log_determinants[k] += logarithm;
      diagonals[k * dimension + c] = std::exp(logarithm);
    }
  }

  double likelihood = 0.0;
  for (int i = 0; i < point_count; ++i) {
    const double *point = points + i * dimension;
    for (int k = 0; k < component_count; ++k) {
      const double *mean = means + k * dimension;
      const double *diagonal = diagonals + k * dimension;
      const double *lower = factors + k * factor_size + dimension;
      for (int c = 0; c < dimension; ++c) {
        centered[c] = point[c] - mean[c];
        transformed[c] = diagonal[c] * centered[c];
      }
      for (int c = 0; c < dimension; ++c) {
        for (int r = c + 1; r < dimension; ++r)
          transformed[r] += lower[r - c - 1] * centered[c];
        lower += dimension - c - 1;
      }
      double squared_norm = 0.0;
      for (int c = 0; c < dimension; ++c)
        squared_norm += transformed[c] * transformed[c];
      terms[k] = alphas[k] + log_determinants[k] - 0.5 * squared_norm;
    }
    likelihood += log_sum_exp(component_count, terms);
  }

  const double normalisation =
      point_count * (0.5 * dimension * std::log(2.0 * gmm_pi) + log_sum_exp(component_count, alphas));
  const double prior = wishart_prior(dimension, component_count, gamma, m, factors, diagonals, log_determinants);

  delete[] diagonals;
  delete[] log_determinants;
  delete[] centered;
  delete[] transformed;
  delete[] terms;
  return likelihood - normalisation + prior;
}

} // namespace adbench
