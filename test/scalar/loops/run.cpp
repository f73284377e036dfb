#include <cmath>

#include "check_gradient.h"

namespace {

double known_count(const double* x, int) {
  double value = x[0];
  for (int i = 0; i < 5; ++i) value = std::sin(value) * x[1] + i;
  return value;
}

double bounded_count(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n && i < 3; ++i) sum += x[i] * x[i] * x[n - 1];
  return sum;
}

double newton(const double* x, int) {  // runs until the values say so
  double root = x[1];
  while (std::fabs(root * root - x[0]) > 1e-14) root = 0.5 * (root + x[0] / root);
  return root;
}

double do_while(const double* x, int) {
  double value = x[0];
  int rounds = 0;
  do {
    value *= x[1];
    ++rounds;
  } while (value < 20 && rounds < 50);
  return value * rounds;
}

double break_and_continue(const double* x, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0) continue;
    if (sum > 30) break;
    sum *= 1 + x[i];
    if (i == 2) {
      sum += std::exp(x[i]);
      continue;
    }
    sum += x[i] * x[0];
  }
  return sum * sum;
}

double triangular(double* x, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double row = 1;
    for (int j = 0; j <= i; ++j) {
      row *= x[j];
      for (int k = i; k > j; --k) x[k] += row * 0.1 * x[j];
    }
    total += std::sin(row);
  }
  return total;
}

double zero_trips(const double* x, int n) {
  double sum = x[0];
  for (int i = n; i < 2; ++i) sum *= x[0];
  for (int i = 0; i < n - 2; ++i) {
    for (int j = 0; j < i; ++j) sum *= x[j];
    sum += x[1];
  }
  while (sum > 1e9) sum -= x[0];
  return sum;
}

double goto_back_and_forth(const double* x, int n) {
  double value = x[0];
  int i = 0;
again:
  if (i >= n) goto done;
  value = value * x[i] + 1;
  if (value < -3) goto skip;
  value = std::cos(value);
skip:
  ++i;
  goto again;
done:
  return value * value;
}

double loop_with_two_entries(const double* x, int n) {
  double value = x[0] * x[1];
  int i = 0;
  if (value > 1) goto middle;
top:
  value = value * x[i] + 0.5;
middle:
  value = std::sin(value) + x[i] * x[i];
  if (++i < n) goto top;
  return value;
}

double leave_two_levels(const double* x, int n) {
  double sum = x[0];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      sum += x[i] * x[j] * sum * 0.1;
      if (sum > 8) goto out;
      if (sum < -8) return sum * x[1];
    }
    sum *= 0.9;
  }
out:
  return sum * sum;
}

double several_exits_with_values(const double* x, int n) {
  double a = x[0], b = 1;
  int i = 0;
  for (;; ++i) {
    if (i == n) break;
    b *= x[i];
    if (b > 4) {
      a = b * 2;
      break;
    }
    a += b;
    if (a < -1) return a * b;
  }
  return a * b + i;
}

double recurrence_with_history(const double* x, int n) {
  double previous = 0, current = x[0];
  for (int i = 0; i < 3 * n; ++i) {
    double next = x[i % n] * current - 0.5 * previous * current;
    previous = current;
    current = next;
  }
  return current;
}

double step_of_the_data(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < 10; i += 1 + static_cast<int>(std::fabs(x[i % n]))) sum += x[i % n] * i;
  unsigned long long k = 3;
  do sum = sum * 0.5 + x[k % n] * x[0]; while (--k);
  return sum;
}

}  // namespace

TEST_CASE("counts known, bounded, or told by the data") {
  check_gradient<known_count>({0.5, 1.25});
  check_gradient<bounded_count>({1, 2});
  check_gradient<bounded_count>({1, 2, 3, 4, 5});
  check_gradient<newton>({2, 1.25});
  check_gradient<do_while>({1.5, 1.25});
  check_gradient<do_while>({30, 1.25});
  check_gradient<step_of_the_data>({0.5, 1.5, 2.5});
}

TEST_CASE("break, continue, exits with values") {
  check_gradient<break_and_continue>({0.5, -1, 2, 0.25, 1.5});
  check_gradient<break_and_continue>({3, 4, 5, -1, 2, 2});
  check_gradient<several_exits_with_values>({0.5, 0.5, 0.5});
  check_gradient<several_exits_with_values>({2, 3, 4});
  check_gradient<several_exits_with_values>({-2, 1, 4});
  check_gradient<leave_two_levels>({0.5, 0.25});
  check_gradient<leave_two_levels>({2, 3, 1});
  check_gradient<leave_two_levels>({-4, 3, 2});
}

TEST_CASE("nested loops, loops that do not run") {
  check_gradient<triangular>({0.5, 1.5, 0.75, 1.25});
  check_gradient<zero_trips>({0.5, 1.5});
  check_gradient<zero_trips>({0.5, 1.5, 2});
  check_gradient<zero_trips>({0.5, 1.5, 2, 3, 4});
  check_gradient<recurrence_with_history>({0.5, 1.5, 1.125});
}

TEST_CASE("goto") {
  check_gradient<goto_back_and_forth>({0.5, 1.5, 0.75});
  check_gradient<goto_back_and_forth>({0.5, -8, 5});
  check_gradient<loop_with_two_entries>({0.5, 1.5, 0.75});
  check_gradient<loop_with_two_entries>({2.5, 1.5, 0.75});
}
