// An atomic update that is not a sum.
// expect-error: atomic_maximum.cpp:8:37: error: cotangent: [unsupported] this atomic update of a differentiated value is not a sum
// expect-error: only atomic additions have a derivative
#include <cotangent/autodiff.h>

double largest(const double* x) {
  double found = 0;
  for (int i = 0; i < 3; ++i) (void)__atomic_fetch_max(&found, x[i], __ATOMIC_RELAXED);
  return found;
}

int main() {
  namespace ct = cotangent;
  double x[3] = {1, 2, 3}, dx[3] = {};
  ct::autodiff(ct::reverse, largest, ct::Duplicated{x, dx});
}
