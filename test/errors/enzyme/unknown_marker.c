// expect-error: [unsupported] the marker 'enzyme_interleave' is not implemented
extern int enzyme_interleave;
double __enzyme_autodiff(void *, ...);

static double square(double x) { return x * x; }

int main(void) { return (int)__enzyme_autodiff((void *)square, enzyme_interleave, 2.0); }
