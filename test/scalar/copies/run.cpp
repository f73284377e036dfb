#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "check_gradient.h"

namespace {

double weighted_sum(const double* values, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (i + 1) * values[i] * values[i];
  return sum;
}

double memcpy_out_and_in(double* x, int n) {
  double local[8];
  std::memcpy(local, x, n * sizeof(double));
  for (int i = 0; i < n; ++i) local[i] *= x[n - 1 - i];
  std::memcpy(x, local, n * sizeof(double));
  std::memcpy(x + 1, local, sizeof(double));
  return weighted_sum(x, n);
}

double memmove_up(double* x, int n) {
  x[0] *= x[1];
  std::memmove(x + 1, x, (n - 1) * sizeof(double));
  return weighted_sum(x, n);
}

double memmove_down(double* x, int n) {
  x[n - 1] *= x[1];
  std::memmove(x, x + 2, (n - 2) * sizeof(double));
  return weighted_sum(x, n);
}

double memmove_in_a_loop(double* x, int n) {
  double sum = 0;
  for (int i = 1; i < n; ++i) {
    std::memmove(x + (i % 2), x + 1 - (i % 2), (n - 1) * sizeof(double));
    x[i] = x[i] * x[i - 1] + x[0];
    sum += weighted_sum(x, i);
  }
  return sum;
}

double memset_in_a_loop(const double* x, int n) {
  double scratch[4], sum = 1;
  for (int round = 0; round < 3; ++round) {
    std::memset(scratch, 0, sizeof scratch);
    for (int i = 0; i < n; ++i) scratch[i % 4] += x[i] * sum;
    sum += weighted_sum(scratch, 4) * 0.1;
  }
  return sum;
}

double memset_on_input(double* x, int n) {
  double product = x[0] * x[n - 1];
  std::memset(x + 1, 0, (n - 1) * sizeof(double));
  return product * x[0] + x[1];
}

struct Inner { double a; float b; };
struct Outer {
  Inner inner[2];
  int count;
  double values[3];
};
double struct_assignment(const double* x, int n) {
  Outer one{{{x[0], 0.5f}, {x[1], 0.25f}}, n, {x[0] * x[1], 1, x[1]}};
  Outer two = one;
  two.inner[0] = one.inner[1];
  one.values[1] = two.values[0] * two.inner[0].a;
  two.inner[1].a *= static_cast<double>(one.inner[0].b);
  Outer all[2] = {one, two};
  all[0] = all[1];
  all[1] = one;
  double sum = 0;
  for (const Outer& outer : all) {
    for (double value : outer.values) sum += value * outer.inner[0].a;
    sum *= outer.inner[1].a + outer.count;
  }
  return sum;
}

double arrays_in_structs(const double* x, int n) {
  struct { std::array<double, 3> a; double b[2][2]; } s{};
  for (int i = 0; i < n; ++i) s.a[i % 3] += x[i];
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) s.b[i][j] = s.a[i] * s.a[j + 1];
  }
  auto t = s;
  t.b[0][1] = s.b[1][1] * t.b[0][0];
  s = t;
  return s.b[0][1] + s.b[1][0] * s.a[2];
}

double swaps(double* x, int n) {
  std::swap(x[0], x[n - 1]);
  std::array<double, 2> a{x[0], x[1] * x[1]}, b{x[1], 3};
  std::swap(a, b);
  for (int i = 0; i + 1 < n; ++i) {
    if (x[i] > x[i + 1]) std::swap(x[i], x[i + 1]);
  }
  return a[0] * b[0] * x[0] + b[1] * a[1] * x[1];
}

double copy_algorithms(const double* x, int n) {
  double to[8] = {};
  std::copy(x, x + n, to + 1);
  std::copy_backward(to, to + n, to + n + 1);
  std::fill(to, to + 1, x[1] * x[0]);
  std::reverse(to, to + n);
  std::swap_ranges(to, to + 2, to + 2);
  return weighted_sum(to, 8);
}

double bytes_of_a_struct(const double* x, int n) {
  Outer one{{{x[0], 0.5f}, {x[1], 0.25f}}, n, {x[0] * x[1], 1, x[1]}}, two{};
  std::memcpy(&two, &one, sizeof one);
  std::memset(&one, 0, sizeof one);
  std::memcpy(&one.inner[0], &two.inner[1], sizeof(Inner));
  return one.inner[0].a * two.values[0] + one.values[2] + two.inner[0].a;
}

struct Three {
  float a, b, c;
};
struct Four {
  int count;
  float a, b, c;
};
// The same floats lie in one word of the source and in two of the target.
float across_words(const float* x, int) {
  Three three{x[0], x[1], x[0] * x[1]};
  Four four{}, other{};
  std::memcpy(&four.a, &three, sizeof three);
  std::memcpy(&other.a, &four.a, 2 * sizeof(float));
  return four.a * 2 + four.b * three.b + four.c * four.c + other.b * other.a;
}

// A buffer of characters with a cursor, as messages are written and read.
double through_a_message(const double* x, int n) {
  char message[160];
  std::size_t end = 0;
  for (int i = 0; i < n; ++i) {
    double square = x[i] * x[i];
    message[end++] = static_cast<char>(i);
    std::memcpy(message + end, &square, sizeof square);
    end += sizeof square;
  }
  double sum = 0;
  for (std::size_t at = 0; at < end; at += sizeof(double)) {
    int weight = message[at++];
    double value;
    std::memcpy(&value, message + at, sizeof value);
    sum += (weight + 1) * value * x[0];
  }
  return sum;
}

}  // namespace

TEST_CASE("memcpy, memmove, memset") {
  check_gradient<memcpy_out_and_in>({0.5, 1.5, 0.75, 2});
  check_gradient<memmove_up>({0.5, 1.5, 0.75, 2});
  check_gradient<memmove_down>({0.5, 1.5, 0.75, 2});
  check_gradient<memmove_in_a_loop>({0.5, 1.5, 0.75, 1});
  check_gradient<memset_in_a_loop>({0.5, 0.25, 0.75, 1, 0.3});
  check_gradient<memset_on_input>({0.5, 0.25, 0.75, 1});
}

TEST_CASE("structs and arrays as a whole") {
  check_gradient<struct_assignment>({0.5, 1.5});
  check_gradient<arrays_in_structs>({0.5, 1.5, 0.75, 2});
  check_gradient<bytes_of_a_struct>({0.5, 1.5});
}

TEST_CASE("copies that do not lie at multiples of eight bytes") {
  check_gradient<across_words>({0.5f, 1.5f});
  check_gradient<through_a_message>({0.5, 1.5, 0.75, 2});
}

TEST_CASE("algorithms that move values") {
  check_gradient<swaps>({2, 1.5, 0.75});
  check_gradient<copy_algorithms>({0.5, 1.5, 0.75, 2, 0.25});
}
