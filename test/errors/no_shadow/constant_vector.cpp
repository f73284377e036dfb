// A std::vector as a constant work space.
// expect-error: [no-shadow] differentiated values are stored in memory of an argument that is constant
// expect-error: annotate the argument as ct::Duplicated
#include <cotangent/autodiff.h>
#include <vector>

double through(const std::vector<double>& x, std::vector<double>& work) {
  for (std::size_t i = 0; i < x.size(); ++i) work[i] = x[i] * x[i];
  double sum = 0;
  for (double value : work) sum += value;
  return sum;
}

int main() {
  namespace ct = cotangent;
  std::vector<double> x{2, 3}, dx{0, 0}, work{0, 0};
  ct::autodiff(ct::reverse, through, ct::Duplicated{x, dx}, ct::Const{work});
}
