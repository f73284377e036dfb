#include "check_gradient.h"

namespace {

struct Base {
  double base;
  virtual double value() { return base; }
  virtual ~Base() = default;
};
struct Left : virtual Base {
  double left;
  double value() override { return left * base; }
};
struct Right : virtual Base {
  double right;
};
struct Both : Left, Right {
  double both;
  double value() override { return Left::value() + right * both; }
};

double casts(const double* x, int) {
  Both object;
  object.base = x[0];
  object.left = x[1];
  object.right = x[0] * x[1];
  object.both = 2;
  Base* base = &object;
  double sum = base->value();
  if (Right* right = dynamic_cast<Right*>(base)) sum *= right->right;
  if (dynamic_cast<Both*>(base)->both > 1) sum += x[0];
  Left other;
  other.base = x[1];
  other.left = x[0];
  base = &other;
  if (dynamic_cast<Right*>(base)) return 0;
  return sum * dynamic_cast<Left&>(*base).value();
}

}  // namespace

TEST_CASE("virtual bases and dynamic_cast") { check_gradient<casts>({0.5, 1.5}); }
