// expect-error: cotangent: [bad-annotation] the return ('double'): ct::Active is for reverse mode
#include <cotangent/autodiff.h>

double square(double x) { return x * x; }

int main() {
  cotangent::autodiff(cotangent::forward.with_return<cotangent::Active>(), square, cotangent::Duplicated{3.0, 1.0});
}
