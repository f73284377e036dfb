// What the discrete Fourier transform of one length needs besides the numbers.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace cotangent::library {

/// exp(-2 pi i k / n) for 0 <= k, exact at the eighths of a turn.
std::complex<double> root_of_unity(int64_t k, int64_t n);

/// A pass of Stockham's algorithm (decimation in frequency) over `radix * groups * stride` = length numbers:
///   out[q + stride * (radix * p + k)] = w^(p k) sum_j in[q + stride * (p + groups * j)] exp(-2 pi i j k / radix)
/// for q < stride, p < groups, with w = exp(-2 pi i / (radix * groups)).
template <class Real> struct FourierStage {
  int radix;
  int64_t groups, stride;
  std::vector<Real> twiddles; // w^(p k) for each p and k = 1 .. radix - 1, real and imaginary part
  std::vector<Real> roots;    // for odd radices: exp(-2 pi i j / radix)
};

/// Forward transforms of one length, without a factor. The backward ones are the same with the parts of all numbers
/// exchanged, before and after.
///
/// Lengths with a large prime factor become a cyclic convolution of a friendly length (L. Bluestein, A linear filtering
/// approach to the computation of the discrete Fourier transform, 1970).
template <class Real> struct FourierPlan {
  explicit FourierPlan(int64_t length);

  int64_t length;
  int64_t buffer_length; // numbers that each buffer of a transform must hold
  std::vector<FourierStage<Real>> stages;
  std::vector<Real> chirp;  // of a convolution: exp(-pi i k^2 / length)
  std::vector<Real> kernel; // the transform of its conjugate, divided by the length of the convolution
  std::unique_ptr<const FourierPlan> convolution;
};

/// Transforms of a real line of even length by complex ones of half the length: exp(-2 pi i k / length) for
/// k = 0 .. length / 4.
template <class Real> std::vector<Real> real_twiddles(int64_t length);

extern template struct FourierPlan<float>;
extern template struct FourierPlan<double>;

} // namespace cotangent::library
