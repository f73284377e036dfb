// expect-error: [bad-annotation] argument 1 is a floating value and cannot be enzyme_dup in reverse mode
// expect-error: use enzyme_out
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);

static double square(double x) { return x * x; }

int main(void) { return (int)__enzyme_autodiff((void *)square, enzyme_dup, 2.0, 1.0); }
