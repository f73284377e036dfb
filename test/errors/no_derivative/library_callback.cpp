// A function of a library that calls back.
// expect-error: library_callback.cpp:15:3: error: cotangent: [no-derivative] no derivative is known for 'bsearch_r'
// expect-error: the derivative is asked for here
// expect-error: it calls back, and what it does between the calls is not seen
#include <cotangent/autodiff.h>

using Compare = int (*)(const void*, const void*);
extern "C" void bsearch_r(void* base, unsigned long count, unsigned long size, Compare);

int less(const void* a, const void* b) { return *static_cast<const double*>(a) < *static_cast<const double*>(b); }

double smallest(const double* x) {
  double copy[3] = {x[0], x[1], x[2]};

  bsearch_r(copy, 3, sizeof(double), less);
  return copy[0];
}

int main() {
  namespace ct = cotangent;
  double x[3] = {1, 2, 3}, dx[3] = {};
  ct::autodiff(ct::reverse, smallest, ct::Duplicated{x, dx});
}
