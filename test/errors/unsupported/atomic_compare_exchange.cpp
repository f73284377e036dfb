// Only atomic additions have a derivative.
// expect-error: cotangent: [unsupported]
// expect-error: atomic
// expect-error: the derivative is asked for here
#include <cotangent/autodiff.h>
#include <atomic>

double product(const double* x) {
  std::atomic<double> total{1};
  for (int i = 0; i < 3; ++i) {
    double old = total.load();
    while (!total.compare_exchange_weak(old, old * x[i])) {
    }
  }
  return total.load();
}

int main() {
  namespace ct = cotangent;
  double x[3] = {1, 2, 3}, dx[3] = {};
  ct::autodiff(ct::reverse, product, ct::Duplicated{x, dx});
}
