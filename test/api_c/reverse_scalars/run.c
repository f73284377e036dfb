/* Floating arguments are outputs: their adjoints come back as the result of the call. */
#include "test/api_c/check.h"

extern int enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_autodiff_square(double (*)(double), double);

typedef struct {
  double x, y;
} Pair;
Pair __enzyme_autodiff_pair(void *, ...);

static double square(double x) { return x * x; }
static double product(double x, double y) { return x * sin(y); }
static double power(double x, int n) {
  double result = 1;
  for (int i = 0; i < n; ++i)
    result *= x;
  return result;
}
static double unused(double x, double y) {
  (void)y;
  return 3 * x;
}

int main(void) {
  for (double x = -2; x < 2; x += 0.25) {
    CHECK_NEAR(__enzyme_autodiff((void *)square, x), 2 * x);
    CHECK_NEAR(__enzyme_autodiff_square(square, x), 2 * x);
    CHECK_NEAR(__enzyme_autodiff((void *)power, x, 5), 5 * x * x * x * x);
    CHECK_NEAR(__enzyme_autodiff((void *)power, enzyme_out, x, enzyme_const, 3), 3 * x * x);
    CHECK_NEAR(__enzyme_autodiff((void *)product, enzyme_out, x, enzyme_const, 0.5), sin(0.5));
    CHECK_NEAR(__enzyme_autodiff((void *)product, enzyme_const, x, enzyme_out, 0.5), x * cos(0.5));
    Pair both = __enzyme_autodiff_pair((void *)product, x, 0.7);
    CHECK_NEAR(both.x, sin(0.7));
    CHECK_NEAR(both.y, x * cos(0.7));
    both = __enzyme_autodiff_pair((void *)unused, enzyme_out, x, 0.7);
    CHECK_NEAR(both.x, 3);
    CHECK_NEAR(both.y, 0);
  }
  return 0;
}
