// Differentiated values go into memory of a constant argument and are read again.
// expect-error: constant_argument.cpp:9:13: error: cotangent: [no-shadow] differentiated values are stored in memory of an argument that is constant, so it has no shadow
// expect-error: annotate the argument as ct::Duplicated with a zeroed shadow (ct::make_zero)
// expect-error: constant_argument.cpp:18:3: the derivative is asked for here
#include <cotangent/autodiff.h>

double through(const double* x, double* work, int n) {
  for (int i = 0; i < n; ++i)
    work[i] = x[i] * x[i];
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += work[i];
  return sum;
}

int main() {
  namespace ct = cotangent;
  double x[2] = {2, 3}, dx[2] = {}, work[2] = {};
  ct::autodiff(ct::reverse, through, ct::Duplicated{x, dx}, ct::Const{work}, ct::Const{2});
}
