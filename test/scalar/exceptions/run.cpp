#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "check_gradient.h"

namespace {

[[gnu::noinline]] double root(double value) {
  if (value < 0) throw std::domain_error("negative");
  return std::sqrt(value);
}

double caught_inside(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    try {
      sum += root(x[i]) * x[0];
    } catch (const std::domain_error&) {
      sum += x[i] * x[i];
    }
  }
  return sum;
}

double caught_where_thrown(const double* x, int) {
  double value = x[0] * x[1];
  try {
    value *= x[0];
    if (value > 1) throw 3;
    value *= x[1];
  } catch (int number) {
    value += number * x[1];
  } catch (...) {
    return 0;
  }
  return value;
}

struct Adds {  // its destructor changes an active value
  double& to;
  double by;
  ~Adds() { to += by * to; }
};
double destructors_run(const double* x, int) {
  double sum = x[0];
  try {
    Adds first{sum, x[1]};
    Adds second{sum, x[0]};
    sum *= root(x[1] - 1);
    sum += 1;
  } catch (const std::exception&) {
    sum *= x[1];
  }
  return sum;
}

double rethrown(const double* x, int) {
  double value = x[0];
  try {
    try {
      std::vector<double> local{x[0], x[1]};
      value = local[0] * local[1] * root(local[0] - local[1]);
    } catch (const std::domain_error&) {
      value *= value;
      throw;
    }
  } catch (const std::logic_error&) {
    value += x[1] * value;
  }
  return value;
}

struct Carrier { double value; };
double value_in_the_exception(const double* x, int n) {
  try {
    if (n == 2) throw Carrier{x[0] * x[1]};
    return x[0];
  } catch (const Carrier& carrier) {
    return carrier.value * x[1];
  }
}

double leaves(const double* x, int n) {
  std::vector<double> copy(x, x + n);
  double sum = 0;
  for (double value : copy) sum += root(value) * sum + value;
  return sum;
}

double library_throws(const double* x, int n) {
  std::vector<double> copy(x, x + n);
  double sum = 0;
  for (int i = 0;; ++i) {
    try {
      sum += copy.at(i) * copy[0];
    } catch (const std::out_of_range&) {
      return sum * sum;
    }
  }
}

}  // namespace

TEST_CASE("thrown and caught inside") {
  check_gradient<caught_inside>({0.5, -1.5, 0.75, -2});
  check_gradient<caught_where_thrown>({0.5, 1.5});
  check_gradient<caught_where_thrown>({2, 1.5});
  check_gradient<rethrown>({0.5, 1.5});
  check_gradient<rethrown>({2, 1.5});
  check_gradient<library_throws>({0.5, 1.5});
  check_gradient<value_in_the_exception>({0.5, 1.5});
}

TEST_CASE("destructors run") {
  check_gradient<destructors_run>({2, 1.5});
  check_gradient<destructors_run>({2, 0.5});
}

TEST_CASE("an exception that leaves the function leaves the derivative") {
  check_gradient<leaves>({0.5, 1.5, 0.75});
  const double x[] = {0.5, 1.5, -0.75};
  double dx[] = {1, 2, 3};
  CHECK_THROWS_AS(ct::autodiff(ct::reverse, leaves, ct::Duplicated{x, dx}, ct::Const{3}), std::domain_error);
  CHECK(dx[0] == 1);
  CHECK(dx[1] == 2);
  CHECK(dx[2] == 3);
  CHECK_THROWS_AS(ct::autodiff(ct::forward, leaves, ct::Duplicated{x, dx}, ct::Const{3}), std::domain_error);
  auto [augmented, adjoint] =
      ct::autodiff_thunk(ct::reverse_split, leaves, ct::Duplicated<const double*, double*>{}, ct::Const<int>{});
  CHECK_THROWS_AS(augmented(ct::Duplicated{x, dx}, ct::Const{3}), std::domain_error);
}
