// A function that only ends by an exception.
// expect-error: never_returns.cpp:9:25: error: cotangent: [unsupported] function
// expect-error: never returns, so it has no derivative
// expect-error: every way through it ends the program, throws or runs for ever
#include <cotangent/autodiff.h>

double fails(double x) { throw x; }

int main() { return int(cotangent::gradient(fails, 4.0)); }
