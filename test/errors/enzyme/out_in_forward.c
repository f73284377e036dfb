// expect-error: [bad-annotation] argument 1 cannot be enzyme_out in forward mode
extern int enzyme_out;
double __enzyme_fwddiff(void *, ...);

static double square(double x) { return x * x; }

int main(void) { return (int)__enzyme_fwddiff((void *)square, enzyme_out, 2.0); }
