#include "check.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generate.h"

namespace adbench {
namespace {

constexpr int direction_count = 2;
constexpr double step = 1e-4;
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<double> moved(const std::vector<double> &point, const std::vector<double> &direction, double distance) {
  std::vector<double> result(point);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] += distance * direction[i];
  return result;
}

} // namespace

std::vector<double> central_difference(const VectorFunction &function, const std::vector<double> &point,
                                       const std::vector<double> &direction) {
  const auto near_after = function(moved(point, direction, step)),
             near_before = function(moved(point, direction, -step));
  const auto far_after = function(moved(point, direction, 2.0 * step)),
             far_before = function(moved(point, direction, -2.0 * step));
  std::vector<double> result(near_after.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = (8.0 * (near_after[i] - near_before[i]) - (far_after[i] - far_before[i])) / (12.0 * step);
  return result;
}

double difference_error(const VectorFunction &function, const std::vector<double> &point, const VectorFunction &product,
                        double scale) {
  RandomNumbers random(7);
  double largest = 0.0;
  for (int k = 0; k < direction_count; ++k) {
    std::vector<double> direction(point.size());
    for (double &value : direction)
      value = random.uniform(-1.0, 1.0) < 0.0 ? -1.0 : 1.0;
    const auto expected = central_difference(function, point, direction);
    const auto actual = product(direction);
    const double error = norm(moved(actual, expected, -1.0)) / (scale > 0.0 ? scale : norm(actual));
    largest = std::isnan(error) ? infinity : std::max(largest, error);
  }
  return largest;
}

double gradient_difference_error(const std::function<double(const std::vector<double> &)> &function,
                                 const std::vector<double> &point, const std::vector<double> &gradient) {
  const auto product = [&](const std::vector<double> &direction) {
    double sum = 0.0;
    for (std::size_t i = 0; i < direction.size(); ++i)
      sum += direction[i] * gradient[i];
    return std::vector<double>{sum};
  };
  return difference_error([&](const std::vector<double> &x) { return std::vector<double>{function(x)}; }, point,
                          product, norm(gradient));
}

double relative_error(const std::vector<double> &values, const std::vector<double> &expected) {
  double largest = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]) || !std::isfinite(expected[i]))
      return infinity;
    largest = std::max(largest, std::fabs(expected[i]));
    difference = std::max(difference, std::fabs(values[i] - expected[i]));
  }
  return difference == 0.0 ? 0.0 : difference / largest;
}

double norm(const std::vector<double> &values) {
  double sum = 0.0;
  for (const double value : values)
    sum += value * value;
  return std::sqrt(sum);
}

} // namespace adbench
