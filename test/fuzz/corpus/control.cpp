// generate.py --seed 687 --size 16 --features global,goto,inplace,leave,return,select,switch,while
#include "fuzz/driver.h"

namespace {

template <class T> T global_cells[4];
template <class T> T global_total;

template <class T> T program(T *x, int n) {
  for (int i = 0; i < 4; ++i)
    global_cells<T>[i] = 0.25 * i;
  global_total<T> = 0.5;
  T v1 = 2.0 * tanh(0.5 * exp(0.3 * sqrt(std::max<T>(x[0], x[0]) * std::max<T>(x[0], x[0]) + 0.5)));
  if (pick(v1, 3) == 1) {
    {
      static T kept3[3];
      for (int i4 = 0; i4 < 3; ++i4) {
        kept3[i4] = (T(1.0637) / (1.25 + T(0.5637) * T(0.5637)));
      }
      if ((T(0.8637) / (1.25 + kept3[0] * kept3[0])) < 0.3637)
        goto leave2;
      for (int i5 = 0; i5 < 3; ++i5) {
        v1 = v1;
        if ((v1 < 0.8137 && sqrt(kept3[i5] * kept3[i5] + 0.5) > -1.3863))
          goto leave2;
        int k6 = 0;
        while (k6 < 2) {
          ++k6;
          int k7 = 0;
          do {
            ++k7;
            if (i5 > 2)
              return T(fabs(v1 + 0.0171)) / sqrt(1.0 + 0.1 * fabs(v1 + 0.0171) * fabs(v1 + 0.0171));
          } while (k7 < 3 && i5 % 2 == 1);
        }
      }
    }
  leave2:;
    v1 *= cos(((v1 * v1) * (x[2] * x[2])));
  } else {
    int k8 = 0;
    while (k8 < 3 && (v1 * v1) >= (v1 * v1)) {
      ++k8;
      v1 = sin(((x[k8] * x[k8]) * (v1 / (1.25 + T(0.1137) * T(0.1137)))));
      if (k8 % 2 == 0)
        break;
      for (int i9 = 0 + pick(x[k8], 2) - 1; i9 >= 0; --i9) {
        x[3] /= 1.1 + (cos(x[1]) - x[i9]) * (cos(x[1]) - x[i9]);
      }
    }
  }
  int k10 = 0;
  do {
    ++k10;
    for (int k11 = 0;; ++k11) {
      if (k11 >= 5 || ((v1 + x[k10]) <= -1.3363 && fabs(v1 + 0.0171) > 1.2137))
        break;
      switch ((k11 + 0) % 5) {
      case 0: {
        T v12 = 2.0 * tanh(0.5 * ((v1 * v1) / (1.25 + std::max<T>(v1, x[1]) * std::max<T>(v1, x[1]))));
        [[fallthrough]];
      }
      case 1: {
        static T kept13[3];
        for (int i14 = 0; i14 < 3; ++i14) {
          kept13[i14] = v1;
        }
        break;
      }
      case 2: {
        x[k11 % 4] = 0.2 * (x[k11 % 4] + global_cells<T>[2] * x[k11 % 4]);
        break;
      }
      case 3: {
        x[0] /= 1.1 + v1 * v1;
      }
      }
      x[0] = sin((std::min<T>((v1 / (1.25 + x[k10] * x[k10])), (v1 * v1)) * ((x[k11 % 4] - v1) * sin(x[1]))));
      x[k10] = 2.0 * tanh(0.5 * log(exp(0.1875 * (v1 + x[0])) * exp(0.1875 * (v1 + x[0])) + 1.5));
    }
    x[k10] = std::max<T>(x[k10], v1);
    x[k10] = 0.2273 * (atan(sin(x[2])) - (v1 * v1));
  } while (k10 < 3 &&
           (exp(-v1 * v1) > fabs(v1 + 0.0171) &&
            (v1 * x[1]) >= ((atan(x[3]) > -0.2863 ||
                             (((x[2] * x[2]) < 1.2137 || fabs(x[1] + 0.0171) >= 0.9637) ? T(x[1]) : T(x[1])) >= -1.0863)
                                ? T(v1)
                                : T(x[1]))));
  return 0.5 * v1 + x[0] + x[1] + x[2] + x[3];
}

} // namespace

FUZZ_PROGRAM(4, 477)
