#include <memory>

#include "check_gradient.h"

namespace {

struct Expression {
  double value;
  std::shared_ptr<Expression> first, second;
};
double evaluate(const std::shared_ptr<Expression>& e) {
  return e ? e->value * evaluate(e->first) + evaluate(e->second) : 1;
}

double shared_parts(const double* x, int n) {
  std::shared_ptr<Expression> top;
  std::weak_ptr<Expression> remembered;
  for (int i = 0; i < n; ++i) {
    top = std::make_shared<Expression>(Expression{x[i] * x[0], top, i % 2 ? top : nullptr});
    if (i == 1) remembered = top;
  }
  auto alive = remembered.lock();
  return evaluate(top) + (alive ? alive->value : 0);
}

}  // namespace

TEST_CASE("a graph of shared pointers") { check_gradient<shared_parts>({0.5, 1.5, 0.75}); }
