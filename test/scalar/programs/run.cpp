// Small programs as people write them.
#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <random>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

#include "check_gradient.h"

namespace {

double determinant_with_pivots(const double* x, int) {
  constexpr int n = 3;
  double a[n][n], *row[n], det = 1;
  for (int i = 0; i < n; ++i) {
    row[i] = a[i];
    for (int j = 0; j < n; ++j) a[i][j] = x[i * n + j];
  }
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(row[i][k]) > std::fabs(row[pivot][k])) pivot = i;
    }
    if (pivot != k) {
      std::swap(row[pivot], row[k]);
      det = -det;
    }
    det *= row[k][k];
    for (int i = k + 1; i < n; ++i) {
      const double factor = row[i][k] / row[k][k];
      for (int j = k; j < n; ++j) row[i][j] -= factor * row[k][j];
    }
  }
  return det;
}

class Square {
 public:
  explicit Square(int n) : values_(n * n), n_(n) {}
  double& at(int i, int j) { return values_[i * n_ + j]; }
  double at(int i, int j) const { return values_[i * n_ + j]; }
  friend Square operator*(const Square& a, const Square& b) {
    Square c(a.n_);
    for (int i = 0; i < a.n_; ++i) {
      for (int j = 0; j < a.n_; ++j) {
        for (int k = 0; k < a.n_; ++k) c.at(i, j) += a.at(i, k) * b.at(k, j);
      }
    }
    return c;
  }
  friend Square operator+(Square a, const Square& b) {
    for (std::size_t i = 0; i < a.values_.size(); ++i) a.values_[i] += b.values_[i];
    return a;
  }

 private:
  std::vector<double> values_;
  int n_;
};
double matrix_class(const double* x, int) {
  Square m(2);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) m.at(i, j) = x[2 * i + j];
  }
  Square power = m;
  for (int round = 0; round < 3; ++round) power = power * m + m;
  const Square moved = std::move(power);
  return moved.at(0, 0) + moved.at(1, 1) * moved.at(0, 1);
}

using State = std::array<double, 2>;
template <class F>
std::vector<State> midpoint_steps(F&& slope, State y, double h, int steps) {
  std::vector<State> path{y};
  for (int step = 0; step < steps; ++step) {
    const State first = slope(y);
    State middle = y;
    for (int i = 0; i < 2; ++i) middle[i] += h / 2 * first[i];
    const State second = slope(middle);
    for (int i = 0; i < 2; ++i) y[i] += h * second[i];
    path.push_back(y);
  }
  return path;
}
double differential_equation(const double* x, int) {
  auto path = midpoint_steps([&](const State& y) { return State{y[1] * x[2], -y[0] + x[2] * y[1] * y[1]}; },
                             {x[0], x[1]}, 0.1, 8);
  return path.back()[0] * path[3][1];
}

struct Vertex {
  double value;
  std::vector<Vertex*> to;
  Vertex* parent = nullptr;
};
double messages_on_a_graph(const double* x, int n) {
  std::vector<Vertex> graph(n);
  for (int i = 0; i < n; ++i) {
    graph[i].value = x[i];
    graph[i].parent = &graph[i / 2];
    for (int j = 0; j < i; ++j) {
      if ((i + j) % 2) graph[i].to.push_back(&graph[j]);
    }
  }
  for (int round = 0; round < 3; ++round) {
    for (Vertex& vertex : graph) {
      for (Vertex* other : vertex.to) vertex.value += 0.1 * other->value * vertex.parent->value;
    }
  }
  double sum = 0;
  for (const Vertex& vertex : graph) sum += vertex.value * vertex.value;
  return sum;
}

bool roots(double a, double b, double c, double* first, double* second) {
  double discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return false;
  discriminant = std::sqrt(discriminant);
  if (first) *first = (-b + discriminant) / (2 * a);
  if (second) *second = (-b - discriminant) / (2 * a);
  return true;
}
double results_through_pointers(const double* x, int) {
  double p = 0, q = 0, sum = 0;
  if (roots(x[0], -3 * x[1], x[2], &p, &q)) sum += p * q * p;
  if (roots(x[0], x[1] * 4, x[2], nullptr, &p)) sum += p;
  if (!roots(x[0], 0, x[2], &p, &q)) sum *= x[1];
  return sum;
}

double ranges(const double* x, int n) {
  double sum = 0;
  auto squares = std::views::iota(0, n) | std::views::filter([](int i) { return i != 1; }) |
                 std::views::transform([&](int i) { return x[i] * x[i]; });
  for (double value : squares) sum += value * x[1];
  std::vector<double> values(x, x + n);
  std::ranges::reverse(values);
  return sum * values[0];
}

double sampled(const double* x, int n) {
  std::mt19937 generator(42);
  std::normal_distribution<double> normal;
  double sum = 0;
  for (int i = 0; i < 20; ++i) sum += std::exp(-x[i % n] * normal(generator)) * x[0];
  return sum;
}

double queues(const double* x, int n) {
  std::priority_queue<double> largest;
  std::queue<double> squares;
  std::set<double> all;
  for (int i = 0; i < n; ++i) {
    largest.push(x[i] * x[0]);
    squares.push(x[i] * x[i]);
    all.insert(x[i]);
  }
  double sum = 1;
  while (largest.size() > 1) {
    sum = sum * 0.5 + largest.top() * squares.front();
    largest.pop();
    squares.pop();
  }
  for (double value : all) sum = sum * 0.5 + value;
  return sum;
}

double constants_made_once(const double* x, int n) {
  static const std::vector<double> table = {1.5, 2.5, 3.5};
  static const double factor = std::sqrt(table[1]);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += table[i] * x[i] * x[i] * factor;
  return sum;
}

}  // namespace

TEST_CASE("linear algebra") {
  check_gradient<determinant_with_pivots>({2, 1, 0.5, 3, 4, 1, 0.25, 2, 5});
  check_gradient<matrix_class>({0.5, 1.5, 0.75, 2});
}

TEST_CASE("steps of a differential equation") { check_gradient<differential_equation>({0.5, 1.5, 0.75}); }

TEST_CASE("graphs and queues") {
  check_gradient<messages_on_a_graph>({0.5, 1.5, 0.75, 2});
  check_gradient<queues>({0.5, 1.5, 0.75, 2});
}

TEST_CASE("results through pointers, ranges, samples, constants") {
  check_gradient<results_through_pointers>({0.5, 1.5, 0.75});
  check_gradient<ranges>({0.5, 1.5, 0.75});
  check_gradient<sampled>({0.5, 1.5});
  check_gradient<constants_made_once>({0.5, 1.5});
}
