/* Derivatives of derivatives. */
#include "test/api_c/check.h"

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_nothing(void *, ...);
void __enzyme_autodiff_nothing(void *, ...);

static double f(double x) { return x * x * x * x; }
static double df(double x) { return __enzyme_autodiff((void *)f, x); }
static double ddf(double x) { return __enzyme_fwddiff((void *)df, x, 1.0); }
static double dddf(double x) { return __enzyme_fwddiff((void *)ddf, x, 1.0); }

static double energy(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; ++i)
    sum += x[i] * x[i] * x[i + 1];
  return sum;
}
static void gradient(const double *x, double *dx, int n) { __enzyme_autodiff_nothing((void *)energy, enzyme_dup, x, dx, enzyme_const, n); }

int main(void) {
  CHECK_NEAR(df(2), 32);
  CHECK_NEAR(ddf(2), 48);
  CHECK_NEAR(dddf(2), 48);
  double x[3] = {1, 2, 3}, v[3] = {1, 0, 0}, g[3] = {0}, hv[3] = {0};
  __enzyme_fwddiff_nothing((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, hv, enzyme_const, 3);
  CHECK_NEAR(g[0], 4);
  CHECK_NEAR(g[1], 13);
  CHECK_NEAR(g[2], 4);
  CHECK_NEAR(hv[0], 4);
  CHECK_NEAR(hv[1], 2);
  CHECK_NEAR(hv[2], 0);
  return 0;
}
