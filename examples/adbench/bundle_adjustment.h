// Reprojection error of one observation of a bundle adjustment problem.
#pragma once

#include <cmath>

namespace adbench {

inline constexpr int camera_size = 11; // rotation 3, centre 3, focal length, principal point 2, distortion 2
inline constexpr int point_size = 3;
inline constexpr int block_size = camera_size + point_size + 1; // camera, point, weight

// Rotates by the angle-axis vector `rotation`.
inline void rotate(const double *rotation, const double *vector, double *result) {
  const double squared_angle = rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2];
  if (squared_angle != 0.0) {
    const double angle = std::sqrt(squared_angle);
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    const double inverse = 1.0 / angle;
    const double axis[3] = {rotation[0] * inverse, rotation[1] * inverse, rotation[2] * inverse};
    const double along = (axis[0] * vector[0] + axis[1] * vector[1] + axis[2] * vector[2]) * (1.0 - cosine);
    result[0] = vector[0] * cosine + (axis[1] * vector[2] - axis[2] * vector[1]) * sine + axis[0] * along;
    result[1] = vector[1] * cosine + (axis[2] * vector[0] - axis[0] * vector[2]) * sine + axis[1] * along;
    result[2] = vector[2] * cosine + (axis[0] * vector[1] - axis[1] * vector[0]) * sine + axis[2] * along;
  } else {
    // To first order, which keeps the derivative right where the angle vanishes.
    result[0] = vector[0] + rotation[1] * vector[2] - rotation[2] * vector[1];
    result[1] = vector[1] + rotation[2] * vector[0] - rotation[0] * vector[2];
    result[2] = vector[2] + rotation[0] * vector[1] - rotation[1] * vector[0];
  }
}

inline void project(const double *camera, const double *point, double *projection) {
  const double offset[3] = {point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]};
  double rotated[3];
  rotate(camera, offset, rotated);
  const double x = rotated[0] / rotated[2];
  const double y = rotated[1] / rotated[2];
  const double squared_radius = x * x + y * y;
  const double distortion = 1.0 + camera[9] * squared_radius + camera[10] * squared_radius * squared_radius;
  projection[0] = camera[6] * distortion * x + camera[7];
  projection[1] = camera[6] * distortion * y + camera[8];
}

inline void reprojection(const double *camera, const double *point, const double *weight, const double *feature,
                         double *error) {
  double projection[2];
  project(camera, point, projection);
  error[0] = *weight * (projection[0] - feature[0]);
  error[1] = *weight * (projection[1] - feature[1]);
}

inline double weight_error(double weight) { return 1.0 - weight * weight; }

} // namespace adbench
