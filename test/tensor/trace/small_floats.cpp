// Floating-point numbers of 16 and 8 bits as elements.
#include "support.h"

namespace {

template <class T> void check_type(double tolerance) {
  INFO(T::name);
  std::vector<T> elements{T(0.5), T(-1.25), T(3.1), T(0.1)};
  auto x = ct::to_device(elements);
  auto host = x.to_host();
  for (std::size_t at = 0; at < 4; ++at)
    CHECK(host[at].bits() == elements[at].bits());
  auto [twice, wide, back] = run(
      [](const auto &x) {
        return std::tuple(x * 2.0 + T(1), ct::astype<float>(x), ct::astype<T>(ct::astype<float>(x)));
      },
      x);
  for (std::size_t at = 0; at < 4; ++at) {
    float value = elements[at];
    CHECK(twice.to_host()[at] == T(static_cast<float>(T(2 * value)) + 1));
    CHECK(wide.to_host()[at] == value);
    CHECK(back.to_host()[at].bits() == elements[at].bits());
  }
  auto gradient = ct::gradient([](const auto &x) { return ct::sum(x * x); }, x);
  static_assert(std::is_same_v<typename decltype(gradient)::value_type, T>);
  for (std::size_t at = 0; at < 4; ++at)
    CHECK(gradient.to_host()[at] == doctest::Approx(2 * static_cast<float>(elements[at])).epsilon(tolerance));
}

} // namespace

TEST_CASE("numbers of each format") {
  check_type<ct::float16>(0.001);
  check_type<ct::bfloat16>(0.01);
  check_type<ct::float8_e4m3fn>(0.1);
  check_type<ct::float8_e5m2>(0.2);
  CHECK(static_cast<float>(ct::float16(1.0 / 3)) == doctest::Approx(0.33325195));
  CHECK(static_cast<float>(ct::bfloat16(1.0 / 3)) == doctest::Approx(0.33398438));
  CHECK(std::isinf(static_cast<float>(ct::float16(1e9))));
  CHECK(std::isnan(static_cast<float>(ct::float8_e4m3fn(1e9))));
  CHECK(ct::float8_e8m0fnu(4).bits() == 129);
}

TEST_CASE("wider types win, and a product of halves sums in their type") {
  auto half = ct::to_device(std::vector<ct::float16>{1.5, 2.5});
  auto brain = ct::to_device(std::vector<ct::bfloat16>{2, 4});
  auto single = ct::to_device(std::vector{0.5f, 0.25f});
  auto [a, b, c] =
      run([](const auto &h, const auto &b, const auto &s) { return std::tuple(h + b, h * s, ct::dot(h, h)); }, half,
          brain, single);
  static_assert(std::is_same_v<decltype(a), ct::ConcreteArray<float, 1>>);
  static_assert(std::is_same_v<decltype(c), ct::ConcreteArray<ct::float16, 0>>);
  check_elements(a, std::vector<float>{3.5, 6.5});
  check_elements(b, std::vector<float>{0.75, 0.625});
  CHECK(static_cast<float>(c.to_host()[0]) == 8.5f);
}

TEST_CASE("weights of float, products of bfloat16") {
  auto x = random_array<float>(Sizes<2>{8, 16}, 1, -1, 1), w = random_array<float>(Sizes<2>{16, 4}, 2, -0.5, 0.5);
  auto loss = [](auto cast) {
    return [cast](const auto &w, const auto &x) {
      return ct::mean(ct::square(ct::tanh(ct::astype<float>(ct::dot(cast(x), cast(w))))));
    };
  };
  auto exact = ct::gradient(loss([](const auto &a) { return a; }), w, ct::Const{x});
  auto mixed = ct::gradient(loss([](const auto &a) { return ct::astype<ct::bfloat16>(a); }), w, ct::Const{x});
  static_assert(std::is_same_v<decltype(mixed), ct::ConcreteArray<float, 2>>);
  auto left = exact.to_host(), right = mixed.to_host();
  double largest = 0, difference = 0;
  for (std::size_t at = 0; at < left.size(); ++at) {
    largest = std::max(largest, std::abs(static_cast<double>(left[at])));
    difference = std::max(difference, std::abs(static_cast<double>(left[at]) - static_cast<double>(right[at])));
  }
  CHECK(difference > 0);
  CHECK(difference < 0.02 * largest);
}
