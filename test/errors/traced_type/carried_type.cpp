// The state of a loop keeps its type.
// expect-error: cotangent: [bad-argument] the body of a loop returns 'cotangent::TracedArray<double, 0>'
// expect-error: cotangent::TracedArray<float, 0>
#include <cotangent/tensor.h>

namespace ct = cotangent;

int main() {
  ct::compile(
      [](const auto &x) {
        return ct::for_range(0, 3, [](const auto &, const auto &) { return ct::TracedNumber<double>(1.0); }, x);
      },
      ct::to_device(1.0f));
}
