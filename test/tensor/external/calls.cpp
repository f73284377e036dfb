// C++ functions called from traced code, with derivatives of the scalar engine.
#include "test/tensor/trace/support.h"

#include <span>
#include <stdexcept>

namespace {

// sum of k x^2 sin(x), a loop over memory
double energy(std::span<const double> x, double k) {
  double sum = 0;
  for (double value : x)
    sum += k * value * value * std::sin(value);
  return sum;
}
double slope_of_energy(double x, double k) { return k * (2 * x * std::sin(x) + x * x * std::cos(x)); }

// running sums of the products, and how many were positive
void sums(std::span<const double> a, const double *b, std::span<double> sums, std::span<std::int32_t> positive) {
  double sum = 0;
  for (std::size_t at = 0; at < a.size(); ++at) {
    sum += a[at] * b[at];
    sums[at] = sum;
    positive[at] = a[at] * b[at] > 0;
  }
}

void weighted(std::span<const float> x, std::span<const std::int32_t> weights, float factor, std::span<float, 3> y) {
  for (std::size_t at = 0; at < 3; ++at)
    y[at] = factor * static_cast<float>(weights[at]) * x[at] * x[at];
}

double refused(std::span<const double> x) {
  if (x[0] < 0)
    throw std::invalid_argument("negative");
  return x[0] * x[0];
}

} // namespace

TEST_CASE("a function that returns a number") {
  auto x = ct::to_device(std::vector{0.5, -1.0, 2.0});
  auto k = ct::to_device(3.0);
  std::vector<double> elements = x.to_host(), slopes;
  for (double value : elements)
    slopes.push_back(slope_of_energy(value, 3));
  const double value = energy(elements, 3);
  check_elements(ct::external_call<energy>(x, k), std::vector{value}, 1e-14);
  check_elements(ct::external_call<energy>(x, 3.0), std::vector{value}, 1e-14);
  auto f = [](const auto &x, const auto &k) { return ct::square(ct::external_call<energy>(x * 1.0, k)); };
  auto [dx, dk] = ct::gradient(f, x, k);
  for (double &slope : slopes)
    slope *= 2 * value;
  check_elements(dx, slopes, 1e-12);
  check_elements(dk, std::vector{2 * value * value / 3}, 1e-12);
  auto [same, tangent] = ct::jvp(f, std::tie(x, k), std::tuple(x, ct::to_device(0.5)));
  double expected = 2 * value * value / 3 * 0.5;
  for (std::size_t at = 0; at < 3; ++at)
    expected += slopes[at] * elements[at];
  check_elements(tangent, std::vector{expected}, 1e-12);
}

TEST_CASE("functions that write arrays, of several types") {
  auto a = ct::to_device(std::vector{1.0, -2.0, 3.0, 0.5}), b = ct::to_device(std::vector{2.0, 1.0, -1.0, 4.0});
  auto call = [](const auto &a, const auto &b) {
    return ct::external_call<sums>(std::tuple(Sizes<2>{2, 2}, Sizes<1>{4}), a, b);
  };
  auto [values, positive] = run(call, a, b);
  check_elements(values, std::vector<double>{2, 0, -3, -1});
  check_elements(positive, std::vector<std::int32_t>{1, 0, 0, 1});
  auto weights = array<double>(Sizes<2>{2, 2}, {1, 10, 100, 1000});
  auto [da, db] =
      ct::gradient([&](const auto &a, const auto &b) { return ct::sum(weights * std::get<0>(call(a, b))); }, a, b);
  check_elements(da, std::vector<double>{2 * 1111, 1110, -1100, 4000});
  check_elements(db, std::vector<double>{1111, -2 * 1110, 3 * 1100, 500});

  auto x = ct::to_device(std::vector{1.f, 2.f, 3.f});
  auto w = ct::to_device(std::vector<std::int32_t>{1, 0, -2});
  auto g = [&](const auto &x) { return ct::sum(ct::external_call<weighted>(Sizes<1>{3}, x, w, 2)); };
  check_elements(ct::gradient(g, x), std::vector<float>{4, 0, -24});
}

TEST_CASE("in loops, branches and under vmap") {
  auto rows = random_array<double>(Sizes<2>{4, 3});
  auto total = [](const auto &all) {
    return ct::sum(ct::vmap([](const auto &row) { return ct::external_call<energy>(row, 1.5); })(all));
  };
  std::vector<double> expected = rows.to_host();
  double sum = 0;
  for (double &value : expected) {
    sum += 1.5 * value * value * std::sin(value);
    value = slope_of_energy(value, 1.5);
  }
  check_elements(run(total, rows), std::vector{sum}, 1e-12);
  check_elements(ct::gradient(total, rows), expected, 1e-12);

  auto x = ct::to_device(std::vector{0.4});
  auto repeated = [](const auto &x) {
    auto state = x;
    ct::for_range(0, 3, [](auto, auto &s) { s = ct::reshape<1>(ct::external_call<energy>(s, 2.0), {1}); }, state);
    return ct::sum(state);
  };
  double value = 0.4, slope = 1;
  for (int step = 0; step < 3; ++step) {
    slope *= slope_of_energy(value, 2);
    value = 2 * value * value * std::sin(value);
  }
  check_elements(run(repeated, x), std::vector{value}, 1e-12);
  check_elements(ct::gradient(repeated, x), std::vector{slope}, 1e-10);
}

TEST_CASE("a lambda, plain arguments in traced code, empty arrays") {
  auto x = ct::to_device(std::vector{1.0, 2.0});
  constexpr auto square = [](std::span<const double> x, std::span<double> y) {
    for (std::size_t at = 0; at < x.size(); ++at)
      y[at] = x[at] * x[at];
  };
  check_elements(ct::external_call<square>(Sizes<1>{2}, x), std::vector<double>{1, 4});
  check_elements(ct::gradient([&](const auto &x) { return ct::sum(ct::external_call<square>(Sizes<1>{2}, x)); }, x),
                 std::vector<double>{2, 4});
  auto none = ct::to_device(std::span<const double>(), Sizes<1>{0});
  check_elements(ct::external_call<energy>(none, 1.0), std::vector<double>{0});
}

TEST_CASE("what goes wrong is said") {
  auto x = ct::to_device(std::vector{-1.0, 2.0});
  auto y_later = ct::external_call<refused>(x);
  CHECK_THROWS_WITH_AS(y_later.wait(), "negative", std::invalid_argument);
  auto y = ct::to_device(std::vector{1.f, 2.f}); // two elements for a span of three
  auto w = ct::to_device(std::vector<std::int32_t>{1, 0, -2});
  CHECK_THROWS_WITH_AS(
      ct::external_call<weighted>(Sizes<1>{2}, y, w, 2),
      doctest::Contains("parameter 4 of the function of ct::external_call takes 3 elements, but is given 2"),
      ct::Error);
  auto twice = [](const auto &x) {
    return ct::sum(ct::gradient([](const auto &u) { return ct::external_call<refused>(u); }, x));
  };
  CHECK_THROWS_WITH_AS(ct::gradient(twice, x), doctest::Contains("first derivatives of such functions only"),
                       ct::Error);
}
