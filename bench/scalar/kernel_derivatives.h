// The derivatives of kernels.h by Cotangent. Same meaning of shadows as in kernels_hand_written.h.
#pragma once

namespace bench {

void fft_derivative(int size, double *data, double *data_shadow, const double *twiddles);
double lorenz_derivative(int step_count, double step, const double *initial, const double *parameters,
                         double *initial_shadow, double *parameters_shadow);
double heat_derivative(int size, int step_count, double rate, const double *initial, double *initial_shadow);
void matrix_product_derivative(int size, const double *left, const double *right, double *product, double *left_shadow,
                               double *right_shadow, double *product_shadow);
double gravitational_energy_derivative(int body_count, const double *positions, const double *masses,
                                       double *positions_shadow);
double black_scholes_derivative(int option_count, const double *spots, const double *strikes, const double *rates,
                                const double *volatilities, const double *maturities, double *spots_shadow,
                                double *strikes_shadow, double *rates_shadow, double *volatilities_shadow,
                                double *maturities_shadow);
double log_sum_exp_derivative(int count, const double *values, double *values_shadow);

} // namespace bench
