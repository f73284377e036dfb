// expect-error: cotangent: [bad-annotation] the function returns 'std::vector<double>'; a gradient is that of a floating-point number: use ct::jacobian
#include <cotangent/autodiff.h>

std::vector<double> twice(double x) { return {x, 2 * x}; }

int main() { cotangent::gradient(twice, 3.0); }
