// A gradient is that of a number.
// expect-error: cotangent: [bad-argument] the function returns 'cotangent::TracedArray<float, 1>'; a gradient is that
// of a real number (rank 0)
#include <cotangent/tensor.h>

namespace ct = cotangent;

int main() {
  ct::gradient([](const auto &x) { return x; }, ct::to_device(std::vector<float>{1, 2}));
}
