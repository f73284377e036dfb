// Hand-written gradient of gmm_objective.
#pragma once

namespace adbench {

// Both return the objective and add its derivatives to the three shadows.

// The adjoint of every operation of the objective, one point at a time: the arithmetic a tool can be expected to find.
double gmm_gradient_hand_written(int dimension, int component_count, int point_count, const double *alphas,
                                 const double *means, const double *factors, const double *points, double gamma, int m,
                                 double *alphas_shadow, double *means_shadow, double *factors_shadow);

// Uses in addition that the derivative by a mean is one matrix times a sum over the points: needs an idea about the
// problem.
double gmm_gradient_factored(int dimension, int component_count, int point_count, const double *alphas,
                             const double *means, const double *factors, const double *points, double gamma, int m,
                             double *alphas_shadow, double *means_shadow, double *factors_shadow);

} // namespace adbench
