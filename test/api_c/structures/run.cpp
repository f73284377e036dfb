// Structures passed and returned by value.
#include <array>
#include <cmath>
#include <doctest/doctest.h>

template <class Return, class... Arguments> Return __enzyme_autodiff(void *, Arguments...);
template <class Return, class... Arguments> Return __enzyme_fwddiff(void *, Arguments...);
template <class Return, class... Arguments> Return __enzyme_augmentfwd(void *, Arguments...);
template <class Return, class... Arguments> Return __enzyme_reverse(void *, Arguments...);

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_primal_return, enzyme_width, enzyme_const_return;

// Types of the convention's templates need linkage.
struct Large {
  double a, b, c;
};
struct Small {
  double re, im;
};
using Powers = std::array<double, 3>;
struct Both {
  Powers primal, tangent;
};
struct Lanes {
  Powers lane[2];
};
struct Augmented {
  void *tape;
  Small primal;
};

namespace {

double weighted(Large p, const double *x) { return p.a * x[0] + p.b * x[0] * x[0] + p.c; }
Powers powers(double x) { return {x, x * x, x * x * x}; }
Small rotate(double angle) { return {std::cos(angle), std::sin(angle)}; }
Large fill(const double *x) { return {x[0] * x[0], x[0], 1}; }

} // namespace

TEST_CASE("a large structure is a constant, or has a shadow") {
  Large p{1, 2, 3}, dp{0, 0, 0};
  double x = 5, dx = 0;
  __enzyme_autodiff<void>((void *)weighted, enzyme_const, p, enzyme_dup, &x, &dx);
  CHECK(dx == doctest::Approx(21));
  __enzyme_autodiff<void>((void *)weighted, enzyme_dup, p, &dp, enzyme_const, &x);
  CHECK(dp.a == doctest::Approx(5));
  CHECK(dp.b == doctest::Approx(25));
  CHECK(dp.c == doctest::Approx(1));
  double tangent = __enzyme_fwddiff<double>((void *)weighted, enzyme_dup, p, Large{1, 1, 1}, enzyme_const, &x);
  CHECK(tangent == doctest::Approx(31));
  CHECK(p.a == 1);
}

TEST_CASE("results in memory") {
  Powers d = __enzyme_fwddiff<Powers>((void *)powers, 2.0, 1.0);
  CHECK(d[0] == doctest::Approx(1));
  CHECK(d[1] == doctest::Approx(4));
  CHECK(d[2] == doctest::Approx(12));
  auto both = __enzyme_fwddiff<Both>((void *)powers, enzyme_primal_return, 2.0, 10.0);
  CHECK(both.primal[2] == doctest::Approx(8));
  CHECK(both.tangent[2] == doctest::Approx(120));
  auto lanes = __enzyme_fwddiff<Lanes>((void *)powers, enzyme_width, 2, 2.0, 1.0, 3.0);
  CHECK(lanes.lane[0][1] == doctest::Approx(4));
  CHECK(lanes.lane[1][1] == doctest::Approx(12));
}

TEST_CASE("results in registers") {
  Small d = __enzyme_fwddiff<Small>((void *)rotate, 0.3, 1.0);
  CHECK(d.re == doctest::Approx(-std::sin(0.3)));
  CHECK(d.im == doctest::Approx(std::cos(0.3)));
}

TEST_CASE("seeds of structures") {
  CHECK(__enzyme_autodiff<double>((void *)rotate, enzyme_out, 0.3, Small{1, 10}) == doctest::Approx(-std::sin(0.3) + 10 * std::cos(0.3)));
  CHECK(__enzyme_autodiff<double>((void *)powers, enzyme_out, 2.0, Powers{1, 10, 100}) == doctest::Approx(1 + 40 + 1200));
  double x = 3, dx = 0;
  __enzyme_autodiff<void>((void *)fill, enzyme_dup, &x, &dx, Large{1, 100, 1000});
  CHECK(dx == doctest::Approx(106));
  auto forward = __enzyme_augmentfwd<Augmented>((void *)rotate, 0.3);
  CHECK(forward.primal.im == doctest::Approx(std::sin(0.3)));
  CHECK(__enzyme_reverse<double>((void *)rotate, 0.3, Small{2, 0}, forward.tape) == doctest::Approx(-2 * std::sin(0.3)));
}
