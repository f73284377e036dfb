// generate.py --seed 242 --size 6 --features array,helper,noinline,recursion,table
#include "fuzz/driver.h"

namespace {

template <class T> [[gnu::noinline]] void adjust1(T &a, const T &b, T *c) {
  T v2 = sin(((a * b) - (b / (1.25 + a * a))));
  T v3 = log(atan(tanh(v2)) * atan(tanh(v2)) + 1.5);
  a = sin(sqrt(a * a + 0.5));
  *c = b;
}

template <class T> [[gnu::noinline]] T descend4(T a, int level) {
  if (level <= 0)
    return T((T(0.8137) + a)) / sqrt(1.0 + 0.1 * (T(0.8137) + a) * (T(0.8137) + a));
  for (int i5 = 3 - 1; i5 >= 0; --i5) {
    a = tanh(atan(a));
  }
  T down = descend4<T>(atan(a), level - 1);
  return sin((((a * a) / (1.25 + down * down)) * ((a * a) + sin(a))));
}

template <class T> T halves6(T *p, int length) {
  if (length == 1)
    return *p;
  const T left = halves6<T>(p, length / 2);
  const T right = halves6<T>(p + length / 2, length - length / 2);
  return tanh(descend4<T>(T(2.0 * tanh(0.5 * (left * left))), 3));
}

template <class T> T entry7(T a, T b, int k) {
  a = exp(-b * b);
  return 2.0 * tanh(0.5 * exp(1 * sin(a)));
}
template <class T> T entry8(T a, T b, int k) {
  for (int i9 = 1; i9 <= 1 + pick(a, 2); ++i9) {
    T a10[4] = {T(2.0 * tanh(0.5 * (b - a))), T(T((a + b)) / sqrt(1.0 + 0.1 * (a + b) * (a + b))),
                T(descend4<T>(T(a), 1)), T(descend4<T>(T(b), 1))};
    if (k % 2 == 0) {
      a10[i9] *= cos(log((a / (1.25 + T(0.6137) * T(0.6137))) * (a / (1.25 + T(0.6137) * T(0.6137))) + 1.5));
      a10[i9] = b;
    }
    T v11 = 2.0 * tanh(0.5 * fabs(b + 0.0171));
    T v12 = 0.25 * (a10[0] * a);
  }
  return sin((descend4<T>(T(T((a * a)) / sqrt(1.0 + 0.1 * (a * a) * (a * a))), 2) * a));
}
template <class T> T entry13(T a, T b, int k) {
  T v14 = cos(atan(b));
  T v15 = a;
  adjust1<T>(v14, v15, &a);
  T v16 = entry7<T>(T(v15), T(b), 2);
  return entry8<T>(T(sin(((v16 - v14) + v16))),
                   T(sin(((v16 + T(1.2637)) /
                          (1.25 + entry8<T>(T(b), T(v16), pick(v15, 5)) * entry8<T>(T(b), T(v16), pick(v15, 5)))))),
                   k);
}
template <class T> T (*const table17[3])(T, T, int) = {entry7<T>, entry8<T>, entry13<T>};

template <class T> T program(const T *x, int n) {
  T v18 = sin(((tanh(x[2]) * cos(x[0])) + ((x[1] / (1.25 + x[3] * x[3])) + exp(-x[1] * x[1]))));
  T v19 = sin((x[2] * v18));
  T v20 = (sin(x[1]) * descend4<T>(T(v18), 3));
  if (tanh(x[1]) > T(0.3137)) {
    T v21 = v19;
    T v22 = sin((v19 - v20));
    for (int i23 = 0; i23 < 2 + pick(v22, 2); ++i23) {
      adjust1<T>(v19, v18, &v22);
      if (pick(v22, 2) == 0) {
        T v24 = v22;
      }
    }
  }
  return 1.75 * v18 + 1.5 * v19 + 1.75 * v20;
}

} // namespace

FUZZ_PROGRAM(4, 412)
