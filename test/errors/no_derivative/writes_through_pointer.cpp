// A function without a body that fills differentiated memory.
// expect-error: writes_through_pointer.cpp:9:3: error: cotangent: [no-derivative] no derivative is known for 'fill(double*, double const*)'
#include <cotangent/autodiff.h>

void fill(double*, const double*);

double first(const double* x) {
  double local[2] = {};
  fill(local, x);
  return local[0] * local[1];
}

int main() {
  double x[2] = {1, 2}, dx[2] = {};
  cotangent::autodiff(cotangent::reverse, first, cotangent::Duplicated{x, dx});
}
