// expect-error: cotangent: [bad-annotation] argument 1 ('double'): no annotation; write ct::Active{x} for its adjoint, or ct::Const{x}
// expect-error: number_without_annotation.cpp:8:
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() {
  cotangent::autodiff(cotangent::reverse, square, 3.0);
}
