// Hand-written gradient of lstm_objective.
#pragma once

namespace adbench {

// Returns the objective, updates the state as the objective does and adds the derivatives to the two shadows.
double lstm_gradient_hand_written(int layer_count, int character_count, int bit_count, const double *main_parameters,
                                  const double *extra_parameters, double *state, const double *sequence,
                                  double *main_shadow, double *extra_shadow);

} // namespace adbench
