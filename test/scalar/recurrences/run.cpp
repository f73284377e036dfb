// Places that move on by a step that itself changes: rows of packed triangles, squares, strides that grow.
#include <array>
#include <cmath>
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>
#include <vector>

#include "check_gradient.h"

namespace ct = cotangent;

namespace {

// Column by column; the pointer moves by ever shorter columns.
double packed_columns(const double* x, int n) {
  const int rows = n < 3 ? n : n < 6 ? 2 : 3 + (n >= 10);
  std::vector<double> y(rows, 1.0);
  const double* column = x;
  for (int c = 0; c < rows; ++c) {
    for (int r = c; r < rows; ++r) y[r] = y[r] * std::sin(column[r - c]) + column[r - c];
    column += rows - c;
    if (column - x + rows - c - 1 > n) break;
  }
  double sum = 0;
  for (double value : y) sum += value * value;
  return sum;
}

// Row by row, by an index that grows by one more each time; the growth is odd.
double packed_rows(const double* x, int n) {
  double sum = 0, product = 1;
  int begin = 0;
  for (int r = 0; begin + r < n; ++r) {
    double row = 0.1;
    for (int c = 0; c <= r; ++c) row += x[begin + c] * x[begin + c] * (c + 1);
    product = std::cos(product * row);
    sum += product * x[begin];
    begin += r + 1;
  }
  return sum;
}

// Downwards, in steps that grow by three, as a narrow integer.
double growing_steps(const double* x, int n) {
  double value = 1;
  short at = static_cast<short>(n - 1);
  for (short step = 1; at >= 0; step += 3) {
    value = std::sin(value * x[at]) + x[at] * x[at];
    at = static_cast<short>(at - step);
  }
  return value;
}

// Written as well as read, in place, and with a start that comes from outside.
double in_place(double* x, int n, int first) {
  double* place = x + first;
  long step = 1;
  while (place < x + n) {
    *place = std::exp(-*place) * x[0];
    place += step;
    step += 2;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * x[i];
  return sum;
}

// A recurrence inside a recurrence: every round starts where the one before would have gone on.
double nested(const double* x, int n) {
  double sum = 0;
  int start = 0;
  for (int k = 0; start < n; ++k) {
    double value = 1;
    int at = start;
    for (int j = 0; at < n; ++j) {
      value = std::tanh(value + x[at]) * (j + 1);
      at += j + k + 1;
    }
    sum += value;
    start += k + 1;
  }
  return sum;
}

double triangle(const double* x, int rows) {
  double sum = 0;
  const double* column = x;
  for (int c = 0; c < rows; ++c) {
    for (int r = 0; r < rows - c; ++r) sum += (c + 1) * column[r] * column[r];
    column += rows - c;
  }
  return sum;
}

}  // namespace

TEST_CASE("moving places are found again backwards") {
  for (int n : {1, 2, 3, 4, 6, 10, 15}) {
    std::vector<double> x(n);
    for (int i = 0; i < n; ++i) x[i] = 0.4 + 0.13 * i - 0.02 * i * i;
    CAPTURE(n);
    check_gradient<packed_columns>(x);
    check_gradient<packed_rows>(x);
    check_gradient<growing_steps>(x);
    check_gradient<nested>(x);
  }
}

extern "C" unsigned long cotangent_last_tape_bytes(void);

TEST_CASE("nothing is taped for them") {
  std::vector<double> x(55, 0.5), dx(55, 0.0);
  ct::autodiff(ct::reverse, triangle, ct::Duplicated{static_cast<const double*>(x.data()), dx.data()}, ct::Const{10});
  CHECK(dx[0] == 1);
  CHECK(dx[54] == 10);
#if !__has_feature(undefined_behavior_sanitizer)  // its checks give the loops more ways out
  CHECK(cotangent_last_tape_bytes() <= 64);
#endif
}

TEST_CASE("also where memory is written in place") {
  for (int first : {0, 1, 3}) {
    std::vector<double> x{0.5, -0.2, 0.8, 1.1, 0.3, -0.4, 0.9, 0.1, 0.7, 0.6}, dx(x.size(), 0.0);
    const std::vector<double> start = x;
    ct::autodiff(ct::reverse, in_place, ct::Duplicated{x.data(), dx.data()}, ct::Const{int(x.size())}, ct::Const{first});
    for (std::size_t i = 0; i < x.size(); ++i) {
      auto moved = [&](double by) {
        std::vector<double> y = start;
        y[i] += by;
        return in_place(y.data(), int(y.size()), first);
      };
      CHECK(dx[i] == doctest::Approx((moved(1e-6) - moved(-1e-6)) / 2e-6).epsilon(1e-7));
    }
  }
}
