// The ways in which C++ programs name the function and the markers.
#include <cmath>
#include <complex>
#include <doctest/doctest.h>
#include <stdexcept>

template <class Return, class... Arguments> Return __enzyme_autodiff(void *, Arguments...);
template <class... Arguments> void __enzyme_autodiff_any(Arguments...);
template <class Return, class... Arguments> Return __enzyme_fwddiff(void *, Arguments...);
double __enzyme_autodiff(double (*)(double), double);
float __enzyme_autodiff(float (*)(float), float);

extern int enzyme_dup, enzyme_const, enzyme_out;

// Types of the convention's templates need linkage.
struct Pair {
  double x, y;
};

namespace {

template <class T> T square(T x) { return x * x; }

double product(double x, double y) { return x * y; }
double norm(const std::complex<double> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
double checked(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return std::sqrt(x);
}

double derivative_of(double (*function)(double), double x) { return __enzyme_autodiff<double>((void *)function, x); }

template <class... Arguments> [[gnu::always_inline]] inline double forwarded(void *function, Arguments... arguments) {
  return __enzyme_autodiff<double>(function, arguments...);
}

double apply(double (*function)(double), double x) { return function(x) * x; }
double sine(double x) { return std::sin(x); }

} // namespace

TEST_CASE("templates and overloads") {
  CHECK(__enzyme_autodiff(square<double>, 3.0) == doctest::Approx(6));
  CHECK(__enzyme_autodiff(square<float>, 3.0f) == doctest::Approx(6));
  auto [x, y] = __enzyme_autodiff<Pair>((void *)product, enzyme_out, 3.1, enzyme_out, 2.7);
  CHECK(x == doctest::Approx(2.7));
  CHECK(y == doctest::Approx(3.1));
}

TEST_CASE("lambdas") {
  auto cube = [](double x) { return x * x * x; };
  double (*pointer)(double) = cube;
  CHECK(__enzyme_autodiff<double>((void *)pointer, 2.0) == doctest::Approx(12));
  CHECK(__enzyme_autodiff<double>((void *)+[](double x) { return std::exp(2 * x); }, 0.0) == doctest::Approx(2));
}

TEST_CASE("a function that is handed on") {
  CHECK(derivative_of(square<double>, 4) == doctest::Approx(8));
  CHECK(derivative_of(sine, 0) == doctest::Approx(1));
  CHECK(forwarded((void *)square<double>, 5.0) == doctest::Approx(10));
  CHECK(forwarded((void *)product, enzyme_const, 5.0, enzyme_out, 2.0) == doctest::Approx(5));
}

TEST_CASE("a function among the arguments") {
  CHECK(__enzyme_autodiff<double>((void *)apply, enzyme_const, sine, enzyme_out, 2.0) == doctest::Approx(std::sin(2.0) + 2 * std::cos(2.0)));
}

TEST_CASE("markers by address") {
  double z = 3, dz = 0;
  __enzyme_autodiff_any(+[](const double &a, double b) { return a * a * b; }, &enzyme_dup, &z, &dz, &enzyme_const, 2.0);
  CHECK(dz == doctest::Approx(12));
}

TEST_CASE("references") {
  std::complex<double> z(3, 4), dz(0, 0);
  __enzyme_autodiff_any(&norm, enzyme_dup, &z, &dz);
  CHECK(dz.real() == doctest::Approx(6));
  CHECK(dz.imag() == doctest::Approx(8));
}

TEST_CASE("exceptions of the primal pass through") {
  CHECK(__enzyme_autodiff<double>((void *)checked, 4.0) == doctest::Approx(0.25));
  CHECK_THROWS_AS(__enzyme_autodiff<double>((void *)checked, -1.0), std::domain_error);
  CHECK_THROWS_AS(__enzyme_fwddiff<double>((void *)checked, -1.0, 1.0), std::domain_error);
}
