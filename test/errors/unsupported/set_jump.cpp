// A jump out of the order of calls.
// expect-error: cotangent: [unsupported]
// expect-error: set_jump.cpp:
#include <cotangent/autodiff.h>
#include <csetjmp>

std::jmp_buf back;
double twice(double x) {
  volatile double y = x;
  if (setjmp(back)) return y * y;
  y = y * x;
  std::longjmp(back, 1);
}

int main() { return int(cotangent::gradient(twice, 4.0)); }
