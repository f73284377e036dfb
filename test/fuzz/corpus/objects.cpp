// generate.py --seed 461 --size 8 --features heap,helper,lambda,struct,virtual
#include "fuzz/driver.h"

namespace {

template <class T> struct Node {
  int number;
  T value;
  Node *next;
};

template <class T> struct Record1 {
  short f1 = 1;
  T f0 = 1.0137;
};

template <class T> struct Record2 {
  T f0 = 0.4637;
  Record1<T> f1[1];
};

template <class T> struct Base {
  virtual ~Base() = default;
  virtual T apply(T a, int k) { return sin(a) + 0.1 * k; }
  virtual void change(T &a) { a *= 0.5; }
};
template <class T> struct Derived3 : Base<T> {
  T held = 1.3137;
  T apply(T a, int k) override {
    held = a;
    Record1<T> r4;
    r4.f0 = cos(a);
    return (held / (1.25 + a * a));
  }
};
template <class T> struct Derived5 : Base<T> {
  T held = 0.8137;
  T apply(T a, int k) override {
    for (int i6 = 0; i6 < 1 + pick(a, 2); ++i6) {
      {
        std::unique_ptr<Base<T>> o7[2];
        o7[0] = std::make_unique<Base<T>>();
        o7[1] = std::make_unique<Base<T>>();
        for (int i8 = 0; i8 < 3; ++i8) {
          held = sin(o7[(i8 + 0) % 2]->apply(held, i8));
          o7[i8 % 2]->change(held);
        }
      }
      Record2<T> r9;
      r9.f0 = held;
      r9.f1[(k + 2) % 1].f0 = sin((a * held));
    }
    return sin((cos(held) * cos(held)));
  }
  void change(T &a) override {
    a = tanh(((held * held) * log(a * a + 1.5)));
    held = held;
  }
};

template <class T> void adjust10(T &a, const T &b, T *c) {
  T v11 = 0.25 * (a * *c);
  a = cos((*c - v11));
  *c = 0.4 * log((b + v11) * (b + v11) + 1.5);
}

template <class T> T program(const T *x, int n) {
  T v12 = sin(((x[2] + x[4]) + x[1]));
  auto f13 = [&](T a, int k) -> T {
    {
      T *h14 = new T[n];
      for (int i15 = 0; i15 < n; ++i15) {
        h14[i15] = 0.625 * (T(-0.7363) * a);
      }
      T v16 = sin(T(0.4637));
      if ((x[4] - T(1.1637)) <= 1.2137) {
        {
          Record1<T> rs17[2];
          for (int i18 = 0; i18 < 2; ++i18) {
            rs17[i18].f0 = T((v16 + x[4])) / sqrt(1.0 + 0.1 * (v16 + x[4]) * (v16 + x[4]));
          }
          rs17[1] = rs17[(k + 0) % 2];
          std::swap(rs17[(k + 1) % 2], rs17[k % 2]);
          {
            T &at19 = rs17[1].f0;
            at19 -= sin(sqrt((v12 * rs17[1].f0) * (v12 * rs17[1].f0) + 0.5));
            at19 = 0.5 * at19;
          }
          h14[k] = 0.5 * (h14[k] + rs17[(k + 2) % 2].f0);
        }
      } else {
        if (tanh(v12) < 0.2137) {
          T v20 = (x[k] * cos(x[k]));
        }
      }
      a = 0.25 * (a * h14[1]);
      delete[] h14;
    }
    return (sin((a / (1.25 + x[0] * x[0]))) + tanh(sqrt(x[k] * x[k] + 0.5)));
  };
  v12 = f13(sin((x[0] + v12)), pick(v12, 4));
  return 0.5 * v12;
}

} // namespace

FUZZ_PROGRAM(5, 224)
