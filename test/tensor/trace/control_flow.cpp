// Loops and branches of traced programs, and their derivatives.
#include "support.h"

namespace {

template <class Array> struct Particle {
  Array position, speed;
};

ct::ConcreteNumber<double> number(double value) { return ct::to_device(value); }
template <class Array> double first(const Array &array) { return static_cast<double>(array.to_host()[0]); }

} // namespace

TEST_CASE("branches") {
  auto absolute = [](const auto &x) { return ct::cond(x < 0.0, [&] { return -x; }, [&] { return x * 1.0; }); };
  for (double value : {-3.0, 2.0}) {
    auto x = number(value);
    CHECK(first(run(absolute, x)) == std::abs(value));
    CHECK(first(ct::gradient(absolute, x)) == (value < 0 ? -1 : 1));
  }
  auto choose = [](const auto &i, const auto &x) {
    return ct::switch_(i,
                       std::tuple([](const auto &x) { return x * x; }, [](const auto &x) { return ct::sin(x); },
                                  [](const auto &x) { return x * 0.0; }),
                       x);
  };
  auto x = number(0.5);
  for (int at = -1; at < 4; ++at) {
    auto i = ct::to_device(static_cast<std::int32_t>(at));
    double expected = at == 0 ? 0.25 : at == 1 ? std::sin(0.5) : 0;
    CHECK(first(run(choose, i, x)) == doctest::Approx(expected));
  }
}

TEST_CASE("loops change structs") {
  Particle<ct::ConcreteNumber<double>> particle{number(1), number(0)};
  auto move = [](auto particle) {
    ct::for_range(
        0, 1000,
        [](const auto &, auto &p) {
          p.speed = p.speed - 0.001 * p.position;
          p.position = p.position + 0.001 * p.speed;
        },
        particle);
    return particle;
  };
  auto after = run(move, particle);
  CHECK(first(after.position) == doctest::Approx(std::cos(1.0)).epsilon(1e-3));
  CHECK(first(after.speed) == doctest::Approx(-std::sin(1.0)).epsilon(1e-3));
  auto gradient = ct::gradient([&](const auto &p) { return move(p).position; }, particle);
  CHECK(first(gradient.position) == doctest::Approx(std::cos(1.0)).epsilon(1e-3));
  CHECK(first(gradient.speed) == doctest::Approx(std::sin(1.0)).epsilon(1e-3));
}

TEST_CASE("loops until a condition holds") {
  auto root = [](const auto &a) {
    auto y = a;
    ct::while_loop([&](const auto &y) { return ct::abs(y * y - a) > 1e-13; }, [&](auto &y) { y = 0.5 * (y + a / y); },
                   y);
    return y;
  };
  auto a = number(2);
  auto [value, slope] = ct::value_and_gradient(root, a);
  CHECK(first(value) == doctest::Approx(std::sqrt(2.0)));
  CHECK(first(slope) == doctest::Approx(0.5 / std::sqrt(2.0)));
  auto curvature = ct::hessian(root, a);
  CHECK(first(curvature) == doctest::Approx(-0.25 / std::pow(2.0, 1.5)));
}

TEST_CASE("counts that the program computes") {
  auto power = [](const auto &x, const auto &n) {
    auto y = ct::ones_like(x);
    ct::for_range(0, n, [&](const auto &, auto &y) { y = y * x; }, y);
    return y;
  };
  auto x = number(1.5);
  for (int n : {0, 1, 7}) {
    auto count = ct::to_device(static_cast<std::int32_t>(n));
    auto [value, slope] = ct::value_and_gradient(power, x, count);
    CHECK(first(value) == doctest::Approx(std::pow(1.5, n)));
    CHECK(first(slope) == doctest::Approx(n * std::pow(1.5, n - 1)));
  }
}

TEST_CASE("scans and maps") {
  auto xs = ct::to_device(std::vector{1.0, 2.0, 3.0, 4.0});
  auto running = [](const auto &xs) {
    return ct::scan([](const auto &sum, const auto &x) { return std::pair(sum + x, sum * x); }, 0.0 * ct::sum(xs), xs);
  };
  auto [last, all] = run(running, xs);
  CHECK(first(last) == 10);
  check_elements(all, std::vector<double>{0, 2, 9, 24});
  auto gradient = ct::gradient([&](const auto &xs) { return ct::sum(running(xs).second); }, xs);
  check_elements(gradient, std::vector<double>{9, 8, 7, 6}, 1e-12);
  auto squares = run([](const auto &xs) { return ct::map([](const auto &x) { return x * x; }, xs); }, xs);
  check_elements(squares, std::vector<double>{1, 4, 9, 16});
}

TEST_CASE("what a loop may not do") {
  auto x = ct::to_device(std::vector{1.0, 2.0});
  auto grow = [](const auto &x) {
    return ct::while_loop([](const auto &y) { return ct::sum(y) < 10.0; },
                          [](const auto &y) { return ct::concatenate(y, y); }, x);
  };
  CHECK_THROWS_WITH_AS(ct::compile(grow, x), doctest::Contains("state[0]: expected an array 2xf64, got an array 4xf64"),
                       ct::Error);
  auto differ = [](const auto &x) {
    return ct::cond(ct::sum(x) > 0.0, [&] { return x * 1.0; }, [&] { return ct::concatenate(x, x); });
  };
  CHECK_THROWS_WITH_AS(ct::compile(differ, x), doctest::Contains("2xf64"), ct::Error);
}

TEST_CASE("errors of loops name the user's line") {
  auto x = ct::to_device(std::vector{1.0, 2.0});
  auto until = [](const auto &x) {
    auto state = x;
    ct::while_loop([](const auto &s) { return ct::sum(s) < 5.0; }, [](auto &s) { s = ct::concatenate(s, s); }, state);
    return state;
  };
  CHECK_THROWS_WITH_AS(run(until, x), doctest::Contains("control_flow.cpp:"), ct::Error);
  const std::string line = "control_flow.cpp:" + std::to_string(__LINE__ + 3) + ":";
  auto counted = [](const auto &x) {
    auto state = x;
    ct::for_range(0, 3, [](auto, auto &s) { s = ct::concatenate(s, s); }, state);
    return state;
  };
  CHECK_THROWS_WITH_AS(run(counted, x), doctest::Contains(line.c_str()), ct::Error);
}
