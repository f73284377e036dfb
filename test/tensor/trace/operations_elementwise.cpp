// Functions of each element: values against the C++ library, element types of results, broadcasting, errors.
#include "support.h"

#include <complex>
#include <limits>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class T> std::vector<T> mapped(const std::vector<T> &numbers, auto function) {
  std::vector<T> results;
  for (T number : numbers)
    results.push_back(static_cast<T>(function(number)));
  return results;
}

/// A function of one array against a function of numbers.
template <class F> void check_function(const char *name, F traced, double (*wanted)(double), std::vector<double> at) {
  INFO(name);
  auto x = ct::to_device(at);
  check_elements(run(traced, x), mapped(at, wanted), 1e-12);
}

template <class F> void check_pairs(const char *name, F traced, double (*wanted)(double, double)) {
  INFO(name);
  const std::vector<double> numbers{-3.5, -1, -0.0, 0.25, 2, 7.5, infinity, -infinity, not_a_number};
  std::vector<double> left, right, results;
  for (double a : numbers)
    for (double b : numbers) {
      left.push_back(a);
      right.push_back(b);
      results.push_back(wanted(a, b));
    }
  auto a = ct::to_device(left), b = ct::to_device(right);
  check_elements(run(traced, a, b), results, 1e-12);
}

template <class F, class... A> std::string message_of(F function, A &...arguments) {
  try {
    ct::compile(function, arguments...);
  } catch (const ct::Error &error) {
    return error.what();
  }
  return "";
}

#define COTANGENT_TEST_FUNCTION(name) #name, [](const auto &x) { return ct::name(x); }

} // namespace

TEST_CASE("functions of one number") {
  const std::vector<double> all{-3.5, -1, -0.5, -0.0, 0.25, 1, 2.5, 20, infinity, -infinity, not_a_number};
  const std::vector<double> positive{0, 1e-3, 0.5, 1, 2.5, 100, infinity, not_a_number};
  const std::vector<double> unit{-1, -0.5, -1e-3, 0, 0.3, 0.999, 1};
  check_function(COTANGENT_TEST_FUNCTION(exp), [](double x) { return std::exp(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(expm1), [](double x) { return std::expm1(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(exp2), [](double x) { return std::exp2(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(log), [](double x) { return std::log(x); }, positive);
  check_function(COTANGENT_TEST_FUNCTION(log1p), [](double x) { return std::log1p(x); }, positive);
  check_function(COTANGENT_TEST_FUNCTION(log2), [](double x) { return std::log2(x); }, positive);
  check_function(COTANGENT_TEST_FUNCTION(log10), [](double x) { return std::log10(x); }, positive);
  check_function(COTANGENT_TEST_FUNCTION(sqrt), [](double x) { return std::sqrt(x); }, positive);
  check_function(COTANGENT_TEST_FUNCTION(rsqrt), [](double x) { return 1 / std::sqrt(x); }, positive);
  check_function(COTANGENT_TEST_FUNCTION(cbrt), [](double x) { return std::cbrt(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(reciprocal), [](double x) { return 1 / x; }, all);
  check_function(COTANGENT_TEST_FUNCTION(sin), [](double x) { return std::sin(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(cos), [](double x) { return std::cos(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(tan), [](double x) { return std::tan(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(asin), [](double x) { return std::asin(x); }, unit);
  check_function(COTANGENT_TEST_FUNCTION(acos), [](double x) { return std::acos(x); }, unit);
  check_function(COTANGENT_TEST_FUNCTION(atan), [](double x) { return std::atan(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(sinh), [](double x) { return std::sinh(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(cosh), [](double x) { return std::cosh(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(tanh), [](double x) { return std::tanh(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(asinh), [](double x) { return std::asinh(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(acosh), [](double x) { return std::acosh(x); }, {1, 1.5, 10, 1e10});
  check_function(COTANGENT_TEST_FUNCTION(atanh), [](double x) { return std::atanh(x); }, unit);
  check_function(COTANGENT_TEST_FUNCTION(sigmoid), [](double x) { return 1 / (1 + std::exp(-x)); }, all);
  check_function(COTANGENT_TEST_FUNCTION(abs), [](double x) { return std::abs(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(ceil), [](double x) { return std::ceil(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(floor), [](double x) { return std::floor(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(round), [](double x) { return std::nearbyint(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(round_away), [](double x) { return std::round(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(trunc), [](double x) { return std::trunc(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(square), [](double x) { return x * x; }, all);
  check_function(COTANGENT_TEST_FUNCTION(degrees), [](double x) { return x * 180 / std::acos(-1.0); }, all);
  check_function(COTANGENT_TEST_FUNCTION(erf), [](double x) { return std::erf(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(erfc), [](double x) { return std::erfc(x); }, all);
  check_function(COTANGENT_TEST_FUNCTION(lgamma), [](double x) { return std::lgamma(x); }, positive);
  check_function(
      COTANGENT_TEST_FUNCTION(normal_cdf), [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }, all);
  check_function(COTANGENT_TEST_FUNCTION(logit), [](double x) { return std::log(x / (1 - x)); }, {0, 0.25, 0.5, 1});
  check_function(COTANGENT_TEST_FUNCTION(entr), [](double x) { return x == 0 ? 0.0 : -x * std::log(x); },
                 {0, 0.25, 1, 3});
}

TEST_CASE("functions of two numbers") {
  check_pairs(
      "atan2", [](const auto &a, const auto &b) { return ct::atan2(a, b); },
      [](double a, double b) { return std::atan2(a, b); });
  check_pairs(
      "hypot", [](const auto &a, const auto &b) { return ct::hypot(a, b); },
      // of infinity and NaN the result is NaN here
      [](double a, double b) { return std::isnan(a) || std::isnan(b) ? not_a_number : std::hypot(a, b); });
  check_pairs(
      "power", [](const auto &a, const auto &b) { return ct::power(a, b); },
      [](double a, double b) { return std::pow(a, b); });
  check_pairs(
      "remainder", [](const auto &a, const auto &b) { return a % b; },
      [](double a, double b) { return std::fmod(a, b); });
  check_pairs(
      "copysign", [](const auto &a, const auto &b) { return ct::copysign(a, b); },
      [](double a, double b) { return std::copysign(a, b); });
  check_pairs(
      "nextafter", [](const auto &a, const auto &b) { return ct::nextafter(a, b); },
      [](double a, double b) { return std::nextafter(a, b); });
  check_pairs(
      "maximum", [](const auto &a, const auto &b) { return ct::maximum(a, b); },
      [](double a, double b) { return std::isnan(a) || std::isnan(b) ? not_a_number : std::fmax(a, b); });
  check_pairs(
      "logaddexp", [](const auto &a, const auto &b) { return ct::logaddexp(a, b); },
      [](double a, double b) {
        double m = std::isnan(a) || std::isnan(b) ? not_a_number : std::fmax(a, b);
        return std::isinf(m) ? m : m + std::log1p(std::exp(-std::abs(a - b)));
      });
  auto large = ct::to_device(std::vector<double>{3e200, 3e-200}),
       other = ct::to_device(std::vector<double>{4e200, 4e-200});
  check_elements(run([](const auto &a, const auto &b) { return ct::hypot(a, b) / ct::maximum(a, b); }, large, other),
                 std::vector<double>{1.25, 1.25}, 1e-14);
}

TEST_CASE("integers") {
  auto a = ct::to_device(std::vector<std::int32_t>{7, -7, 7, -7, 6}),
       b = ct::to_device(std::vector<std::int32_t>{2, 2, -2, -2, 3});
  auto [quotient, floor, rest, modulo, exact, shifted, bits] = run(
      [](const auto &a, const auto &b) {
        return std::tuple(a / b, ct::floor_divide(a, b), a % b, ct::mod(a, b), ct::true_divide(a, b), a >> 1,
                          (a & 3) | (b ^ ~a));
      },
      a, b);
  check_elements(quotient, std::vector<std::int32_t>{3, -3, -3, 3, 2});
  check_elements(floor, std::vector<std::int32_t>{3, -4, -4, 3, 2});
  check_elements(rest, std::vector<std::int32_t>{1, -1, 1, -1, 0});
  check_elements(modulo, std::vector<std::int32_t>{1, 1, -1, -1, 0});
  check_elements(exact, std::vector<float>{3.5f, -3.5f, -3.5f, 3.5f, 2});
  check_elements(shifted, std::vector<std::int32_t>{3, -4, 3, -4, 3});
  check_elements(bits, std::vector<std::int32_t>{(7 & 3) | (2 ^ ~7), (-7 & 3) | (2 ^ ~-7), (7 & 3) | (-2 ^ ~7),
                                                 (-7 & 3) | (-2 ^ ~-7), (6 & 3) | (3 ^ ~6)});
  auto natural = ct::to_device(std::vector<std::uint8_t>{0, 1, 200});
  auto [halves, zeros, ones, signs] =
      run([](const auto &x) { return std::tuple(x >> 1, ct::count_leading_zeros(x), ct::popcount(x), ct::sign(x)); },
          natural);
  check_elements(halves, std::vector<std::uint8_t>{0, 0, 100});
  check_elements(zeros, std::vector<std::uint8_t>{8, 7, 0});
  check_elements(ones, std::vector<std::uint8_t>{0, 1, 3});
  check_elements(signs, std::vector<std::uint8_t>{0, 1, 1});
}

TEST_CASE("comparisons, logic and choices") {
  auto x = ct::to_device(std::vector<float>{-1, 0, 2, std::nanf("")});
  auto [below, above, same, other, reversed, inside, chosen, clipped] = run(
      [](const auto &x) {
        return std::tuple(x < 1, 1.0f <= x, x == 0, x != x, 0 == x, !(x < 0) && (x < 5 || x > 7),
                          ct::where(x > 0, x, -1), ct::clip(x, 0, 1));
      },
      x);
  check_elements(below, std::vector<int>{1, 1, 0, 0});
  check_elements(above, std::vector<int>{0, 0, 1, 0});
  check_elements(same, std::vector<int>{0, 1, 0, 0});
  check_elements(other, std::vector<int>{0, 0, 0, 1});
  check_elements(reversed, std::vector<int>{0, 1, 0, 0});
  check_elements(inside, std::vector<int>{0, 1, 1, 0});
  check_elements(chosen, std::vector<float>{-1, -1, 2, -1});
  check_elements(clipped, std::vector<float>{0, 0, 1, std::nanf("")});
  auto [finite, infinite, missing] = run(
      [](const auto &x) {
        auto y = 1.0f / x;
        return std::tuple(ct::isfinite(y), ct::isinf(y), ct::isnan(y));
      },
      x);
  check_elements(finite, std::vector<int>{1, 0, 1, 0});
  check_elements(infinite, std::vector<int>{0, 1, 0, 0});
  check_elements(missing, std::vector<int>{0, 0, 0, 1});
}

TEST_CASE("complex numbers") {
  using Number = std::complex<double>;
  auto z = ct::to_device(std::vector<Number>{{3, 4}, {-1, 0}, {0, -2}});
  auto [size, phase, product, real, imaginary, mixed] = run(
      [](const auto &z) {
        return std::tuple(ct::abs(z), ct::angle(z), z * ct::conj(z), ct::real(z), ct::imag(z),
                          ct::make_complex(ct::real(z), 1.0) - Number(0, 1));
      },
      z);
  check_elements(size, std::vector<double>{5, 1, 2}, 1e-12);
  check_elements(phase, std::vector<double>{std::atan2(4, 3), std::acos(-1.0), -std::acos(-1.0) / 2}, 1e-12);
  check_elements(real, std::vector<double>{3, -1, 0});
  check_elements(imaginary, std::vector<double>{4, 0, -2});
  CHECK(product.to_host() == std::vector<Number>{{25, 0}, {1, 0}, {4, 0}});
  CHECK(mixed.to_host() == std::vector<Number>{{3, 0}, {-1, 0}, {0, 0}});
}

TEST_CASE("element types of results") {
  using ct::promoted_t, ct::TracedArray, ct::ConcreteArray;
  using Float = TracedArray<float, 1>;
  using Integer = TracedArray<std::int32_t, 1>;
  using Truth = TracedArray<bool, 1>;
  using Complex = TracedArray<std::complex<float>, 1>;
  static_assert(std::is_same_v<promoted_t<Float, double>, float>);
  static_assert(std::is_same_v<promoted_t<Float, int>, float>);
  static_assert(std::is_same_v<promoted_t<Integer, float>, float>);
  static_assert(std::is_same_v<promoted_t<Integer, double>, double>);
  static_assert(std::is_same_v<promoted_t<Integer, long long>, std::int32_t>);
  static_assert(std::is_same_v<promoted_t<Truth, int>, std::int32_t>);
  static_assert(std::is_same_v<promoted_t<Truth, Integer>, std::int32_t>);
  static_assert(std::is_same_v<promoted_t<TracedArray<std::int64_t, 2>, Float>, float>);
  static_assert(std::is_same_v<promoted_t<ConcreteArray<double, 2>, Float>, double>);
  static_assert(std::is_same_v<promoted_t<TracedArray<std::uint8_t, 1>, TracedArray<std::int8_t, 1>>, std::int16_t>);
  static_assert(std::is_same_v<promoted_t<TracedArray<std::uint64_t, 1>, Integer>, std::int64_t>);
  static_assert(std::is_same_v<promoted_t<Complex, TracedArray<double, 1>>, std::complex<double>>);
  static_assert(std::is_same_v<promoted_t<Float, std::complex<double>>, std::complex<float>>);
  static_assert(ct::broadcast_rank<Float, ConcreteArray<double, 3>, int> == 3);
  auto x = ct::to_device(std::vector<std::int32_t>{1, 2});
  auto [sine, whole, wide, truth] = run(
      [](const auto &x) {
        return std::tuple(ct::sin(x), ct::astype<std::uint8_t>(x * 1.9), x * 0.5, ct::astype<bool>(x - 1));
      },
      x);
  static_assert(std::is_same_v<decltype(sine), ConcreteArray<float, 1>>);
  static_assert(std::is_same_v<decltype(wide), ConcreteArray<double, 1>>);
  check_elements(sine, std::vector<float>{std::sin(1.0f), std::sin(2.0f)});
  check_elements(whole, std::vector<std::uint8_t>{1, 3});
  check_elements(wide, std::vector<double>{0.5, 1});
  check_elements(truth, std::vector<int>{0, 1});
}

TEST_CASE("shapes broadcast, and variables get new values") {
  auto x = array<float>(Sizes<2>{2, 3}, {1, 2, 3, 4, 5, 6});
  auto row = ct::to_device(std::vector<float>{10, 20, 30}), column = ct::to_device(std::vector<float>{1, 2});
  auto [sum, table, changed] = run(
      [row](const auto &x, const auto &column) {
        auto changed = x;
        changed += row;
        changed *= 2;
        changed -= x;
        changed /= 1.0;
        return std::tuple(x + row, ct::expand_dims<1>(column) * row, changed);
      },
      x, column);
  check_elements(sum, std::vector<float>{11, 22, 33, 14, 25, 36});
  check_elements(table, std::vector<float>{10, 20, 30, 20, 40, 60});
  check_elements(changed, std::vector<float>{21, 42, 63, 24, 45, 66});
}

TEST_CASE("errors name the function, the place, the shapes and the likely cause") {
  auto x = array<float>(Sizes<2>{2, 3}, {1, 2, 3, 4, 5, 6});
  auto column = ct::to_device(std::vector<float>{1, 2});
  auto small = ct::to_device(std::vector<std::uint8_t>{1});
  std::string message = message_of([](const auto &x, const auto &y) { return x * y; }, x, column);
  CHECK(message.find("operations_elementwise.cpp:") != std::string::npos);
  CHECK(message.find("[multiply] the shapes (2, 3) and (2,) do not fit together: dimension 1") != std::string::npos);
  CHECK(message.find("ct::expand_dims") != std::string::npos);
  message = message_of([](const auto &x) { return ct::maximum(x, ct::transpose(x)); }, x);
  CHECK(message.find("[maximum]") != std::string::npos);
  CHECK(message.find("ct::transpose") != std::string::npos);
  message = message_of([](const auto &x) { return x + 300; }, small);
  CHECK(message.find("300 does not fit") != std::string::npos);
}
