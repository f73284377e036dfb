// A loop that runs at least once still makes the call certain.
// expect-error: [no-derivative] no derivative is known for 'measure(double)'
#include <cotangent/autodiff.h>

double measure(double);

double sum(const double* x) {
  double total = 0;
  for (int i = 0; i < 3; ++i) total += measure(x[i]);
  return total;
}

int main() {
  double x[3] = {1, 2, 3}, dx[3] = {};
  cotangent::autodiff(cotangent::reverse, sum, cotangent::Duplicated{x, dx});
}
