#include "generate.h"

#include <cmath>

#include "bundle_adjustment.h"

namespace adbench {

// The SplitMix64 sequence.
std::uint64_t RandomNumbers::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double RandomNumbers::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
}

double RandomNumbers::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(0.0, 1.0)));
  return radius * std::cos(uniform(0.0, 6.283185307179586));
}

std::vector<double> RandomNumbers::uniforms(std::size_t count, double low, double high) {
  std::vector<double> result(count);
  for (double &value : result)
    value = uniform(low, high);
  return result;
}

std::vector<double> RandomNumbers::normals(std::size_t count, double scale) {
  std::vector<double> result(count);
  for (double &value : result)
    value = scale * normal();
  return result;
}

GmmInput generate_gmm(int dimension, int component_count, int point_count, std::uint64_t seed) {
  RandomNumbers random(seed);
  const std::size_t d = dimension, k = component_count, n = point_count;
  GmmInput input;
  input.dimension = dimension;
  input.component_count = component_count;
  input.point_count = point_count;
  input.alphas = random.normals(k);
  input.means = random.uniforms(k * d, 0.0, 1.0);
  // Small off-diagonal parameters, so that many components share each point.
  input.factors = random.normals(k * (d * (d + 1) / 2), 1.0 / dimension);
  input.points = random.normals(n * d);
  return input;
}

BundleInput generate_bundle(int camera_count, int point_count, int observation_count, std::uint64_t seed) {
  RandomNumbers random(seed);
  BundleInput input;
  input.camera_count = camera_count;
  input.point_count = point_count;
  input.observation_count = observation_count;
  for (int i = 0; i < camera_count; ++i) {
    for (int r = 0; r < 3; ++r)
      input.cameras.push_back(i == 0 ? 0.0 : random.uniform(-0.4, 0.4));
    for (int r = 0; r < 3; ++r)
      input.cameras.push_back(random.uniform(-1.0, 1.0));
    input.cameras.push_back(random.uniform(300.0, 600.0));
    for (int r = 0; r < 2; ++r)
      input.cameras.push_back(random.uniform(-20.0, 20.0));
    for (int r = 0; r < 2; ++r)
      input.cameras.push_back(random.uniform(-0.05, 0.05));
  }
  for (int i = 0; i < point_count; ++i) {
    for (int r = 0; r < 2; ++r)
      input.points.push_back(random.uniform(-2.0, 2.0));
    input.points.push_back(random.uniform(6.0, 10.0));
  }
  input.weights = random.uniforms(observation_count, 0.2, 1.0);
  for (int i = 0; i < observation_count; ++i) {
    input.camera_of.push_back(i % camera_count);
    input.point_of.push_back(i % point_count);
    double feature[2];
    project(input.cameras.data() + camera_size * input.camera_of[i],
            input.points.data() + point_size * input.point_of[i], feature);
    for (int r = 0; r < 2; ++r)
      input.features.push_back(feature[r] + 2.0 * random.normal());
  }
  return input;
}

} // namespace adbench
