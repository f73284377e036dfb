// Reader of the scalar rules on plain numbers: T is float, double or long double.
#pragma once

#include "rules/scalar/value.h"

#include <cmath>
#include <math.h> // Bessel functions: POSIX, not in namespace std

// The runtime library defines these; rules know nothing of it but the names.
extern "C" {
float cotangent_digammaf(float x) noexcept;
double cotangent_digamma(double x) noexcept;
long double cotangent_digammal(long double x) noexcept;
float cotangent_polygammaf(int order, float x) noexcept;
double cotangent_polygamma(int order, double x) noexcept;
long double cotangent_polygammal(int order, long double x) noexcept;
}

namespace cotangent::rules::check {

template <class T> struct Number {
  T value;
};

template <class T> Number<T> operator+(Number<T> a, Number<T> b) { return {a.value + b.value}; }
template <class T> Number<T> operator-(Number<T> a, Number<T> b) { return {a.value - b.value}; }
template <class T> Number<T> operator*(Number<T> a, Number<T> b) { return {a.value * b.value}; }
template <class T> Number<T> operator/(Number<T> a, Number<T> b) { return {a.value / b.value}; }
template <class T> Number<T> operator-(Number<T> a) { return {-a.value}; }

template <class T> Number<T> constant(Number<T>, long double value) { return {static_cast<T>(value)}; }

// Conditions and integers are classes too, so that lookup finds their functions here.
struct Condition {
  bool value;
};

template <class T> Condition less(Number<T> a, Number<T> b) { return {a.value < b.value}; }
template <class T> Condition less_equal(Number<T> a, Number<T> b) { return {a.value <= b.value}; }
template <class T> Condition equal(Number<T> a, Number<T> b) { return {a.value == b.value}; }
template <class T> Condition is_nan(Number<T> a) { return {std::isnan(a.value)}; }
inline Condition both(Condition c, Condition d) { return {c.value && d.value}; }
inline Condition either(Condition c, Condition d) { return {c.value || d.value}; }
inline Condition negate(Condition c) { return {!c.value}; }
template <class T> Number<T> select(Condition condition, Number<T> a, Number<T> b) { return condition.value ? a : b; }

template <class T> Number<T> sin(Number<T> x) { return {std::sin(x.value)}; }
template <class T> Number<T> cos(Number<T> x) { return {std::cos(x.value)}; }
template <class T> Number<T> sinh(Number<T> x) { return {std::sinh(x.value)}; }
template <class T> Number<T> cosh(Number<T> x) { return {std::cosh(x.value)}; }
template <class T> Number<T> exp(Number<T> x) { return {std::exp(x.value)}; }
template <class T> Number<T> log(Number<T> x) { return {std::log(x.value)}; }
template <class T> Number<T> sqrt(Number<T> x) { return {std::sqrt(x.value)}; }
template <class T> Number<T> rint(Number<T> x) { return {std::rint(x.value)}; }
template <class T> Number<T> fabs(Number<T> x) { return {std::fabs(x.value)}; }
template <class T> Number<T> pow(Number<T> x, Number<T> y) { return {std::pow(x.value, y.value)}; }
template <class T> Number<T> copysign(Number<T> x, Number<T> y) { return {std::copysign(x.value, y.value)}; }
template <class T> Number<T> hypot(Number<T> x, Number<T> y) { return {std::hypot(x.value, y.value)}; }

// libm has these in three widths under three names.
#define COTANGENT_THREE_WIDTHS(name, function)                                                                         \
  inline Number<float> name(Number<float> x) { return {::function##f(x.value)}; }                                      \
  inline Number<double> name(Number<double> x) { return {::function(x.value)}; }                                       \
  inline Number<long double> name(Number<long double> x) { return {::function##l(x.value)}; }
#define COTANGENT_THREE_WIDTHS_WITH_ORDER(name, function)                                                              \
  inline Number<float> name(long order, Number<float> x) { return {::function##f(static_cast<int>(order), x.value)}; } \
  inline Number<double> name(long order, Number<double> x) { return {::function(static_cast<int>(order), x.value)}; }  \
  inline Number<long double> name(long order, Number<long double> x) {                                                 \
    return {::function##l(static_cast<int>(order), x.value)};                                                          \
  }
COTANGENT_THREE_WIDTHS(j0, j0)
COTANGENT_THREE_WIDTHS(j1, j1)
COTANGENT_THREE_WIDTHS(y0, y0)
COTANGENT_THREE_WIDTHS(y1, y1)
COTANGENT_THREE_WIDTHS(digamma, cotangent_digamma)
COTANGENT_THREE_WIDTHS_WITH_ORDER(jn, jn)
COTANGENT_THREE_WIDTHS_WITH_ORDER(yn, yn)
COTANGENT_THREE_WIDTHS_WITH_ORDER(polygamma, cotangent_polygamma)
#undef COTANGENT_THREE_WIDTHS
#undef COTANGENT_THREE_WIDTHS_WITH_ORDER

struct Integer {
  long value;
  operator long() const { return value; }
};

template <class T> Integer integer_constant(Number<T>, long value) { return {value}; }
inline Integer offset(Integer integer, long difference) { return {integer.value + difference}; }
template <class T> Number<T> to_real(Number<T>, Integer integer) { return {static_cast<T>(integer.value)}; }
template <class T> Number<T> ldexp(Number<T> x, Integer exponent) { return {std::scalbln(x.value, exponent.value)}; }
template <class T> Number<T> powi(Number<T> x, Integer exponent) {
  return {std::pow(x.value, static_cast<T>(exponent.value))};
}

static_assert(ScalarValue<Number<float>, Integer, Condition>);
static_assert(ScalarValue<Number<double>, Integer, Condition>);
static_assert(ScalarValue<Number<long double>, Integer, Condition>);

} // namespace cotangent::rules::check
