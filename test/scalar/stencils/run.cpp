// Loops that read neighbouring places: their backward halves add to each place several times.
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

#include "check_gradient.h"

namespace {

template <int Steps> double heat(const double* x, int n) {
  std::vector<double> a(x, x + n), b(x, x + n);
  double *now = a.data(), *next = b.data();
  for (int t = 0; t < Steps; ++t) {
    for (int i = 1; i + 1 < n; ++i) next[i] = now[i] + 0.2 * (now[i - 1] - 2 * now[i] + 1.5 * now[i + 1]);
    std::swap(now, next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += now[i] * now[i] * (i + 1);
  return sum;
}

// Five neighbours, downwards, with factors that depend on the data.
double wide(const double* x, int n) {
  std::vector<double> y(n);
  for (int i = n - 3; i >= 2; --i) y[i] = x[i - 2] * x[i] - 3 * x[i - 1] + x[i + 1] * x[i + 1] + std::sin(x[i + 2]);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += y[i] * y[i];
  return sum;
}

// In place: what is written now is read in the next iteration, so nothing may be added late.
double in_place(const double* x, int n) {
  std::vector<double> a(x, x + n);
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i + 1 < n; ++i) a[i] = 0.3 * a[i - 1] + a[i] * 0.5 + 0.1 * a[i + 1];
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * a[i];
  return sum;
}

// The same through two pointers that are equal, or overlap by a few places.
[[gnu::noinline]] void smooth(int n, const double* from, double* to) {
  for (int i = 1; i + 1 < n; ++i) to[i] = 0.3 * from[i - 1] + from[i] * 0.5 + 0.1 * from[i + 1];
}
template <int Distance> double overlapping(const double* x, int n) {
  std::vector<double> a(2 * n + 40);
  for (int i = 0; i < n; ++i) a[20 + i] = x[i] * x[0];
  smooth(n, &a[20], &a[20 + Distance]);
  double sum = 0;
  for (double value : a) sum += value * value * value;
  return sum;
}

// Every second place only, and places with gaps.
double complex_like(const double* x, int n) {
  std::vector<double> y(n);
  for (int i = 2; i + 3 < n; i += 2) y[i] = x[i - 2] * x[i] * x[i + 2] + x[i + 1] * x[i - 1];
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += y[i] * y[i];
  return sum;
}
double gaps(const double* x, int n) {
  double sum = 0;
  for (int i = 4; i + 4 < n; ++i) sum += x[i - 4] * x[i + 4] + std::exp(x[i] * x[i - 3]);
  return sum;
}

// Rows of a table, of which several are neighbours too.
double table(const double* x, int n) {
  const int rows = 6, columns = n / rows;
  std::vector<double> y(n);
  for (int r = 1; r + 1 < rows; ++r)
    for (int c = 1; c + 1 < columns; ++c) {
      double sum = 0;
      for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) sum += (2 + i + 3 * j) * x[(r + i) * columns + c + j] * x[r * columns + c];
      y[r * columns + c] = sum;
    }
  double total = 0;
  for (double value : y) total += value * value;
  return total;
}

float single(const float* x, int n) {
  float sum = 0;
  for (int i = 1; i + 1 < n; ++i) sum += x[i - 1] * x[i] * x[i + 1];
  return sum;
}

std::vector<double> points(int n) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = 0.7 + 0.5 * std::sin(1.7 * i);
  return x;
}

}  // namespace

TEST_CASE("two buffers that change roles") {
  for (int n : {2, 3, 4, 5, 9, 40}) check_gradient<heat<3>>(points(n));
}
TEST_CASE("five neighbours, downwards") {
  for (int n : {4, 5, 6, 7, 33}) check_gradient<wide>(points(n));
}
TEST_CASE("in place") { check_gradient<in_place>(points(24)); }
TEST_CASE("buffers that are the same, overlap, or touch") {
  check_gradient<overlapping<0>>(points(24));
  check_gradient<overlapping<1>>(points(24));
  check_gradient<overlapping<-2>>(points(24));
  check_gradient<overlapping<20>>(points(24));
  check_gradient<overlapping<24>>(points(24));
}
TEST_CASE("strides and gaps") {
  check_gradient<complex_like>(points(31));
  check_gradient<gaps>(points(31));
}
TEST_CASE("a table") { check_gradient<table>(points(72)); }

TEST_CASE("single precision") {
  std::vector<float> x(21), dx(21);
  for (int i = 0; i < 21; ++i) x[i] = 0.5F + 0.1F * static_cast<float>(i);
  cotangent::autodiff(cotangent::reverse, single, cotangent::Duplicated<const float*, float*>{x.data(), dx.data()}, cotangent::Const{21});
  for (int i = 3; i < 18; ++i) CHECK(dx[i] == doctest::Approx(x[i + 1] * x[i + 2] + x[i - 1] * x[i + 1] + x[i - 1] * x[i - 2]));
  CHECK(dx[0] == doctest::Approx(x[1] * x[2]));
  CHECK(dx[20] == doctest::Approx(x[19] * x[18]));
}

TEST_CASE("shadows that are one memory although their values are not") {
  // Both halves of the caller's memory have the same shadow: what it holds at the end is what the rules give one after the other.
  std::vector<double> from = points(24), to(24), shadow(24, 1.0), expected(24, 1.0);
  cotangent::autodiff(cotangent::reverse, smooth, cotangent::Const{24}, cotangent::Duplicated<const double*, double*>{from.data(), shadow.data()},
                      cotangent::Duplicated<double*, double*>{to.data(), shadow.data()});
  for (int i = 22; i >= 1; --i) {
    const double seed = std::exchange(expected[i], 0.0);
    expected[i - 1] += 0.3 * seed;
    expected[i] += 0.5 * seed;
    expected[i + 1] += 0.1 * seed;
  }
  for (int i = 0; i < 24; ++i) CHECK(shadow[i] == doctest::Approx(expected[i]));
}

TEST_CASE("second order") {
  const std::vector<double> x = points(20);
  const auto hessian = cotangent::hessian([](const std::vector<double>& v) { return wide(v.data(), static_cast<int>(v.size())); }, x);
  for (std::size_t j = 0; j < x.size(); ++j) {
    std::vector<double> up = x, down = x, gradient_up(x.size()), gradient_down(x.size());
    up[j] += 1e-6;
    down[j] -= 1e-6;
    const int n = static_cast<int>(x.size());
    cotangent::autodiff(cotangent::reverse, wide, cotangent::Duplicated<const double*, double*>{up.data(), gradient_up.data()}, cotangent::Const{n});
    cotangent::autodiff(cotangent::reverse, wide, cotangent::Duplicated<const double*, double*>{down.data(), gradient_down.data()}, cotangent::Const{n});
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(hessian(i, j) == doctest::Approx((gradient_up[i] - gradient_down[i]) / 2e-6).epsilon(1e-5));
  }
}
