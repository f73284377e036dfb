// Only the bones of one finger depend on its four angles, so each vertex touches few of the 26 columns: the derivatives
// of the bone transforms are made once and every influence adds to the columns of its own finger.
#include "hand_hand_written.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace adbench {
namespace {

constexpr int finger_count = 5;
constexpr int angles_per_finger = 4;

// The derivative of a bone_rotation by its x or z angle; the last row of the 4x4 matrix is zero, as is the translation.
void bone_rotation_derivative(double angle_x, double angle_z, bool by_x, double *result) {
  const double cosine_x = std::cos(angle_x), sine_x = std::sin(angle_x);
  const double cosine_z = std::cos(angle_z), sine_z = std::sin(angle_z);
  const double by_x_rows[12] = {
      0.0, sine_z * sine_x, sine_z * cosine_x, 0.0, 0.0, -cosine_z * sine_x, -cosine_z * cosine_x, 0.0,
      0.0, cosine_x,        -sine_x,           0.0};
  const double by_z_rows[12] = {-sine_z,
                                -cosine_z * cosine_x,
                                cosine_z * sine_x,
                                0.0,
                                cosine_z,
                                -sine_z * cosine_x,
                                sine_z * sine_x,
                                0.0,
                                0.0,
                                0.0,
                                0.0,
                                0.0};
  std::copy_n(by_x ? by_x_rows : by_z_rows, 12, result);
}

// result = left * right where the implied last row of `left` is 0 0 0 0 or unused, that of `right` 0 0 0 `right_last`.
void compose_tangent(const double *left, const double *right, double right_last, double *result) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c)
      result[4 * r + c] = left[4 * r] * right[c] + left[4 * r + 1] * right[4 + c] + left[4 * r + 2] * right[8 + c];
    result[4 * r + 3] += left[4 * r + 3] * right_last;
  }
}

// 3x3 matrix times the 3x4 transform.
void rotate_transform(const double *rotation, const double *transform, double *result) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c)
      result[4 * r + c] = rotation[3 * r] * transform[c] + rotation[3 * r + 1] * transform[4 + c] +
                          rotation[3 * r + 2] * transform[8 + c];
}

inline void apply(const double *transform, const double *position, double weight, double *result) {
  for (int r = 0; r < 3; ++r)
    result[r] += weight * (transform[4 * r] * position[0] + transform[4 * r + 1] * position[1] +
                           transform[4 * r + 2] * position[2] + transform[4 * r + 3]);
}

// The pose in the form that the points need: transforms and their derivatives, global rotation applied where it is
// last.
struct PosedModel {
  double transforms[12 * bone_count];                          // before the global rotation
  double finger_tangents[12 * bone_count * angles_per_finger]; // after it; per bone the angles of its finger
  int angle_counts[bone_count];                                // how many of them move the bone
  double rotation[9];
  double rotation_tangents[27]; // per component of the angle-axis vector

  PosedModel(const HandModel &model, const double *pose);

private:
  void set_rotation_tangents(const double *pose);
};

PosedModel::PosedModel(const HandModel &model, const double *pose) {
  global_rotation(pose, rotation);
  set_rotation_tangents(pose);
  double absolute[12 * bone_count];
  double absolute_tangents[12 * bone_count * angles_per_finger];
  for (int b = 0; b < bone_count; ++b) {
    const double *relative = model.relative.data() + 12 * b;
    const int place = (b - 1) % 4, parent = model.parents[b];
    const bool moves = b > 0 && b < bone_count - 1 && place > 0;
    const double *angles = pose + 6 + 4 * ((b - 1) / 4);
    const double angle_x = moves ? angles[place == 1 ? 0 : place] : 0.0,
                 angle_z = moves && place == 1 ? angles[1] : 0.0;
    double moved[12], small[12];
    if (moves) {
      bone_rotation(angle_x, angle_z, small);
      compose(relative, small, moved);
    } else {
      std::copy_n(relative, 12, moved);
    }
    if (parent < 0)
      std::copy_n(moved, 12, absolute + 12 * b);
    else
      compose(absolute + 12 * parent, moved, absolute + 12 * b);
    compose(absolute + 12 * b, model.inverse_rest.data() + 12 * b, transforms + 12 * b);

    // Angles of bones nearer to the wrist come through the parent, then the bone's own.
    angle_counts[b] = moves ? place + 1 : 0;
    double *tangents = absolute_tangents + 12 * angles_per_finger * b;
    const int inherited = moves ? angle_counts[parent] : 0;
    for (int a = 0; a < angle_counts[b]; ++a) {
      double *tangent = tangents + 12 * a;
      if (a < inherited) {
        compose_tangent(absolute_tangents + 12 * (angles_per_finger * parent + a), moved, 1.0, tangent);
      } else {
        double turned[12];
        bone_rotation_derivative(angle_x, angle_z, !(place == 1 && a == 1), small);
        compose_tangent(relative, small, 0.0, turned);
        compose_tangent(absolute + 12 * parent, turned, 0.0, tangent);
      }
      double skinning[12];
      compose_tangent(tangent, model.inverse_rest.data() + 12 * b, 1.0, skinning);
      rotate_transform(rotation, skinning, finger_tangents + 12 * (angles_per_finger * b + a));
    }
  }
}

// From R = a aT (1 - cos n) + I cos n + [a]x sin n with a = r / n, for each component of r.
void PosedModel::set_rotation_tangents(const double *pose) {
  std::fill_n(rotation_tangents, 27, 0.0);
  const double squared_angle = pose[0] * pose[0] + pose[1] * pose[1] + pose[2] * pose[2];
  if (squared_angle < 1e-8)
    return;
  const double angle = std::sqrt(squared_angle), cosine = std::cos(angle), sine = std::sin(angle);
  const double axis[3] = {pose[0] / angle, pose[1] / angle, pose[2] / angle};
  for (int k = 0; k < 3; ++k) {
    double *tangent = rotation_tangents + 9 * k;
    double axis_tangent[3], across[3];
    for (int r = 0; r < 3; ++r) {
      axis_tangent[r] = ((r == k ? 1.0 : 0.0) - axis[r] * axis[k]) / angle;
      across[r] = axis_tangent[r] * sine + axis[r] * cosine * axis[k];
    }
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        tangent[3 * r + c] = (axis_tangent[r] * axis[c] + axis[r] * axis_tangent[c]) * (1.0 - cosine) +
                             (axis[r] * axis[c] - (r == c ? 1.0 : 0.0)) * sine * axis[k];
    tangent[1] -= across[2];
    tangent[2] += across[1];
    tangent[3] += across[2];
    tangent[5] -= across[0];
    tangent[6] -= across[1];
    tangent[7] += across[0];
  }
}

// The position of a vertex before the global motion.
inline void skin_vertex(const HandModel &model, const PosedModel &posed, int vertex, double *skinned) {
  const double *rest = model.rest_positions.data() + 3 * vertex;
  for (int i = model.influence_begin[vertex]; i < model.influence_begin[vertex + 1]; ++i)
    apply(posed.transforms + 12 * model.influence_bones[i], rest, model.influence_weights[i], skinned);
}

// Subtracts `share` times the derivatives of a vertex by the angles of the fingers it depends on, three values per
// angle, and marks those fingers.
inline void subtract_finger_columns(const HandModel &model, const PosedModel &posed, int vertex, double share,
                                    double *columns, unsigned &fingers) {
  const double *rest = model.rest_positions.data() + 3 * vertex;
  for (int i = model.influence_begin[vertex]; i < model.influence_begin[vertex + 1]; ++i) {
    const int bone = model.influence_bones[i];
    const int count = posed.angle_counts[bone];
    if (count == 0)
      continue;
    const int finger = (bone - 1) / 4;
    fingers |= 1u << finger;
    for (int a = 0; a < count; ++a)
      apply(posed.finger_tangents + 12 * (angles_per_finger * bone + a), rest, -share * model.influence_weights[i],
            columns + 3 * (angles_per_finger * finger + a));
  }
}

inline void multiply(const double *matrix, const double *vector, double scale, double *result) {
  for (int r = 0; r < 3; ++r)
    result[r] = scale * (matrix[3 * r] * vector[0] + matrix[3 * r + 1] * vector[1] + matrix[3 * r + 2] * vector[2]);
}

// Writes the pose columns of one point; `skinned` is its position before the global motion. Columns of fingers that do
// not move the point keep the zeros they hold.
inline void store_pose_columns(const PosedModel &posed, const double *skinned, const double *columns, unsigned fingers,
                               int point, std::size_t row_count, double *jacobian) {
  double *place = jacobian + 3 * point;
  for (int k = 0; k < 3; ++k)
    multiply(posed.rotation_tangents + 9 * k, skinned, -1.0, place + k * row_count);
  for (int k = 0; k < 3; ++k)
    place[(3 + k) * row_count + k] = -1.0;
  for (int finger = 0; finger < finger_count; ++finger)
    if (fingers >> finger & 1)
      for (int a = angles_per_finger * finger; a < angles_per_finger * (finger + 1); ++a)
        std::copy_n(columns + 3 * a, 3, place + (6 + a) * row_count);
}

} // namespace

void hand_simple_jacobian_hand_written(const HandModel &model, const double *pose, int point_count, const int *vertices,
                                       const double *points, double *errors, double *jacobian) {
  const PosedModel posed(model, pose);
  const std::size_t row_count = 3 * static_cast<std::size_t>(point_count);
  std::fill_n(jacobian + 3 * row_count, (pose_size - 3) * row_count, 0.0);
  for (int i = 0; i < point_count; ++i) {
    double skinned[3] = {}, columns[3 * finger_count * angles_per_finger] = {}, rotated[3];
    unsigned fingers = 0;
    skin_vertex(model, posed, vertices[i], skinned);
    subtract_finger_columns(model, posed, vertices[i], 1.0, columns, fingers);
    multiply(posed.rotation, skinned, 1.0, rotated);
    for (int r = 0; r < 3; ++r)
      errors[3 * i + r] = points[3 * i + r] - (rotated[r] + pose[3 + r]);
    store_pose_columns(posed, skinned, columns, fingers, i, row_count, jacobian);
  }
}

void hand_complicated_jacobian_hand_written(const HandModel &model, const double *pose, const double *barycentric,
                                            int point_count, const int *triangles, const double *points, double *errors,
                                            double *jacobian) {
  const PosedModel posed(model, pose);
  const std::size_t row_count = 3 * static_cast<std::size_t>(point_count);
  double *pose_columns = jacobian + 2 * row_count;
  std::fill_n(pose_columns + 3 * row_count, (pose_size - 3) * row_count, 0.0);
  for (int i = 0; i < point_count; ++i) {
    const int *corners = model.triangles.data() + 3 * triangles[i];
    const double u = barycentric[2 * i], v = barycentric[2 * i + 1];
    const double shares[3] = {u, v, 1.0 - u - v};
    double skinned[9] = {}, columns[3 * finger_count * angles_per_finger] = {}, total[3], rotated[3], edge[3];
    unsigned fingers = 0;
    for (int k = 0; k < 3; ++k) {
      skin_vertex(model, posed, corners[k], skinned + 3 * k);
      subtract_finger_columns(model, posed, corners[k], shares[k], columns, fingers);
    }
    for (int r = 0; r < 3; ++r)
      total[r] = u * skinned[r] + v * skinned[3 + r] + shares[2] * skinned[6 + r];
    multiply(posed.rotation, total, 1.0, rotated);
    // The three shares add up to one, so the translation enters once.
    for (int r = 0; r < 3; ++r)
      errors[3 * i + r] = points[3 * i + r] - (rotated[r] + pose[3 + r]);
    for (int k = 0; k < 2; ++k) {
      for (int r = 0; r < 3; ++r)
        edge[r] = skinned[3 * k + r] - skinned[6 + r];
      multiply(posed.rotation, edge, -1.0, jacobian + k * row_count + 3 * i);
    }
    store_pose_columns(posed, total, columns, fingers, i, row_count, pose_columns);
  }
}

} // namespace adbench
