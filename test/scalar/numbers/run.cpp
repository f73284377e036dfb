#include <cmath>
#include <cstdint>

#include "check_gradient.h"

namespace {

template <class T>
T arithmetic(const T* x, int n) {
  T sum = 0, product = 1;
  for (int i = 0; i < n; ++i) {
    sum += std::sin(x[i]) * std::exp(-x[i] * x[i]) / (1 + std::fabs(x[(i + 1) % n]));
    product *= std::sqrt(x[i]) - T(0.25) * std::log(x[i]);
    if (sum > product) sum = std::pow(sum, product);
  }
  return sum * product;
}

template <class T>
T changed_in_place(T* x, int n) {
  for (int i = 1; i < n; ++i) x[i] = std::cos(x[i - 1]) * x[i] + T(i) / 2;
  return x[n - 1] - x[0] / x[1];
}

double mixed(const double* x, int) {
  long double wide = static_cast<long double>(x[0]) * x[1];
  float narrow = 2.5f;
  double values = static_cast<double>(wide * wide) + narrow * x[1];
  struct { float f; double d; long double l; } s{0.5f, x[0], wide};
  return values * static_cast<double>(s.l) + s.d * static_cast<double>(s.f);
}

float rounded_through_double(const float* x, int) {
  double a = x[0], b = x[1];
  return static_cast<float>(a * b + std::sin(a)) * x[1];
}

double integers_from_floats(const double* x, int n) {
  int whole = static_cast<int>(x[0]);
  long bits = std::lround(x[1] * 10);
  unsigned index = static_cast<unsigned>(x[0] * 3) % static_cast<unsigned>(n);
  double rest = x[0] - whole + std::floor(x[1]);
  std::uint64_t mantissa = static_cast<std::uint64_t>(x[1] * 1024.0);
  return rest * x[index] + static_cast<double>(bits % 3) * x[1] + static_cast<double>(mantissa & 7) * x[0];
}

}  // namespace

TEST_CASE_TEMPLATE("every precision", T, float, double, long double) {
  check_gradient<arithmetic<T>>({T(0.5), T(1.5), T(0.75)});
  check_gradient<changed_in_place<T>>({T(0.5), T(1.5), T(0.75)});
}

TEST_CASE("precisions together") {
  check_gradient<mixed>({0.5, 1.5});
  check_gradient<rounded_through_double>({0.5f, 1.5f});
}

TEST_CASE("integers made of numbers carry no derivative") { check_gradient<integers_from_floats>({2.5, 1.23}); }
