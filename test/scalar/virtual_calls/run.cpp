#include <memory>

#include "check_gradient.h"

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual void grow(double by) = 0;
};
struct Circle : Shape {
  double radius;
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3.25 * radius * radius; }
  void grow(double by) override { radius *= by; }
};
struct Box : Shape {
  double sides[2];
  Box(double a, double b) : sides{a, b} {}
  double area() const override { return sides[0] * sides[1]; }
  void grow(double by) override { sides[0] += by; }
};

double virtual_calls(const double* x, int n) {
  std::unique_ptr<Shape> shapes[2];
  shapes[0] = std::make_unique<Circle>(x[0]);
  shapes[1] = std::make_unique<Box>(x[0], x[1]);
  double sum = 0;
  for (int i = 0; i < 2 * n; ++i) {
    Shape& shape = *shapes[i % 2];
    shape.grow(x[i % n]);
    sum += shape.area() * x[1];
  }
  return sum;
}

double virtual_on_the_stack(const double* x, int n) {
  Circle circle(x[0]);
  Box box(x[1], x[0]);
  Shape* shape = n % 2 ? static_cast<Shape*>(&circle) : &box;
  shape->grow(x[1]);
  return shape->area() + circle.area() * box.area();
}

}  // namespace

TEST_CASE("objects made inside") {
  check_gradient<virtual_calls>({0.5, 1.5});
  check_gradient<virtual_on_the_stack>({0.5, 1.5});
  check_gradient<virtual_on_the_stack>({0.5, 1.5, 2});
}

TEST_CASE("an object with virtual functions is passed with its shadow") {
  Circle circle(1.5), shadow(0);
  auto grown = [](Shape& shape, double by) {
    shape.grow(by);
    return shape.area() * by;
  };
  Shape& shape = circle;
  Shape& adjoint = shadow;
  auto [by] = ct::autodiff(ct::reverse, grown, ct::Duplicated{shape, adjoint}, ct::Active{0.5});
  CHECK(circle.radius == 0.75);
  CHECK(by == doctest::Approx(3 * 3.25 * 0.75 * 0.75));          // 3.25 r^2 by^3
  CHECK(shadow.radius == doctest::Approx(2 * 3.25 * 1.5 * 0.125));
}
