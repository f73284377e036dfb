// expect-error: cotangent: [bad-annotation] argument 1 ('double'): a by-value float has no place for an adjoint in reverse mode; use ct::Active{x}
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() {
  double x = 3.0;
  double dx = 0.0;
  cotangent::autodiff(cotangent::reverse, square, cotangent::Duplicated{x, dx});
}
