#include <cmath>
#include <functional>

#include "check_gradient.h"

namespace {

double function_that_calls_itself(const double* x, int n) {
  std::function<double(double, int)> descend = [&](double value, int depth) -> double {
    return depth == 0 ? value : std::sin(descend(value * x[1], depth - 1)) + x[0];
  };
  return descend(x[0], 2 + n);
}

}  // namespace

TEST_CASE("a std::function that calls itself") { check_gradient<function_that_calls_itself>({0.5, 1.5}); }
