// expect-error: [bad-annotation] argument 1 is a pointer and cannot be enzyme_out
extern int enzyme_out;
double __enzyme_autodiff(void *, ...);

static double square(const double *x) { return *x * *x; }

int main(void) {
  double x = 2;
  return (int)__enzyme_autodiff((void *)square, enzyme_out, &x);
}
