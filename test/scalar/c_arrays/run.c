// Arrays of C: of variable length, compound literals, flexible members, arguments with sizes.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void*, ...);
double __enzyme_fwddiff(void*, ...);

static double variable_length(const double* x, int n) {
  double copy[n], squares[n][n];
  for (int i = 0; i < n; ++i) copy[i] = x[i] * x[0];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) squares[i][j] = copy[i] * x[j];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += squares[i][n - 1 - i] * squares[i][i];
  return sum;
}

static double in_a_loop(const double* x, int n) {
  double total = 1;
  for (int i = 1; i <= n; ++i) {
    double row[i];
    memset(row, 0, sizeof row);
    for (int j = 0; j < i; ++j) row[j] += x[j] * total;
    for (int j = 0; j < i; ++j) total += row[j] * row[i - 1] * 0.5;
  }
  return total;
}

static void product(int n, double out[n][n], double a[n][n], double b[n][n]) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      out[i][j] = 0;
      for (int k = 0; k < n; ++k) out[i][j] += a[i][k] * b[k][j];
    }
  }
}
static double sized_arguments(const double* x, int n) {
  double a[n][n], b[n][n], c[n][n];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) a[i][j] = b[j][i] = sin(x[i]) + x[j];
  }
  product(n, c, a, b);
  product(n, b, c, a);
  return b[0][n - 1] + c[n - 1][0];
}

struct Flexible {
  int count;
  double values[];
};
static double flexible_member(const double* x, int n) {
  struct Flexible* f = malloc(sizeof *f + n * sizeof(double));
  f->count = n;
  for (int i = 0; i < f->count; ++i) f->values[i] = x[i] * x[i];
  double sum = 0;
  for (int i = 0; i < f->count; ++i) sum = sum * x[0] + f->values[i];
  free(f);
  return sum;
}

struct Point { double x, y; };
static double area(const struct Point* p) { return p->x * p->y; }
static double compound_literals(const double* x, int n) {
  struct Point p = {.y = x[0], .x = x[1]};
  const double* list = (double[]){x[0] * x[1], p.x, x[n - 1]};
  return area(&(struct Point){list[0], list[1]}) * list[2] + area(&p);
}

static double complex_type(const double* x, int n) {
  double _Complex z = x[0] + x[1] * I, w = 1;
  for (int i = 0; i < n; ++i) w = w * z + 0.5;
  return creal(w) * cimag(w);
}

static int failures = 0;

static void expect(const char* name, const char* what, int index, double got, double wanted, double tolerance) {
  if (fabs(got - wanted) <= tolerance * fmax(1, fabs(wanted))) return;
  printf("%s: %s %d: got %.15g, expected %.15g\n", name, what, index, got, wanted);
  ++failures;
}

#define CHECK(function, count)                                                                          \
  do {                                                                                                  \
    double x[] = {0.5, 1.5, 0.75, 1.25}, dx[4] = {0};                                                   \
    __enzyme_autodiff((void*)function, enzyme_dup, x, dx, enzyme_const, count);                         \
    for (int i = 0; i < count; ++i) {                                                                   \
      double tangent[4] = {0}, h = 1e-6, at = x[i];                                                     \
      tangent[i] = 1;                                                                                   \
      double forward = __enzyme_fwddiff((void*)function, enzyme_dup, x, tangent, enzyme_const, count);  \
      expect(#function, "reverse", i, dx[i], forward, 1e-12);                                           \
      x[i] = at + h;                                                                                    \
      double above = function(x, count);                                                                \
      x[i] = at - h;                                                                                    \
      double below = function(x, count);                                                                \
      x[i] = at;                                                                                        \
      expect(#function, "forward", i, forward, (above - below) / (2 * h), 1e-7);                        \
    }                                                                                                   \
  } while (0)

int main(void) {
  CHECK(variable_length, 3);
  CHECK(variable_length, 4);
  CHECK(in_a_loop, 4);
  CHECK(sized_arguments, 2);
  CHECK(sized_arguments, 3);
  CHECK(flexible_member, 4);
  CHECK(compound_literals, 3);
  CHECK(complex_type, 4);
  return failures != 0;
}
