// expect-error: cotangent: [bad-annotation] argument 1 ('double'): the function takes a reference, but the annotation holds a copy
#include <cotangent/autodiff.h>

void square(double& x) { x = x * x; }

int main() {
  double x = 3.0;
  double dx = 1.0;
  cotangent::autodiff(cotangent::forward, square, cotangent::Duplicated{x, dx});
}
