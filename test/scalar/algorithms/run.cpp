#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "check_gradient.h"

namespace {

struct Particle {
  double mass;
  std::array<double, 2> at;
};

double sorted(const double* x, int n) {
  std::vector<double> values(x, x + n);
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (i + 1) * values[i] * values[i];
  return sum + values[0] * values[1];
}

double sorted_indices_and_structs(const double* x, int n) {
  std::vector<Particle> particles;
  for (int i = 0; i < n; ++i) particles.push_back({x[i], {x[(i + 1) % n], static_cast<double>(i)}});
  std::sort(particles.begin(), particles.end(), [](const Particle& a, const Particle& b) { return a.mass < b.mass; });
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return x[a] > x[b]; });
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

}  // namespace

TEST_CASE("values and structs in order") {
  check_gradient<sorted>({0.5, 1.5, 0.75, 2, -1});
  check_gradient<sorted_indices_and_structs>({0.5, 1.5, 0.75, 2, -1});
  check_gradient<heap_and_nth>({0.5, 1.5, 0.75, 2, 1});
}

TEST_CASE("values moved, folded, combined") {
  check_gradient<algorithms>({0.5, 1.5, 0.75, 2, 1});
}
