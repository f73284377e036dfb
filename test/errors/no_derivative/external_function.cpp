// A function of another file: the message stands at the user's call, with the ways out.
// expect-error: external_function.cpp:12:10: error: cotangent: [no-derivative] no derivative is known for 'measure(double)'
// expect-error: external_function.cpp:15:25: the derivative is asked for here
// expect-error: define it in this file, or compile and link with -flto
#include <cotangent/autodiff.h>

double measure(double);

double scaled(double x) {
  double y = x * x;

  return measure(y) * x;
}

int main() { return int(cotangent::gradient(scaled, 2.0)); }
