// Memory that stays as it was between the two halves need not be kept on the tape.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <tuple>
#include <vector>

namespace ct = cotangent;

namespace {

using Vector = std::vector<double>;

double cubes(const Vector& x) {
  double sum = 0;
  for (double value : x) sum += value * value * value;
  return sum;
}

// Written after it is read: the promise does not help here.
double overwrites(double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i] * x[i];
    x[i] = std::sin(x[i]);
  }
  return sum;
}

double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// What it makes itself is gone in the second half, although it comes from the argument.
double through_copies(const Vector& x) {
  Vector copy = x;
  for (double& value : copy) value = value * value;
  auto last = std::make_unique<double>(copy.back());
  double sum = 0;
  for (double value : copy) sum += value * value * *last;
  return sum;
}

/// The bytes of the tape, after the seed has been brought back to `dx`.
template <class Mode, class F> std::size_t run(Mode mode, F f, Vector& x, Vector& dx) {
  auto [augmented, adjoint] = ct::autodiff_thunk(mode, f, ct::Duplicated<const Vector&>{});
  auto forward = augmented(ct::Duplicated{x, dx});
  const std::size_t bytes = forward.tape.bytes();
  adjoint(ct::Duplicated{x, dx}, 1.0, std::move(forward.tape));
  return bytes;
}

}  // namespace

TEST_CASE("what is promised is not kept") {
  constexpr auto plain = ct::reverse_split;
  constexpr auto promised = ct::reverse_split.modified_between<false>();
  for (int n : {1, 3, 50}) {
    Vector x(n, 0.5), dx(n), with_promise(n);
    x[0] = 1.25;
    std::size_t kept = run(plain, cubes, x, dx), less = run(promised, cubes, x, with_promise);
    CHECK(dx[0] == doctest::Approx(3 * 1.25 * 1.25));
    CHECK(with_promise == dx);
#if !__has_feature(undefined_behavior_sanitizer)  // its checks give the loop more ways out
    CHECK(less <= 48);
    CHECK(kept >= 8 * static_cast<std::size_t>(n));
#endif
    dx.assign(n, 0.0);
    with_promise.assign(n, 0.0);
    run(plain, through_copies, x, dx);
    run(promised, through_copies, x, with_promise);
    CHECK(with_promise == dx);
  }
}

TEST_CASE("it is taken back where the function itself writes") {
  Vector x{0.5, 1.5}, dx{1, 2};
  auto [augmented, adjoint] = ct::autodiff_thunk(ct::reverse_split.modified_between<false, false>(), overwrites, ct::Duplicated<double*>{}, ct::Const<int>{});
  auto forward = augmented(ct::Duplicated{x.data(), dx.data()}, ct::Const{2});
  adjoint(ct::Duplicated{x.data(), dx.data()}, ct::Const{2}, 1.0, std::move(forward.tape));
  CHECK(dx[0] == doctest::Approx(2 * 0.5 + std::cos(0.5)));
  CHECK(dx[1] == doctest::Approx(2 * 1.5 + 2 * std::cos(1.5)));
}

TEST_CASE("for each argument alone, constant ones too") {
  Vector a{1, 2}, b{3, 4}, da(2), db(2);
  auto [augmented, adjoint] = ct::autodiff_thunk(ct::reverse_split.modified_between<true, false, true>(), dot, ct::Duplicated<const double*>{}, ct::Duplicated<const double*>{}, ct::Const<int>{});
  auto forward = augmented(ct::Duplicated{a.data(), da.data()}, ct::Duplicated{b.data(), db.data()}, ct::Const{2});
  a = {100, 100};  // allowed
  adjoint(ct::Duplicated{a.data(), da.data()}, ct::Duplicated{b.data(), db.data()}, ct::Const{2}, 1.0, std::move(forward.tape));
  CHECK(da == Vector{3, 4});
  CHECK(db == Vector{1, 2});

  auto [first, second] = ct::autodiff_thunk(ct::reverse_split.modified_between<true, false, true>(), dot, ct::Duplicated<const double*>{}, ct::Const<const double*>{}, ct::Const<int>{});
  Vector once(2);
  auto kept = first(ct::Duplicated{a.data(), once.data()}, ct::Const{static_cast<const double*>(b.data())}, ct::Const{2});
#if !__has_feature(undefined_behavior_sanitizer)
  CHECK(kept.tape.bytes() <= 32);
#endif
  second(ct::Duplicated{a.data(), once.data()}, ct::Const{static_cast<const double*>(b.data())}, ct::Const{2}, 1.0, std::move(kept.tape));
  CHECK(once == Vector{3, 4});
}
