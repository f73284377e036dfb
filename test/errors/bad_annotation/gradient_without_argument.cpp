// expect-error: cotangent: [bad-annotation] there is no argument to differentiate
// expect-error: write 3.0 for 3
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() { cotangent::gradient(square, 3); }
