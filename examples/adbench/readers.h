// The inputs of the four problems and how they are read; the formats are described in README.md.
#pragma once

#include <string>
#include <vector>

#include "hand.h"

namespace adbench {

struct GmmInput {
  int dimension = 0, component_count = 0, point_count = 0;
  std::vector<double> alphas, means, factors, points;
  double wishart_gamma = 1.0;
  int wishart_m = 0;
};

struct BundleInput {
  int camera_count = 0, point_count = 0, observation_count = 0;
  std::vector<double> cameras, points, weights, features; // weights and features: one per observation
  std::vector<int> camera_of, point_of;                   // per observation
};

struct LstmInput {
  int layer_count = 0, character_count = 0, bit_count = 0;
  std::vector<double> main_parameters, extra_parameters, state, sequence;
};

struct HandInput {
  int point_count = 0;
  std::vector<int> targets; // vertices (simple) or triangles (complicated)
  std::vector<double> points;
  std::vector<double> barycentric; // u, v per point; empty for the simple kind
  std::vector<double> pose;
};

// Each throws std::runtime_error that names the file when it cannot be read.
GmmInput read_gmm(const std::string &path);
BundleInput read_bundle(const std::string &path);
LstmInput read_lstm(const std::string &path);
HandInput read_hand(const std::string &path, bool complicated);
HandModel read_hand_model(const std::string &folder);

} // namespace adbench
