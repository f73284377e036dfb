/* Markers that change how the derivative is computed, and results that are not wanted. */
#include "test/api_c/check.h"

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_strong_zero, enzyme_runtime_activity, enzyme_const_return, enzyme_active_return,
    enzyme_primal_return, enzyme_not_overwritten, enzyme_noret;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_nothing(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double scaled_root(double x, double y) { return sqrt(x) * y; }
static double both(const double *x, double *out) {
  *out = x[0] * x[0];
  return 10 * x[0];
}
static double pick(const double *a, const double *b, int first) {
  const double *chosen = first ? a : b;
  return *chosen * *chosen;
}

int main(void) {
  CHECK_TRUE(isnan(__enzyme_autodiff((void *)scaled_root, enzyme_out, 0.0, enzyme_const, 0.0)));
  CHECK_NEAR(__enzyme_autodiff((void *)scaled_root, enzyme_strong_zero, enzyme_out, 0.0, enzyme_const, 0.0), 0);
  CHECK_NEAR(__enzyme_fwddiff((void *)scaled_root, enzyme_dup, 0.0, 0.0, enzyme_dup, 2.0, 1.0, enzyme_strong_zero), 0);

  double x = 3, dx = 0, out, dout = 1;
  __enzyme_autodiff_nothing((void *)both, enzyme_const_return, &x, &dx, &out, &dout);
  CHECK_NEAR(dx, 6);
  dx = 0, dout = 1;
  __enzyme_autodiff_nothing((void *)both, enzyme_active_return, &x, &dx, &out, &dout);
  CHECK_NEAR(dx, 16);
  dx = 0, dout = 1;
  CHECK_NEAR(__enzyme_autodiff((void *)both, enzyme_primal_return, enzyme_const_return, &x, &dx, &out, &dout), 30);
  CHECK_NEAR(dx, 6);
  dx = 0, dout = 0;
  CHECK_NEAR(__enzyme_autodiff((void *)both, enzyme_primal_return, &x, &dx, &out, &dout), 30);
  CHECK_NEAR(dx, 10);

  double a = 2, da = 0, b = 5, db = 0;
  __enzyme_autodiff_nothing((void *)pick, enzyme_runtime_activity, enzyme_dup, &a, &da, enzyme_const, &b, 1);
  CHECK_NEAR(da, 4);
  __enzyme_autodiff_nothing((void *)pick, enzyme_runtime_activity, enzyme_dup, &a, &da, enzyme_const, &b, 0);
  CHECK_NEAR(da, 4);
  CHECK_NEAR(b, 5);
  __enzyme_autodiff_nothing((void *)pick, enzyme_runtime_activity, enzyme_dup, &a, &da, enzyme_dup, &b, &db, 0);
  CHECK_NEAR(db, 10);

  double dboth = 0;
  dx = 0, dout = 1;
  void *tape = __enzyme_augmentfwd((void *)both, enzyme_noret, enzyme_not_overwritten, enzyme_dup, &x, &dx, enzyme_dup, &out, &dout);
  __enzyme_reverse((void *)both, enzyme_dup, enzyme_not_overwritten, &x, &dboth, enzyme_dup, &out, &dout, 2.0, tape);
  CHECK_NEAR(dboth, 26);
  return 0;
}
