// expect-error: cotangent: [bad-annotation] argument 1 ('std::vector<double>'): ct::Active takes floating-point values only
// expect-error: use ct::Duplicated with a shadow (ct::make_zero)
#include <cotangent/autodiff.h>

double first(const std::vector<double>& values) { return values[0]; }

int main() {
  std::vector<double> values{1.0};
  cotangent::autodiff(cotangent::reverse, first, cotangent::Active{values});
}
