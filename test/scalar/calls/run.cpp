#include <cmath>
#include <cstdio>
#include <functional>

#include "check_gradient.h"

namespace {

double square(double value) { return value * value; }
double wave(double value) { return std::sin(value) * value; }
double constant(double) { return 3; }

double function_pointer(const double* x, int n) {
  double (*chosen)(double) = n > 2 ? square : wave;
  return chosen(x[0]) * chosen(x[1]);
}

double table_of_functions(const double* x, int n) {
  static double (*const table[])(double) = {square, wave, constant};
  double (*local[3])(double) = {wave, constant, square};
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += table[i % 3](x[i]) * local[(i + 1) % 3](sum + x[i]);
  return sum;
}

double apply_twice(double (*function)(double), double value) { return function(function(value)); }
double passed_on(const double* x, int) {
  return apply_twice(wave, x[0]) + apply_twice(square, x[1]) + apply_twice(std::cos, x[0] * x[1]);
}

double lambdas(const double* x, int n) {
  double scale = x[0], total = 0;
  auto scaled = [scale](double value) { return scale * value; };
  auto add = [&](double value) { total += scaled(value) * total + value; };
  for (int i = 0; i < n; ++i) add(x[i]);
  auto generic = [&total](auto value, auto... rest) { return (value * ... * rest) + total; };
  return generic(x[0], x[1], total);
}

double std_function(const double* x, int n) {
  std::function<double(double)> outer = wave;
  for (int i = 0; i < n; ++i) {
    double factor = x[i];
    outer = [factor, inner = outer](double value) { return factor * inner(value + factor); };
  }
  return outer(0.25);
}

struct Line {
  double slope, offset;
  double at(double value) const { return slope * value + offset; }
  double slope_squared(double value) const { return slope * slope + value; }
  Line& shift(double by) { offset += by * slope; return *this; }
  double operator()(double value) const { return at(at(value)); }
};

double member_functions(const double* x, int) {
  Line line{x[0], x[1]};
  return line.shift(x[1]).shift(0.5).at(x[0]) + line(x[1]);
}

double member_function_pointers(const double* x, int n) {
  Line line{x[0], x[1]};
  double (Line::*chosen)(double) const = n == 2 ? &Line::at : &Line::slope_squared;
  double Line::*member = n == 2 ? &Line::offset : &Line::slope;
  return (line.*chosen)(x[1]) * line.*member;
}

template <int Degree, class T>
T chebyshev(T value) {
  if constexpr (Degree == 0) {
    return 1;
  } else if constexpr (Degree == 1) {
    return value;
  } else {
    return 2 * value * chebyshev<Degree - 1>(value) - chebyshev<Degree - 2>(value);
  }
}
double templates(const double* x, int) { return chebyshev<5>(x[0]) * chebyshev<3>(static_cast<double>(x[1])); }

struct Pair { double a, b; };                       // in registers
struct PairAndCount { double a; long count; };      // in one of each kind
struct Floats { float a, b, c; };                   // two floats in one register
struct Large { double values[6]; int count; };      // through memory

Pair both(Pair in, double factor) { return {in.b * factor, in.a + in.b}; }
PairAndCount counted(PairAndCount in) { return {in.a * in.a * static_cast<double>(in.count), in.count + 1}; }
Floats floats(Floats in) { return {in.b * in.c, in.a, in.a * in.c}; }
Large large(Large in, const Large& other) {
  Large out{};
  for (int i = 0; i < 6; ++i) out.values[i] = in.values[i] * other.values[5 - i];
  in.values[0] = 100;
  out.count = in.count + other.count;
  return out;
}
[[gnu::noinline]] void swap_and_scale(double& a, double& b, const double& factor) {
  double old = a;
  a = b * factor;
  b = old + factor;
}

double struct_returns(const double* x, int) {
  Pair pair = both(both({x[0], x[1]}, x[1]), 3);
  PairAndCount c = counted(counted({x[0], 2}));
  return pair.a * pair.b + c.a * static_cast<double>(c.count);
}
float float_structs(const float* x, int) {
  Floats f = floats(floats({x[0], x[1], 2}));
  return f.a + f.b * f.c;
}
double large_structs(const double* x, int n) {
  Large a{{x[0], x[1], 1, 2, x[1], 3}, n};
  Large b = large(a, a);
  b = large(b, a);
  return b.values[0] + b.values[4] * b.values[1] * b.count;
}
double by_reference(const double* x, int n) {
  double a = x[0], b = x[1];
  for (int i = 0; i < n; ++i) swap_and_scale(a, b, x[i]);
  swap_and_scale(a, b, a);
  return a * b;
}

double printing_aside(const double* x, int) {
  double value = x[0];
  char text[64];
  std::snprintf(text, sizeof text, "%g %d", value, 7);
  value *= x[1] + text[0] * 0;
  return value;
}

double pointer_to_library(const double* x, int n) {
  double (*functions[])(double) = {std::sin, std::exp, std::sqrt};
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += functions[i % 3](x[i]) * x[0];
  return sum;
}

// Were all calls inlined, the last of these functions would have millions of instructions.
template <int level> double chain(double x) {
  if constexpr (level == 0)
    return std::sin(x);
  else
    return chain<level - 1>(x) + chain<level - 1>(0.5 * x) * chain<level - 1>(std::cos(x)) - chain<level - 1>(x * x);
}
double chain_of_calls(const double* x, int) { return 1e-3 * chain<8>(x[0]) * x[1]; }

}  // namespace

TEST_CASE("a chain of functions that grows exponentially when inlined") { check_gradient<chain_of_calls>({0.5, 1.5}); }

TEST_CASE("function pointers and tables of them") {
  check_gradient<function_pointer>({0.5, 1.5});
  check_gradient<function_pointer>({0.5, 1.5, 2});
  check_gradient<table_of_functions>({0.5, 1.5, 0.75, 0.25});
  check_gradient<passed_on>({0.5, 1.25});
  check_gradient<pointer_to_library>({0.5, 1.25, 2, 0.75});
}

TEST_CASE("lambdas and std::function") {
  check_gradient<lambdas>({0.5, 1.5});
  check_gradient<std_function>({0.5, 1.5, 0.75});
}

TEST_CASE("member functions, pointers to members") {
  check_gradient<member_functions>({0.5, 1.5});
  check_gradient<member_function_pointers>({0.5, 1.5});
  check_gradient<member_function_pointers>({0.5, 1.5, 2});
}

TEST_CASE("templates") { check_gradient<templates>({0.5, 1.25}); }

TEST_CASE("structs by value, references") {
  check_gradient<struct_returns>({0.5, 1.25});
  check_gradient<float_structs>({0.5f, 1.25f});
  check_gradient<large_structs>({0.5, 1.25});
  check_gradient<by_reference>({0.5, 1.25, 2});
}

TEST_CASE("calls that carry nothing") { check_gradient<printing_aside>({0.5, 1.25}); }

namespace {

struct Spring {
  double stiffness;
  double energy(double x) const { return stiffness * x * x; }
  double soften(double by) noexcept {
    stiffness -= by;
    return stiffness * stiffness;
  }
};
struct Tag {
  double tag;
};
struct Rod : Tag, Spring {};
struct Body {
  virtual ~Body() = default;
  virtual double mass(double x) const { return x; }
  double density = 2;
};
struct Ball : Body {
  double mass(double x) const override { return density * x * x * x; }
};

}  // namespace

TEST_CASE("pointers to member functions are differentiated, with their objects") {
  Spring spring{3}, shadow{0};
  auto [slope] = ct::autodiff(ct::reverse, &Spring::energy, ct::Duplicated{spring, shadow}, ct::Active{2.0});
  CHECK(slope == 12);
  CHECK(shadow.stiffness == 4);
  auto [of_spring, of_x] = ct::gradient(&Spring::energy, spring, 2.0);
  CHECK(of_spring.stiffness == 4);
  CHECK(of_x == 12);
  auto [tangent] = ct::autodiff(ct::forward, &Spring::energy, ct::Duplicated{Spring{3}, Spring{1}}, ct::Duplicated{2.0, 0.5});
  CHECK(tangent == 4 + 6);

  shadow.stiffness = 0;
  auto [by] = ct::autodiff(ct::reverse, &Spring::soften, ct::Duplicated{spring, shadow}, ct::Active{1.0});
  CHECK(by == -4);
  CHECK(shadow.stiffness == 4);
  CHECK(spring.stiffness == 2);

  Rod rod, of_rod;  // the member of a base class that does not lie at the beginning
  rod.stiffness = 5;
  of_rod.stiffness = of_rod.tag = 0;
  double (Rod::*inherited)(double) const = &Rod::energy;
  auto [along] = ct::autodiff(ct::reverse, inherited, ct::Duplicated{rod, of_rod}, ct::Active{2.0});
  CHECK(along == 20);
  CHECK(of_rod.stiffness == 4);
  CHECK(of_rod.tag == 0);

  Ball ball, of_ball;  // a virtual one
  of_ball.density = 0;
  auto [of_radius] = ct::autodiff(ct::reverse, &Body::mass, ct::Duplicated{ball, of_ball}, ct::Active{2.0});
  CHECK(of_radius == 24);
  CHECK(of_ball.density == 8);
}
