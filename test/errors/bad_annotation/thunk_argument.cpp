// expect-error: cotangent: [bad-annotation] argument 1 ('double'): the thunk was made for 'cotangent::Active<double>'
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() {
  auto thunk = cotangent::autodiff_thunk(cotangent::reverse, square, cotangent::Active<double>{});
  thunk(3.0);
}
