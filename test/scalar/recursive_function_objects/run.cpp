// In a file of their own: every function object of a file that has the right type may be meant where one is called.
#include <cmath>
#include <functional>

#include "check_gradient.h"

namespace {

double nested(const double* x, int n) {
  std::function<double(double, int)> descend = [&](double value, int depth) -> double {
    return depth == 0 ? value : std::sin(descend(value * x[1], depth - 1)) + x[0];
  };
  return descend(x[0], 2 + n) * x[1];
}

}  // namespace

TEST_CASE("function objects that call themselves, to a depth known at run time only") {
  check_gradient<nested>({0.5, 1.5});
  check_gradient<nested>({0.5, 1.5, 0.25});
}
