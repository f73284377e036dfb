// Both rows at once, one per lane of a two-wide vector; what does not depend on the row stays scalar.
#include "bundle_adjustment_hand_written.h"

#include <cmath>

#include "bundle_adjustment.h"

namespace adbench {
namespace {

using Pair = double __attribute__((vector_size(16)));

template <class Number> struct Vector {
  Number x, y, z;
};

template <class A, class B> inline auto dot(const Vector<A> &a, const Vector<B> &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class A, class B> inline auto cross(const Vector<A> &a, const Vector<B> &b) {
  return Vector{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// One column of the block: an entry in each row.
inline void store(Pair entries, double *rows, int column) {
  rows[column] = entries[0];
  rows[block_size + column] = entries[1];
}

inline void store(const Vector<Pair> &entries, double *rows, int column) {
  store(entries.x, rows, column);
  store(entries.y, rows, column + 1);
  store(entries.z, rows, column + 2);
}

// A vector rotated by an angle-axis vector, with what the reverse needs again.
struct Rotation {
  Vector<double> axis, offset, across, rotated;
  double inverse_angle = 1.0, cosine = 1.0, sine = 1.0, along = 0.0, versine, lift;
  bool vanishes;

  Rotation(const double *angle_axis, Vector<double> vector)
      : axis{angle_axis[0], angle_axis[1], angle_axis[2]}, offset(vector), across(cross(axis, vector)) {
    const double squared_angle = dot(axis, axis);
    vanishes = squared_angle == 0.0;
    if (!vanishes) {
      const double angle = std::sqrt(squared_angle);
      inverse_angle = 1.0 / angle;
      cosine = std::cos(angle);
      sine = std::sin(angle);
      axis = {axis.x * inverse_angle, axis.y * inverse_angle, axis.z * inverse_angle};
      across = {across.x * inverse_angle, across.y * inverse_angle, across.z * inverse_angle};
      along = dot(axis, offset);
    }
    versine = 1.0 - cosine;
    lift = along * versine;
    rotated = {cosine * offset.x + sine * across.x + lift * axis.x, cosine * offset.y + sine * across.y + lift * axis.y,
               cosine * offset.z + sine * across.z + lift * axis.z};
  }

  // From the adjoint of the result to those of the angle-axis vector and of the offset.
  void reverse(const Vector<Pair> &shadow, Vector<Pair> &angle_axis_shadow, Vector<Pair> &offset_shadow) const {
    const auto turned = cross(offset, shadow);
    if (vanishes) {
      angle_axis_shadow = turned;
      offset_shadow = shadow;
      return;
    }
    const Pair shadow_along = dot(axis, shadow);
    // axis . (offset x shadow) = shadow . (axis x offset): one product serves the angle and the tangential part.
    const Pair swirl = dot(across, shadow);
    const Pair angle_shadow = cosine * swirl + sine * (along * shadow_along - dot(offset, shadow));
    const Pair axial = angle_shadow - inverse_angle * (sine * swirl + 2.0 * lift * shadow_along);
    const double by_turned = inverse_angle * sine, by_shadow = inverse_angle * lift;
    const Pair lifted = versine * shadow_along, by_offset = inverse_angle * lifted;
    angle_axis_shadow = {by_turned * turned.x + by_shadow * shadow.x + by_offset * offset.x + axial * axis.x,
                         by_turned * turned.y + by_shadow * shadow.y + by_offset * offset.y + axial * axis.y,
                         by_turned * turned.z + by_shadow * shadow.z + by_offset * offset.z + axial * axis.z};
    const auto back = cross(shadow, axis);
    offset_shadow = {cosine * shadow.x + sine * back.x + lifted * axis.x,
                     cosine * shadow.y + sine * back.y + lifted * axis.y,
                     cosine * shadow.z + sine * back.z + lifted * axis.z};
  }
};

} // namespace

void reprojection_jacobian_hand_written(const double *__restrict camera, const double *__restrict point,
                                        const double *__restrict weight, const double *__restrict feature,
                                        double *__restrict error, double *__restrict rows) {
  const Rotation rotation(camera, {point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]});
  const double inverse_depth = 1.0 / rotation.rotated.z;
  const Pair plane = Pair{rotation.rotated.x, rotation.rotated.y} * inverse_depth;
  const double squared_radius = plane[0] * plane[0] + plane[1] * plane[1];
  const double focal = camera[6], k1 = camera[9], k2 = camera[10];
  const double distortion = 1.0 + squared_radius * (k1 + k2 * squared_radius);
  const Pair residual = focal * distortion * plane + Pair{camera[7] - feature[0], camera[8] - feature[1]};
  error[0] = *weight * residual[0];
  error[1] = *weight * residual[1];

  // Adjoints of the rotated offset, through the image plane.
  const double scale = *weight * focal, direct = scale * distortion;
  const Pair slope = 2.0 * scale * (k1 + 2.0 * k2 * squared_radius) * plane;
  const Pair x_shadow = (slope * plane[0] + Pair{direct, 0.0}) * inverse_depth;
  const Pair y_shadow = (slope * plane[1] + Pair{0.0, direct}) * inverse_depth;
  Vector<Pair> angle_axis_shadow, offset_shadow;
  rotation.reverse({x_shadow, y_shadow, -(x_shadow * plane[0] + y_shadow * plane[1])}, angle_axis_shadow,
                   offset_shadow);

  store(angle_axis_shadow, rows, 0);
  store({-offset_shadow.x, -offset_shadow.y, -offset_shadow.z}, rows, 3);
  store(*weight * distortion * plane, rows, 6);
  store(Pair{*weight, 0.0}, rows, 7);
  store(Pair{0.0, *weight}, rows, 8);
  const Pair radial = scale * squared_radius * plane;
  store(radial, rows, 9);
  store(radial * squared_radius, rows, 10);
  store(offset_shadow, rows, camera_size);
  store(residual, rows, camera_size + point_size);
}

} // namespace adbench
