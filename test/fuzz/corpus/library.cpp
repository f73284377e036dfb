// generate.py --seed 154 --size 10 --features algorithm,array,inplace,library,vector
#include "fuzz/driver.h"

namespace {

template <class T> T program(T *x, int n) {
  T v1 = tanh((x[1] * x[2]));
  T v2 = sin((x[0] - v1));
  for (int i3 = 0; i3 < 0 + pick(x[0], 3); ++i3) {
    {
      std::pair<T, int> c4 = {T(atan(x[2])), i3};
      v1 = sin(v1 + c4.first * T(c4.second));
    }
    std::swap(v1, v2);
    v2 = *std::max_element(x, x + 3);
  }
  {
    std::vector<std::vector<T>> ws6;
    for (int i7 = 0; i7 < n; ++i7) {
      ws6.emplace_back(1 + i7, T(2.0 * tanh(0.5 * (x[1] * x[i7]))));
    }
    std::reverse(ws6.begin(), ws6.end());
    for (const auto &item8 : ws6) {
      v1 = sin(v1 + item8.back() * item8.back());
    }
  }
  std::rotate(x, x + 1, x + 3);
  {
    T &at9 = x[pick(x[2], 3)];
    at9 += atan(v2);
    at9 = 0.5 * at9;
  }
  if (pick(x[0], 2) == 1) {
    for (int i10 = 0; i10 < 1; ++i10) {
      T a11[3];
      for (int i12 = 0; i12 < 3; ++i12) {
        a11[i12] = 0.625 * (T(-0.9863) * v1);
      }
      std::vector<T> w13(4, T(sin((v1 * T(1.3137)))));
      a11[0] = sin(((a11[i10] + (T(1.4637) / (1.25 + w13[i10 % w13.size()] * w13[i10 % w13.size()]))) - x[i10]));
    }
  }
  return 1.0 * v1 + 0.5 * v2 + x[0] + x[1] + x[2];
}

} // namespace

FUZZ_PROGRAM(3, 981)
