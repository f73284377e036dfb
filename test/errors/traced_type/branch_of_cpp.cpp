// A traced value cannot decide a branch of C++.
// expect-error: branch_of_cpp.cpp:11:
// expect-error: a traced value is not known yet and cannot decide a branch of C++
// expect-error: ct::cond
#include <cotangent/tensor.h>

namespace ct = cotangent;

int main() {
  auto relu = [](const auto &x) {
    if (x > 0.0f)
      return x;
    return ct::TracedNumber<float>(0.0f);
  };
  ct::compile(relu, ct::to_device(1.0f));
}
