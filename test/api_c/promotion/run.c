/* What variadic calls promote goes back to the type of the parameter. */
#include "test/api_c/check.h"

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width, enzyme_primal_return;

typedef struct {
  float x, y, z;
} Gradient;
typedef struct {
  float primal;
  float x;
  double y;
} Mixed;
typedef struct {
  float lane[4];
} Four;
float __enzyme_autodiff_float(void *, ...);
double __enzyme_autodiff_double(void *, ...);
Gradient __enzyme_autodiff(void *, ...);
Mixed __enzyme_autodiff_mixed(void *, ...);
float __enzyme_fwddiff(void *, ...);
Four __enzyme_fwddiff_four(void *, ...);
long double __enzyme_autodiff_long(void *, ...);
void __enzyme_autodiff_nothing(void *, ...);

static float cube(float x) { return x * x * x; }
static float volume(float x, float y, float z) { return x * y * z; }
static float blend(float x, double y) { return (float)(x * y * y); }
static float narrow(short n, unsigned char m, float x, size_t k, float *out) {
  out[k] = n * m * x;
  return x * n;
}
static long double wide(long double x) { return x * x; }

int main(void) {
  CHECK_NEAR(__enzyme_autodiff_float((void *)cube, 2.0f), 12);
  CHECK_NEAR(__enzyme_autodiff_double((void *)cube, enzyme_out, 2.0f), 12);
  Gradient g = __enzyme_autodiff((void *)volume, 2.0f, 3.0f, 5.0f);
  CHECK_NEAR(g.x, 15);
  CHECK_NEAR(g.y, 10);
  CHECK_NEAR(g.z, 6);
  Mixed m = __enzyme_autodiff_mixed((void *)blend, enzyme_primal_return, 2.0f, 3.0);
  CHECK_NEAR(m.primal, 18);
  CHECK_NEAR(m.x, 9);
  CHECK_NEAR(m.y, 12);
  CHECK_NEAR(__enzyme_fwddiff((void *)volume, 2.0f, 1.0f, 3.0f, 0.0f, 5.0f, 0.5f), 18);
  Four four = __enzyme_fwddiff_four((void *)cube, enzyme_width, 4, 2.0f, 1.0f, 2.0f, 3.0f, 4.0f);
  for (int i = 0; i < 4; ++i)
    CHECK_NEAR(four.lane[i], 12 * (i + 1));
  float out[2], dout[2] = {0, 1};
  CHECK_NEAR(__enzyme_autodiff_float((void *)narrow, (short)-3, (unsigned char)200, 0.5f, 1, out, dout), -603);
  CHECK_NEAR(__enzyme_autodiff_long((void *)wide, 3.0L), 6);
  return 0;
}
