// expect-error: cotangent: [bad-annotation] argument 2 ('int'): the type has no differentiable content; use ct::Const
#include <cotangent/autodiff.h>

double power(double x, int n) { return n == 0 ? 1.0 : x * power(x, n - 1); }

int main() { cotangent::autodiff(cotangent::reverse, power, cotangent::Active{3.0}, cotangent::Active{2}); }
