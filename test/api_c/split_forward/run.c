/* Forward mode in two halves: the tangents are computed from the tape, whatever has become of the memory. */
#include "test/api_c/check.h"

extern int enzyme_dup, enzyme_const, enzyme_allocated, enzyme_tape, enzyme_nofree, enzyme_width, enzyme_primal_return;
int __enzyme_augmentsize(void *, ...);
void __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_tape(void *, ...);
void __enzyme_fwdsplit(void *, ...);
double __enzyme_fwdsplit_value(void *, ...);

typedef struct {
  double d[2];
} Two;
Two __enzyme_fwdsplit_two(void *, ...);

/* in place, with branches, a loop without a known count and memory of its own */
static void iterate(double *x, int n, double limit) {
  double *old = malloc(n * sizeof(double));
  double size = 0;
  while (size < limit) {
    for (int i = 0; i < n; ++i)
      old[i] = x[i];
    size = 0;
    for (int i = 0; i < n; ++i) {
      double left = old[i > 0 ? i - 1 : n - 1];
      x[i] = old[i] > 0 ? old[i] * left + 1 : exp(old[i]) * left;
      size += x[i] * x[i];
    }
  }
  free(old);
}

static void stress(double *out, const double *in, double lambda, double mu) {
  double trace = 0;
  for (int i = 0; i < 3; ++i)
    trace += in[i];
  for (int i = 0; i < 3; ++i)
    out[i] = lambda * log1p(trace) + mu * in[i] * in[i];
}

static double wave(double x, double y) { return sin(x) * y; }

void __enzyme_fwddiff(void *, ...);
static void iterate_at_once(double *x, int n, double limit) { iterate(x, n, limit); }

int main(void) {
  double x[3] = {0.5, -0.25, 1.5}, y[3] = {0.5, -0.25, 1.5}, dy[3] = {1, 2, -1}, dx[3] = {1, 2, -1};
  __enzyme_fwddiff((void *)iterate_at_once, y, dy, 3, enzyme_const, 50.0);
  void *tape = __enzyme_augmentfwd_tape((void *)iterate, x, dx, 3, enzyme_const, 50.0);
  for (int i = 0; i < 3; ++i) {
    CHECK_NEAR(x[i], y[i]);
    x[i] = 0;
  }
  __enzyme_fwdsplit((void *)iterate, enzyme_nofree, x, dx, 3, enzyme_const, 50.0, tape);
  for (int i = 0; i < 3; ++i)
    CHECK_NEAR(dx[i], dy[i]);
  double again[3] = {2, 4, -2};
  __enzyme_fwdsplit((void *)iterate, (double *)NULL, again, 3, enzyme_const, 50.0, tape);
  for (int i = 0; i < 3; ++i) {
    CHECK_NEAR(again[i], 2 * dy[i]);
    CHECK_TRUE(x[i] == 0);
  }

  double in[3] = {0.1, 0.2, 0.3}, out[3], din[3] = {1, 0, -2}, dout[3];
  void *memory = malloc(__enzyme_augmentsize((void *)stress, enzyme_dup, enzyme_dup, enzyme_const, enzyme_const));
  __enzyme_augmentfwd((void *)stress, enzyme_allocated, sizeof(void *), enzyme_tape, memory, out, (double *)NULL, in, (double *)NULL, enzyme_const, 2.0, enzyme_const, 3.0);
  __enzyme_fwdsplit((void *)stress, enzyme_allocated, sizeof(void *), enzyme_tape, memory, (double *)NULL, dout, (double *)NULL, din, enzyme_const, 2.0, enzyme_const, 3.0);
  for (int i = 0; i < 3; ++i) {
    CHECK_NEAR(out[i], 2 * log1p(0.6) + 3 * in[i] * in[i]);
    CHECK_NEAR(dout[i], 2 * -1 / 1.6 + 6 * in[i] * din[i]);
  }
  free(memory);

  tape = __enzyme_augmentfwd_tape((void *)wave, 0.5, 2.0);
  CHECK_NEAR(__enzyme_fwdsplit_value((void *)wave, enzyme_nofree, 0.5, 1.0, 2.0, 0.0, tape), 2 * cos(0.5));
  Two two = __enzyme_fwdsplit_two((void *)wave, enzyme_width, 2, enzyme_dup, 0.5, 1.0, 0.0, enzyme_dup, 2.0, 0.0, 1.0, tape);
  CHECK_NEAR(two.d[0], 2 * cos(0.5));
  CHECK_NEAR(two.d[1], sin(0.5));
  return 0;
}
