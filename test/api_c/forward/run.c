/* Forward mode: every value is followed by its tangent. */
#include "test/api_c/check.h"

extern int enzyme_dup, enzyme_const, enzyme_primal_return, enzyme_const_return, enzyme_dup_return;
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_nothing(void *, ...);
double *__enzyme_fwddiff_pointer(void *, ...);

typedef struct {
  double primal, tangent;
} Dual;
Dual __enzyme_fwddiff_dual(void *, ...);

static double f(double x, double y) { return x * x * y; }
static void rotate(double *v, double angle) {
  double x = v[0], y = v[1];
  v[0] = cos(angle) * x - sin(angle) * y;
  v[1] = sin(angle) * x + cos(angle) * y;
}
static double *second(double *v) {
  v[1] *= v[0];
  return v + 1;
}

int main(void) {
  CHECK_NEAR(__enzyme_fwddiff((void *)f, 3.0, 1.0, 2.0, 0.0), 12);
  CHECK_NEAR(__enzyme_fwddiff((void *)f, enzyme_dup, 3.0, 1.0, enzyme_dup, 2.0, 10.0), 12 + 90);
  CHECK_NEAR(__enzyme_fwddiff((void *)f, enzyme_const, 3.0, enzyme_dup, 2.0, 1.0), 9);
  CHECK_NEAR(__enzyme_fwddiff((void *)f, enzyme_dup_return, 3.0, 0.0, 2.0, 1.0), 9);
  Dual dual = __enzyme_fwddiff_dual((void *)f, enzyme_primal_return, enzyme_dup, 3.0, 1.0, enzyme_const, 2.0);
  CHECK_NEAR(dual.primal, 18);
  CHECK_NEAR(dual.tangent, 12);
  CHECK_NEAR(__enzyme_fwddiff((void *)f, enzyme_primal_return, enzyme_const_return, 3.0, 1.0, 2.0, 0.0), 18);

  double v[2] = {1, 2}, dv[2] = {0.5, 0};
  __enzyme_fwddiff_nothing((void *)rotate, enzyme_dup, v, dv, enzyme_dup, 0.3, 1.0);
  CHECK_NEAR(v[0], cos(0.3) - 2 * sin(0.3));
  CHECK_NEAR(dv[0], 0.5 * cos(0.3) - sin(0.3) - 2 * cos(0.3));
  CHECK_NEAR(dv[1], 0.5 * sin(0.3) + cos(0.3) - 2 * sin(0.3));

  double w[2] = {3, 4}, dw[2] = {1, 0};
  double *shadow = __enzyme_fwddiff_pointer((void *)second, w, dw);
  CHECK_TRUE(shadow == dw + 1);
  CHECK_NEAR(*shadow, 4);
  return 0;
}
