#include <cmath>
#include <vector>

#include "check_gradient.h"

namespace {

double carried;
double table_of_work[4];
const double coefficients[] = {0.5, 1.5, -0.75, 2};
constexpr double matrix[2][2] = {{1, 2}, {3, 4}};
int calls_so_far = 0;
thread_local double per_thread;

void store(double value) { carried = value * value; }
double load() { return carried + 1; }

double through_a_global(const double* x, int) {
  store(x[0] * x[1]);
  return load() * x[0];
}

double array_in_a_global(const double* x, int n) {
  for (double& value : table_of_work) value = 0;
  for (int i = 0; i < n; ++i) table_of_work[i % 4] += x[i] * x[i] * table_of_work[(i + 3) % 4] + x[i];
  double sum = 0;
  for (double value : table_of_work) sum += value * value;
  return sum;
}

double read_only_tables(const double* x, int n) {
  static const double local_table[] = {3, 1, 4, 1, 5};
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = sum * x[i] + coefficients[i % 4] * local_table[i % 5] * matrix[i % 2][1] + x[i];
  return sum;
}

double static_local(const double* x, int n) {
  static double scratch[3];
  static double last = 0;
  scratch[0] = x[0];
  for (int i = 1; i < n; ++i) scratch[i % 3] = scratch[(i - 1) % 3] * x[i];
  last = scratch[0] + scratch[1];
  return last * last;
}

double counters(const double* x, int n) {
  static int own = 0;
  ++own;
  calls_so_far += n;
  return x[0] * x[1] + (own > 0 && calls_so_far > 0 ? x[1] : 0);
}

double thread_local_value(const double* x, int) {
  per_thread = x[0] + x[1];
  per_thread *= per_thread * x[1];
  return std::sin(per_thread);
}

struct Settings { double scale; int power; double values[2]; } settings{2, 3, {1, 2}};
double struct_in_a_global(const double* x, int) {
  settings.values[0] = x[0] * settings.scale;
  settings.values[1] = settings.values[0] * x[1];
  double result = 1;
  for (int i = 0; i < settings.power; ++i) result *= settings.values[i % 2];
  return result;
}

double* where;
double pointer_in_a_global(const double* x, int n) {
  double local[4];
  where = local;
  for (int i = 0; i < n; ++i) where[i] = x[i] * x[0];
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += where[i] * local[n - 1 - i];
  where = nullptr;
  return sum;
}

}  // namespace

TEST_CASE("globals that carry values inside a call") {
  check_gradient<through_a_global>({0.5, 1.5});
  check_gradient<array_in_a_global>({0.5, 1.5, 0.75, 0.25, 1});
  check_gradient<thread_local_value>({0.5, 1.5});
  check_gradient<struct_in_a_global>({0.5, 1.5});
}

TEST_CASE("a global pointer") { check_gradient<pointer_in_a_global>({0.5, 1.5, 0.75}); }

TEST_CASE("static locals and counters") {
  check_gradient<static_local>({0.5, 1.5, 0.75, 2});
  check_gradient<counters>({0.5, 1.5});
}

TEST_CASE("tables") { check_gradient<read_only_tables>({0.5, 1.5, 0.75, 0.25, 1}); }

TEST_CASE("a second call starts clean") {
  const double x[] = {0.5, 1.5};
  double first[2] = {}, second[2] = {};
  ct::autodiff(ct::reverse, through_a_global, ct::Duplicated{x, first}, ct::Const{2});
  ct::autodiff(ct::reverse, through_a_global, ct::Duplicated{x, second}, ct::Const{2});
  CHECK(first[0] == second[0]);
  CHECK(first[1] == second[1]);
}
