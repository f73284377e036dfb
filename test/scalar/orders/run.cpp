#include <cmath>
#include <cstdlib>
#include <vector>

#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

namespace ct = cotangent;

namespace {

double f(double x, double y) { return std::sin(x) * y * y + std::exp(x * y); }

// The derivatives of f, by hand.
double f_x(double x, double y) { return std::cos(x) * y * y + y * std::exp(x * y); }
double f_xx(double x, double y) { return -std::sin(x) * y * y + y * y * std::exp(x * y); }
double f_xy(double x, double y) { return 2 * std::cos(x) * y + (1 + x * y) * std::exp(x * y); }
double f_xxx(double x, double y) { return -std::cos(x) * y * y + y * y * y * std::exp(x * y); }

double reverse_x(double x, double y) { return std::get<0>(ct::autodiff(ct::reverse, f, ct::Active{x}, ct::Const{y})); }
double forward_x(double x, double y) {
  return std::get<0>(ct::autodiff(ct::forward, f, ct::Duplicated{x, 1.0}, ct::Const{y}));
}

constexpr double a = 0.5, b = 1.25;
const double tolerance = 1e-13;

template <auto F>
void check_first_order_of_x() {  // F is the derivative in x
  auto [xx, xy] = ct::autodiff(ct::reverse, F, ct::Active{a}, ct::Active{b});
  CHECK(xx == doctest::Approx(f_xx(a, b)).epsilon(tolerance));
  CHECK(xy == doctest::Approx(f_xy(a, b)).epsilon(tolerance));
  auto [value, along] =
      ct::autodiff(ct::forward.with_primal(), F, ct::Duplicated{a, 2.0}, ct::Duplicated{b, -1.0});
  CHECK(value == doctest::Approx(f_x(a, b)).epsilon(tolerance));
  CHECK(along == doctest::Approx(2 * f_xx(a, b) - f_xy(a, b)).epsilon(tolerance));
  auto [both] = ct::autodiff(ct::forward, F, ct::BatchDuplicated{a, std::array{1.0, 0.0}},
                             ct::BatchDuplicated{b, std::array{0.0, 1.0}});
  CHECK(both[0] == doctest::Approx(f_xx(a, b)).epsilon(tolerance));
  CHECK(both[1] == doctest::Approx(f_xy(a, b)).epsilon(tolerance));
}

double reverse_reverse_xx(double x, double y) {
  return std::get<0>(ct::autodiff(ct::reverse, reverse_x, ct::Active{x}, ct::Const{y}));
}
double forward_reverse_xx(double x, double y) {
  return std::get<0>(ct::autodiff(ct::forward, reverse_x, ct::Duplicated{x, 1.0}, ct::Const{y}));
}
double forward_forward_xx(double x, double y) {
  return std::get<0>(ct::autodiff(ct::forward, forward_x, ct::Duplicated{x, 1.0}, ct::Const{y}));
}

double chain(const std::vector<double>& v) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    double step = v[i + 1] - v[i] * v[i];
    sum += 100 * step * step + (1 - v[i]) * (1 - v[i]);
  }
  return sum;
}

double loop(const double* x, int n) {
  double value = 1;
  for (int i = 0; i < n; ++i) {
    value = value * std::sin(x[i]) + x[i] * x[0];
    if (value > 1) value *= x[n - 1];
  }
  return value;
}
void loop_gradient(const double* x, double* dx, int n) {
  for (int i = 0; i < n; ++i) dx[i] = 0;
  ct::autodiff(ct::reverse, loop, ct::Duplicated{x, dx}, ct::Const{n});
}
double loop_gradient_norm(const double* x, int n) {
  double dx[4];
  loop_gradient(x, dx, n);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += dx[i] * dx[i];
  return sum;
}

// The n-th power of a, where n is known only at the end; what the loop stores takes more memory than the tape begins with.
double power(double a) {
  double value = 1;
  while (value < 50) value *= a;
  return value;
}
double power_d1(double a) { return ct::gradient(power, a); }
double power_d2(double a) { return ct::gradient(power_d1, a); }
double power_d3(double a) { return ct::gradient(power_d2, a); }

double cubes_in_growing_memory(double a) {
  double *values = nullptr, sum = 0;
  int size = 0;
  for (; size < 6; ++size) {
    values = static_cast<double*>(std::realloc(values, (size + 1) * sizeof(double)));
    values[size] = size ? values[size - 1] * a : a * a * a;
  }
  for (int i = 0; i < size; ++i) sum += values[i];
  std::free(values);
  return sum;
}
double cubes_d1(double a) { return ct::gradient(cubes_in_growing_memory, a); }
double cubes_d2(double a) { return std::get<0>(ct::autodiff(ct::forward, cubes_d1, ct::Duplicated{a, 1.0})); }
double cubes_d3(double a) { return ct::gradient(cubes_d2, a); }

}  // namespace

TEST_CASE("second order of a function of numbers") {
  check_first_order_of_x<reverse_x>();
  check_first_order_of_x<forward_x>();
}

TEST_CASE("third order") {
  const double expected = f_xxx(a, b);
  CHECK(std::get<0>(ct::autodiff(ct::forward, reverse_reverse_xx, ct::Duplicated{a, 1.0}, ct::Const{b})) ==
        doctest::Approx(expected).epsilon(1e-12));
  CHECK(std::get<0>(ct::autodiff(ct::reverse, forward_reverse_xx, ct::Active{a}, ct::Const{b})) ==
        doctest::Approx(expected).epsilon(1e-12));
  CHECK(std::get<0>(ct::autodiff(ct::reverse, forward_forward_xx, ct::Active{a}, ct::Const{b})) ==
        doctest::Approx(expected).epsilon(1e-12));
  CHECK(std::get<0>(ct::autodiff(ct::reverse, reverse_reverse_xx, ct::Active{a}, ct::Const{b})) ==
        doctest::Approx(expected).epsilon(1e-12));
}

TEST_CASE("third and fourth order of a loop whose steps are stored") {
  const double a = 1.004, n = std::ceil(std::log(50.0) / std::log(a));
  CHECK(power_d1(a) == doctest::Approx(n * std::pow(a, n - 1)).epsilon(1e-11));
  CHECK(power_d2(a) == doctest::Approx(n * (n - 1) * std::pow(a, n - 2)).epsilon(1e-11));
  CHECK(power_d3(a) == doctest::Approx(n * (n - 1) * (n - 2) * std::pow(a, n - 3)).epsilon(1e-11));
  CHECK(std::get<0>(ct::autodiff(ct::forward, power_d3, ct::Duplicated{a, 1.0})) ==
        doctest::Approx(n * (n - 1) * (n - 2) * (n - 3) * std::pow(a, n - 4)).epsilon(1e-11));
}

TEST_CASE("third order through memory that changes its size") {
  auto sum = [](auto term) {
    double total = 0;
    for (int k = 3; k < 9; ++k) total += term(k);
    return total;
  };
  CHECK(cubes_d1(a) == doctest::Approx(sum([](int k) { return k * std::pow(a, k - 1); })).epsilon(tolerance));
  CHECK(cubes_d2(a) == doctest::Approx(sum([](int k) { return k * (k - 1) * std::pow(a, k - 2); })).epsilon(tolerance));
  CHECK(cubes_d3(a) == doctest::Approx(sum([](int k) { return k * (k - 1) * (k - 2) * std::pow(a, k - 3); })).epsilon(tolerance));
}

TEST_CASE("gradients through memory are differentiated again") {
  const int n = 3;
  const double x[n] = {0.5, 1.5, 0.75};
  double hessian[n][n];
  for (int i = 0; i < n; ++i) {  // forward over reverse, column by column
    double tangent[n] = {}, gradient[n];
    tangent[i] = 1;
    ct::autodiff(ct::forward, loop_gradient, ct::Duplicated{x, tangent}, ct::Duplicated{gradient, hessian[i]}, ct::Const{n});
    const double h = 1e-6;
    double above[n], below[n], high[n], low[n];
    for (int j = 0; j < n; ++j) above[j] = below[j] = x[j];
    above[i] += h;
    below[i] -= h;
    loop_gradient(above, high, n);
    loop_gradient(below, low, n);
    for (int j = 0; j < n; ++j) CHECK(hessian[i][j] == doctest::Approx((high[j] - low[j]) / (2 * h)).epsilon(1e-6));
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) CHECK(hessian[i][j] == doctest::Approx(hessian[j][i]).epsilon(1e-12));
  }

  // Reverse over reverse: the adjoint of one component of the gradient is a row of the same matrix.
  for (int i = 0; i < n; ++i) {
    double row[n] = {}, gradient[n], seed[n] = {};
    seed[i] = 1;
    ct::autodiff(ct::reverse, loop_gradient, ct::Duplicated{x, row}, ct::Duplicated{gradient, seed}, ct::Const{n});
    for (int j = 0; j < n; ++j) CHECK(row[j] == doctest::Approx(hessian[i][j]).epsilon(1e-12));
  }

  double gradient[n], of_norm[n] = {};
  loop_gradient(x, gradient, n);
  ct::autodiff(ct::reverse, loop_gradient_norm, ct::Duplicated{x, of_norm}, ct::Const{n});
  for (int j = 0; j < n; ++j) {
    double expected = 0;
    for (int i = 0; i < n; ++i) expected += 2 * gradient[i] * hessian[i][j];
    CHECK(of_norm[j] == doctest::Approx(expected).epsilon(1e-12));
  }
}

TEST_CASE("hessian and hvp") {
  const std::vector<double> v = {0.5, 1.5, -0.75}, direction = {1, -2, 0.5};
  ct::Matrix<double> hessian = ct::hessian(chain, v);
  REQUIRE(hessian.rows() == 3);
  REQUIRE(hessian.cols() == 3);
  CHECK(hessian(0, 0) == doctest::Approx(-400 * (v[1] - 3 * v[0] * v[0]) + 2).epsilon(tolerance));
  CHECK(hessian(1, 1) == doctest::Approx(200 - 400 * (v[2] - 3 * v[1] * v[1]) + 2).epsilon(tolerance));
  CHECK(hessian(2, 2) == doctest::Approx(200).epsilon(tolerance));
  CHECK(hessian(0, 1) == doctest::Approx(-400 * v[0]).epsilon(tolerance));
  CHECK(hessian(1, 0) == doctest::Approx(-400 * v[0]).epsilon(tolerance));
  CHECK(hessian(0, 2) == 0);
  std::vector<double> product = ct::hvp(chain, v, direction);
  for (int i = 0; i < 3; ++i) {
    double expected = 0;
    for (int j = 0; j < 3; ++j) expected += hessian(i, j) * direction[j];
    CHECK(product[i] == doctest::Approx(expected).epsilon(tolerance));
  }
}
