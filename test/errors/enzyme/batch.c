// expect-error: [unsupported] '__enzyme_batch' is not implemented
extern int enzyme_width, enzyme_vector;
typedef struct {
  double x[2];
} Two;
Two __enzyme_batch(void *, ...);

static double square(double x) { return x * x; }

int main(void) { return (int)__enzyme_batch((void *)square, enzyme_width, 2, enzyme_vector, 1.0, 2.0).x[0]; }
