// expect-error: [bad-annotation] argument 1 has another type than the parameter of 'square'
double __enzyme_autodiff(void *, ...);

static double square(double x) { return x * x; }

int main(void) { return (int)__enzyme_autodiff((void *)square, 2); }
