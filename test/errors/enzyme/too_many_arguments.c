// expect-error: [bad-annotation] the function has 1 parameters, and the call gives more arguments
double __enzyme_fwddiff(void *, ...);

static double square(double x) { return x * x; }

int main(void) { return (int)__enzyme_fwddiff((void *)square, 2.0, 1.0, 3.0); }
