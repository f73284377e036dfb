// expect-error: [bad-annotation] the function has 2 parameters, and the call gives 1
// expect-error: every duplicated argument takes its shadows too
double __enzyme_autodiff(void *, ...);

static double product(double x, double y) { return x * y; }

int main(void) { return (int)__enzyme_autodiff((void *)product, 2.0); }
