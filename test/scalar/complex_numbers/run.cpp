#include <complex>

#include "check_gradient.h"

namespace {

using Complex = std::complex<double>;
double complex_arithmetic(const double* x, int) {
  Complex z(x[0], x[1]), w(x[1], 0.5);
  Complex u = z * w + 2.0 * z - w / (1.0 + std::norm(z));
  u = u / w;
  u *= std::conj(z);
  return u.real() * u.imag() + std::abs(z);
}
double complex_functions(const double* x, int) {
  Complex z(x[0], x[1]);
  Complex u = std::exp(z) + std::polar(x[0], x[1]);
  return std::norm(u) + std::arg(z) * u.imag();
}
double mandelbrot(const double* x, int) {
  Complex c(x[0], x[1]), z = 0;
  for (int i = 0; i < 20 && std::norm(z) < 4; ++i) z = z * z + c;
  return std::norm(z);
}
std::complex<float> half_of(std::complex<float> z) { return z * std::complex<float>(0.5f, 0.25f); }
float complex_of_floats(const float* x, int) {
  std::complex<float> z(x[0], x[1]);
  z = half_of(z) * z;
  return z.real() + z.imag() * x[0];
}

}  // namespace

TEST_CASE("std::complex") {
  check_gradient<complex_arithmetic>({0.5, 1.5});
  check_gradient<complex_functions>({0.5, 1.5});
  check_gradient<mandelbrot>({0.3, 0.5});
  check_gradient<complex_of_floats>({0.5f, 1.5f});
}
