/* Several derivatives in one call. */
#include "test/api_c/check.h"

extern int enzyme_dup, enzyme_dupv, enzyme_dupnoneedv, enzyme_const, enzyme_out, enzyme_width, enzyme_primal_return;

typedef struct {
  double d[2];
} Two;
typedef struct {
  double d[3];
} Three;
typedef struct {
  double primal, d[3];
} PrimalThree;
typedef struct {
  double x[2], y[2];
} TwoEach;
Two __enzyme_fwddiff_two(double (*)(double, double), ...);
PrimalThree __enzyme_fwddiff_primal(void *, ...);
void __enzyme_fwddiff_nothing(void *, ...);
Two __enzyme_autodiff_two(void *, ...);
TwoEach __enzyme_autodiff_each(void *, ...);
void __enzyme_autodiff(void *, ...);

static double f(double x, double y) { return x * x * y; }
static void squares(const double *in, double *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * in[i];
}

int main(void) {
  Two two = __enzyme_fwddiff_two(f, enzyme_width, 2, 3.0, 1.0, 0.0, 2.0, 0.0, 1.0);
  CHECK_NEAR(two.d[0], 12);
  CHECK_NEAR(two.d[1], 9);
  PrimalThree three = __enzyme_fwddiff_primal((void *)f, enzyme_width, 3, enzyme_primal_return, enzyme_dup, 3.0, 1.0, 2.0, 3.0, enzyme_const, 2.0);
  CHECK_NEAR(three.primal, 18);
  for (int i = 0; i < 3; ++i)
    CHECK_NEAR(three.d[i], 12 * (i + 1));

  two = __enzyme_autodiff_two((void *)f, enzyme_width, 2, enzyme_out, 3.0, enzyme_const, 2.0);
  CHECK_NEAR(two.d[0], 12);
  CHECK_NEAR(two.d[1], 12);
  TwoEach each = __enzyme_autodiff_each((void *)f, enzyme_width, 2, 3.0, 2.0);
  for (int i = 0; i < 2; ++i) {
    CHECK_NEAR(each.x[i], 12);
    CHECK_NEAR(each.y[i], 9);
  }

  double x[3] = {1, 2, 3}, y[3], dx[2][3] = {{1, 0, 1}, {0, 1, 1}}, dy[2][3];
  __enzyme_fwddiff_nothing((void *)squares, enzyme_width, 2, enzyme_dupv, sizeof dx[0], x, dx, enzyme_dupv, (int)sizeof dy[0], y, dy, 3);
  for (int lane = 0; lane < 2; ++lane)
    for (int i = 0; i < 3; ++i)
      CHECK_NEAR(dy[lane][i], 2 * x[i] * dx[lane][i]);

  double gx[3][3] = {{0}}, gy[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  __enzyme_autodiff((void *)squares, enzyme_width, 3, enzyme_dup, x, gx[0], gx[1], gx[2], enzyme_dupnoneedv, sizeof gy[0], y, gy, enzyme_const, 3);
  for (int lane = 0; lane < 3; ++lane)
    for (int i = 0; i < 3; ++i)
      CHECK_NEAR(gx[lane][i], lane == i ? 2 * x[i] : 0);
  return 0;
}
