// expect-error: cotangent: [bad-annotation] modified_between has 1 bools for 2 arguments
#include <cotangent/autodiff.h>

double sum(const double* x, int n) { return n == 0 ? 0.0 : x[0] + sum(x + 1, n - 1); }

int main() {
  auto halves = cotangent::autodiff_thunk(cotangent::reverse_split.modified_between<false>(), sum, cotangent::Duplicated<const double*>{},
                                          cotangent::Const<int>{});
  static_cast<void>(halves);
}
