// Fashion-MNIST (Xiao et al., 2017): grey images of clothes, 28 by 28 pixels, in ten classes.
#pragma once

#include <cotangent/tensor.h>

#include <array>
#include <cstdint>
#include <string>

namespace examples {

struct Dataset {
  cotangent::ConcreteArray<std::uint8_t, 4> images; // [count, 28, 28, 1]
  cotangent::ConcreteArray<std::int32_t, 1> labels;
  std::int64_t count() const { return labels.shape()[0]; }
};

struct FashionMnist {
  Dataset train, test;
};

inline constexpr std::array class_names{"T-shirt", "trousers", "pullover", "dress", "coat",
                                        "sandal",  "shirt",    "sneaker",  "bag",   "boot"};

/// From the folder of Debian's package dataset-fashion-mnist. Throws std::runtime_error that says what is wrong, and
/// how to get files that are missing.
FashionMnist load_fashion_mnist(const std::string &folder);

} // namespace examples
