// expect-error: [bad-annotation] the function to differentiate is not known at this call
double __enzyme_autodiff(void *, ...);

double derivative(double (*function)(double), double x) { return __enzyme_autodiff((void *)function, x); }

int main(void) { return 0; }
