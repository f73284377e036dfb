/* The two halves of reverse mode, with a tape between them. */
#include "test/api_c/check.h"
#include <stddef.h>

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_allocated, enzyme_tape, enzyme_nofree, enzyme_noret, enzyme_width;

typedef struct {
  void *tape;
  double primal;
} Augmented;
typedef struct {
  void *tape;
  double *primal, *shadow;
} AugmentedPointer;
typedef struct {
  double x, y;
} Pair;
void *__enzyme_augmentfwd(void *, ...);
Augmented __enzyme_augmentfwd_value(void *, ...);
AugmentedPointer __enzyme_augmentfwd_pointer(void *, ...);
void __enzyme_augmentfwd_nothing(void *, ...);
void __enzyme_reverse(void *, ...);
double __enzyme_reverse_value(void *, ...);
Pair __enzyme_reverse_pair(void *, ...);
int __enzyme_augmentsize(void *, ...);

static double product(double x, double y) { return x * exp(y); }
static void step(double *x) {
  x[0] += x[1] * x[1];
  x[1] = -x[1] * x[0];
}
static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * x[i];
  return sum;
}
static double *squared(const double *x, int n) {
  double *out = malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    out[i] = x[i] * x[i];
  return out;
}

int main(void) {
  Augmented forward = __enzyme_augmentfwd_value((void *)product, 2.0, 0.5);
  CHECK_NEAR(forward.primal, 2 * exp(0.5));
  Pair adjoint = __enzyme_reverse_pair((void *)product, 2.0, 0.5, 3.0, forward.tape);
  CHECK_NEAR(adjoint.x, 3 * exp(0.5));
  CHECK_NEAR(adjoint.y, 6 * exp(0.5));

  void *only_tape = __enzyme_augmentfwd((void *)product, enzyme_noret, enzyme_out, 2.0, enzyme_const, 0.5);
  CHECK_NEAR(__enzyme_reverse_value((void *)product, enzyme_out, 2.0, enzyme_const, 0.5, 10.0, enzyme_tape, only_tape), 10 * exp(0.5));

  /* memory changes between the halves */
  double x[2] = {1.2, 3.4}, dx[2] = {5.6, 7.8};
  void *tape = __enzyme_augmentfwd((void *)step, x, dx);
  double x0 = 1.2 + 3.4 * 3.4;
  CHECK_NEAR(x[0], x0);
  CHECK_NEAR(x[1], -3.4 * x0);
  x[0] = x[1] = 0;
  __enzyme_reverse((void *)step, x, dx, tape);
  double g0 = 5.6 - 7.8 * 3.4;
  CHECK_NEAR(dx[0], g0);
  CHECK_NEAR(dx[1], g0 * 2 * 3.4 - 7.8 * x0);

  /* the tape in memory of the caller */
  double v[3] = {1, 2, 3}, dv[3] = {0};
  int size = __enzyme_augmentsize((void *)norm, enzyme_dup, enzyme_const);
  CHECK_TRUE(size > 0);
  void *memory = malloc(size);
  __enzyme_augmentfwd_nothing((void *)norm, enzyme_allocated, size, enzyme_tape, memory, v, dv, 3);
  __enzyme_reverse((void *)norm, enzyme_allocated, size, enzyme_tape, memory, enzyme_nofree, v, dv, 3, 1.0);
  for (int i = 0; i < 3; ++i)
    CHECK_NEAR(dv[i], 3 * v[i] * v[i]);
  __enzyme_reverse((void *)norm, enzyme_allocated, size, enzyme_tape, memory, v, dv, 3, 2.0);
  for (int i = 0; i < 3; ++i)
    CHECK_NEAR(dv[i], 9 * v[i] * v[i]);
  free(memory);

  char buffer[100];
  double w[2] = {2, 3}, dw[2] = {1, 0};
  __enzyme_augmentfwd((void *)step, enzyme_dup, w, dw, enzyme_allocated, sizeof buffer, enzyme_tape, buffer);
  __enzyme_reverse((void *)step, enzyme_dup, w, dw, enzyme_allocated, sizeof buffer, enzyme_tape, buffer);
  CHECK_NEAR(dw[0], 1);
  CHECK_NEAR(dw[1], 6);

  /* no seed means 1 */
  double u[1] = {3.14}, du[1] = {0};
  tape = __enzyme_augmentfwd((void *)norm, u, du, 1);
  __enzyme_reverse((void *)norm, u, du, 1, tape);
  CHECK_NEAR(du[0], 3 * 3.14 * 3.14);

  /* a pointer result has a shadow, and the seed lies behind it */
  double a[2] = {3, 5}, da[2] = {0};
  AugmentedPointer result = __enzyme_augmentfwd_pointer((void *)squared, a, da, 2);
  CHECK_NEAR(result.primal[1], 25);
  result.shadow[0] = 1;
  result.shadow[1] = 10;
  __enzyme_reverse((void *)squared, a, da, 2, result.tape);
  CHECK_NEAR(da[0], 6);
  CHECK_NEAR(da[1], 100);
  free(result.primal);
  free(result.shadow);
  return 0;
}
