// Hand-written Jacobians of hand_simple and hand_complicated.
#pragma once

#include "hand.h"

namespace adbench {

// `jacobian` is filled column by column, 3 * point_count values each: the 26 pose parameters.
void hand_simple_jacobian_hand_written(const HandModel &model, const double *pose, int point_count, const int *vertices,
                                       const double *points, double *errors, double *jacobian);

// The same with 28 columns: each point's own u, its own v, then the pose.
void hand_complicated_jacobian_hand_written(const HandModel &model, const double *pose, const double *barycentric,
                                            int point_count, const int *triangles, const double *points, double *errors,
                                            double *jacobian);

} // namespace adbench
