#include <cotangent/autodiff.h>

static double square(double x) { return x * x; }

int main() { return cotangent::gradient(square, 3.0) == 6.0 ? 0 : 1; }
