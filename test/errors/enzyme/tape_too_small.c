// expect-error: [bad-annotation] the tape needs 8 bytes, and enzyme_allocated gives 1
extern int enzyme_allocated, enzyme_tape;
void __enzyme_reverse(void *, ...);

static void cube(double *x) { *x = *x * *x * *x; }

void adjoint(double *x, double *dx, void *tape) { __enzyme_reverse((void *)cube, x, dx, enzyme_allocated, 1, enzyme_tape, tape); }

int main(void) { return 0; }
