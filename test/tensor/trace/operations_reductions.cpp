// Functions that take many elements together.
#include "support.h"

namespace {

const float not_a_number = std::nanf("");

ct::ConcreteArray<float, 2> table() { return array<float>(Sizes<2>{2, 3}, {1, 5, 3, 2, 7, 0}); }

} // namespace

TEST_CASE("sums and the like over dimensions") {
  auto x = table();
  auto [all, columns, rows, kept, last] = run(
      [](const auto &x) {
        return std::tuple(ct::sum(x), ct::sum<0>(x), ct::sum(x, ct::axes<1>), ct::sum(x, ct::keep<0>), ct::sum<-1>(x));
      },
      x);
  check_elements(all, std::vector<float>{18});
  check_elements(columns, std::vector<float>{3, 12, 3});
  check_elements(rows, std::vector<float>{9, 9});
  CHECK(kept.shape() == Sizes<2>{1, 3});
  check_elements(last, std::vector<float>{9, 9});
  auto [mean, product, most, least, variance, unbiased, deviation, norm] = run(
      [](const auto &x) {
        return std::tuple(ct::mean<1>(x), ct::prod<1>(x), ct::max<0>(x), ct::min(x), ct::var<1>(x),
                          ct::var(x, ct::axes<1>, 1), ct::stddev<1>(x), ct::norm<1>(x));
      },
      x);
  check_elements(mean, std::vector<float>{3, 3});
  check_elements(product, std::vector<float>{15, 0});
  check_elements(most, std::vector<float>{2, 7, 3});
  check_elements(least, std::vector<float>{0});
  check_elements(variance, std::vector<float>{8.0f / 3, 26.0f / 3});
  check_elements(unbiased, std::vector<float>{4, 13});
  check_elements(deviation, std::vector<double>{std::sqrt(8.0 / 3), std::sqrt(26.0 / 3)});
  check_elements(norm, std::vector<double>{std::sqrt(35.0), std::sqrt(53.0)});
}

TEST_CASE("element types of reductions") {
  auto flags = ct::to_device(std::vector<bool>{true, false, true});
  auto numbers = ct::to_device(std::vector<std::int32_t>{3, 4});
  auto [count, any, all, mean] = run(
      [](const auto &flags, const auto &numbers) {
        return std::tuple(ct::sum(flags), ct::any(flags), ct::all(flags), ct::mean(numbers));
      },
      flags, numbers);
  static_assert(std::is_same_v<decltype(count), ct::ConcreteNumber<std::int32_t>>);
  static_assert(std::is_same_v<decltype(mean), ct::ConcreteNumber<float>>);
  CHECK(count.to_host()[0] == 2);
  CHECK(any.to_host()[0]);
  CHECK(!all.to_host()[0]);
  check_elements(mean, std::vector<float>{3.5f});
}

TEST_CASE("exponentials do not overflow") {
  const float infinity = std::numeric_limits<float>::infinity();
  auto x = array<float>(Sizes<2>{3, 2}, {1000, 1001, -1000, -1000, -infinity, -infinity});
  auto [sums, parts, logarithms] = run(
      [](const auto &x) {
        auto first = ct::slice(x, ct::range(0, 2));
        return std::tuple(ct::logsumexp<1>(x), ct::softmax(first), ct::log_softmax(first));
      },
      x);
  const double bend = std::log1p(std::exp(-1.0));
  check_elements(sums, std::vector<double>{1001 + bend, -1000 + std::log(2.0), -infinity});
  check_elements(parts, std::vector<double>{std::exp(-1 - bend), std::exp(-bend), 0.5, 0.5});
  check_elements(logarithms, std::vector<double>{-1 - bend, -bend, -std::log(2.0), -std::log(2.0)}, 1e-5);
}

TEST_CASE("positions, orders, running sums") {
  auto x = array<float>(Sizes<2>{2, 4}, {1, 5, 5, 0, not_a_number, 2, 1, not_a_number});
  auto [largest, smallest, sorted, falling, order] = run(
      [](const auto &x) {
        return std::tuple(ct::argmax(x), ct::argmin(x), ct::sort(x), ct::sort(x, true), ct::argsort(x));
      },
      x);
  check_elements(largest, std::vector<int>{1, 0});
  check_elements(smallest, std::vector<int>{3, 0});
  check_elements(sorted, std::vector<float>{0, 1, 5, 5, 1, 2, not_a_number, not_a_number});
  check_elements(falling, std::vector<float>{5, 5, 1, 0, 2, 1, not_a_number, not_a_number});
  check_elements(order, std::vector<int>{3, 0, 1, 2, 2, 1, 0, 3});
  auto y = table();
  auto [sums, products, most, least, best] = run(
      [](const auto &y) {
        return std::tuple(ct::cumsum(y), ct::cumprod<0>(y), ct::cummax(y), ct::cummin(y), ct::top_k(y, 2));
      },
      y);
  check_elements(sums, std::vector<float>{1, 6, 9, 2, 9, 9});
  check_elements(products, std::vector<float>{1, 5, 3, 2, 35, 0});
  check_elements(most, std::vector<float>{1, 5, 5, 2, 7, 7});
  check_elements(least, std::vector<float>{1, 1, 1, 2, 2, 0});
  check_elements(best.first, std::vector<float>{5, 3, 7, 2});
  check_elements(best.second, std::vector<int>{1, 2, 1, 0});
}

TEST_CASE("derivatives of reductions") {
  auto x = array<double>(Sizes<1>{3}, {0.5, -1, 2});
  auto zeros = array<double>(Sizes<1>{3}, {0, 0, 0});
  auto of_norm = ct::gradient([](const auto &v) { return ct::norm(v); }, x);
  const double norm = std::sqrt(5.25);
  check_elements(of_norm, std::vector<double>{0.5 / norm, -1 / norm, 2 / norm}, 1e-12);
  check_elements(ct::gradient([](const auto &v) { return ct::norm(v); }, zeros), std::vector<double>{0, 0, 0});
  auto of_softmax = ct::gradient([](const auto &v) { return ct::logsumexp(v); }, x);
  double sum = std::exp(0.5) + std::exp(-1.0) + std::exp(2.0);
  check_elements(of_softmax, std::vector<double>{std::exp(0.5) / sum, std::exp(-1.0) / sum, std::exp(2.0) / sum},
                 1e-12);
}
