// expect-error: [bad-annotation] the declared result of the call is not what the derivative of 'product' gives
double __enzyme_autodiff(void *, ...);

static double product(double x, double y) { return x * y; }

int main(void) { return (int)__enzyme_autodiff((void *)product, 2.0, 3.0); }
