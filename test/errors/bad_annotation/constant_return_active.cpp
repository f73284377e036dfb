// expect-error: cotangent: [bad-annotation] the return ('int'): the type has no differentiable content, so the return is constant
#include <cotangent/autodiff.h>

int count(const double*, int n) { return n; }

int main() {
  double x[1] = {1.0}, dx[1] = {0.0};
  cotangent::autodiff(cotangent::reverse.with_return<cotangent::Active>(), count, cotangent::Duplicated{x, dx}, 1);
}
