// generate.py --seed 999 --size 8 --features exception,global,helper,leave,return,thrown_value
#include "fuzz/driver.h"

namespace {

template <class T> struct Thrown {
  int code;
  T value;
};

template <class T> T global_cells[4];
template <class T> T global_total;

template <class T> void adjust1(T &a, const T &b, T *c) {
  *c = tanh(exp(-a * a));
  for (int i2 = 3 - 1; i2 >= 0; --i2) {
    *c = 0.2353 * sqrt((a * a) * (a * a) + 0.5);
    T sum3 = 0;
    for (int i4 = 0; i4 < 1 + pick(T(0.1637), 2); ++i4) {
      sum3 -= b;
    }
    sum3 = 0.4 * sum3;
    if (a > -1.0363)
      continue;
    sum3 = 2.0 * tanh(0.5 * (a * a));
  }
  a = sin((log(a * a + 1.5) * (a * b)));
  *c = 0.25 * (b * b);
}

template <class T> T guarded5(T a, int k) {
  if ((a * a) < exp(-T(1.0137) * T(1.0137)))
    throw k + 1;
  if (tanh(a) >= 1.2137)
    throw Thrown<T>{k, T(a)};
  if (k > 1)
    throw std::domain_error("outside");
  return a;
}

template <class T> T program(const T *x, int n) {
  for (int i = 0; i < 4; ++i)
    global_cells<T>[i] = 0.25 * i;
  global_total<T> = 0.5;
  T v6 = x[4];
  T v7 = ((cos(x[3]) * sin(v6)) - sin((v6 * x[3])));
  global_cells<T>[pick(v6, 4)] = atan(v6);
  for (int i8 = 1; i8 <= n; ++i8) {
    v6 = 0.7143 * ((v6 + T(-0.1363)) / (1.25 + (v7 * v7) * (v7 * v7)));
  }
  for (int i9 = 0; i9 < 0 + pick(v7, 4); ++i9) {
    {
      T &at10 = v7;
      at10 += exp(-x[3] * x[3]);
      at10 = T(at10) / sqrt(1.0 + 0.1 * at10 * at10);
    }
    try {
      v7 = guarded5<T>(0.5 * (x[1] - v6), i9);
      static T kept11[3];
      for (int i12 = 0; i12 < 3; ++i12) {
        kept11[i12] = tanh(x[4]);
      }
      T sum13 = 0;
      for (int i14 = 0; i14 < 1 + pick(x[0], 2); ++i14) {
        sum13 += 0.25 * (kept11[i14] * (kept11[i14] / (1.25 + x[i14] * x[i14])));
      }
      sum13 = 2.0 * tanh(0.5 * sum13);
    } catch (const std::exception &) {
      if ((v7 * v7) < 0.4637)
        return 2.0 * tanh(0.5 * (v6 + v7));
    } catch (int code) {
      adjust1<T>(v7, v7, &v6);
      v7 = cos(cos(v6));
    } catch (Thrown<T> &thrown) {
      v7 = sin(thrown.value + v6);
    }
    T v15 = sin(v7);
  }
  return 0.75 * v6 + 2.25 * v7;
}

} // namespace

FUZZ_PROGRAM(5, 935)
