/* Results as structures, in registers and in memory, with and without the primal. */
#include "test/api_c/check.h"

extern int enzyme_out, enzyme_const, enzyme_dup, enzyme_primal_return, enzyme_noret, enzyme_width;

typedef struct {
  double d[4];
} Gradient;
typedef struct {
  double primal, x, y, z, w;
} WithPrimal;
typedef struct {
  double primal, x;
} Small;
typedef struct {
  double x[2], y[2], z[2], w[2];
} Lanes;
Gradient __enzyme_autodiff(void *, ...);
Gradient __enzyme_autodiff_typed(double (*)(double, double, double, double), double, double, double, double);
WithPrimal __enzyme_autodiff_primal(void *, ...);
Small __enzyme_autodiff_small(void *, ...);
Lanes __enzyme_autodiff_lanes(void *, ...);
double __enzyme_autodiff_only_primal(void *, ...);
void __enzyme_autodiff_nothing(void *, ...);

static double f(double x, double y, double z, double w) { return x * y * z + w * w; }
static double g(const double *x) { return x[0] * x[0]; }

int main(void) {
  Gradient d = __enzyme_autodiff((void *)f, 2.0, 3.0, 5.0, 7.0);
  CHECK_NEAR(d.d[0], 15);
  CHECK_NEAR(d.d[1], 10);
  CHECK_NEAR(d.d[2], 6);
  CHECK_NEAR(d.d[3], 14);
  d = __enzyme_autodiff_typed(f, 2.0, 3.0, 5.0, 7.0);
  CHECK_NEAR(d.d[1], 10);
  CHECK_NEAR(d.d[3], 14);
  WithPrimal p = __enzyme_autodiff_primal((void *)f, enzyme_primal_return, enzyme_out, 2.0, 3.0, 5.0, 7.0);
  CHECK_NEAR(p.primal, 79);
  CHECK_NEAR(p.x, 15);
  CHECK_NEAR(p.w, 14);
  Small s = __enzyme_autodiff_small((void *)f, enzyme_primal_return, enzyme_const, 2.0, enzyme_const, 3.0, enzyme_out, 5.0, enzyme_const, 7.0);
  CHECK_NEAR(s.primal, 79);
  CHECK_NEAR(s.x, 6);
  Lanes l = __enzyme_autodiff_lanes((void *)f, enzyme_width, 2, 2.0, 3.0, 5.0, 7.0);
  for (int i = 0; i < 2; ++i) {
    CHECK_NEAR(l.x[i], 15);
    CHECK_NEAR(l.y[i], 10);
    CHECK_NEAR(l.z[i], 6);
    CHECK_NEAR(l.w[i], 14);
  }
  double x = 3, dx = 0;
  CHECK_NEAR(__enzyme_autodiff_only_primal((void *)g, enzyme_primal_return, &x, &dx), 9);
  CHECK_NEAR(dx, 6);
  __enzyme_autodiff_nothing((void *)f, 2.0, 3.0, 5.0, 7.0);
  return 0;
}
