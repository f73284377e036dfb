// expect-error: cotangent: [bad-annotation] argument 1 ('double *'): a pointer does not say how much it points to; pass a container
#include <cotangent/autodiff.h>

double first(const double* values) { return values[0]; }

int main() {
  double value = 1.0;
  cotangent::gradient(first, &value);
}
