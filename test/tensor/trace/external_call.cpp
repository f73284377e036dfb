// C++ functions called from traced code that is compiled without the scalar engine: there are no derivatives.
#include "support.h"

namespace {
double cube(std::span<const double> x) { return x[0] * x[0] * x[0]; }
} // namespace

TEST_CASE("a function is called, and its derivative refused with the reason") {
  auto x = ct::to_device(std::vector{3.0});
  check_elements(ct::external_call<cube>(x), std::vector<double>{27});
  CHECK_THROWS_WITH_AS(ct::gradient([](const auto &x) { return ct::external_call<cube>(x); }, x),
                       doctest::Contains("compile it by cotangent-c++"), ct::Error);
}
