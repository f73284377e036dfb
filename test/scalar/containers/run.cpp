#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check_gradient.h"

namespace {

double push_back(const double* x, int n) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    values.push_back(x[i] * x[0]);
    if (i % 2) values.push_back(values[i / 2] * x[i]);
  }
  double sum = 0;
  for (double value : values) sum = sum * 0.5 + value * value;
  return sum;
}

double erase_and_insert(const double* x, int n) {
  std::vector<double> values(x, x + n);
  values.insert(values.begin() + 1, x[0] * x[1]);
  values.erase(values.begin());
  values.insert(values.end(), 2, values[0]);
  values.erase(values.begin() + 1, values.begin() + 3);
  values.pop_back();
  double product = 1;
  for (double value : values) product = product * value + 1;
  return product;
}

double resize_and_assign(const double* x, int n) {
  std::vector<double> values(2, x[0]);
  values.resize(n + 3, x[1]);
  for (int i = 0; i < n; ++i) values[i] *= x[i];
  values.resize(n + 1);
  std::vector<double> copy = values;
  copy.assign(3, values.back());
  values = copy;
  values.shrink_to_fit();
  copy.clear();
  std::swap(values, copy);
  return copy[0] * copy[2] + static_cast<double>(values.size());
}

double two_dimensions(const double* x, int n) {
  std::vector<std::vector<double>> rows(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) rows[i][j] = x[i] * x[j] + (i == j);
  }
  rows.push_back(rows[0]);
  rows.erase(rows.begin() + 1);
  double sum = 0;
  for (const auto& row : rows) {
    for (int j = 0; j < n; ++j) sum += row[j] * rows[n - 1][j];
  }
  return sum;
}

double std_array(const double* x, int n) {
  std::array<double, 4> values{};
  for (int i = 0; i < n; ++i) values[i % 4] += x[i];
  std::array<std::array<double, 4>, 2> pair{values, values};
  pair[0].fill(x[0]);
  return values.front() * values.back() + pair[0][2] * pair[1].at(1);
}

double sum_of(std::span<const double> values) {
  double sum = 0;
  for (double value : values) sum += value * value;
  return sum;
}
double std_span(const double* x, int n) {
  std::span<const double> all(x, n);
  return sum_of(all.subspan(1)) * sum_of(all.first(2)) + all.back();
}

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

double sorted(const double* x, int n) {
  std::vector<double> values(x, x + n);
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (i + 1) * values[i] * values[i];
  std::sort(values.begin(), values.end(), [](double a, double b) { return std::sin(a) > std::sin(b); });
  return sum + values[0] * values[1];
}

double sorted_indices_and_structs(const double* x, int n) {
  std::vector<Particle> particles;
  for (int i = 0; i < n; ++i) particles.push_back({x[i], {x[(i + 1) % n], static_cast<double>(i)}});
  std::sort(particles.begin(), particles.end(), [](const Particle& a, const Particle& b) { return a.mass < b.mass; });
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return x[a] > x[b]; });
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += particles[i].mass * particles[i].at[0] * (i + 1) * x[order[i]];
  return sum;
}

double algorithms(const double* x, int n) {
  std::vector<double> values(x, x + n), other(n);
  std::rotate(values.begin(), values.begin() + 2, values.end());
  std::transform(values.begin(), values.end(), x, other.begin(), [](double a, double b) { return a * b + a; });
  double sum = std::accumulate(other.begin(), other.end(), 0.5, [](double s, double v) { return s * 0.5 + v * v; });
  sum += std::inner_product(values.begin(), values.end(), other.begin(), 0.0);
  std::partial_sum(values.begin(), values.end(), values.begin());
  std::reverse(other.begin(), other.end());
  sum += *std::max_element(values.begin(), values.end()) * *std::min_element(other.begin(), other.end());
  auto kept = std::remove_if(values.begin(), values.end(), [](double v) { return v > 4; });
  values.erase(kept, values.end());
  return std::reduce(values.begin(), values.end(), sum);
}

double heap_and_nth(const double* x, int n) {
  std::vector<double> values(x, x + n);
  std::nth_element(values.begin(), values.begin() + n / 2, values.end());
  double middle = values[n / 2];
  std::make_heap(values.begin(), values.end());
  std::pop_heap(values.begin(), values.end());
  return middle * values.back() + values.front();
}

double std_map(const double* x, int n) {
  std::map<int, double> sums;
  for (int i = 0; i < n; ++i) sums[i % 3] += x[i] * x[i];
  sums.erase(1);
  sums.emplace(7, x[0] * sums[0]);
  double result = 0;
  for (const auto& [key, value] : sums) result += value * key + value * value;
  return result;
}

double std_unordered_map(const double* x, int n) {
  std::unordered_map<int, double> sums;
  for (int i = 0; i < 3 * n; ++i) sums[(i * 7) % 5] += x[i % n] * i;
  double result = 0;
  for (int key = 0; key < 5; ++key) {
    auto found = sums.find(key);
    if (found != sums.end()) result = result * x[0] + found->second * found->second;
  }
  return result;
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

double deque_and_list(const double* x, int n) {
  std::deque<double> queue;
  for (int i = 0; i < n; ++i) {
    queue.push_back(x[i]);
    queue.push_front(x[i] * queue.back());
    if (queue.size() > 4) queue.pop_back();
  }
  std::list<double> list(queue.begin(), queue.end());
  list.push_front(x[0]);
  for (auto it = list.begin(); it != list.end();) {
    if (*it < 0.3) {
      it = list.erase(it);
    } else {
      *it *= x[1];
      ++it;
    }
  }
  list.reverse();
  double sum = 0;
  for (double value : list) sum = sum * value + 1;
  return sum;
}

}  // namespace

TEST_CASE("std::vector") {
  check_gradient<push_back>({0.5, 1.5, 0.75, 2});
  check_gradient<erase_and_insert>({0.5, 1.5, 0.75, 2});
  check_gradient<resize_and_assign>({0.5, 1.5, 0.75});
  check_gradient<two_dimensions>({0.5, 1.5, 0.75});
}

TEST_CASE("arrays, spans, pointers that own") {
  check_gradient<std_array>({0.5, 1.5, 0.75, 2, 0.25});
  check_gradient<std_span>({0.5, 1.5, 0.75, 2});
  check_gradient<smart_pointers>({0.5, 1.5});
}

TEST_CASE("pair, tuple, optional") { check_gradient<pairs_tuples_optionals>({0.5, 1.5, -0.75}); }

TEST_CASE("algorithms") {
  check_gradient<sorted>({0.5, 1.5, 0.75, 2, -1});
  check_gradient<sorted_indices_and_structs>({0.5, 1.5, 0.75, 2, -1});
  check_gradient<algorithms>({0.5, 1.5, 0.75, 2, 1});
  check_gradient<heap_and_nth>({0.5, 1.5, 0.75, 2, 1});
}

TEST_CASE("maps, strings, deque, list") {
  check_gradient<std_map>({0.5, 1.5, 0.75, 2});
  check_gradient<std_unordered_map>({0.5, 1.5, 0.75});
  check_gradient<strings_beside>({0.5, 1.5, 0.75});
  check_gradient<deque_and_list>({0.5, 1.5, 0.75, 2});
}
