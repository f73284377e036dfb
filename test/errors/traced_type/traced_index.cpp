// A traced value cannot be an index of C++.
// expect-error: traced_index.cpp:9:
#include <cotangent/tensor.h>

namespace ct = cotangent;

int main() {
  std::vector<float> table{1, 2, 3};
  auto look_up = [&](const auto &index) { return ct::TracedNumber<float>(table[index]); };
  ct::compile(look_up, ct::to_device(1));
}
