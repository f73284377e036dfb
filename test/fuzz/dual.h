// A number with its derivative in one direction: what the derivatives of generated programs are compared with.
//
// A program template that is instantiated with Dual computes its derivative to machine precision, by other means than
// the compiler plugin. Decisions (comparisons, conversions to int) are taken from the values, as in the program itself.
#pragma once

#include <cmath>

namespace fuzz {

struct Dual {
  double value = 0;
  double derivative = 0;

  Dual() = default;
  Dual(double number) : value(number) {}
  Dual(double number, double direction) : value(number), derivative(direction) {}

  explicit operator int() const { return static_cast<int>(value); }

  Dual &operator+=(const Dual &other) { return *this = {value + other.value, derivative + other.derivative}; }
  Dual &operator-=(const Dual &other) { return *this = {value - other.value, derivative - other.derivative}; }
  Dual &operator*=(const Dual &other) {
    return *this = {value * other.value, derivative * other.value + value * other.derivative};
  }
  Dual &operator/=(const Dual &other) {
    const double quotient = value / other.value;
    return *this = {quotient, (derivative - quotient * other.derivative) / other.value};
  }
};

inline Dual operator+(Dual a, const Dual &b) { return a += b; }
inline Dual operator-(Dual a, const Dual &b) { return a -= b; }
inline Dual operator*(Dual a, const Dual &b) { return a *= b; }
inline Dual operator/(Dual a, const Dual &b) { return a /= b; }
inline Dual operator-(const Dual &a) { return {-a.value, -a.derivative}; }

inline bool operator<(const Dual &a, const Dual &b) { return a.value < b.value; }
inline bool operator>(const Dual &a, const Dual &b) { return a.value > b.value; }
inline bool operator<=(const Dual &a, const Dual &b) { return a.value <= b.value; }
inline bool operator>=(const Dual &a, const Dual &b) { return a.value >= b.value; }

/// The value of a function with its slope at `a`.
inline Dual chain(const Dual &a, double result, double slope) { return {result, slope * a.derivative}; }

inline Dual sin(const Dual &a) { return chain(a, std::sin(a.value), std::cos(a.value)); }
inline Dual cos(const Dual &a) { return chain(a, std::cos(a.value), -std::sin(a.value)); }
inline Dual tan(const Dual &a) {
  const double result = std::tan(a.value);
  return chain(a, result, 1 + result * result);
}
inline Dual asin(const Dual &a) { return chain(a, std::asin(a.value), 1 / std::sqrt(1 - a.value * a.value)); }
inline Dual acos(const Dual &a) { return chain(a, std::acos(a.value), -1 / std::sqrt(1 - a.value * a.value)); }
inline Dual atan(const Dual &a) { return chain(a, std::atan(a.value), 1 / (1 + a.value * a.value)); }
inline Dual sinh(const Dual &a) { return chain(a, std::sinh(a.value), std::cosh(a.value)); }
inline Dual cosh(const Dual &a) { return chain(a, std::cosh(a.value), std::sinh(a.value)); }
inline Dual tanh(const Dual &a) {
  const double result = std::tanh(a.value);
  return chain(a, result, 1 - result * result);
}
inline Dual asinh(const Dual &a) { return chain(a, std::asinh(a.value), 1 / std::sqrt(a.value * a.value + 1)); }
inline Dual acosh(const Dual &a) { return chain(a, std::acosh(a.value), 1 / std::sqrt(a.value * a.value - 1)); }
inline Dual atanh(const Dual &a) { return chain(a, std::atanh(a.value), 1 / (1 - a.value * a.value)); }
inline Dual exp(const Dual &a) {
  const double result = std::exp(a.value);
  return chain(a, result, result);
}
inline Dual exp2(const Dual &a) {
  const double result = std::exp2(a.value);
  return chain(a, result, result * 0.693147180559945309417);
}
inline Dual expm1(const Dual &a) { return chain(a, std::expm1(a.value), std::exp(a.value)); }
inline Dual log(const Dual &a) { return chain(a, std::log(a.value), 1 / a.value); }
inline Dual log2(const Dual &a) { return chain(a, std::log2(a.value), 1.44269504088896340736 / a.value); }
inline Dual log10(const Dual &a) { return chain(a, std::log10(a.value), 0.434294481903251827651 / a.value); }
inline Dual log1p(const Dual &a) { return chain(a, std::log1p(a.value), 1 / (1 + a.value)); }
inline Dual sqrt(const Dual &a) {
  const double result = std::sqrt(a.value);
  return chain(a, result, 0.5 / result);
}
inline Dual cbrt(const Dual &a) {
  const double result = std::cbrt(a.value);
  return chain(a, result, 1 / (3 * result * result));
}
inline Dual erf(const Dual &a) {
  return chain(a, std::erf(a.value), 1.12837916709551257390 * std::exp(-a.value * a.value));
}
inline Dual fabs(const Dual &a) { return a.value < 0 ? -a : a; }
inline Dual floor(const Dual &a) { return std::floor(a.value); }
inline Dual ldexp(const Dual &a, int exponent) {
  return chain(a, std::ldexp(a.value, exponent), std::ldexp(1, exponent));
}

inline Dual pow(const Dual &a, const Dual &b) {
  const double result = std::pow(a.value, b.value);
  return {result, result * (b.derivative * std::log(a.value) + b.value * a.derivative / a.value)};
}
inline Dual pow(const Dual &a, int b) {
  return chain(a, std::pow(a.value, b), b == 0 ? 0.0 : b * std::pow(a.value, b - 1));
}
inline Dual atan2(const Dual &y, const Dual &x) {
  const double square = x.value * x.value + y.value * y.value;
  return {std::atan2(y.value, x.value), (x.value * y.derivative - y.value * x.derivative) / square};
}
inline Dual hypot(const Dual &a, const Dual &b) {
  const double result = std::hypot(a.value, b.value);
  return {result, (a.value * a.derivative + b.value * b.derivative) / result};
}
inline Dual fmod(const Dual &a, const Dual &b) {
  return {std::fmod(a.value, b.value), a.derivative - std::trunc(a.value / b.value) * b.derivative};
}
inline Dual fma(const Dual &a, const Dual &b, const Dual &c) {
  return {std::fma(a.value, b.value, c.value), a.derivative * b.value + a.value * b.derivative + c.derivative};
}
inline Dual fmin(const Dual &a, const Dual &b) { return b.value < a.value ? b : a; }
inline Dual fmax(const Dual &a, const Dual &b) { return a.value < b.value ? b : a; }
inline Dual copysign(const Dual &a, const Dual &b) { return std::signbit(a.value) == std::signbit(b.value) ? a : -a; }

/// A number in [0, count) that depends on the value of `a`: indices, trip counts and cases of generated programs.
inline int pick(double a, int count) { return static_cast<int>(std::fabs(a) * 8) % count; }
inline int pick(const Dual &a, int count) { return pick(a.value, count); }

} // namespace fuzz

using fuzz::pick;
using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cbrt, std::copysign,
    std::cos, std::cosh, std::erf, std::exp, std::exp2, std::expm1, std::fabs, std::floor, std::fma, std::fmax,
    std::fmin, std::fmod, std::hypot, std::ldexp, std::log, std::log10, std::log1p, std::log2, std::pow, std::sin,
    std::sinh, std::sqrt, std::tan, std::tanh;
