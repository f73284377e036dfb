// expect-error: cotangent: [bad-annotation] argument 2 ('double'): the call has batches of 2 shadows, but this argument has 1
#include <cotangent/autodiff.h>

double product(double x, double y) { return x * y; }

int main() {
  cotangent::autodiff(cotangent::forward, product, cotangent::BatchDuplicated{3.0, std::array{1.0, 0.0}},
                      cotangent::Duplicated{2.0, 1.0});
}
