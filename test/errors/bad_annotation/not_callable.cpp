// expect-error: cotangent: [bad-annotation] 'double (*)(double)' cannot be called with (double &, double &)
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() { cotangent::autodiff(cotangent::reverse, square, cotangent::Active{3.0}, cotangent::Active{3.0}); }
