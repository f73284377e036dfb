// Inputs made from a seed: the same numbers on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "readers.h"

namespace adbench {

// Uniform and normal numbers from a 64-bit generator whose sequence does not depend on the standard library.
class RandomNumbers {
public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
  double uniform(double low, double high);
  double normal();
  std::vector<double> uniforms(std::size_t count, double low, double high);
  std::vector<double> normals(std::size_t count, double scale = 1.0);

private:
  std::uint64_t next();
  std::uint64_t state_;
};

GmmInput generate_gmm(int dimension, int component_count, int point_count, std::uint64_t seed);

// Every camera, point, weight and feature differs; the first camera has rotation zero. All points lie before all
// cameras.
BundleInput generate_bundle(int camera_count, int point_count, int observation_count, std::uint64_t seed);

} // namespace adbench
