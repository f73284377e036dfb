#include <cmath>

#include "check_gradient.h"

namespace {

double jump_into_a_loop(const double* x, int n) {
  double value = 1;
  int i = 0, rounds = (n + 3) / 4;
  switch (n % 4) {
    case 0:
      do {
        value = value * x[i] + x[i] * x[i];
        ++i;
        [[fallthrough]];
      case 3:
        value = std::sin(value) + x[i++];
        [[fallthrough]];
      case 2:
        value *= x[i++];
        [[fallthrough]];
      case 1:
        value += x[i++] * value;
      } while (--rounds > 0);
  }
  return value;
}

}  // namespace

TEST_CASE("a switch into the middle of a loop") {
  check_gradient<jump_into_a_loop>({0.5});
  check_gradient<jump_into_a_loop>({0.5, 1.5});
  check_gradient<jump_into_a_loop>({0.5, 1.5, 0.75, 2, 1, 0.25, 3});
  check_gradient<jump_into_a_loop>({0.5, 1.5, 0.75, 2, 1, 0.25, 3, 0.125});
}
