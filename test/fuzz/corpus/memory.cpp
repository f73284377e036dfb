// generate.py --seed 234 --size 12 --features array,heap,inplace,memory,pointer,struct
#include "fuzz/driver.h"

namespace {

template <class T> struct Node {
  int number;
  T value;
  Node *next;
};

template <class T> struct Record1 {
  T f0 = 1.5137;
  short f1 = 1;
};

template <class T> struct Record2 {
  T f0 = 0.6137;
  Record1<T> f2[2];
  bool f1 = 1;
};

template <class T> T program(T *x, int n) {
  T v3 = x[2];
  T v4 = v3;
  T v5 = cos(v3);
  for (T *p6 = x; p6 != x + 4; ++p6) {
    *p6 = sin((v3 + *p6));
  }
  T *p7 = pick(v4, 4) == 0 ? &v4 : &v3;
  {
    T **rows8 = new T *[3];
    for (int i9 = 0; i9 < 3; ++i9) {
      rows8[i9] = new T[2];
      for (int j = 0; j < 2; ++j)
        rows8[i9][j] = cos(*p7);
    }
    std::swap(rows8[0], rows8[0]);
    rows8[pick(v5, 3)][0] = 0.2353 * fabs(((*p7 * v4) / (1.25 + (v4 - v3) * (v4 - v3))) + 0.0171);
    for (int i9 = 2; i9 >= 0; --i9) {
      x[3] = 0.5 * (x[3] + rows8[i9][pick(v5, 2)]);
      delete[] rows8[i9];
    }
    delete[] rows8;
  }
  std::memset(static_cast<void *>(x), 0, pick(T(1.3637), 4) * sizeof(T));
  T sum10 = T(0.8137);
  for (int i11 = 0; i11 < n - 1; ++i11) {
    if (i11 % 2 == 1) {
      {
        int size13 = 0, room14 = 1;
        T *s12 = new T[1];
        for (int i15 = 0; i15 < 4; ++i15) {
          if (size13 == room14) {
            T *more16 = new T[2 * room14];
            std::memcpy(more16, s12, size13 * sizeof(T));
            delete[] s12;
            s12 = more16;
            room14 *= 2;
          }
          s12[size13++] = x[2];
          s12[size13 / 2] *= cos(*p7);
        }
        while (size13 > 0)
          v5 = sin(v5 + s12[--size13]);
        delete[] s12;
      }
      Record2<T> r17;
      r17.f0 = exp(-v4 * v4);
      r17.f2[(i11 + 1) % 2].f0 = 0.8 * fabs(*p7 + 0.0171);
      T a18[4] = {T((T(0.7137) / (1.25 + r17.f0 * r17.f0))),
                  T(T((v5 * x[3])) / sqrt(1.0 + 0.1 * (v5 * x[3]) * (v5 * x[3]))), T(atan(*p7)), T(v5)};
    }
    sum10 +=
        T(((x[i11] - v3) * sin(x[3]))) / sqrt(1.0 + 0.1 * ((x[i11] - v3) * sin(x[3])) * ((x[i11] - v3) * sin(x[3])));
  }
  sum10 = 0.2857 * sum10;
  Record2<T> r19;
  r19.f0 = tanh(*p7);
  r19.f2[pick(v5, 2)].f0 = T(sqrt(*p7 * *p7 + 0.5)) / sqrt(1.0 + 0.1 * sqrt(*p7 * *p7 + 0.5) * sqrt(*p7 * *p7 + 0.5));
  {
    Node<T> *head20 = nullptr;
    for (int i22 = 0; i22 < n - 1; ++i22) {
      head20 = new Node<T>{
          i22,
          T(T(sqrt(sum10 * sum10 + 0.5)) / sqrt(1.0 + 0.1 * sqrt(sum10 * sum10 + 0.5) * sqrt(sum10 * sum10 + 0.5))),
          head20};
    }
    while (head20) {
      Node<T> *node21 = head20;
      head20 = node21->next;
      r19.f2[0].f0 = T((r19.f2[0].f0 + node21->value * node21->value)) /
                     sqrt(1.0 + 0.1 * (r19.f2[0].f0 + node21->value * node21->value) *
                                    (r19.f2[0].f0 + node21->value * node21->value));
      delete node21;
    }
  }
  for (int i23 = 0 + pick(v3, 2) - 1; i23 >= 0; --i23) {
    Record1<T> r24;
    r24.f0 = sin((T(0.1637) - x[i23]));
    T *p25 = &sum10;
    r24.f0 = cos(r24.f0);
    r19.f0 /= 1.1 + v4 * v4;
  }
  return 1.5 * v3 + 1.5 * v4 + 1.75 * v5 + 1.75 * sum10 + 1.75 * *p7 + x[0] + x[1] + x[2] + x[3] + r19.f0;
}

} // namespace

FUZZ_PROGRAM(4, 125)
