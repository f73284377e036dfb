// Gaussian processes with a squared-exponential covariance (Rasmussen and Williams, 2006, chapters 2 and 5).
#pragma once

#include <cotangent/tensor.h>

#include <numbers>

namespace examples {

namespace ct = cotangent;

/// What is fitted, as logarithms: all three are positive.
template <class Number> struct Kernel {
  Number log_length, log_amplitude, log_noise;

  /// Covariances of the function at points x [n] and y [m]: [n, m].
  template <class X, class Y> auto covariance(const X &x, const Y &y) const {
    auto distance = (ct::expand_dims<1>(x) - ct::expand_dims<0>(y)) / ct::exp(log_length);
    return ct::exp(2.0 * log_amplitude) * ct::exp(-0.5 * distance * distance);
  }

  /// The Cholesky factor of the covariances of noisy observations at x.
  template <class X> auto factor(const X &x) const {
    return ct::cholesky(covariance(x, x) + ct::exp(2.0 * log_noise) * ct::eye<double>(x.shape()[0]));
  }

  /// -log(probability of the observations), equation 5.8 there: with L L^T the covariances and L a = y it is
  /// |a|² / 2 + the sum of log(L_ii) + n/2 log(2 pi).
  template <class X> auto negative_log_likelihood(const X &x, const X &y) const {
    auto triangle = factor(x);
    auto whitened = ct::triangular_solve(triangle, y);
    const double constant = 0.5 * static_cast<double>(x.size()) * std::log(2 * std::numbers::pi);
    return 0.5 * ct::sum(whitened * whitened) + ct::sum(ct::log(ct::diagonal(triangle))) + constant;
  }

  /// {mean, standard deviation} of the function at further points, given observations: algorithm 2.1 there.
  template <class X, class Y> auto predict(const X &x, const X &y, const Y &points) const {
    auto triangle = factor(x);
    auto shared = ct::triangular_solve(triangle, covariance(x, points));
    auto mean = ct::dot(ct::transpose(shared), ct::triangular_solve(triangle, y));
    auto variance = ct::exp(2.0 * log_amplitude) - ct::sum<0>(shared * shared);
    return std::pair(mean, ct::sqrt(ct::maximum(variance, 0.0)));
  }
};

} // namespace examples
