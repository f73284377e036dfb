// expect-error: cotangent: [bad-annotation] the return ('Pair'): its adjoint is not a number; give it as the last argument, ct::Seed{value}
#include <cotangent/autodiff.h>

struct Pair {
  double first, second;
};
Pair twice(double x) { return {x, 2 * x}; }

int main() { cotangent::autodiff(cotangent::reverse, twice, cotangent::Active{3.0}); }
