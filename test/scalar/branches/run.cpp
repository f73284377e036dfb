#include <cmath>

#include "check_gradient.h"

namespace {

double if_else_chain(const double* x, int) {
  if (x[0] < -1) return x[0] * x[1];
  if (x[0] < 0) {
    return std::sin(x[0]) + x[1];
  } else if (x[0] < 1 && x[1] > 0) {
    return x[0] / x[1];
  } else if (x[1] < -2) {
    return 7;
  }
  return std::exp(x[1]) * x[0];
}

double partly_assigned(const double* x, int n) {
  double a = x[0];
  double b = 1;
  if (a > 2) b = x[1] * a;
  if (b > 3) {
    a = b * b;
  } else {
    b = a;
  }
  return a * b + n;
}

double fall_through(const double* x, int) {
  double product = x[0];
  switch (static_cast<int>(x[1])) {
    case 0:
      product *= 3;
      [[fallthrough]];
    case 1:
      product *= x[1];
      break;
    case 2:
    case 3:
      product = std::sin(product) * x[1];
      [[fallthrough]];
    default:
      product += x[1] * x[1];
      break;
    case 5:
      return x[1];
  }
  return product * x[0];
}

double switch_with_big_gaps(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    switch (static_cast<int>(x[i] * 100)) {
      case 100: sum += x[i]; break;
      case 2500: sum -= x[i] * x[i]; continue;
      case -300: sum *= x[i]; break;
      default: sum += std::cos(x[i]);
    }
    sum *= 1.5;
  }
  return sum;
}

double ternary(const double* x, int) {
  double larger = x[0] > x[1] ? x[0] * 2 : x[1] * 3;
  double const* which = x[0] > x[1] ? &x[0] : &x[1];
  return larger * *which + (x[0] > 0 ? x[1] : -x[1]) * (x[0] * x[1] < 0 ? x[0] : 2.0);
}

bool large(double value) { return value * value > 1; }

double short_circuit(const double* x, int) {
  double count = 0;
  if (x[0] > 0 && large(x[1])) count += x[0] * x[1];
  if (x[0] > 5 || large(x[0] * x[1])) count += x[0] + x[1] * x[1];
  const bool odd = (x[0] < x[1]) != (large(x[0]) || x[1] < 0);
  return odd ? count * x[0] : count + x[1];
}

double write_through_chosen_pointer(double* x, int) {
  double local[2] = {x[0] * x[1], x[1]};
  double* target = x[0] > 1 ? x : local;
  target[0] *= x[1];
  target[1] = target[0] + std::sqrt(x[0]);
  return local[0] * local[1] + x[0];
}

double branch_on_value_and_sign(const double* x, int) {
  double a = std::fabs(x[0]);
  double b = std::fmax(x[0], x[1]) + std::fmin(x[0] * 2, x[1]);
  if (std::signbit(x[1])) a = -a;
  if (std::isnan(a) || std::isinf(b)) return 0;
  return a * b + std::copysign(x[0], x[1]);
}

}  // namespace

TEST_CASE("if and else, early returns") {
  check_gradient<if_else_chain>({-2, 3});
  check_gradient<if_else_chain>({-0.5, 3});
  check_gradient<if_else_chain>({0.5, 3});
  check_gradient<if_else_chain>({0.5, -3});
  check_gradient<if_else_chain>({0.5, -1});
  check_gradient<partly_assigned>({3, 2});
  check_gradient<partly_assigned>({3, 0.2});
  check_gradient<partly_assigned>({1, 0.2});
}

TEST_CASE("switch with and without falling through") {
  for (double which : {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, -1.5}) check_gradient<fall_through>({1.25, which});
  check_gradient<switch_with_big_gaps>({1.005, 25.005, -3.005, 0.5, 1.005});
}

TEST_CASE("ternary operator and short circuit") {
  for (double a : {-1.5, 0.25, 2.0, 6.0}) {
    for (double b : {-2.0, 0.75, 1.75}) {
      check_gradient<ternary>({a, b});
      check_gradient<short_circuit>({a, b});
      check_gradient<branch_on_value_and_sign>({a, b});
    }
  }
}

TEST_CASE("a pointer chosen by a branch") {
  check_gradient<write_through_chosen_pointer>({2, 3});
  check_gradient<write_through_chosen_pointer>({0.5, 3});
}
