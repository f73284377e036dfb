// What a lambda captures is constant unless the lambda itself is ct::Duplicated.
// expect-error: [no-shadow] differentiated values are stored in memory of an argument that is constant
// expect-error: annotate the argument as ct::Duplicated
// expect-error: captured_memory.cpp:
#include <cotangent/autodiff.h>

#include <vector>

int main(int count, char**) {
  std::vector<double> powers(count);
  auto f = [&powers, count](double x) {
    for (int i = 0; i < count; ++i) powers[i] = i * x;
    double product = 1;
    for (int i = 0; i < count; ++i) product *= powers[i] + 1;
    return product;
  };
  return int(cotangent::gradient(f, 2.0));
}
