// expect-error: cotangent: [bad-annotation] argument 1 ('std::vector<double>'): the shadow is of another type, 'std::vector<float>'
#include <cotangent/autodiff.h>

double first(const std::vector<double>& values) { return values[0]; }

int main() {
  std::vector<double> values{1.0};
  std::vector<float> shadow{0.0F};
  cotangent::autodiff(cotangent::reverse, first, cotangent::Duplicated{values, shadow});
}
