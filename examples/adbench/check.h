// Checks of derivatives: against central differences along a direction, and against other derivatives.
#pragma once

#include <functional>
#include <vector>

namespace adbench {

using VectorFunction = std::function<std::vector<double>(const std::vector<double> &)>;

// Fourth-order central difference of `function` at `point` along `direction`.
std::vector<double> central_difference(const VectorFunction &function, const std::vector<double> &point,
                                       const std::vector<double> &direction);

// Along random directions of entries +1 and -1: the largest norm of (central difference - product(direction)), relative
// to `scale` if that is positive and to the norm of the product otherwise.
double difference_error(const VectorFunction &function, const std::vector<double> &point, const VectorFunction &product,
                        double scale = 0.0);

// The same for the gradient of a scalar function, relative to the norm of the gradient.
double gradient_difference_error(const std::function<double(const std::vector<double> &)> &function,
                                 const std::vector<double> &point, const std::vector<double> &gradient);

// Largest difference relative to the largest entry of `expected`; infinite where a value is not a number.
double relative_error(const std::vector<double> &values, const std::vector<double> &expected);

double norm(const std::vector<double> &values);

} // namespace adbench
