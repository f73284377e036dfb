/* Pointers come with shadows, into which adjoints are added; what is not marked goes by its type. */
#include "test/api_c/check.h"

int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_out;
/* without a prototype, as old sources declare it */
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
void __enzyme_autodiff();
double __enzyme_autodiff_scale(void *, ...);

static double sum_of_squares(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

static double scaled_sum(const double *x, size_t n, double scale) {
  double sum = 0;
  for (size_t i = 0; i < n; ++i)
    sum += x[i];
  return sum * scale;
}

static void multiply(const double *a, const double *b, double *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = a[i] * b[i];
}

typedef struct node {
  double value;
  struct node *next;
} Node;

static double sum_list(const Node *list) {
  double sum = 0;
  for (; list; list = list->next)
    sum += list->value * list->value;
  return sum;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  __enzyme_autodiff((void *)sum_of_squares, x, dx, 4);
  for (int i = 0; i < 4; ++i)
    CHECK_NEAR(dx[i], 2 * x[i]);
  __enzyme_autodiff((void *)sum_of_squares, enzyme_dup, x, dx, enzyme_const, 4);
  for (int i = 0; i < 4; ++i)
    CHECK_NEAR(dx[i], 4 * x[i]);

  double shadow[4] = {0};
  double dscale = __enzyme_autodiff_scale((void *)scaled_sum, enzyme_dup, x, shadow, enzyme_const, (size_t)4, enzyme_out, 2.0);
  CHECK_NEAR(dscale, 10);
  for (int i = 0; i < 4; ++i)
    CHECK_NEAR(shadow[i], 2);

  double b[4] = {5, 6, 7, 8}, db[4] = {0}, out[4], dout[4] = {1, 10, 100, 1000};
  __enzyme_autodiff((void *)multiply, enzyme_const, x, enzyme_dup, b, db, enzyme_dupnoneed, out, dout, enzyme_const, 4);
  double seed = 1;
  for (int i = 0; i < 4; ++i, seed *= 10) {
    CHECK_NEAR(db[i], seed * x[i]);
    CHECK_NEAR(dout[i], 0);
  }

  Node second = {3, NULL}, first = {2, &second}, dsecond = {0, NULL}, dfirst = {0, &dsecond};
  __enzyme_autodiff((void *)sum_list, &first, &dfirst);
  CHECK_NEAR(dfirst.value, 4);
  CHECK_NEAR(dsecond.value, 6);
  return 0;
}
