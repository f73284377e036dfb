#include "kernel_derivatives.h"

#include <cotangent/autodiff.h>

#include "kernels.h"

namespace bench {

namespace ct = cotangent;

void fft_derivative(int size, double *data, double *data_shadow, const double *twiddles) {
  ct::autodiff(ct::reverse, fft<double>, ct::Const{size}, ct::Duplicated{data, data_shadow}, ct::Const{twiddles});
}

double lorenz_derivative(int step_count, double step, const double *initial, const double *parameters,
                         double *initial_shadow, double *parameters_shadow) {
  const auto [value] =
      ct::autodiff(ct::reverse.with_primal(), lorenz<double>, ct::Const{step_count}, ct::Const{step},
                   ct::Duplicated{initial, initial_shadow}, ct::Duplicated{parameters, parameters_shadow});
  return value;
}

double heat_derivative(int size, int step_count, double rate, const double *initial, double *initial_shadow) {
  const auto [value] = ct::autodiff(ct::reverse.with_primal(), heat<double>, ct::Const{size}, ct::Const{step_count},
                                    ct::Const{rate}, ct::Duplicated{initial, initial_shadow});
  return value;
}

void matrix_product_derivative(int size, const double *left, const double *right, double *product, double *left_shadow,
                               double *right_shadow, double *product_shadow) {
  ct::autodiff(ct::reverse, matrix_product<double>, ct::Const{size}, ct::Duplicated{left, left_shadow},
               ct::Duplicated{right, right_shadow}, ct::Duplicated{product, product_shadow});
}

double gravitational_energy_derivative(int body_count, const double *positions, const double *masses,
                                       double *positions_shadow) {
  const auto [value] = ct::autodiff(ct::reverse.with_primal(), gravitational_energy<double>, ct::Const{body_count},
                                    ct::Duplicated{positions, positions_shadow}, ct::Const{masses});
  return value;
}

double black_scholes_derivative(int option_count, const double *spots, const double *strikes, const double *rates,
                                const double *volatilities, const double *maturities, double *spots_shadow,
                                double *strikes_shadow, double *rates_shadow, double *volatilities_shadow,
                                double *maturities_shadow) {
  const auto [value] = ct::autodiff(
      ct::reverse.with_primal(), black_scholes<double>, ct::Const{option_count}, ct::Duplicated{spots, spots_shadow},
      ct::Duplicated{strikes, strikes_shadow}, ct::Duplicated{rates, rates_shadow},
      ct::Duplicated{volatilities, volatilities_shadow}, ct::Duplicated{maturities, maturities_shadow});
  return value;
}

double log_sum_exp_derivative(int count, const double *values, double *values_shadow) {
  const auto [value] = ct::autodiff(ct::reverse.with_primal(), log_sum_exp<double>, ct::Const{count},
                                    ct::Duplicated{values, values_shadow});
  return value;
}

} // namespace bench
