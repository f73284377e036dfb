// Inline assembly has no derivative.
// expect-error: inline_assembly.cpp:7:3: error: cotangent: [no-derivative]
#include <cotangent/autodiff.h>

double doubled(double x) {
  double y = x;
  asm volatile("addsd %0, %0" : "+x"(y));
  return y;
}

int main() { return int(cotangent::gradient(doubled, 2.0)); }
