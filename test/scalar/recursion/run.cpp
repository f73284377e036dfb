#include <cmath>

#include "check_gradient.h"

namespace {

double power(double base, int exponent) {
  if (exponent == 0) return 1;
  double half = power(base, exponent / 2);
  return exponent % 2 ? half * half * base : half * half;
}
double itself(const double* x, int) { return power(x[0], 5) * power(x[1], 2); }

double odd(double value, int depth);
double even(double value, int depth) { return depth == 0 ? value : std::sin(odd(value * 1.5, depth - 1)) + value; }
double odd(double value, int depth) { return depth == 0 ? 2 * value : value * even(value + 0.25, depth - 1); }
double mutual(const double* x, int n) { return even(x[0], 2 * n) + odd(x[1], n); }

double sum_of_halves(const double* x, int n) {
  if (n == 1) return x[0] * x[0];
  const int half = n / 2;
  return sum_of_halves(x, half) * 0.5 + std::cos(sum_of_halves(x + half, n - half));
}

double in_place(double* x, int n) {
  if (n < 2) return x[0];
  for (int i = 1; i < n; ++i) x[i] = x[i] * x[i - 1] + 0.5;
  double inner = in_place(x + 1, n - 1);
  x[0] *= inner;
  return x[0] + x[n - 1];
}

double tree(double value, double* scratch, int depth) {
  scratch[depth] = value * value;
  double sum = scratch[depth];
  for (int child = 0; child < depth; ++child) sum += 0.5 * tree(std::sin(value) + child, scratch, child);
  return sum * (1 + scratch[0]);
}
double with_loops_inside(const double* x, int) {
  double scratch[4] = {};
  return tree(x[0], scratch, 3) + x[1] * scratch[1];
}

double ackermann_like(double a, double b, int level) {
  double local[2] = {a, b};
  if (level == 0) return local[0] * local[1];
  for (int i = 0; i < 2; ++i) {
    if (local[i] > 1) local[i] = ackermann_like(local[i] * 0.5, local[1 - i], level - 1);
  }
  return local[0] + 2 * local[1];
}
double until_the_data_says_so(const double* x, int) { return ackermann_like(x[0], x[1], 4); }

double quick_sort(double* x, int n) {
  if (n <= 1) return 0;
  double pivot = x[n / 2], swaps = 0;
  int i = 0, j = n - 1;
  while (i <= j) {
    while (x[i] < pivot) ++i;
    while (x[j] > pivot) --j;
    if (i <= j) {
      double t = x[i];
      x[i++] = x[j];
      x[j--] = t;
      swaps += t * t;
    }
  }
  if (j > 0) swaps += quick_sort(x, j + 1);
  if (i < n) swaps += quick_sort(x + i, n - i);
  return swaps;
}

}  // namespace

TEST_CASE("a function that calls itself") {
  check_gradient<itself>({1.5, -0.5});
  check_gradient<sum_of_halves>({1, 2, 3, 4, 5});
  check_gradient<until_the_data_says_so>({4.5, 3.25});
  check_gradient<with_loops_inside>({0.75, 1.5});
}

TEST_CASE("functions that call one another") { check_gradient<mutual>({0.5, 0.25}); }

TEST_CASE("recursion on an array changed in place") {
  check_gradient<in_place>({0.5, 1.5, -0.75, 1.25});
  check_gradient<quick_sort>({3, 1, 4, 1.5, 9, 2, 6});
}

namespace {

// A count handed down lies in slots that hold numbers and pointers too: its shadow, if any, is an integer like itself.
union Slot {
  unsigned long count;
  double value;
  const double* place;
};
double slots(const double* x, unsigned long from, unsigned long to, int depth) {
  Slot stack[6];
  const int at = depth % 3;
  stack[at].count = from;
  stack[at + 1].value = x[from] * x[from];
  stack[at + 2].place = x + from;
  if (from + 1 >= to) return stack[at + 1].value;
  const unsigned long middle = (from + to) / 2;
  return stack[at + 1].value * *stack[at + 2].place + slots(x, stack[at].count, middle, depth + 1) + slots(x, middle, to, depth + 1);
}
double from_slots(const double* x, int n) { return slots(x, 0, static_cast<unsigned long>(n), 0); }

}  // namespace

TEST_CASE("counts in slots of numbers and pointers") { check_gradient<from_slots>({1, 2, 3, 0.5}); }
