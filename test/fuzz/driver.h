// What runs a generated program: its derivatives in four modes against those of dual numbers.
//
// A program is `template <class T> T program(const T *x, int n)` (or `T *x`, then changed in place). It ends in
// FUZZ_PROGRAM(COUNT, SEED): COUNT inputs at two points that depend on SEED. The macro makes a main function, or with
// FUZZ_DOCTEST a test case.
//
// FUZZ_MODES chooses modes by bits: 1 forward, 2 reverse, 4 reverse of width 2, 8 split, 16 forward of width 2.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/dual.h"

#ifndef FUZZ_MODES
#define FUZZ_MODES 15
#endif
#if FUZZ_MODES
#include <cotangent/autodiff.h>
#endif

namespace fuzz {

/// The derivative calls of one program.
struct Calls {
  Dual (*dual)(Dual *x, int n);
  double (*primal)(double *x, int n);
  std::pair<double, double> (*forward)(double *x, double *dx, int n);
  std::pair<double, std::array<double, 2>> (*forward2)(double *x, std::array<double *, 2> dx, int n);
  double (*reverse)(double *x, double *dx, int n, double seed);
  void (*reverse2)(double *x, std::array<double *, 2> dx, int n, std::array<double, 2> seed);
  double (*split)(double *x, double *dx, int n, double seed);
};

#if FUZZ_MODES
template <auto F, class X> struct CallsOf {
  static double primal(double *x, int n) { return F(x, n); }
  static std::pair<double, double> forward(double *x, double *dx, int n) {
    namespace ct = cotangent;
    auto [value, tangent] =
        ct::autodiff(ct::forward.with_primal(), F, ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n});
    return {value, tangent};
  }
  static std::pair<double, std::array<double, 2>> forward2(double *x, std::array<double *, 2> dx, int n) {
    namespace ct = cotangent;
    auto [value, tangents] =
        ct::autodiff(ct::forward.with_primal(), F, ct::BatchDuplicated{static_cast<X>(x), dx}, ct::Const{n});
    return {value, tangents};
  }
  static double reverse(double *x, double *dx, int n, double seed) {
    namespace ct = cotangent;
    return std::get<0>(ct::autodiff(ct::reverse.with_primal(), F, ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n},
                                    ct::Seed{seed}));
  }
  static void reverse2(double *x, std::array<double *, 2> dx, int n, std::array<double, 2> seed) {
    namespace ct = cotangent;
    ct::autodiff(ct::reverse, F, ct::BatchDuplicated{static_cast<X>(x), dx}, ct::Const{n}, ct::Seed{seed});
  }
  static double split(double *x, double *dx, int n, double seed) {
    namespace ct = cotangent;
    auto [augmented, adjoint] =
        ct::autodiff_thunk(ct::reverse_split.with_primal(), F, ct::Duplicated<X, double *>{}, ct::Const<int>{});
    auto sweep = augmented(ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n});
    const double value = sweep.primal;
    for (int i = 0; i < n; ++i)
      x[i] = std::numeric_limits<double>::quiet_NaN();
    adjoint(ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n}, seed, std::move(sweep.tape));
    return value;
  }
};
#endif

/// The calls of FUZZ_MODES; the others stay null and ask the plugin for nothing.
template <auto F, class X> constexpr Calls calls_of() {
  Calls calls{};
#if FUZZ_MODES
  using Of = CallsOf<F, X>;
  calls.primal = Of::primal;
  if constexpr ((FUZZ_MODES & 1) != 0)
    calls.forward = Of::forward;
  if constexpr ((FUZZ_MODES & 2) != 0)
    calls.reverse = Of::reverse;
  if constexpr ((FUZZ_MODES & 4) != 0)
    calls.reverse2 = Of::reverse2;
  if constexpr ((FUZZ_MODES & 8) != 0)
    calls.split = Of::split;
  if constexpr ((FUZZ_MODES & 16) != 0)
    calls.forward2 = Of::forward2;
#endif
  return calls;
}

using Vector = std::vector<double>;

class Check {
public:
  Check(const Calls &calls, const Vector &point) : calls(calls), point(point), count(static_cast<int>(point.size())) {
    for (int i = 0; i < count; ++i) {
      weights.push_back(1.0 / (i + 2));
      others.push_back(i % 2 == 0 ? 0.25 * i : -0.5);
      direction.push_back(0.5 + 0.25 * i - (i % 3));
    }
  }

  /// Runs every mode; how many numbers were wrong, or -1 if the program is unsuitable at this point.
  int run() {
    if (!reference())
      return -1;
    primal();
    forward();
    reverse();
    reverse2();
    split();
    forward2();
    return wrong;
  }

private:
  std::vector<Dual> duals(const Vector &directions) const {
    std::vector<Dual> x;
    for (int i = 0; i < count; ++i)
      x.push_back({point[i], directions[i]});
    return x;
  }

  static bool usable(double number) { return std::fabs(number) < 1e7; }

  /// The Jacobian by dual numbers, one direction at a time.
  bool reference() {
    jacobian.assign(count, Vector());
    for (int i = 0; i < count; ++i) {
      Vector unit(count);
      unit[i] = 1;
      auto x = duals(unit);
      const Dual result = calls.dual(x.data(), count);
      value = result.value;
      jacobian[i].push_back(result.derivative);
      end.clear();
      for (const Dual &final : x) {
        jacobian[i].push_back(final.derivative);
        end.push_back(final.value);
      }
      for (double number : jacobian[i]) {
        if (!usable(number) || !usable(value))
          return false;
        scale = std::fmax(scale, std::fabs(number));
      }
    }
    return true;
  }

  void close(double got, double want, const char *what, int index) {
    if (std::fabs(got - want) <= 1e-9 * scale)
      return;
    ++wrong;
    std::printf("%s [%d]: got %.12g, expected %.12g\n", what, index, got, want);
  }

  void close(const Vector &got, const Vector &want, const char *what) {
    for (int i = 0; i < count; ++i)
      close(got[i], want[i], what, i);
  }

  /// The derivative of output 0 (the result) or 1 + i (x[i] afterwards) in a direction.
  double along(const Vector &directions, int output) const {
    double sum = 0;
    for (int i = 0; i < count; ++i)
      sum += directions[i] * jacobian[i][output];
    return sum;
  }

  Vector gradient(double seed, const Vector &final_weights) const {
    Vector result(count);
    for (int i = 0; i < count; ++i) {
      result[i] = seed * jacobian[i][0];
      for (int j = 0; j < count; ++j)
        result[i] += final_weights[j] * jacobian[i][1 + j];
    }
    return result;
  }

  void primal() {
    if (!calls.primal)
      return;
    Vector x = point;
    close(calls.primal(x.data(), count), value, "primal", 0);
    close(x, end, "primal: x afterwards");
  }

  void forward() {
    if (!calls.forward)
      return;
    Vector x = point, dx = direction;
    const auto [result, tangent] = calls.forward(x.data(), dx.data(), count);
    close(result, value, "forward: result", 0);
    close(x, end, "forward: x afterwards");
    close(tangent, along(direction, 0), "forward: derivative", 0);
    for (int i = 0; i < count; ++i)
      close(dx[i], along(direction, 1 + i), "forward: derivative of x afterwards", i);
  }

  void forward2() {
    if (!calls.forward2)
      return;
    Vector x = point, first = others, second = direction;
    const auto [result, tangents] = calls.forward2(x.data(), {first.data(), second.data()}, count);
    close(result, value, "forward of width 2: result", 0);
    close(x, end, "forward of width 2: x afterwards");
    close(tangents[0], along(others, 0), "forward of width 2: derivative in lane", 0);
    close(tangents[1], along(direction, 0), "forward of width 2: derivative in lane", 1);
    for (int i = 0; i < count; ++i) {
      close(first[i], along(others, 1 + i), "forward of width 2: derivative of x afterwards, lane 0", i);
      close(second[i], along(direction, 1 + i), "forward of width 2: derivative of x afterwards, lane 1", i);
    }
  }

  void reverse() {
    if (!calls.reverse)
      return;
    Vector x = point, dx = weights;
    close(calls.reverse(x.data(), dx.data(), count, 0.75), value, "reverse: result", 0);
    close(x, end, "reverse: x afterwards");
    close(dx, gradient(0.75, weights), "reverse: derivative");
  }

  void reverse2() {
    if (!calls.reverse2)
      return;
    Vector x = point, first = weights, second = others;
    calls.reverse2(x.data(), {first.data(), second.data()}, count, {0.75, -1.5});
    close(x, end, "reverse of width 2: x afterwards");
    close(first, gradient(0.75, weights), "reverse of width 2: derivative, lane 0");
    close(second, gradient(-1.5, others), "reverse of width 2: derivative, lane 1");
  }

  void split() {
    if (!calls.split)
      return;
    Vector x = point, dx = weights;
    close(calls.split(x.data(), dx.data(), count, 0.75), value, "split: result", 0);
    close(dx, gradient(0.75, weights), "split: derivative");
  }

  const Calls &calls;
  const Vector point;
  const int count;
  Vector weights, others; // seeds of x afterwards
  Vector direction;
  std::vector<Vector> jacobian; // [input][output]
  Vector end;                   // x afterwards
  double value = 0, scale = 1;
  int wrong = 0;
};

/// Both points of a program: 0 right, 1 wrong, 2 unsuitable (no point where the derivatives are of usable size).
inline int check(const Calls &calls, int count, unsigned seed) {
  int wrong = 0, suitable = 0;
  for (int round = 0; round < 2; ++round) {
    Vector point;
    for (int i = 0; i < count; ++i) {
      seed = seed * 1664525u + 1013904223u;
      point.push_back((seed >> 8) / 16777216.0 * 3.6 - 1.8);
    }
    const int faults = Check(calls, point).run();
    suitable += faults >= 0;
    wrong += faults > 0;
  }
  std::puts(wrong ? "WRONG" : suitable ? "OK" : "UNSUITABLE");
  return wrong ? 1 : suitable ? 0 : 2;
}

template <class X> X parameter_of(double (*)(X, int));

} // namespace fuzz

#ifdef FUZZ_DOCTEST
#include <doctest/doctest.h>
#define FUZZ_ENTRY                                                                                                     \
  TEST_CASE("derivatives in all modes") { CHECK(fuzz_check() == 0); }
#else
#define FUZZ_ENTRY                                                                                                     \
  int main() { return fuzz_check(); }
#endif

#define FUZZ_PROGRAM(COUNT, SEED)                                                                                      \
  static int fuzz_check() {                                                                                            \
    using X = decltype(fuzz::parameter_of(&program<double>));                                                          \
    fuzz::Calls calls = fuzz::calls_of<&program<double>, X>();                                                         \
    calls.dual = [](fuzz::Dual *x, int n) { return program<fuzz::Dual>(x, n); };                                       \
    return fuzz::check(calls, COUNT, SEED);                                                                            \
  }                                                                                                                    \
  FUZZ_ENTRY
