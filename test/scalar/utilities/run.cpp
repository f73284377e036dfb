#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "check_gradient.h"

namespace {

struct Particle {
  double mass;
  std::array<double, 2> at;
};
double smart_pointers(const double* x, int n) {
  auto one = std::make_unique<Particle>(Particle{x[0], {x[1], 2}});
  std::unique_ptr<double[]> many(new double[n]);
  for (int i = 0; i < n; ++i) many[i] = one->at[i % 2] * x[i];
  auto shared = std::make_shared<double>(x[0] * x[1]);
  auto also = shared;
  *also *= *shared;
  std::unique_ptr<Particle> moved = std::move(one);
  moved->mass *= *shared;
  one.reset();
  return moved->mass * many[n - 1] + *also;
}

std::pair<double, int> halved(double value) { return {value / 2, 2}; }
std::tuple<double, double, int> three(double a, double b) { return {a * b, b, 3}; }
std::optional<double> root(double value) { return value < 0 ? std::nullopt : std::optional(std::sqrt(value)); }
double pairs_tuples_optionals(const double* x, int n) {
  auto [half, two] = halved(x[0]);
  auto [a, b, c] = three(half, x[1]);
  double sum = a * b * two + c;
  for (int i = 0; i < n; ++i) {
    if (auto value = root(x[i])) sum += *value * x[0];
    sum *= root(x[i]).value_or(x[i]);
  }
  std::pair<double, double> p(sum, x[0]);
  std::swap(p.first, p.second);
  std::tie(a, b) = p;
  return a * b + std::get<1>(std::tuple(1, b));
}

double strings_beside(const double* x, int n) {
  std::map<std::string, double> named;
  std::string name = "value ";
  for (int i = 0; i < n; ++i) {
    name += static_cast<char>('a' + i % 2);
    named[name.substr(6)] += x[i] * x[0];
    if (name.size() > 7) name.resize(6);
  }
  std::vector<std::pair<std::string, double>> list(named.begin(), named.end());
  double sum = 0;
  for (const auto& [text, value] : list) sum += value * value * static_cast<double>(text.size());
  return sum;
}

}  // namespace

TEST_CASE("pointers that own") {
  check_gradient<smart_pointers>({0.5, 1.5});
}

TEST_CASE("pair, tuple, optional") {
  check_gradient<pairs_tuples_optionals>({0.5, 1.5, -0.75});
}

TEST_CASE("strings beside") {
  check_gradient<strings_beside>({0.5, 1.5, 0.75});
}
