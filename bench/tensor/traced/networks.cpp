#include "bench/tensor/traced/workloads.h"

namespace bench {
namespace {

template <class A, class B, class C> struct Mlp {
  A first;
  B second;
  C third;
  template <class X> auto operator()(const X &x) const { return third(ct::relu(second(ct::relu(first(x))))); }
};

template <class A, class B, class C> struct Convolutional {
  A first;
  B second;
  C third;
  template <class X> auto operator()(const X &images) const {
    auto x = ct::max_pool(ct::relu(first(images)), 2);
    x = ct::max_pool(ct::relu(second(x)), 2);
    return third(ct::reshape(x, x.shape()[0], -1));
  }
};

struct DescentStep {
  using changes_first = void;
  auto operator()(auto &model, const auto &x, const auto &labels) const {
    auto loss = [&](const auto &at) { return ct::cross_entropy(at(x), labels); };
    auto [value, gradient] = ct::value_and_gradient(loss, model);
    auto state = ct::SgdState<ct::TracedNumber<float>>{0.0f};
    ct::update(ct::Sgd{.learning_rate = 0.01f}, model, gradient, state);
    return value;
  }
};

template <class Matrix, class Vector> struct Block {
  Matrix query, key, value, out, wide, narrow;
  Vector wide_bias, narrow_bias, scale1, offset1, scale2, offset2;

  auto operator()(const auto &x) const {
    const std::int64_t batch = x.shape()[0], length = x.shape()[1], size = x.shape()[2], heads = 4;
    auto normal = ct::layer_norm(x, scale1, offset1);
    auto part = [&](const auto &weight) {
      return ct::transpose<0, 2, 1, 3>(ct::reshape(ct::dot(normal, weight), batch, length, heads, size / heads));
    };
    auto seen = ct::attention(part(query), part(key), part(value));
    auto between = x + ct::dot(ct::reshape(ct::transpose<0, 2, 1, 3>(seen), batch, length, size), out);
    auto hidden = ct::gelu_tanh(ct::dot(ct::layer_norm(between, scale2, offset2), wide) + wide_bias);
    return between + ct::dot(hidden, narrow) + narrow_bias;
  }
};

} // namespace

void mlp_step(const Options &options) {
  auto layer = [&](int number) { return ct::Dense{input<2>(options, number), input<1>(options, number + 1)}; };
  measure(options, DescentStep(), Mlp{layer(0), layer(2), layer(4)}, input<2>(options, 6),
          input<1, std::int32_t>(options, 7));
}

void convolutional_step(const Options &options) {
  auto layer = [&](int number) {
    return ct::Conv2d{input<4>(options, number), input<1>(options, number + 1), ct::Padding::same};
  };
  measure(options, DescentStep(),
          Convolutional{layer(0), layer(2), ct::Dense{input<2>(options, 4), input<1>(options, 5)}},
          input<4>(options, 6), input<1, std::int32_t>(options, 7));
}

void transformer_gradient(const Options &options) {
  auto matrix = [&](int number) { return input<2>(options, number); };
  auto vector = [&](int number) { return input<1>(options, number); };
  Block block{matrix(0), matrix(1), matrix(2), matrix(3), matrix(4),  matrix(5),
              vector(6), vector(7), vector(8), vector(9), vector(10), vector(11)};
  auto gradient = [](const auto &at, const auto &x) {
    auto loss = [](const auto &block, const auto &x) { return ct::mean(ct::square(block(x))); };
    return ct::gradient(loss, at, x);
  };
  measure(options, gradient, block, input<3>(options, 12));
}

void embedding_gradient(const Options &options) {
  auto gradient = [](const auto &table, const auto &rows, const auto &weights) {
    return ct::gradient([&](const auto &at) { return ct::sum(ct::embedding(at, rows) * weights); }, table);
  };
  measure(options, gradient, input<2>(options, 0), input<1, std::int32_t>(options, 1), input<2>(options, 2));
}

void convolution_gradient(const Options &options) {
  auto gradient = [](const auto &x, const auto &kernel) {
    auto loss = [](const auto &x, const auto &kernel) {
      return ct::sum(ct::square(ct::conv2d(x, kernel, ct::Padding::same))) * 0.5f;
    };
    return ct::gradient(loss, x, kernel);
  };
  measure(options, gradient, input<4>(options, 0), input<4>(options, 1));
}

} // namespace bench
