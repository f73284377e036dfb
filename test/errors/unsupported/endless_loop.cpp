// A function that runs for ever.
// expect-error: cotangent: [unsupported] function
// expect-error: never returns, so it has no derivative
#include <cotangent/autodiff.h>

volatile int beat;
double endless(double x) {
  for (;;) beat = beat + 1;
  return x;
}

int main() { return int(cotangent::gradient(endless, 4.0)); }
