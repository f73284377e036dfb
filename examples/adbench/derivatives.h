// The derivatives of the four objectives by Cotangent. Everything that needs the compiler plugin is behind this header.
#pragma once

#include <vector>

#include "readers.h"

namespace adbench {

// The gradients return the objective and add to the shadows.
double gmm_gradient(const GmmInput &input, double *alphas_shadow, double *means_shadow, double *factors_shadow);
double gmm_vector_gradient(const GmmInput &input, std::vector<double> &alphas_shadow, std::vector<double> &means_shadow,
                           std::vector<double> &factors_shadow);
// `state` is updated as the objective does; `state_shadow` must hold zeros and comes back with the derivative by it.
double lstm_gradient(const LstmInput &input, double *state, double *state_shadow, double *main_shadow,
                     double *extra_shadow);

// The Jacobians are laid out like the hand-written ones.
void reprojection_jacobian(const double *camera, const double *point, const double *weight, const double *feature,
                           double *error, double *rows);
double weight_error_derivative(double weight);
void hand_simple_jacobian(const HandModel &model, const HandInput &input, double *errors, double *jacobian);
void hand_complicated_jacobian(const HandModel &model, const HandInput &input, double *errors, double *jacobian);

// The most memory the last gradient held for values of its forward sweep.
unsigned long last_tape_bytes();

} // namespace adbench
