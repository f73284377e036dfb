// Hand tracking by linear blend skinning: 26 pose parameters move the vertices of a hand model.
#pragma once

#include <cmath>
#include <vector>

namespace adbench {

inline constexpr int pose_size = 26;  // global rotation 3, global translation 3, five fingers of four angles
inline constexpr int bone_count = 22; // wrist, five fingers of four bones, forearm

// Transforms are the first three rows of 4x4 matrices, row by row (12 numbers).
struct HandModel {
  std::vector<int> parents;              // -1 for the root; a parent comes before its children
  std::vector<double> relative;          // per bone: transform relative to the parent
  std::vector<double> inverse_rest;      // per bone: inverse of the absolute transform at rest
  std::vector<double> rest_positions;    // per vertex: x, y, z
  std::vector<int> influence_begin;      // per vertex: first of its influences; one more at the end
  std::vector<int> influence_bones;      // per influence: the bone
  std::vector<double> influence_weights; // per influence: its weight
  std::vector<int> triangles;            // per triangle: three vertices
};

// result = left * right, both with an implied last row 0 0 0 1.
inline void compose(const double *left, const double *right, double *result) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c)
      result[4 * r + c] = left[4 * r] * right[c] + left[4 * r + 1] * right[4 + c] + left[4 * r + 2] * right[8 + c];
    result[4 * r + 3] += left[4 * r + 3];
  }
}

// Rz(angle_z) Rx(angle_x): the two angles a finger bone can have.
inline void bone_rotation(double angle_x, double angle_z, double *result) {
  const double cosine_x = std::cos(angle_x), sine_x = std::sin(angle_x);
  const double cosine_z = std::cos(angle_z), sine_z = std::sin(angle_z);
  const double rows[12] = {cosine_z,
                           -sine_z * cosine_x,
                           sine_z * sine_x,
                           0.0,
                           sine_z,
                           cosine_z * cosine_x,
                           -cosine_z * sine_x,
                           0.0,
                           0.0,
                           sine_x,
                           cosine_x,
                           0.0};
  for (int i = 0; i < 12; ++i)
    result[i] = rows[i];
}

// Rotation matrix (9 numbers, row by row) of an angle-axis vector; the identity for very small ones.
inline void global_rotation(const double *pose, double *result) {
  const double squared_angle = pose[0] * pose[0] + pose[1] * pose[1] + pose[2] * pose[2];
  if (squared_angle < 1e-8) {
    for (int i = 0; i < 9; ++i)
      result[i] = i % 4 == 0 ? 1.0 : 0.0;
    return;
  }
  const double angle = std::sqrt(squared_angle);
  const double axis[3] = {pose[0] / angle, pose[1] / angle, pose[2] / angle};
  const double cosine = std::cos(angle), sine = std::sin(angle);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      result[3 * r + c] = axis[r] * axis[c] * (1.0 - cosine) + (r == c ? cosine : 0.0);
  result[1] -= axis[2] * sine;
  result[2] += axis[1] * sine;
  result[3] += axis[2] * sine;
  result[5] -= axis[0] * sine;
  result[6] -= axis[1] * sine;
  result[7] += axis[0] * sine;
}

// `transforms`: per bone, from rest position to posed position before the global motion.
inline void bone_transforms(const HandModel &model, const double *pose, double *transforms) {
  double absolute[12 * bone_count];
  for (int b = 0; b < bone_count; ++b) {
    const double *relative = model.relative.data() + 12 * b;
    double moved[12];
    const int place = (b - 1) % 4; // in the finger: the first bone does not move
    if (b == 0 || b == bone_count - 1 || place == 0) {
      for (int i = 0; i < 12; ++i)
        moved[i] = relative[i];
    } else {
      const double *angles = pose + 6 + 4 * ((b - 1) / 4);
      double rotation[12];
      if (place == 1)
        bone_rotation(angles[0], angles[1], rotation);
      else
        bone_rotation(angles[place], 0.0, rotation);
      compose(relative, rotation, moved);
    }
    const int parent = model.parents[b];
    if (parent < 0) {
      for (int i = 0; i < 12; ++i)
        absolute[12 * b + i] = moved[i];
    } else {
      compose(absolute + 12 * parent, moved, absolute + 12 * b);
    }
    compose(absolute + 12 * b, model.inverse_rest.data() + 12 * b, transforms + 12 * b);
  }
}

// Position of one vertex under the pose, global motion included.
inline void pose_vertex(const HandModel &model, const double *transforms, const double *rotation,
                        const double *translation, int vertex, double *position) {
  const double *rest = model.rest_positions.data() + 3 * vertex;
  double skinned[3] = {0.0, 0.0, 0.0};
  for (int i = model.influence_begin[vertex]; i < model.influence_begin[vertex + 1]; ++i) {
    const double *transform = transforms + 12 * model.influence_bones[i];
    const double weight = model.influence_weights[i];
    for (int r = 0; r < 3; ++r)
      skinned[r] += weight * (transform[4 * r] * rest[0] + transform[4 * r + 1] * rest[1] +
                              transform[4 * r + 2] * rest[2] + transform[4 * r + 3]);
  }
  for (int r = 0; r < 3; ++r)
    position[r] = rotation[3 * r] * skinned[0] + rotation[3 * r + 1] * skinned[1] + rotation[3 * r + 2] * skinned[2] +
                  translation[r];
}

// Each point is compared with one vertex.
inline void hand_simple(const HandModel &model, const double *pose, int point_count, const int *vertices,
                        const double *points, double *errors) {
  double transforms[12 * bone_count];
  double rotation[9];
  bone_transforms(model, pose, transforms);
  global_rotation(pose, rotation);
  for (int i = 0; i < point_count; ++i) {
    double position[3];
    pose_vertex(model, transforms, rotation, pose + 3, vertices[i], position);
    for (int r = 0; r < 3; ++r)
      errors[3 * i + r] = points[3 * i + r] - position[r];
  }
}

// Each point is compared with a place in a triangle; `barycentric` holds u and v of each point.
inline void hand_complicated(const HandModel &model, const double *pose, const double *barycentric, int point_count,
                             const int *triangles, const double *points, double *errors) {
  double transforms[12 * bone_count];
  double rotation[9];
  bone_transforms(model, pose, transforms);
  global_rotation(pose, rotation);
  for (int i = 0; i < point_count; ++i) {
    const int *corners = model.triangles.data() + 3 * triangles[i];
    double positions[9];
    for (int k = 0; k < 3; ++k)
      pose_vertex(model, transforms, rotation, pose + 3, corners[k], positions + 3 * k);
    const double u = barycentric[2 * i], v = barycentric[2 * i + 1];
    for (int r = 0; r < 3; ++r)
      errors[3 * i + r] =
          points[3 * i + r] - (u * positions[r] + v * positions[3 + r] + (1.0 - u - v) * positions[6 + r]);
  }
}

} // namespace adbench
