// The two networks, as struct templates over their arrays.
#pragma once

#include <cotangent/tensor.h>

namespace examples {

namespace ct = cotangent;

/// 784 - 256 - 128 - 10.
template <class A, class B, class C> struct Mlp {
  A first;
  B second;
  C third;
  /// Images [batch, 28, 28, 1] to scores [batch, 10].
  template <class X> auto operator()(const X &images) const {
    auto x = ct::reshape(images, images.shape()[0], -1);
    return third(ct::relu(second(ct::relu(first(x)))));
  }
};

inline auto make_mlp(std::mt19937_64 &generator) {
  return Mlp{ct::dense(784, 256, generator), ct::dense(256, 128, generator), ct::dense(128, 10, generator)};
}

/// As LeCun et al., 1998, with more channels, rectifiers and the larger of four pixels: two convolutions, two layers.
template <class A, class B, class C, class D> struct LeNet {
  A first;
  B second;
  C third;
  D fourth;
  template <class X> auto operator()(const X &images) const {
    auto x = ct::max_pool(ct::relu(first(images)), 2);
    x = ct::max_pool(ct::relu(second(x)), 2);
    auto flat = ct::reshape(x, x.shape()[0], -1);
    return fourth(ct::relu(third(flat)));
  }
};

inline auto make_lenet(std::mt19937_64 &generator) {
  return LeNet{ct::conv2d_layer(5, 1, 16, generator, ct::Padding::same), ct::conv2d_layer(5, 16, 32, generator),
               ct::dense(5 * 5 * 32, 128, generator), ct::dense(128, 10, generator)};
}

} // namespace examples
