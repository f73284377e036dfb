// generate.py --seed 128 --size 10 --features algorithm,array,math,memory,select,while
#include "fuzz/driver.h"

namespace {

template <class T> T program(const T *x, int n) {
  T v1 =
      2.0 * tanh(0.5 * ((pow(T(x[0]), 2) * atanh(0.7 * tanh(x[1]))) * ((x[0] / (1.25 + x[1] * x[1])) * (x[1] * x[1]))));
  T v2 = 2.0 * tanh(0.5 * copysign(T(x[0] + 0.0171), T(x[0])));
  if ((T(1.4637) * x[2]) > (x[1] / (1.25 + v1 * v1))) {
    T sum3 = T(0.2137);
    for (int i4 = 0; i4 < 0 + pick(x[0], 3); ++i4) {
      sum3 += T((cbrt(x[2] * x[2] + 0.5) - atan(v1))) /
              sqrt(1.0 + 0.1 * (cbrt(x[2] * x[2] + 0.5) - atan(v1)) * (cbrt(x[2] * x[2] + 0.5) - atan(v1)));
    }
    sum3 = 0.4 * sum3;
    for (int k5 = 0;; ++k5) {
      if (k5 >= 3 || ((sum3 * sum3) > -0.3863 && sin(v2) < (x[k5 % 3] * v1)))
        break;
      sum3 = asinh(x[k5 % 3]);
    }
    v2 = sin((std::min<T>((x[0] - sum3), pow(T(v1), 2)) /
              (1.25 + acosh(std::max<T>(sum3, v1) * std::max<T>(sum3, v1) + 1.3) *
                          acosh(std::max<T>(sum3, v1) * std::max<T>(sum3, v1) + 1.3))));
  }
  for (int k6 = 0;; ++k6) {
    if (k6 >= 4 || cos(x[0]) >= (v1 - v2))
      break;
    {
      T &at7 = v1;
      at7 -= erf(asin(0.8 * sin(v2)));
      at7 = 0.5 * at7;
    }
    int k8 = 0;
    while (k8 < 5) {
      ++k8;
      T a9[5] = {T(0.25 * (v2 * v2)), T((v1 / (1.25 + x[2] * x[2]))), T(sin((v1 * v1))),
                 T(0.8 * fmin(T(v2), T(T(-0.5863) + 0.0037))), T(sin(v2))};
      if (k8 % 2 == 1) {
        v1 = 0.8 * floor(a9[k8 % 5]);
      } else {
        std::rotate(a9, a9 + k6, a9 + 5);
      }
      std::memmove(a9 + 1, a9, 4 * sizeof(T));
    }
  }
  return 0.5 * v1 + 2.25 * v2;
}

} // namespace

FUZZ_PROGRAM(3, 788)
