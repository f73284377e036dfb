// Both branches give one type.
// expect-error: the branches return values of different types: 'cotangent::TracedArray<float, 1>' and
// 'cotangent::TracedArray<double, 1>'
#include <cotangent/tensor.h>

namespace ct = cotangent;

int main() {
  ct::compile(
      [](const auto &p, const auto &x, const auto &y) { return ct::cond(p, [&] { return x; }, [&] { return y; }); },
      ct::to_device(true), ct::to_device(std::vector<float>{1}), ct::to_device(std::vector<double>{1}));
}
