// Linear algebra and Fourier transforms.
#include "support.h"

#include <complex>

namespace {

/// Far from singular.
auto matrices() {
  auto a = random_array<double>(Sizes<3>{2, 4, 4}, 3);
  return run([](const auto &a) { return a + 3.0 * ct::eye<double>(4); }, a);
}
template <class A> double largest(const A &difference) {
  double result = 0;
  for (auto number : difference.to_host())
    result = std::max(result, static_cast<double>(std::abs(number)));
  return result;
}

} // namespace

TEST_CASE("solving") {
  auto a = matrices();
  auto b = random_array<double>(Sizes<3>{2, 4, 2}, 5);
  auto v = random_array<double>(Sizes<2>{2, 4}, 6);
  auto [one, two, three, four] = run(
      [](const auto &a, const auto &b, const auto &v) {
        auto spd = ct::matmul(a, ct::swapaxes<-1, -2>(a));
        auto factor = ct::cholesky(spd);
        auto of_vector = ct::expand_dims<-1>(ct::solve(a, v));
        return std::tuple(ct::matmul(a, ct::solve(a, b)) - b, ct::matmul(a, of_vector) - ct::expand_dims<-1>(v),
                          ct::matmul(factor, ct::swapaxes<-1, -2>(factor)) - spd,
                          ct::matmul(ct::inv(a), a) - ct::eye<double>(4));
      },
      a, b, v);
  CHECK(largest(one) < 1e-11);
  CHECK(largest(two) < 1e-11);
  CHECK(largest(three) < 1e-11);
  CHECK(largest(four) < 1e-11);
  auto [lower, upper] = run(
      [](const auto &a, const auto &b) {
        auto x = ct::triangular_solve(a, b, {.unit_diagonal = true});
        auto unit = ct::tril(a, -1) + ct::eye<double>(4);
        auto y = ct::triangular_solve(a, b, {.lower = false, .transpose = true});
        return std::pair(ct::matmul(unit, x) - b, ct::matmul(ct::swapaxes<-1, -2>(ct::triu(a)), y) - b);
      },
      a, b);
  CHECK(largest(lower) < 1e-10);
  CHECK(largest(upper) < 1e-10);
}

TEST_CASE("determinants") {
  auto a = array<double>(Sizes<3>{2, 3, 3}, {0, 2, 1, 1, 1, 0, 3, 0, 1, 2, 0, 0, 0, 3, 0, 0, 0, -1});
  auto [det, parts, trace] =
      run([](const auto &a) { return std::tuple(ct::det(a), ct::slogdet(a), ct::matrix_trace(a)); }, a);
  check_elements(det, std::vector<double>{-5, -6}, 1e-12);
  check_elements(parts.first, std::vector<double>{-1, -1});
  check_elements(parts.second, std::vector<double>{std::log(5.0), std::log(6.0)}, 1e-12);
  check_elements(trace, std::vector<double>{2, 4}, 1e-12);
}

TEST_CASE("factorisations") {
  auto a = random_array<double>(Sizes<2>{5, 3}, 4);
  auto c = random_array<double>(Sizes<1>{5}, 7);
  auto [rebuilt, orthonormal, of_svd, of_eigh, residual] = run(
      [](const auto &a, const auto &c) {
        auto [q, r] = ct::qr(a);
        auto [u, s, v] = ct::svd(a);
        auto square = ct::matmul(ct::transpose(a), a);
        auto [values, vectors] = ct::eigh(square);
        auto x = ct::lstsq(a, c);
        return std::tuple(ct::matmul(q, r) - a, ct::matmul(ct::transpose(q), q) - ct::eye<double>(3),
                          ct::matmul(u * s, v) - a, ct::matmul(square, vectors) - vectors * values,
                          ct::matmul(ct::transpose(a), ct::matmul(a, x) - c));
      },
      a, c);
  CHECK(largest(rebuilt) < 1e-12);
  CHECK(largest(orthonormal) < 1e-12);
  CHECK(largest(of_svd) < 1e-12);
  CHECK(largest(of_eigh) < 1e-11);
  CHECK(largest(residual) < 1e-11);
}

TEST_CASE("derivatives of solutions") {
  auto a = array<double>(Sizes<2>{2, 2}, {3, 1, 2, 4});
  auto gradient = ct::gradient([](const auto &a) { return ct::slogdet(a).second; }, a);
  // the transpose of the inverse
  check_elements(gradient, std::vector<double>{0.4, -0.2, -0.1, 0.3}, 1e-12);
  auto b = array<double>(Sizes<1>{2}, {1, -1});
  auto of_b = ct::gradient([](const auto &b, const auto &a) { return ct::sum(ct::solve(a, b)); }, b, ct::Const{a});
  check_elements(of_b, std::vector<double>{0.2, 0.2}, 1e-12);
}

TEST_CASE("Fourier transforms") {
  auto x = random_array<double>(Sizes<2>{3, 8}, 2);
  auto [spectrum, back, half, real_back, plane] = run(
      [](const auto &x) {
        return std::tuple(ct::fft(x), ct::ifft(ct::fft(x)), ct::rfft(x), ct::irfft(ct::rfft(x)), ct::fft<2>(x));
      },
      x);
  std::complex<double> third = 0;
  const std::complex<double> i(0, 1);
  for (int j = 0; j < 8; ++j)
    third += x.data()[8 + j] * std::exp(-2.0 * 3.14159265358979323846 * i * static_cast<double>(3 * j) / 8.0);
  CHECK(std::abs(spectrum.to_host()[8 + 3] - third) < 1e-12);
  CHECK(half.shape() == Sizes<2>{3, 5});
  for (std::size_t at = 0; at < 24; ++at) {
    CHECK(std::abs(back.to_host()[at] - x.data()[at]) < 1e-12);
    CHECK(std::abs(real_back.to_host()[at] - x.data()[at]) < 1e-12);
  }
  std::complex<double> sum = 0;
  for (std::size_t at = 0; at < 24; ++at)
    sum += x.data()[at];
  CHECK(std::abs(plane.to_host()[0] - sum) < 1e-12);
}

TEST_CASE("what has no solution is refused") {
  auto a = random_array<double>(Sizes<2>{3, 2}, 4);
  CHECK_THROWS_WITH_AS(ct::compile([](const auto &a) { return ct::det(a); }, a),
                       doctest::Contains("must be square, but the shape is (3, 2)"), ct::Error);
  CHECK_THROWS_WITH_AS(
      ct::compile([](const auto &a) { return ct::solve(ct::matmul(a, ct::transpose(a)), ct::transpose(a)); }, a),
      doctest::Contains("needs 3 rows"), ct::Error);
}
