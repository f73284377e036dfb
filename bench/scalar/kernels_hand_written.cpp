#include "kernels_hand_written.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "kernels.h"

namespace bench {
namespace {

struct Triple {
  double x, y, z;
};

inline Triple scaled_sum(Triple a, double factor, Triple b) {
  return {a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

struct LorenzParameters {
  double sigma, rho, beta;

  Triple slope(Triple state) const {
    return {sigma * (state.y - state.x), state.x * (rho - state.z) - state.y, state.x * state.y - beta * state.z};
  }

  // Adjoint of the state; adds to the adjoint of the parameters.
  Triple reverse(Triple state, Triple slope_shadow, LorenzParameters &shadow) const {
    shadow.sigma += (state.y - state.x) * slope_shadow.x;
    shadow.rho += state.x * slope_shadow.y;
    shadow.beta -= state.z * slope_shadow.z;
    return {(rho - state.z) * slope_shadow.y + state.y * slope_shadow.z - sigma * slope_shadow.x,
            sigma * slope_shadow.x - slope_shadow.y + state.x * slope_shadow.z,
            -state.x * slope_shadow.y - beta * slope_shadow.z};
  }
};

inline Triple scaled(double factor, Triple a) { return {factor * a.x, factor * a.y, factor * a.z}; }

} // namespace

// The transform is linear and symmetric, so its adjoint is the same transform with conjugated twiddles.
void fft_hand_written(int size, double *data, double *data_shadow, const double *twiddles) {
  fft(size, data, twiddles);
  for (int i = 0; i < size; ++i)
    data_shadow[2 * i + 1] = -data_shadow[2 * i + 1];
  fft(size, data_shadow, twiddles);
  for (int i = 0; i < size; ++i)
    data_shadow[2 * i + 1] = -data_shadow[2 * i + 1];
}

// Keeps the state of every step and recomputes its stages: they do not wait for the adjoint of the step after.
double lorenz_hand_written(int step_count, double step, const double *__restrict initial,
                           const double *__restrict parameters, double *__restrict initial_shadow,
                           double *__restrict parameters_shadow) {
  const LorenzParameters lorenz{parameters[0], parameters[1], parameters[2]};
  const auto states = std::make_unique_for_overwrite<Triple[]>(step_count);
  Triple state{initial[0], initial[1], initial[2]};
  for (int t = 0; t < step_count; ++t) {
    states[t] = state;
    const Triple first = lorenz.slope(state);
    const Triple second = lorenz.slope(scaled_sum(state, 0.5 * step, first));
    const Triple third = lorenz.slope(scaled_sum(state, 0.5 * step, second));
    const Triple fourth = lorenz.slope(scaled_sum(state, step, third));
    const Triple total = scaled_sum(scaled_sum(scaled_sum(first, 2.0, second), 2.0, third), 1.0, fourth);
    state = scaled_sum(state, step / 6.0, total);
  }
  Triple shadow = state;
  LorenzParameters sums{0.0, 0.0, 0.0};
  const double sixth = step / 6.0, third = step / 3.0;
  for (int t = step_count - 1; t >= 0; --t) {
    const Triple start = states[t];
    const Triple stage2 = scaled_sum(start, 0.5 * step, lorenz.slope(start));
    const Triple stage3 = scaled_sum(start, 0.5 * step, lorenz.slope(stage2));
    const Triple stage4 = scaled_sum(start, step, lorenz.slope(stage3));
    const Triple shadow4 = lorenz.reverse(stage4, scaled(sixth, shadow), sums);
    const Triple shadow3 = lorenz.reverse(stage3, scaled_sum(scaled(third, shadow), step, shadow4), sums);
    const Triple shadow2 = lorenz.reverse(stage2, scaled_sum(scaled(third, shadow), 0.5 * step, shadow3), sums);
    const Triple shadow1 = lorenz.reverse(start, scaled_sum(scaled(sixth, shadow), 0.5 * step, shadow2), sums);
    shadow = {shadow.x + shadow1.x + shadow2.x + shadow3.x + shadow4.x,
              shadow.y + shadow1.y + shadow2.y + shadow3.y + shadow4.y,
              shadow.z + shadow1.z + shadow2.z + shadow3.z + shadow4.z};
  }
  initial_shadow[0] += shadow.x;
  initial_shadow[1] += shadow.y;
  initial_shadow[2] += shadow.z;
  parameters_shadow[0] += sums.sigma;
  parameters_shadow[1] += sums.rho;
  parameters_shadow[2] += sums.beta;
  return 0.5 * (state.x * state.x + state.y * state.y + state.z * state.z);
}

// Linear in the temperatures: the reverse sweep needs the final ones only. The border is read and never written, so its
// adjoint collects on the side while the grid that is stepped back keeps a border of zeros.
double heat_hand_written(int size, int step_count, double rate, const double *__restrict initial,
                         double *__restrict initial_shadow) {
  const int cell_count = size * size;
  std::vector<double> first(initial, initial + cell_count), second(first);
  double *current = first.data();
  double *next = second.data();
  const auto advance = [=](const double *__restrict from, double *__restrict to) {
    for (int row = 1; row < size - 1; ++row)
      for (int column = 1; column < size - 1; ++column) {
        const double *here = from + row * size + column;
        to[row * size + column] = here[0] + rate * (here[-1] + here[1] + here[-size] + here[size] - 4.0 * here[0]);
      }
  };
  for (int t = 0; t < step_count; ++t) {
    advance(current, next);
    std::swap(current, next);
  }
  double energy = 0.0;
  for (int i = 0; i < cell_count; ++i)
    energy += 0.5 * current[i] * current[i];

  const int last = size - 1;
  for (int i = 0; i < size; ++i) {
    initial_shadow[i] += current[i];
    initial_shadow[last * size + i] += current[last * size + i];
  }
  for (int i = 1; i < last; ++i) {
    initial_shadow[i * size] += current[i * size];
    initial_shadow[i * size + last] += current[i * size + last];
  }
  for (double *buffer : {current, next})
    for (int i = 0; i < size; ++i)
      buffer[i] = buffer[last * size + i] = buffer[i * size] = buffer[i * size + last] = 0.0;
  for (int t = 0; t < step_count; ++t) {
    for (int i = 1; i < last; ++i) {
      initial_shadow[i] += rate * current[size + i];
      initial_shadow[last * size + i] += rate * current[(last - 1) * size + i];
      initial_shadow[i * size] += rate * current[i * size + 1];
      initial_shadow[i * size + last] += rate * current[i * size + last - 1];
    }
    advance(current, next);
    std::swap(current, next);
  }
  for (int row = 1; row < last; ++row)
    for (int column = 1; column < last; ++column)
      initial_shadow[row * size + column] += current[row * size + column];
  return energy;
}

void matrix_product_hand_written(int size, const double *__restrict left, const double *__restrict right,
                                 double *__restrict product, double *__restrict left_shadow,
                                 double *__restrict right_shadow, double *__restrict product_shadow) {
  matrix_product(size, left, right, product);
  for (int i = 0; i < size; ++i) {
    const double *shadow_row = product_shadow + i * size;
    for (int k = 0; k < size; ++k) {
#pragma clang fp reassociate(on)
      const double factor = left[i * size + k];
      double sum = 0.0;
      for (int j = 0; j < size; ++j) {
        right_shadow[k * size + j] += factor * shadow_row[j];
        sum += right[k * size + j] * shadow_row[j];
      }
      left_shadow[i * size + k] += sum;
    }
  }
  std::fill_n(product_shadow, size * size, 0.0);
}

double gravitational_energy_hand_written(int body_count, const double *__restrict positions,
                                         const double *__restrict masses, double *__restrict positions_shadow) {
  double energy = 0.0;
  for (int i = 0; i < body_count; ++i) {
    double shadow_x = 0.0, shadow_y = 0.0, shadow_z = 0.0;
    for (int j = i + 1; j < body_count; ++j) {
      const double x = positions[3 * i] - positions[3 * j];
      const double y = positions[3 * i + 1] - positions[3 * j + 1];
      const double z = positions[3 * i + 2] - positions[3 * j + 2];
      const double squared = x * x + y * y + z * z + 0.01;
      const double pair = masses[i] * masses[j] / std::sqrt(squared);
      energy -= pair;
      const double pull = pair / squared;
      shadow_x += pull * x;
      shadow_y += pull * y;
      shadow_z += pull * z;
      positions_shadow[3 * j] -= pull * x;
      positions_shadow[3 * j + 1] -= pull * y;
      positions_shadow[3 * j + 2] -= pull * z;
    }
    positions_shadow[3 * i] += shadow_x;
    positions_shadow[3 * i + 1] += shadow_y;
    positions_shadow[3 * i + 2] += shadow_z;
  }
  return energy;
}

// The derivatives in closed form: the two density terms cancel against each other, so one extra exp is enough.
double black_scholes_hand_written(int option_count, const double *__restrict spots, const double *__restrict strikes,
                                  const double *__restrict rates, const double *__restrict volatilities,
                                  const double *__restrict maturities, double *__restrict spots_shadow,
                                  double *__restrict strikes_shadow, double *__restrict rates_shadow,
                                  double *__restrict volatilities_shadow, double *__restrict maturities_shadow) {
  double total = 0.0;
  for (int i = 0; i < option_count; ++i) {
    const double root = std::sqrt(maturities[i]), deviation = volatilities[i] * root;
    const double upper =
        (std::log(spots[i] / strikes[i]) + (rates[i] + 0.5 * volatilities[i] * volatilities[i]) * maturities[i]) /
        deviation;
    const double discount = std::exp(-rates[i] * maturities[i]);
    const double spot_share = normal_distribution(upper),
                 strike_share = discount * normal_distribution(upper - deviation);
    const double paid = strikes[i] * strike_share;
    const double density = 0.3989422804014327 * spots[i] * std::exp(-0.5 * upper * upper);
    total += spots[i] * spot_share - paid;
    spots_shadow[i] += spot_share;
    strikes_shadow[i] -= strike_share;
    rates_shadow[i] += maturities[i] * paid;
    volatilities_shadow[i] += density * root;
    maturities_shadow[i] += 0.5 * density * volatilities[i] / root + rates[i] * paid;
  }
  return total;
}

// Keeps the exponentials until their sum is known.
double log_sum_exp_hand_written(int count, const double *__restrict values, double *__restrict values_shadow) {
  const auto exponentials = std::make_unique_for_overwrite<double[]>(count);
  double largest = values[0];
  for (int i = 1; i < count; ++i)
    if (values[i] > largest)
      largest = values[i];
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    exponentials[i] = std::exp(values[i] - largest);
    sum += exponentials[i];
  }
  const double inverse = 1.0 / sum;
  for (int i = 0; i < count; ++i)
    values_shadow[i] += exponentials[i] * inverse;
  return largest + std::log(sum);
}

} // namespace bench
