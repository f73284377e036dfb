// A function that ends the program.
// expect-error: cotangent: [unsupported] function
// expect-error: never returns, so it has no derivative
#include <cotangent/autodiff.h>
#include <cstdlib>

double stops(double) { std::abort(); }

int main() { return int(cotangent::gradient(stops, 4.0)); }
