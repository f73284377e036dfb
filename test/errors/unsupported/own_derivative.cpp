// A function that asks for its own derivative.
// expect-error: own_derivative.cpp:8:34: error: cotangent: [unsupported] this derivative is asked for inside the function that it differentiates
// expect-error: move the inner request into another function
#include <cotangent/autodiff.h>

double newton(double x) {
  if (x < 1e-3) return x;
  return newton(x / 2) + x * x * cotangent::gradient(newton, x / 2);
}

int main() { return int(cotangent::gradient(newton, 4.0)); }
