// Pointers into arrays that lie beside other members: where a pointer goes on from an element, and where it may not be taken to go.
#include "check_gradient.h"

namespace {

struct Beside {
  double before;
  double values[30];
  int after;
};

double element_before(const double* x, int n) {
  Beside s;
  s.before = 1;
  s.after = 2;
  for (int i = 0; i < 30; ++i) s.values[i] = x[i % n] * (i + 1);
  double sum = 0;
  for (int i = 1; i < 30; ++i) {
    const double* p = &s.values[i];
    sum += p[-1] * p[0];
  }
  return sum * s.after * s.before / 1000;
}

double element_after(const double* x, int n) {
  Beside s;
  s.before = 1;
  s.after = 2;
  for (int i = 0; i < 30; ++i) s.values[i] = x[i % n] * (i + 1);
  double sum = 0;
  for (int i = 0; i < 28; ++i) {
    const double* p = s.values + i;
    sum += p[2] * p[1] * *p;
  }
  return sum * s.after / 1e5;
}

double backwards(const double* x, int n) {
  Beside s;
  s.before = 0;
  s.after = 2;
  for (int i = 0; i < 30; ++i) s.values[i] = x[i % n] * (i + 1);
  double sum = 0;
  for (const double* p = s.values + 30; p != s.values;) sum = 0.5 * sum + *--p * s.values[0];
  return sum * s.after / 100;
}

struct Table {
  int id;
  double rows[4][5];
  int columns;
};

double row_before(const double* x, int n) {
  Table t;
  t.columns = 3;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) t.rows[i][j] = x[(i + j) % n] * (i + 1);
  double sum = 0;
  for (int i = 1; i < 4; ++i) {
    const double *above = &t.rows[0][0] + 5 * (i - 1), *row = t.rows[i];
    for (int j = 0; j < 5; ++j) sum += above[j] * row[j];
  }
  return sum * t.columns / 100;
}

double all_rows_at_once(const double* x, int n) {
  Table t;
  t.id = 2;
  for (int j = 0; j < 5; ++j) {
    t.rows[0][j] = x[j % n];
    t.rows[1][j] = x[0] * j;
  }
  for (int i = 2; i < 4; ++i)
    for (int j = 0; j < 5; ++j) t.rows[i][j] = x[(i + j) % n] * i;
  double sum = 0;
  const double* first = &t.rows[0][0];
  for (int k = 1; k < 20; ++k) sum += first[k] * first[k - 1];
  for (const double* p = first; p != first + 20; ++p) sum += *p * *p;
  return sum * t.id / 100;
}

// The loop is not left where the pointer is compared.
double longer_than_compared(const double* x, int n) {
  Beside s;
  s.before = 1;
  for (int i = 0; i < 30; ++i) s.values[i] = 1;
  double* p = s.values;
  for (int i = 0; i < 30; ++i, ++p) {
    if (p == s.values + 3) s.before = x[0];
    *p = x[i % n] * s.before;
  }
  double sum = 0;
  for (int i = 0; i < 30; ++i) sum += s.values[i] * s.values[i];
  return sum / 10;
}

struct Layer {
  int kind;
  float weight;
  double values[300];
};

double copies_of_large_structs(const double* x, int n) {
  Layer layers[3], copies[3];
  for (int i = 0; i < 3; ++i) {
    layers[i].kind = i;
    layers[i].weight = static_cast<float>(i + 1);
    for (double& value : layers[i].values) value = x[i % n];
  }
  for (int i = 0; i < 3; ++i) copies[i] = layers[2 - i];
  double sum = 0;
  for (const Layer& layer : copies) {
    for (double value : layer.values) sum += value * value * static_cast<double>(layer.weight);
    sum *= layer.kind + 1;
  }
  return sum / 1000;
}

}  // namespace

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

TEST_CASE("large structs with numbers of two types are copied") { check_gradient<copies_of_large_structs>({0.5, 1.5, 0.75}); }
