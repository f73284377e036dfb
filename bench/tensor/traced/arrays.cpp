#include "bench/tensor/traced/workloads.h"

namespace bench {
namespace {

/// Prices of a call and a put.
constexpr auto black_scholes = [](const auto &price, const auto &strike, const auto &years, const auto &rate,
                                  const auto &volatility) {
  auto normal = [](const auto &x) { return 0.5 * (1 + ct::erf(x * std::sqrt(0.5))); };
  auto deviation = volatility * ct::sqrt(years);
  auto first = (ct::log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / deviation;
  auto discounted = strike * ct::exp(-rate * years);
  auto call = price * normal(first) - discounted * normal(first - deviation);
  return std::pair(call, call - price + discounted);
};

template <class T, class F> void measure_prices(const Options &options, F function) {
  auto at = [&](int number) { return input<1, T>(options, number); };
  measure(options, function, at(0), at(1), at(2), at(3), at(4));
}

constexpr auto price_gradient = [](const auto &...x) {
  return ct::gradient([](const auto &...at) { return ct::sum(black_scholes(at...).first); }, x...);
};

} // namespace

void logsumexp_gradient(const Options &options) {
  auto gradient = [](const auto &x) {
    return ct::gradient([](const auto &at) { return ct::sum(ct::logsumexp<1>(at)); }, x);
  };
  measure(options, gradient, input<2>(options, 0));
}

void black_scholes_f32(const Options &options) { measure_prices<float>(options, black_scholes); }
void black_scholes_f64(const Options &options) { measure_prices<double>(options, black_scholes); }
void black_scholes_gradient_f32(const Options &options) { measure_prices<float>(options, price_gradient); }
void black_scholes_gradient_f64(const Options &options) { measure_prices<double>(options, price_gradient); }

void normalize_gradient(const Options &options) {
  auto gradient = [](const auto &...at) {
    auto loss = [](const auto &x, const auto &scale, const auto &offset) {
      return ct::sum(ct::square(ct::layer_norm(ct::softmax(x), scale, offset)));
    };
    return ct::gradient(loss, at...);
  };
  measure(options, gradient, input<2>(options, 0), input<1>(options, 1), input<1>(options, 2));
}

} // namespace bench
