// Derivatives of functions of arrays and structs of them, inside traced code and outside.
#include "support.h"

namespace {

template <class W, class B> struct Layer {
  W weight;
  B bias;
  std::int32_t size = 3;
};

auto cube = [](const auto &x) { return ct::sum(x * x * x); };
ct::ConcreteArray<double, 1> point() { return ct::to_device(std::vector{1.0, -2.0, 0.5}); }

} // namespace

TEST_CASE("gradients of arrays, structs, several arguments") {
  auto x = point();
  check_elements(ct::gradient(cube, x), std::vector<double>{3, 12, 0.75}, 1e-12);
  auto y = ct::to_device(std::vector{2.0, 1.0, -1.0});
  auto dot = [](const auto &x, const auto &y) { return ct::dot(x, y); };
  auto [dx, dy] = ct::gradient(dot, x, y);
  check_elements(dx, y.to_host());
  check_elements(dy, x.to_host());
  check_elements(ct::gradient(dot, x, ct::Const{y}), y.to_host());
  Layer<ct::ConcreteArray<double, 2>, ct::ConcreteArray<double, 1>> layer{
      array<double>(Sizes<2>{3, 2}, {1, 2, 3, 4, 5, 6}), ct::to_device(std::vector{0.5, -0.5}), 3};
  auto [value, gradient] = ct::value_and_gradient(
      [&](const auto &layer) { return ct::sum(ct::square(ct::dot(x, layer.weight) + layer.bias)); }, layer);
  const double first = 1 * 1 - 2 * 3 + 0.5 * 5 + 0.5, second = 1 * 2 - 2 * 4 + 0.5 * 6 - 0.5;
  check_elements(value, std::vector<double>{first * first + second * second}, 1e-12);
  check_elements(gradient.bias, std::vector<double>{2 * first, 2 * second}, 1e-12);
  check_elements(gradient.weight, std::vector<double>{2 * first, 2 * second, -4 * first, -4 * second, first, second},
                 1e-12);
  CHECK(gradient.size == 3);
}

TEST_CASE("inside traced code, also of derivatives") {
  auto x = point();
  auto [gradient, second, third] = run(
      [](const auto &x) {
        auto slope = [](const auto &v) { return ct::sum(ct::gradient(cube, v)); };
        auto curvature = [&](const auto &v) { return ct::sum(ct::gradient(slope, v)); };
        return std::tuple(ct::gradient(cube, x), ct::gradient(slope, x), ct::gradient(curvature, x));
      },
      x);
  check_elements(gradient, std::vector<double>{3, 12, 0.75}, 1e-12);
  check_elements(second, std::vector<double>{6, -12, 3}, 1e-12);
  check_elements(third, std::vector<double>{6, 6, 6}, 1e-12);
}

TEST_CASE("pairs and tuples as arguments stay what they are") {
  auto x = point();
  auto y = ct::to_device(std::vector{2.0, 1.0, -1.0});
  auto both = std::pair(x, y);
  auto f = [](const auto &both, const auto &z) { return ct::sum(both.first * both.second * z); };
  auto [dboth, dz] = ct::gradient(f, both, y);
  check_elements(dboth.first, std::vector<double>{4, 1, 1}, 1e-12);
  check_elements(dboth.second, std::vector<double>{2, -2, -0.5}, 1e-12);
  check_elements(dz, std::vector<double>{2, -2, -0.5}, 1e-12);
  auto rows = std::tuple(random_array<double>(Sizes<2>{2, 3}), random_array<double>(Sizes<2>{2, 3}, 2));
  auto dots = ct::vmap([](const auto &pair) { return ct::dot(std::get<0>(pair), std::get<1>(pair)); })(rows);
  std::vector<double> left = std::get<0>(rows).to_host(), right = std::get<1>(rows).to_host(), expected(2);
  for (std::size_t at = 0; at < 6; ++at)
    expected[at / 3] += left[at] * right[at];
  check_elements(dots, expected, 1e-12);
}

TEST_CASE("only what is asked for is differentiated") {
  auto x = ct::to_device(3.0);
  // the captured x is a constant of the inner function
  auto result = run([](const auto &x) { return ct::gradient([&](const auto &y) { return x * y * y; }, x); }, x);
  check_elements(result, std::vector<double>{18});
  auto stopped = ct::gradient([](const auto &x) { return x * ct::stop_gradient(x * x); }, x);
  check_elements(stopped, std::vector<double>{9});
}

TEST_CASE("tangents, pullbacks, linear maps") {
  auto x = point();
  auto direction = ct::to_device(std::vector{1.0, 0.0, 2.0});
  auto f = [](const auto &x) { return ct::sin(x) * ct::sum(x); };
  auto [value, tangent] = ct::jvp(f, x, direction);
  std::vector<double> expected, pulled(3);
  const double sum = -0.5;
  for (double v : {1.0, -2.0, 0.5}) {
    double d = v == 1 ? 1 : v == 0.5 ? 2 : 0;
    expected.push_back(std::cos(v) * d * sum + std::sin(v) * 3);
  }
  check_elements(tangent, expected, 1e-12);
  auto [same, pull] = ct::vjp(f, x);
  check_elements(same, value.to_host(), 1e-12);
  auto cotangent = pull(direction);
  double left = 0, right = 0;
  for (std::size_t at = 0; at < 3; ++at) {
    left += cotangent.to_host()[at] * direction.to_host()[at];
    right += tangent.to_host()[at] * direction.to_host()[at];
  }
  CHECK(left == doctest::Approx(right));
  auto [again, linear] = ct::linearize(f, x);
  check_elements(linear(direction), expected, 1e-12);
}

TEST_CASE("Jacobians and Hessians") {
  auto x = point();
  auto f = [](const auto &x) { return x * ct::sum(x); };
  check_elements(ct::jacobian(f, x), std::vector<double>{0.5, 1, 1, -2, -2.5, -2, 0.5, 0.5, 0}, 1e-12);
  check_elements(ct::hessian(cube, x), std::vector<double>{6, 0, 0, 0, -12, 0, 0, 0, 3}, 1e-12);
  check_elements(ct::hvp(cube, x, ct::to_device(std::vector{1.0, 1.0, 0.0})), std::vector<double>{6, -12, 0}, 1e-12);
  // of several arguments: a matrix whose columns are the elements of all that are not constant
  auto y = ct::to_device(std::vector{2.0, 1.0, -1.0});
  auto product = [](const auto &x, const auto &y) { return x * y; };
  check_elements(ct::jacobian(product, x, y),
                 std::vector<double>{2, 0, 0, 1, 0, 0, 0, 1, 0, 0, -2, 0, 0, 0, -1, 0, 0, 0.5}, 1e-12);
  check_elements(ct::jacobian(product, x, ct::Const{y}), std::vector<double>{2, 0, 0, 0, 1, 0, 0, 0, -1}, 1e-12);
  check_elements(ct::jacobian(product, ct::Const{x}, y), std::vector<double>{1, 0, 0, 0, -2, 0, 0, 0, 0.5}, 1e-12);
  auto one = ct::to_device(std::vector{3.0}), two = ct::to_device(std::vector{2.0});
  auto mixed = [](const auto &a, const auto &b) { return ct::sum(a * a * b); };
  check_elements(ct::hessian(mixed, one, two), std::vector<double>{4, 6, 6, 0}, 1e-12);
  check_elements(ct::hessian(mixed, one, ct::Const{two}), std::vector<double>{4}, 1e-12);
  check_elements(ct::hvp(mixed, one, two, ct::Const{two}), std::vector<double>{8}, 1e-12);
}

TEST_CASE("many examples at once") {
  auto xs = random_array<double>(Sizes<2>{4, 3}, 2);
  auto w = random_array<double>(Sizes<1>{3}, 3);
  auto f = [](const auto &x, const auto &w) { return ct::sum(ct::tanh(x * w)); };
  auto all = run([&](const auto &xs, const auto &w) { return ct::vmap(f)(xs, ct::Const{w}); }, xs, w);
  auto slopes = run(
      [&](const auto &xs, const auto &w) {
        return ct::vmap([&](const auto &x, const auto &w) { return ct::gradient(f, x, ct::Const{w}); })(xs,
                                                                                                        ct::Const{w});
      },
      xs, w);
  for (std::size_t row = 0; row < 4; ++row) {
    double sum = 0;
    for (std::size_t at = 0; at < 3; ++at) {
      double bend = std::tanh(xs.data()[3 * row + at] * w.data()[at]);
      sum += bend;
      CHECK(slopes.to_host()[3 * row + at] == doctest::Approx((1 - bend * bend) * w.data()[at]));
    }
    CHECK(all.to_host()[row] == doctest::Approx(sum));
  }
}

TEST_CASE("complex numbers") {
  auto z = ct::to_device(std::complex<double>(1, 2));
  // |z|² has the gradient 2 z
  auto gradient = ct::gradient([](const auto &z) { return ct::real(z * ct::conj(z)); }, z);
  CHECK(std::abs(gradient.to_host()[0] - std::complex<double>(2, 4)) < 1e-12);
}

TEST_CASE("sorting, choosing and looking up have derivatives") {
  auto x = ct::to_device(std::vector{3.0, 1.0, 2.0});
  auto weights = ct::to_device(std::vector{1.0, 10.0, 100.0});
  auto of_sort = ct::gradient([&](const auto &x) { return ct::dot(ct::sort(x), weights); }, x);
  check_elements(of_sort, std::vector<double>{100, 1, 10});
  auto of_max = ct::gradient([](const auto &x) { return ct::max(x); }, x);
  check_elements(of_max, std::vector<double>{1, 0, 0});
  auto indices = ct::to_device(std::vector<std::int32_t>{2, 2, 0});
  auto of_take = ct::gradient([&](const auto &x) { return ct::dot(ct::take(x, indices), weights); }, x);
  check_elements(of_take, std::vector<double>{100, 0, 11});
}
