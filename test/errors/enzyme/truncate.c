// expect-error: [unsupported] '__enzyme_truncate_op_func' is not implemented
typedef double (*Function)(double);
Function __enzyme_truncate_op_func(Function, int, int);

static double square(double x) { return x * x; }

int main(void) { return (int)__enzyme_truncate_op_func(square, 64, 32)(2.0); }
