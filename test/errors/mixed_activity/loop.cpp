// A pointer that moves from one argument to the other in a loop.
// expect-error: cotangent: [mixed-activity]
#include <cotangent/autodiff.h>
#include <utility>

double alternate(double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {
    a[0] = a[1] * b[0];
    std::swap(a, b);
  }
  return a[0];
}

int main(int count, char**) {
  namespace ct = cotangent;
  double x[2] = {2, 3}, dx[2] = {}, table[2] = {1, 1};
  ct::autodiff(ct::reverse, alternate, ct::Duplicated{x, dx}, ct::Const{table}, ct::Const{count});
}
