// expect-error: [bad-annotation] __enzyme_reverse needs the tape that __enzyme_augmentfwd returned
void __enzyme_reverse(void *, ...);

static void cube(double *x) { *x = *x * *x * *x; }

void adjoint(double *x, double *dx) { __enzyme_reverse((void *)cube, x, dx); }

int main(void) { return 0; }
