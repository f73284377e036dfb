// expect-error: [bad-annotation] argument 1 ('std::vector<double>'): the annotation needs two things, a value and its shadow
// reject-error: internal
#include <cotangent/autodiff.h>

#include <vector>

double sum(const std::vector<double>& x) { return x[0] + x[1]; }

int main() {
  std::vector<double> x{1, 2};
  cotangent::autodiff(cotangent::reverse, sum, cotangent::Duplicated{x});
}
