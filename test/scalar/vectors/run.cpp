#include <array>
#include <span>
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

// A vector that is returned while another one grows, which may throw.
std::vector<double> powers(const std::vector<double>& x) {
  std::vector<double> sums(2);
  for (double value : x) {
    std::vector<double> power;
    power.push_back(value);
    power.push_back(value * value);
    sums[0] += power[0];
    sums[1] += power[1];
  }
  return sums;
}

}  // namespace

TEST_CASE("a vector is returned while another one grows") {
  auto rows = cotangent::jacobian(powers, std::vector<double>{1, 2, 3});
  CHECK(rows(0, 1) == 1);
  CHECK(rows(1, 1) == 4);
}

TEST_CASE("std::vector") {
  check_gradient<push_back>({0.5, 1.5, 0.75, 2});
  check_gradient<erase_and_insert>({0.5, 1.5, 0.75, 2});
  check_gradient<resize_and_assign>({0.5, 1.5, 0.75});
  check_gradient<two_dimensions>({0.5, 1.5, 0.75});
}

TEST_CASE("std::array and std::span") {
  check_gradient<std_array>({0.5, 1.5, 0.75, 2, 0.25});
  check_gradient<std_span>({0.5, 1.5, 0.75, 2});
}
