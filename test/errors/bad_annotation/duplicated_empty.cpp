// expect-error: cotangent: [bad-annotation] argument 1 ('Empty'): the type has no differentiable content; use ct::Const
#include <cotangent/autodiff.h>

struct Empty {};
double square(Empty, double x) { return x * x; }

int main() {
  Empty value, shadow;
  cotangent::autodiff(cotangent::reverse, square, cotangent::Duplicated{value, shadow}, cotangent::Active{2.0});
}
