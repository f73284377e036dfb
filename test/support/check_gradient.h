// One check for all programs of test/scalar: every mode of a function's derivative against every other and against
// central differences.
//
//   double f(const double* x, int n);   // or double*: x may then be changed in place; also float, long double
//   TEST_CASE("…") { check_gradient<f>({1.0, 2.0}); }
//
// The function is seen as x -> (result, x afterwards), so what it leaves in x is checked as well as what it returns.
#pragma once

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

namespace ct = cotangent;

namespace check_gradient_detail {

/// The derivative calls of one function, without the function's type.
template <class T>
struct Calls {
  T (*primal)(T* x, int n);
  std::pair<T, T> (*forward)(T* x, T* dx, int n);           // {result, tangent}
  std::pair<T, std::array<T, 4>> (*forward4)(T* x, std::array<T*, 4> dx, int n);
  T (*reverse)(T* x, T* dx, int n, T seed);                // the result
  void (*reverse2)(T* x, T* dx0, T* dx1, int n, std::array<T, 2> seed);
  T (*split)(T* x, T* dx, int n, T seed);                  // the result; x is destroyed between the halves
  bool writes;
};

template <auto F, class T, class X>
struct CallsOf {
  static T primal(T* x, int n) { return F(x, n); }
  static std::pair<T, T> forward(T* x, T* dx, int n) {
    auto [value, tangent] = ct::autodiff(ct::forward.with_primal(), F, ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n});
    return {value, tangent};
  }
  static std::pair<T, std::array<T, 4>> forward4(T* x, std::array<T*, 4> dx, int n) {
    auto [value, tangents] =
        ct::autodiff(ct::forward.with_primal(), F, ct::BatchDuplicated{static_cast<X>(x), dx}, ct::Const{n});
    return {value, tangents};
  }
  static T reverse(T* x, T* dx, int n, T seed) {
    return std::get<0>(ct::autodiff(ct::reverse.with_primal(), F, ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n},
                                    ct::Seed{seed}));
  }
  static void reverse2(T* x, T* dx0, T* dx1, int n, std::array<T, 2> seed) {
    ct::autodiff(ct::reverse, F, ct::BatchDuplicated{static_cast<X>(x), std::array{dx0, dx1}}, ct::Const{n}, ct::Seed{seed});
  }
  static T split(T* x, T* dx, int n, T seed) {
    auto [augmented, adjoint] =
        ct::autodiff_thunk(ct::reverse_split.with_primal(), F, ct::Duplicated<X, T*>{}, ct::Const<int>{});
    auto sweep = augmented(ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n});
    T value = sweep.primal;
    for (int i = 0; i < n; ++i) x[i] = std::numeric_limits<T>::quiet_NaN();
    adjoint(ct::Duplicated{static_cast<X>(x), dx}, ct::Const{n}, seed, std::move(sweep.tape));
    return value;
  }
  static constexpr Calls<T> calls{primal, forward, forward4, reverse, reverse2, split, std::is_same_v<X, T*>};
};

inline void close(long double got, long double want, long double tolerance, const char* what, int index) {
  const long double error = std::fabs(got - want);
  const long double size = std::fmax(1.0L, std::fmax(std::fabs(got), std::fabs(want)));
  const bool ok = got == want || error <= tolerance * size;
  CHECK_MESSAGE(ok, std::string(what) << " of x[" << index << "]: got " << static_cast<double>(got) << ", expected "
                         << static_cast<double>(want));
}

template <class T>
[[gnu::noinline]] void check(const Calls<T>& f, const std::vector<T>& point) {
  const int n = static_cast<int>(point.size());
  const T epsilon = std::numeric_limits<T>::epsilon();
  const T exact = 4e5 * epsilon;  // 1e-10 for double
  const T step = std::cbrt(epsilon);
  const T differences = std::fmin(T(0.02), 10000 * step * step);  // 4e-7 for double
  using Vector = std::vector<T>;

  Vector end = point;
  const T value = f.primal(end.data(), n);

  // What the return and each final x[i] are weighted with.
  const T seed = T(0.75);
  Vector weights(n);
  for (int i = 0; i < n; ++i) weights[i] = T(1) / T(i + 2);
  auto weighted = [&](T result, const Vector& final) {
    T sum = seed * result;
    for (int i = 0; i < n; ++i) sum += weights[i] * final[i];
    return sum;
  };

  Vector expected(n);
  for (int i = 0; i < n; ++i) {
    Vector x = point, dx(n);
    dx[i] = 1;
    auto [result, tangent] = f.forward(x.data(), dx.data(), n);
    close(result, value, exact, "forward: primal, direction", i);
    for (int j = 0; j < n; ++j) close(x[j], end[j], exact, "forward: final x", j);
    expected[i] = weighted(tangent, dx);

    Vector above = point, below = point;
    const T h = step * std::fmax(T(1), std::fabs(point[i]));
    above[i] += h;
    below[i] -= h;
    const T width = above[i] - below[i];
    T high = f.primal(above.data(), n);
    T low = f.primal(below.data(), n);
    close(tangent, (high - low) / width, differences, "forward against differences: derivative by one", i);
    for (int j = 0; f.writes && j < n; ++j) {
      close(dx[j], (above[j] - below[j]) / width, differences, "forward against differences: final shadow", j);
    }
  }

  for (int first = 0; first < n; first += 4) {
    Vector x = point;
    std::array<Vector, 4> dx;
    std::array<T*, 4> pointers;
    for (int lane = 0; lane < 4; ++lane) {
      dx[lane].resize(n);
      dx[lane][(first + lane) % n] = 1;
      pointers[lane] = dx[lane].data();
    }
    auto [result, tangents] = f.forward4(x.data(), pointers, n);
    close(result, value, exact, "forward of width 4: primal, from direction", first);
    for (int lane = 0; lane < 4; ++lane) {
      close(weighted(tangents[lane], dx[lane]), expected[(first + lane) % n], exact, "forward of width 4: derivative",
            (first + lane) % n);
    }
  }

  {
    Vector x = point, dx = weights;
    T result = f.reverse(x.data(), dx.data(), n, seed);
    close(result, value, exact, "reverse: primal, any", 0);
    for (int i = 0; i < n; ++i) {
      close(x[i], end[i], exact, "reverse: final x", i);
      close(dx[i], expected[i], exact, "reverse: derivative", i);
    }
  }
  {
    Vector x = point, zero(n), dx = weights;
    f.reverse2(x.data(), zero.data(), dx.data(), n, {T(0), seed});
    for (int i = 0; i < n; ++i) {
      close(x[i], end[i], exact, "reverse of width 2: final x", i);
      close(zero[i], 0, exact, "reverse of width 2: derivative of nothing", i);
      close(dx[i], expected[i], exact, "reverse of width 2: derivative", i);
    }
  }
  {
    Vector x = point, dx = weights;
    T result = f.split(x.data(), dx.data(), n, seed);
    close(result, value, exact, "split: primal, any", 0);
    for (int i = 0; i < n; ++i) close(dx[i], expected[i], exact, "split: derivative", i);
  }
}

template <class T>
struct Arguments;
template <class T, class X>
struct Arguments<T (*)(X, int)> {
  using Number = T;
  using Pointer = X;
};

}  // namespace check_gradient_detail

/// Checks the derivatives of `T F(T* or const T* x, int n)` at `point`.
template <auto F>
void check_gradient(const std::vector<typename check_gradient_detail::Arguments<decltype(F)>::Number>& point) {
  using Arguments = check_gradient_detail::Arguments<decltype(F)>;
  using T = typename Arguments::Number;
  check_gradient_detail::check<T>(check_gradient_detail::CallsOf<F, T, typename Arguments::Pointer>::calls,
                                  point);
}
