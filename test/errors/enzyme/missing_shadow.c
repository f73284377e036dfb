// expect-error: [bad-annotation] the call ends where the shadow of argument 1 should follow
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double square(const double *x) { return *x * *x; }

int main(void) {
  double x = 2;
  __enzyme_autodiff((void *)square, enzyme_dup, &x);
}
