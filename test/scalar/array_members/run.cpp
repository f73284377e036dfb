// Pointers into arrays that lie beside other members: where a pointer goes on from an element, and where it may not be
// taken to go.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <span>

#include "check_gradient.h"

namespace {

struct Beside {
  double before;
  double values[30];
  int after;
};

double element_before(const double *x, int n) {
  Beside s;
  s.before = 1;
  s.after = 2;
  for (int i = 0; i < 30; ++i)
    s.values[i] = x[i % n] * (i + 1);
  double sum = 0;
  for (int i = 1; i < 30; ++i) {
    const double *p = &s.values[i];
    sum += p[-1] * p[0];
  }
  return sum * s.after * s.before / 1000;
}

double element_after(const double *x, int n) {
  Beside s;
  s.before = 1;
  s.after = 2;
  for (int i = 0; i < 30; ++i)
    s.values[i] = x[i % n] * (i + 1);
  double sum = 0;
  for (int i = 0; i < 28; ++i) {
    const double *p = s.values + i;
    sum += p[2] * p[1] * *p;
  }
  return sum * s.after / 1e5;
}

double backwards(const double *x, int n) {
  Beside s;
  s.before = 0;
  s.after = 2;
  for (int i = 0; i < 30; ++i)
    s.values[i] = x[i % n] * (i + 1);
  double sum = 0;
  for (const double *p = s.values + 30; p != s.values;)
    sum = 0.5 * sum + *--p * s.values[0];
  return sum * s.after / 100;
}

struct Table {
  int id;
  double rows[4][5];
  int columns;
};

double row_before(const double *x, int n) {
  Table t;
  t.columns = 3;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j)
      t.rows[i][j] = x[(i + j) % n] * (i + 1);
  double sum = 0;
  for (int i = 1; i < 4; ++i) {
    const double *above = &t.rows[0][0] + 5 * (i - 1), *row = t.rows[i];
    for (int j = 0; j < 5; ++j)
      sum += above[j] * row[j];
  }
  return sum * t.columns / 100;
}

double all_rows_at_once(const double *x, int n) {
  Table t;
  t.id = 2;
  for (int j = 0; j < 5; ++j) {
    t.rows[0][j] = x[j % n];
    t.rows[1][j] = x[0] * j;
  }
  for (int i = 2; i < 4; ++i)
    for (int j = 0; j < 5; ++j)
      t.rows[i][j] = x[(i + j) % n] * i;
  double sum = 0;
  const double *first = &t.rows[0][0];
  for (int k = 1; k < 20; ++k)
    sum += first[k] * first[k - 1];
  for (const double *p = first; p != first + 20; ++p)
    sum += *p * *p;
  return sum * t.id / 100;
}

// The loop is not left where the pointer is compared.
double longer_than_compared(const double *x, int n) {
  Beside s;
  s.before = 1;
  for (int i = 0; i < 30; ++i)
    s.values[i] = 1;
  double *p = s.values;
  for (int i = 0; i < 30; ++i, ++p) {
    if (p == s.values + 3)
      s.before = x[0];
    *p = x[i % n] * s.before;
  }
  double sum = 0;
  for (int i = 0; i < 30; ++i)
    sum += s.values[i] * s.values[i];
  return sum / 10;
}

struct Layer {
  int kind;
  float weight;
  double values[300];
};

double copies_of_large_structs(const double *x, int n) {
  Layer layers[3], copies[3];
  for (int i = 0; i < 3; ++i) {
    layers[i].kind = i;
    layers[i].weight = static_cast<float>(i + 1);
    for (double &value : layers[i].values)
      value = x[i % n];
  }
  for (int i = 0; i < 3; ++i)
    copies[i] = layers[2 - i];
  double sum = 0;
  for (const Layer &layer : copies) {
    for (double value : layer.values)
      sum += value * value * static_cast<double>(layer.weight);
    sum *= layer.kind + 1;
  }
  return sum / 1000;
}

struct Inner {
  double a;
  int k;
  double b;
};
struct Box {
  int id;
  Inner in[8];
  double pre;
  std::array<double, 12> arr;
  float w;
  double m[3][3];
  double post;
};
void fill(Box &s, const double *x, int n) {
  std::memset(&s, 0, sizeof s);
  s.id = 3;
  s.pre = 1;
  s.post = 2;
  s.w = 1.5f;
  for (int i = 0; i < 8; ++i) {
    s.in[i].a = x[i % n] * (i + 1);
    s.in[i].k = i;
    s.in[i].b = x[(i + 1) % n];
  }
  for (int i = 0; i < 12; ++i)
    s.arr[i] = x[i % n] + i;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      s.m[i][j] = x[(i + j) % n] * (i + 1) + j;
}
double struct_before(const double *x, int n) {
  Box s;
  fill(s, x, n);
  double t = 0;
  for (int i = 1; i < 8; ++i) {
    const Inner *p = &s.in[i];
    t += p[-1].a * p->b * p[-1].k + p[-1].b * s.pre;
  }
  return t;
}
double from_the_end(const double *x, int n) {
  Box s;
  fill(s, x, n);
  double t = 0;
  for (auto it = s.arr.rbegin(); it != s.arr.rend(); ++it)
    t = 0.5 * t + *it * s.post;
  return t;
}
double part_of_an_array(const double *x, int n) {
  Box s;
  fill(s, x, n);
  std::span<double> sp(s.arr);
  auto sub = sp.subspan(2, 6);
  for (std::size_t i = 1; i < sub.size(); ++i)
    sub[i] *= sub[i - 1] * 0.1;
  return std::accumulate(s.arr.begin(), s.arr.end(), 0.0) * s.pre;
}
double moved_and_reversed(const double *x, int n) {
  Box s;
  fill(s, x, n);
  std::memmove(&s.arr[1], &s.arr[0], sizeof(double) * (n + 4));
  std::reverse(s.arr.begin(), s.arr.end());
  double t = 0;
  for (int i = 0; i < 12; ++i)
    t += s.arr[i] * s.arr[i] * i;
  return t / 10;
}
double trace(const double (*m)[3], const double *flat) {
  double t = 0;
  for (int i = 0; i < 3; ++i)
    t += m[i][i] * flat[3 * i] + m[2 - i][i];
  return t;
}
double two_views_of_a_matrix(const double *x, int n) {
  Box s;
  fill(s, x, n);
  return trace(s.m, &s.m[0][0]) * s.post;
}
struct Vec {
  double x, y, z;
  int tag;
  double &operator[](int i) { return (&x)[i]; }
};
double members_by_index(const double *x, int n) {
  Vec v[5];
  for (int i = 0; i < 5; ++i) {
    v[i].tag = i;
    for (int j = 0; j < 3; ++j)
      v[i][j] = x[(i + j) % n] * (j + 1);
  }
  double t = 0;
  for (int i = 0; i < 5; ++i)
    t += v[i].x * v[i].y * v[i].z * v[i].tag;
  return t;
}
double structs_downwards(const double *x, int n) {
  Box s;
  fill(s, x, n);
  Box c[3] = {s, s, s};
  c[1].in[2].a = x[0] * x[0];
  Box *p = c + 2;
  double t = 0;
  while (p != c) {
    --p;
    t = t * 0.5 + p->in[2].a * p[1].in[3].b + p->m[1][2] * p->w;
  }
  return t;
}
double before_the_end(const double *x, int n) {
  Box s;
  fill(s, x, n);
  const double *e = s.arr.data() + 12;
  double t = 0;
  for (int i = 1; i <= 12; ++i)
    t += e[-i] * e[-1] * 0.1;
  return t + s.pre * x[0];
}
double around_an_element(const double *x, int n) {
  Box s;
  fill(s, x, n);
  const double *q = &s.arr[5];
  double t = 0;
  for (int i = -5; i < 7; ++i)
    t += q[i] * (i + 6);
  return t * t * 0.001;
}
double distances_between_structs(const double *x, int n) {
  Box *h = new Box[2];
  fill(h[0], x, n);
  h[1] = h[0];
  Inner *mid = &h[1].in[4];
  double t = mid[-2].a * mid[2].b + (mid - 3)->a;
  h[0].in[1] = mid[-1];
  t *= h[0].in[1].a;
  double *d = &h[1].m[1][1];
  t += d[-3] * d[2];
  delete[] h;
  return t;
}
double rows_in_an_order(const double *x, int n) {
  double buf[6][4];
  int order[6];
  for (int i = 0; i < 6; ++i) {
    order[i] = (i * 5) % 6;
    for (int j = 0; j < 4; ++j)
      buf[i][j] = x[(i + j) % n] * (1 + i);
  }
  double t = 0;
  for (int i = 0; i < 6; ++i) {
    double *r = buf[order[i]];
    std::sort(r, r + 4);
    t += r[0] * r[3] - r[1];
  }
  const double *l = buf[5] + 3;
  for (int k = 0; k < 24; ++k)
    t += 0.01 * *(l - k) * *(l - k);
  return t;
}

} // namespace

TEST_CASE("elements before and after the one a pointer is at") {
  check_gradient<element_before>({0.5, 1.5, 0.75});
  check_gradient<element_after>({0.5, 1.5, 0.75});
  check_gradient<backwards>({0.5, 1.5, 0.75});
}

TEST_CASE("rows of a table seen as one array") {
  check_gradient<row_before>({0.5, 1.5, 0.75});
  check_gradient<all_rows_at_once>({0.5, 1.5, 0.75});
}

TEST_CASE("a comparison that does not end the loop") { check_gradient<longer_than_compared>({0.5, 1.5, 0.75}); }

TEST_CASE("large structs with numbers of two types are copied") {
  check_gradient<copies_of_large_structs>({0.5, 1.5, 0.75});
}

TEST_CASE("pointers inside a struct of many arrays") {
  check_gradient<struct_before>({0.5, 1.6, 0.77});
  check_gradient<from_the_end>({0.5, 1.6, 0.77});
  check_gradient<part_of_an_array>({0.5, 1.6, 0.77});
  check_gradient<moved_and_reversed>({0.5, 1.6, 0.77});
  check_gradient<two_views_of_a_matrix>({0.5, 1.6, 0.77});
  check_gradient<members_by_index>({0.5, 1.6, 0.77});
  check_gradient<structs_downwards>({0.5, 1.6, 0.77});
  check_gradient<before_the_end>({0.5, 1.6, 0.77});
  check_gradient<around_an_element>({0.5, 1.6, 0.77});
  check_gradient<distances_between_structs>({0.5, 1.6, 0.77});
  check_gradient<rows_in_an_order>({0.5, 1.6, 0.77});
}
