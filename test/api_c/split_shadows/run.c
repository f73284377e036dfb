/* The second half is given shadows of its own: those of the first half may be null, and several seeds may use one tape. */
#include "test/api_c/check.h"

extern int enzyme_dup, enzyme_const, enzyme_allocated, enzyme_tape, enzyme_nofree;
void __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
int __enzyme_augmentsize(void *, ...);

static int size_of_tape(void *function) { return __enzyme_augmentsize(function, enzyme_const, enzyme_dup, enzyme_dup); }

static void model(const double *x, double *y, const double *a, int n) {
  double s = a[0];
  for (int i = 0; i < n; ++i)
    y[i] = s * s * s + s * s * x[i] + sin(a[1] * x[i]);
}

int main(void) {
  double x[5] = {0.5, 2.5, 5, 8, 10}, y[5], a[2] = {5, 0.25};
  void *tape = malloc(size_of_tape((void *)model));
  __enzyme_augmentfwd((void *)model, enzyme_allocated, sizeof(void *), enzyme_tape, tape, enzyme_const, x, y, (double *)NULL, a, (double *)NULL, 5);
  for (int i = 0; i < 5; ++i) {
    CHECK_NEAR(y[i], 125 + 25 * x[i] + sin(0.25 * x[i]));
    double dy[5] = {0}, da[2] = {0};
    dy[i] = 1;
    if (i < 4)
      __enzyme_reverse((void *)model, enzyme_allocated, sizeof(void *), enzyme_tape, tape, enzyme_nofree, enzyme_const, x, (double *)NULL, dy, (double *)NULL, da, 5);
    else
      __enzyme_reverse((void *)model, enzyme_allocated, sizeof(void *), enzyme_tape, tape, enzyme_const, x, (double *)NULL, dy, (double *)NULL, da, 5);
    CHECK_NEAR(da[0], 75 + 10 * x[i]);
    CHECK_NEAR(da[1], x[i] * cos(0.25 * x[i]));
    CHECK_NEAR(dy[i], 0);
  }
  free(tape);
  return 0;
}
