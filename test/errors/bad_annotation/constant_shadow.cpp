// expect-error: [bad-annotation] the shadow is constant
// reject-error: internal
#include <cotangent/autodiff.h>

double product(const double* x) { return x[0] * x[1]; }
static const double zeros[2] = {0, 0};

int main() {
  double x[2] = {1, 2};
  cotangent::autodiff(cotangent::reverse, product, cotangent::Duplicated{x, zeros});
}
