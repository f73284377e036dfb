// Objects that a function builds and returns: their memory grows inside, and the seeds come after the forward half.
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

namespace ct = cotangent;

namespace {

std::vector<double> pairs(const std::vector<double>& x) {
  std::vector<double> result;
  for (double value : x) {
    result.push_back(value * value);
    result.push_back(value * x[0]);
  }
  return result;
}

struct Trajectory {
  std::vector<double> time, value;
  std::vector<std::vector<double>> rows;
  std::string name;
  double last = 0;
};

Trajectory growth(double rate, int steps) {
  Trajectory result;
  double value = 1;
  for (int i = 0; i < steps; ++i) {
    value += 0.1 * rate * value * (1 - value / 5);
    result.time.push_back(0.1 * i);
    result.value.push_back(value);
    result.rows.emplace_back();
    for (int j = 0; j <= i; ++j) result.rows.back().push_back(value * j);
  }
  result.name = "a name too long to be stored inside of the string";
  result.last = value;
  return result;
}

std::vector<double> longer(std::vector<double> values, double x) {
  values.push_back(x);
  values.push_back(x * values[0]);
  values.insert(values.begin(), x * x);
  return values;
}

std::map<int, double> table(double x) {
  std::map<int, double> result;
  for (int i = 0; i < 5; ++i) result[i % 3] += x * x * i;
  return result;
}

// Called through a pointer of the same kind as `table`: what they return tells them apart.
std::optional<std::vector<double>> if_positive(double x) {
  std::optional<std::vector<double>> result;
  if (x > 0) {
    result.emplace();
    for (int i = 0; i < 4; ++i) result->push_back(x * i);
  }
  return result;
}

std::vector<double> one_of_two(double x, bool first) {
  std::vector<double> a, b;
  for (int i = 0; i < 3; ++i) {
    a.push_back(x * i);
    b.push_back(x * x * i);
  }
  if (first) return a;
  return b;
}

std::vector<double> up_to_five(double x) {
  std::vector<double> result;
  for (int i = 0; i < 9; ++i) {
    result.push_back(x * i);
    if (result.back() > 5) throw std::runtime_error("too large");
  }
  return result;
}

std::map<std::string, double> named(double x) {
  std::map<std::string, double> result;
  result["odd"] = x * x;
  result["a name that is longer than fifteen characters"] = x;
  return result;
}

std::pair<double, std::vector<double>> sum_and_parts(double a, double b) { return {a * b, {a * a, b}}; }

double cube(double x) { return x * x * x; }
auto pullback_of_cube(double x) { return ct::vjp(cube, x); }

// Its members are hidden, and its shadow gets new memory when it is cleared.
class Samples {
 public:
  explicit Samples(std::vector<double> values) : values_(std::move(values)) {}
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> values_;
};
double product_of(const Samples& samples) { return samples.values()[0] * samples.values()[1]; }

void append(std::vector<double>& values, double x) {
  values.push_back(x * x);
  values.push_back(x * values[0]);
}

}  // namespace

template <>
struct cotangent::shadow_traits<Samples> {
  static Samples make_zero(const Samples& given) { return Samples(std::vector<double>(given.values().size(), 0.0)); }
};

TEST_CASE("texts in a result") {
  auto [value, tangent] = ct::jvp(named, std::tuple{2.0}, std::tuple{1.0});
  REQUIRE(tangent.size() == 2);
  CHECK(tangent["odd"] == 4);
  CHECK(tangent["a name that is longer than fifteen characters"] == 1);
  auto [same, pull] = ct::vjp(named, 2.0);
  CHECK(pull(value) == 2 * 2 * value["odd"] + value["a name that is longer than fifteen characters"]);
}

TEST_CASE("pairs and tuples") {
  auto [value, pull] = ct::vjp(sum_and_parts, 2.0, 3.0);
  auto [of_a, of_b] = pull(std::pair{1.0, std::vector<double>{1, 1}});
  CHECK(of_a == 7);
  CHECK(of_b == 3);
  CHECK(ct::jacobian(sum_and_parts, 2.0, 3.0)(1, 0) == 4);
}

TEST_CASE("a pullback that is returned, and called again") {
  auto made = pullback_of_cube(2);
  auto& pull = std::get<1>(made);
  CHECK(pull(1.0) == 12);
  CHECK(pull(2.0) == 24);
  auto moved = std::move(pull);
  CHECK(moved(1.0) == 12);
}

TEST_CASE("a pullback of a class whose shadow is made anew") {
  auto [value, pull] = ct::vjp(product_of, Samples({2, 3}));
  for (int i = 0; i < 2; ++i) CHECK(pull(1.0).values() == std::vector<double>{3, 2});
}

TEST_CASE("a vector that is built by push_back") {
  auto [value, pull] = ct::vjp(pairs, std::vector<double>{1, 2, 3});
  CHECK(value == std::vector<double>{1, 1, 4, 2, 9, 3});
  CHECK(pull(std::vector<double>{1, 1, 1, 1, 1, 1}) == std::vector<double>{9, 5, 7});
  auto jacobian = ct::jacobian(pairs, std::vector<double>{1, 2, 3});
  CHECK(jacobian(1, 0) == 2);
  CHECK(jacobian(3, 0) == 2);
  CHECK(jacobian(5, 2) == 1);
}

TEST_CASE("a pullback that is never called leaves nothing behind") {
  auto [value, pull] = ct::vjp(pairs, std::vector<double>{1, 2, 3});
  CHECK(value.size() == 6);
}

TEST_CASE("a struct of containers") {
  auto [value, pull] = ct::vjp(growth, 0.7, ct::Const{9});
  Trajectory seed = ct::make_zero(value);
  seed.last = 1;
  seed.rows[3][2] = 0.5;
  seed.value[4] = 2;
  auto seeded = [](double rate) {
    Trajectory result = growth(rate, 9);
    return result.last + 0.5 * result.rows[3][2] + 2 * result.value[4];
  };
  const double h = 1e-6, expected = (seeded(0.7 + h) - seeded(0.7 - h)) / (2 * h);
  CHECK(pull(seed) == doctest::Approx(expected).epsilon(1e-8));

  auto [same, tangent] = ct::jvp(growth, std::tuple{0.7, ct::Const{9}}, std::tuple{1.0});
  CHECK(tangent.last + 0.5 * tangent.rows[3][2] + 2 * tangent.value[4] == doctest::Approx(expected).epsilon(1e-8));
  CHECK(tangent.rows.size() == same.rows.size());
  CHECK(tangent.name.size() == same.name.size());
}

TEST_CASE("arguments by value go into the result") {
  auto [value, pull] = ct::vjp(longer, std::vector<double>{3}, 2.0);
  auto [of_values, of_x] = pull(std::vector<double>{1, 1, 1, 1});
  CHECK(of_values == std::vector<double>{3});
  CHECK(of_x == 8);
}

TEST_CASE("maps and optionals") {
  auto [counts, pull_counts] = ct::vjp(table, 2.0);
  auto seed = counts;
  for (auto& [key, number] : seed) number = 1;
  CHECK(pull_counts(seed) == 40);
  auto [numbers, pull_numbers] = ct::vjp(if_positive, 2.0);
  auto seeds = numbers;
  for (double& number : *seeds) number = 1;
  CHECK(pull_numbers(seeds) == 6);
}

TEST_CASE("which of two is returned") {
  for (bool first : {true, false}) {
    auto [value, pull] = ct::vjp(one_of_two, 2.0, ct::Const{first});
    CHECK(pull(std::vector<double>{1, 1, 1}) == (first ? 3 : 12));
  }
}

TEST_CASE("an exception while the result grows") {
  CHECK_THROWS_WITH_AS(ct::vjp(up_to_five, 2.0), "too large", std::runtime_error);
  CHECK(ct::jacobian(up_to_five, 0.5)(3, 0) == 3);
}

TEST_CASE("a container of the caller that grows is refused and stays whole") {
  const int line = __LINE__ - 107;  // of the first push_back in append
  std::vector<double> values = {3, 4}, shadow = {0, 0};
  std::string message;
  try {
    ct::autodiff(ct::reverse, append, ct::Duplicated{values, shadow}, ct::Active{2.0});
  } catch (const ct::RuntimeException& failure) {
    message = failure.what();
  }
  CHECK(message.find("run.cpp:" + std::to_string(line) + ":") != std::string::npos);
  CHECK(message.find("gets new memory") != std::string::npos);
  CHECK(message.find("return it") != std::string::npos);
  CHECK(values == std::vector<double>{3, 4});
  CHECK(shadow == std::vector<double>{0, 0});
  values.reserve(4);
  shadow.reserve(4);
}

namespace {

struct Owned {
  std::unique_ptr<double> area, root;
};
Owned owned(double x) { return {std::make_unique<double>(x * x), std::make_unique<double>(std::sqrt(x))}; }

}  // namespace

TEST_CASE("the Jacobian of a result that cannot be copied, by columns and by rows") {
  const auto jacobian = ct::jacobian(owned, 4.0);
  CHECK(jacobian(0, 0) == doctest::Approx(8));
  CHECK(jacobian(1, 0) == doctest::Approx(0.25));
  const auto rows = ct::jacobian([](double x, double y, double z) { return owned(x * y * z); }, 1.0, 2.0, 2.0);
  CHECK(rows(0, 0) == doctest::Approx(32));
  CHECK(rows(1, 1) == doctest::Approx(0.5));
}
