#include "bench/tensor/traced/workloads.h"

namespace bench {
namespace {

constexpr auto runge_kutta = [](const auto &start, const auto &numbers) {
  auto slope = [&](const auto &at) {
    auto x = ct::slice(at, 0), y = ct::slice(at, 1), z = ct::slice(at, 2);
    return ct::stack(ct::slice(numbers, 0) * (y - x), x * (ct::slice(numbers, 1) - z) - y,
                     x * y - ct::slice(numbers, 2) * z);
  };
  const float step = 0.005f;
  auto end = ct::for_range(
      0, 1000,
      [&](const auto &, const auto &y) {
        auto first = slope(y);
        auto second = slope(y + 0.5f * step * first);
        auto third = slope(y + 0.5f * step * second);
        auto fourth = slope(y + step * third);
        return y + step / 6 * (first + 2.0f * second + 2.0f * third + fourth);
      },
      start);
  return ct::sum(end);
};

constexpr auto runge_kutta_derivative = [](const auto &...at) { return ct::gradient(runge_kutta, at...); };

} // namespace

void lstm_gradient(const Options &options) {
  auto gradient = [](const auto &cell, const auto &inputs) {
    auto loss = [&](const auto &at) {
      auto zero = ct::zeros(std::array<std::int64_t, 2>{inputs.shape()[1], inputs.shape()[2]});
      auto step = [&](const auto &carry, const auto &x) {
        return std::pair(at(x, carry.first, carry.second), std::tuple<>());
      };
      auto last = ct::scan(step, std::pair(zero, zero), inputs).first;
      return ct::sum(ct::square(last.first));
    };
    return ct::gradient(loss, cell);
  };
  measure(options, gradient, ct::LstmCell{input<2>(options, 0), input<2>(options, 1), input<1>(options, 2)},
          input<3>(options, 3));
}

void runge_kutta_gradient(const Options &options) {
  measure(options, runge_kutta_derivative, input<1>(options, 0), input<1>(options, 1));
}
void runge_kutta_gradient_256(const Options &options) {
  measure(options, runge_kutta_derivative, input<2>(options, 0), input<1>(options, 1));
}

} // namespace bench
