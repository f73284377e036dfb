// Small programs whose best possible adjoint is known. The scalar type is a template parameter only so that the
// operator-overloading tools can run them; everything else uses double.
#pragma once

#include <cmath>

namespace bench {

// Discrete Fourier transform in place, radix 2. `data` and `twiddles` are complex numbers, real part first; twiddle k
// is exp(-2 pi i k / size), k < size / 2.
template <class Real> void fft(int size, Real *__restrict data, const double *__restrict twiddles) {
  for (int i = 1, j = 0; i < size; ++i) {
    int bit = size >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j)
      for (int part = 0; part < 2; ++part) {
        const Real kept = data[2 * i + part];
        data[2 * i + part] = data[2 * j + part];
        data[2 * j + part] = kept;
      }
  }
  for (int half = 1; half < size; half *= 2) {
    const int stride = size / (2 * half);
    for (int begin = 0; begin < size; begin += 2 * half)
      for (int k = 0; k < half; ++k) {
        const double real = twiddles[2 * k * stride], imaginary = twiddles[2 * k * stride + 1];
        Real *upper = data + 2 * (begin + k);
        Real *lower = upper + 2 * half;
        const Real turned_real = lower[0] * real - lower[1] * imaginary;
        const Real turned_imaginary = lower[0] * imaginary + lower[1] * real;
        lower[0] = upper[0] - turned_real;
        lower[1] = upper[1] - turned_imaginary;
        upper[0] = upper[0] + turned_real;
        upper[1] = upper[1] + turned_imaginary;
      }
  }
}

// The Lorenz system by the classical Runge-Kutta method; returns half the squared norm of the final state.
// `parameters`: sigma, rho, beta.
template <class Real> void lorenz_slope(const Real *state, const Real *parameters, Real *slope) {
  slope[0] = parameters[0] * (state[1] - state[0]);
  slope[1] = state[0] * (parameters[1] - state[2]) - state[1];
  slope[2] = state[0] * state[1] - parameters[2] * state[2];
}

template <class Real>
Real lorenz(int step_count, double step, const Real *__restrict initial, const Real *__restrict parameters) {
  Real state[3] = {initial[0], initial[1], initial[2]};
  for (int t = 0; t < step_count; ++t) {
    Real slopes[4][3], stage[3];
    lorenz_slope(state, parameters, slopes[0]);
    for (int i = 0; i < 3; ++i)
      stage[i] = state[i] + 0.5 * step * slopes[0][i];
    lorenz_slope(stage, parameters, slopes[1]);
    for (int i = 0; i < 3; ++i)
      stage[i] = state[i] + 0.5 * step * slopes[1][i];
    lorenz_slope(stage, parameters, slopes[2]);
    for (int i = 0; i < 3; ++i)
      stage[i] = state[i] + step * slopes[2][i];
    lorenz_slope(stage, parameters, slopes[3]);
    for (int i = 0; i < 3; ++i)
      state[i] = state[i] + step / 6.0 * (slopes[0][i] + 2.0 * slopes[1][i] + 2.0 * slopes[2][i] + slopes[3][i]);
  }
  return 0.5 * (state[0] * state[0] + state[1] * state[1] + state[2] * state[2]);
}

// Explicit heat equation on a square grid with fixed border; returns half the squared norm of the final temperatures.
template <class Real> Real heat(int size, int step_count, double rate, const Real *__restrict initial) {
  Real *current = new Real[size * size];
  Real *next = new Real[size * size];
  for (int i = 0; i < size * size; ++i) {
    current[i] = initial[i];
    next[i] = initial[i];
  }
  for (int t = 0; t < step_count; ++t) {
    for (int row = 1; row < size - 1; ++row)
      for (int column = 1; column < size - 1; ++column) {
        const Real *here = current + row * size + column;
        next[row * size + column] = here[0] + rate * (here[-1] + here[1] + here[-size] + here[size] - 4.0 * here[0]);
      }
    Real *const finished = next;
    next = current;
    current = finished;
  }
  Real energy = 0.0;
  for (int i = 0; i < size * size; ++i)
    energy += 0.5 * current[i] * current[i];
  delete[] current;
  delete[] next;
  return energy;
}

// Square matrices, row-major: product = left * right.
template <class Real>
void matrix_product(int size, const Real *__restrict left, const Real *__restrict right, Real *__restrict product) {
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j)
      product[i * size + j] = 0.0;
    for (int k = 0; k < size; ++k)
      for (int j = 0; j < size; ++j)
        product[i * size + j] += left[i * size + k] * right[k * size + j];
  }
}

// Softened gravitational energy of all pairs; positions x, y, z per body.
template <class Real>
Real gravitational_energy(int body_count, const Real *__restrict positions, const double *__restrict masses) {
  using std::sqrt;
  Real energy = 0.0;
  for (int i = 0; i < body_count; ++i)
    for (int j = i + 1; j < body_count; ++j) {
      const Real x = positions[3 * i] - positions[3 * j];
      const Real y = positions[3 * i + 1] - positions[3 * j + 1];
      const Real z = positions[3 * i + 2] - positions[3 * j + 2];
      energy -= masses[i] * masses[j] / sqrt(x * x + y * y + z * z + 0.01);
    }
  return energy;
}

template <class Real> Real normal_distribution(const Real &x) {
  using std::erf;
  return 0.5 * (1.0 + erf(0.7071067811865476 * x));
}

// Sum of the prices of European calls.
template <class Real>
Real black_scholes(int option_count, const Real *__restrict spots, const Real *__restrict strikes,
                   const Real *__restrict rates, const Real *__restrict volatilities,
                   const Real *__restrict maturities) {
  using std::exp, std::log, std::sqrt;
  Real total = 0.0;
  for (int i = 0; i < option_count; ++i) {
    const Real deviation = volatilities[i] * sqrt(maturities[i]);
    const Real upper =
        (log(spots[i] / strikes[i]) + (rates[i] + 0.5 * volatilities[i] * volatilities[i]) * maturities[i]) / deviation;
    const Real lower = upper - deviation;
    total += spots[i] * normal_distribution<Real>(upper) -
             strikes[i] * exp(-rates[i] * maturities[i]) * normal_distribution<Real>(lower);
  }
  return total;
}

template <class Real> Real log_sum_exp(int count, const Real *__restrict values) {
  using std::exp, std::log;
  Real largest = values[0];
  for (int i = 1; i < count; ++i)
    if (values[i] > largest)
      largest = values[i];
  Real sum = 0.0;
  for (int i = 0; i < count; ++i)
    sum += exp(values[i] - largest);
  return largest + log(sum);
}

} // namespace bench
