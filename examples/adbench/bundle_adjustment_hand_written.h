// Hand-written Jacobian of reprojection.
#pragma once

namespace adbench {

// Fills the error (2 values) and its Jacobian: two rows of 15 values (camera 11, point 3, weight 1), one after the
// other.
void reprojection_jacobian_hand_written(const double *camera, const double *point, const double *weight,
                                        const double *feature, double *error, double *rows);

} // namespace adbench
