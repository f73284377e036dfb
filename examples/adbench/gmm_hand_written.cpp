// Every point is reversed while its centred and transformed vectors are still in the cache, so nothing is kept over
// points.
#include "gmm_hand_written.h"

#include <cmath>
#include <vector>

#include "gmm.h"

namespace adbench {
namespace {

// `transformed` = lower triangular matrix times `centered`.
inline void transform_point(int d, const double *__restrict point, const double *__restrict mean,
                            const double *__restrict diagonal, const double *__restrict lower,
                            double *__restrict centered, double *__restrict transformed) {
  for (int c = 0; c < d; ++c) {
    centered[c] = point[c] - mean[c];
    transformed[c] = diagonal[c] * centered[c];
  }
  for (int c = 0; c < d; ++c) {
    const double factor = centered[c];
    for (int r = c + 1; r < d; ++r)
      transformed[r] += lower[r - c - 1] * factor;
    lower += d - c - 1;
  }
}

inline double squared_norm(int d, const double *__restrict vector) {
#pragma clang fp reassociate(on)
  double sum = 0.0;
  for (int c = 0; c < d; ++c)
    sum += vector[c] * vector[c];
  return sum;
}

// Adjoint of transform_point; `transformed_shadow` is the adjoint of its result.
inline void reverse_point(int d, const double *__restrict centered, const double *__restrict transformed_shadow,
                          const double *__restrict diagonal, const double *__restrict lower,
                          double *__restrict mean_shadow, double *__restrict diagonal_shadow,
                          double *__restrict lower_shadow) {
  for (int c = 0; c < d; ++c) {
#pragma clang fp reassociate(on)
    double centered_shadow = diagonal[c] * transformed_shadow[c];
    const double factor = centered[c];
    diagonal_shadow[c] += transformed_shadow[c] * factor;
    for (int r = c + 1; r < d; ++r) {
      lower_shadow[r - c - 1] += transformed_shadow[r] * factor;
      centered_shadow += lower[r - c - 1] * transformed_shadow[r];
    }
    lower += d - c - 1;
    lower_shadow += d - c - 1;
    mean_shadow[c] -= centered_shadow;
  }
}

// The same without the adjoint of the centred vector; `transformed_sum` collects what reverse_means needs.
inline void reverse_factors(int d, const double *__restrict centered, const double *__restrict transformed_shadow,
                            double *__restrict transformed_sum, double *__restrict diagonal_shadow,
                            double *__restrict lower_shadow) {
  for (int c = 0; c < d; ++c) {
    const double factor = centered[c];
    transformed_sum[c] += transformed_shadow[c];
    diagonal_shadow[c] += transformed_shadow[c] * factor;
    for (int r = c + 1; r < d; ++r)
      lower_shadow[r - c - 1] += transformed_shadow[r] * factor;
    lower_shadow += d - c - 1;
  }
}

inline void reverse_means(int d, const double *__restrict transformed_sum, const double *__restrict diagonal,
                          const double *__restrict lower, double *__restrict mean_shadow) {
  for (int c = 0; c < d; ++c) {
    double sum = diagonal[c] * transformed_sum[c];
    for (int r = c + 1; r < d; ++r)
      sum += lower[r - c - 1] * transformed_sum[r];
    lower += d - c - 1;
    mean_shadow[c] -= sum;
  }
}

// On return `terms` holds the derivatives of the result by the terms.
inline double log_sum_exp_with_weights(int count, double *__restrict terms) {
  double largest = terms[0];
  for (int i = 1; i < count; ++i)
    if (terms[i] > largest)
      largest = terms[i];
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    terms[i] = std::exp(terms[i] - largest);
    sum += terms[i];
  }
  const double inverse = 1.0 / sum;
  for (int i = 0; i < count; ++i)
    terms[i] *= inverse;
  return largest + std::log(sum);
}

void prepare_factors(int d, int component_count, const double *__restrict factors, double *__restrict diagonals,
                     double *__restrict log_determinants) {
  const int factor_size = d * (d + 1) / 2;
  for (int k = 0; k < component_count; ++k)
    for (int c = 0; c < d; ++c) {
      log_determinants[k] += factors[k * factor_size + c];
      diagonals[k * d + c] = std::exp(factors[k * factor_size + c]);
    }
}

template <bool factored>
double gradient(int d, int component_count, int point_count, const double *__restrict alphas,
                const double *__restrict means, const double *__restrict factors, const double *__restrict points,
                double gamma, int m, double *__restrict alphas_shadow, double *__restrict means_shadow,
                double *__restrict factors_shadow) {
  const int factor_size = d * (d + 1) / 2;
  const std::size_t matrix_size = static_cast<std::size_t>(component_count) * d;
  std::vector<double> diagonals(matrix_size), diagonals_shadow(matrix_size, 0.0),
      log_determinants(component_count, 0.0);
  std::vector<double> centered(matrix_size), transformed(matrix_size), terms(component_count),
      weight_sums(component_count, 0.0);
  std::vector<double> transformed_sums(factored ? matrix_size : 0, 0.0);

  prepare_factors(d, component_count, factors, diagonals.data(), log_determinants.data());
  double likelihood = 0.0;
  for (int i = 0; i < point_count; ++i) {
    for (int k = 0; k < component_count; ++k) {
      transform_point(d, points + i * d, means + k * d, &diagonals[k * d], factors + k * factor_size + d,
                      &centered[k * d], &transformed[k * d]);
      terms[k] = alphas[k] + log_determinants[k] - 0.5 * squared_norm(d, &transformed[k * d]);
    }
    likelihood += log_sum_exp_with_weights(component_count, terms.data());
    for (int k = 0; k < component_count; ++k) {
      weight_sums[k] += terms[k];
      double *transformed_shadow = &transformed[k * d];
      for (int c = 0; c < d; ++c)
        transformed_shadow[c] *= -terms[k];
      double *lower_shadow = factors_shadow + k * factor_size + d;
      if constexpr (factored)
        reverse_factors(d, &centered[k * d], transformed_shadow, &transformed_sums[k * d], &diagonals_shadow[k * d],
                        lower_shadow);
      else
        reverse_point(d, &centered[k * d], transformed_shadow, &diagonals[k * d], factors + k * factor_size + d,
                      means_shadow + k * d, &diagonals_shadow[k * d], lower_shadow);
    }
  }

  const double prior = wishart_prior(d, component_count, gamma, m, factors, diagonals.data(), log_determinants.data());
  for (int k = 0; k < component_count; ++k)
    terms[k] = alphas[k];
  const double normalisation =
      point_count * (0.5 * d * std::log(2.0 * gmm_pi) + log_sum_exp_with_weights(component_count, terms.data()));
  for (int k = 0; k < component_count; ++k) {
    if constexpr (factored)
      reverse_means(d, &transformed_sums[k * d], &diagonals[k * d], factors + k * factor_size + d,
                    means_shadow + k * d);
    alphas_shadow[k] += weight_sums[k] - point_count * terms[k];
    const double *factor = factors + k * factor_size;
    double *factor_shadow = factors_shadow + k * factor_size;
    for (int c = 0; c < d; ++c) {
      const double diagonal = diagonals[k * d + c];
      factor_shadow[c] += weight_sums[k] - m + diagonal * (diagonals_shadow[k * d + c] + gamma * gamma * diagonal);
    }
    for (int p = d; p < factor_size; ++p)
      factor_shadow[p] += gamma * gamma * factor[p];
  }
  return likelihood - normalisation + prior;
}

} // namespace

double gmm_gradient_hand_written(int dimension, int component_count, int point_count, const double *alphas,
                                 const double *means, const double *factors, const double *points, double gamma, int m,
                                 double *alphas_shadow, double *means_shadow, double *factors_shadow) {
  return gradient<false>(dimension, component_count, point_count, alphas, means, factors, points, gamma, m,
                         alphas_shadow, means_shadow, factors_shadow);
}

double gmm_gradient_factored(int dimension, int component_count, int point_count, const double *alphas,
                             const double *means, const double *factors, const double *points, double gamma, int m,
                             double *alphas_shadow, double *means_shadow, double *factors_shadow) {
  return gradient<true>(dimension, component_count, point_count, alphas, means, factors, points, gamma, m,
                        alphas_shadow, means_shadow, factors_shadow);
}

} // namespace adbench
