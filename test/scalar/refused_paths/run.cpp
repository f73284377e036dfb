// A derivative that is missing on a path that may not run: the program is built, the other paths work, and where the path is
// reached ct::RuntimeException says what is missing and where, before any shadow has changed.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <future>
#include <string>
#include <vector>

#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#else
namespace __lsan {
struct ScopedDisabler {
  ScopedDisabler() {}
};
}  // namespace __lsan
#endif

namespace ct = cotangent;

double measure(double);         // in elsewhere.cpp, which the engine does not see
void smooth(double*, int);

namespace {

/// What the exception of a call says; empty if there is none.
template <class Call> std::string message_of(Call call) {
  try {
    call();
  } catch (const ct::RuntimeException& failure) {
    CHECK(std::string(failure.what()).starts_with("cotangent: [" + std::string(failure.kind()) + "] "));
    return failure.what();
  }
  return "";
}
bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string place = "run.cpp:" + std::to_string(__LINE__ + 3) + ":12: ";
double guarded(double x) {
  if (x > 10) // the place that the messages name: one line down, column 12
    return measure(x) * x;
  return x * x;
}

double sum_of_guarded(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += guarded(x[i]);
  return sum;
}

double in_place(double* x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
  if (x[0] > 100)
    smooth(x, n);
  return x[0] * x[n - 1];
}

double by_switch(const std::vector<double>& x, int way) {
  switch (way) {
  case 0: return x[0] * x[1];
  case 1: return measure(x[0]);
  case 2: {
    std::uint64_t bits = std::bit_cast<std::uint64_t>(x[0]) ^ 1;
    return std::bit_cast<double>(bits) * x[1];
  }
  default: return x[1];
  }
}

double rounded(double x) {
  if (x > 10)
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & ~0xffull);
  return x * x;
}

double constant_use(double x, double y) {
  return x * measure(y); // y is constant: nothing is missing
}

using Function = double (*)(double);
double square(double x) { return x * x; }
double cube(double x) { return x * x * x; }
double through_pointer(double x, Function function) { return function ? function(x) : x; }

// An exception that leaves a function with a derivative of its own, and is caught outside: only the way past it works.
double descend(double x, int depth) {
  if (x > 100) throw depth;
  std::vector<double> scratch(3, x);
  return depth ? x * descend(scratch[0] * x, depth - 1) + descend(scratch[2] + 1, depth - 1) : x;
}
double caught(double x) {
  double y = x;
  try {
    y *= descend(x, 2);
    if (y < 0) throw 'n';
  } catch (int depth) {
    y += depth * x;
  } catch (char) {
    y *= y;
  }
  return y;
}

// The program catches everything, and yet it must not swallow the message.
double catches_all(double x) {
  try {
    if (x > 10) return measure(x);
  } catch (...) {
    return 0;
  }
  return x * x;
}

} // namespace

TEST_CASE("an exception that leaves a recursion") {
  // x (x (x^6 + x^2 + 1) + (x + 1)^3 + x + 2), differentiated
  auto slope = [](double x) { return 8 * std::pow(x, 7) + 4 * x * x * x + 4 * x + std::pow(x + 1, 3) + 3 * x * (x + 1) * (x + 1) + 2; };
  CHECK(ct::gradient(caught, 1.5) == doctest::Approx(slope(1.5)));
  double value = caught(-0.25);
  CHECK(value > 0); // the square of the negative product
  CHECK(ct::gradient(caught, -0.25) == doctest::Approx(-2 * std::sqrt(value) * slope(-0.25)));
  CHECK(contains(message_of([] { ct::gradient(caught, 20.0); }), "an exception left"));
  auto [tangent] = ct::autodiff(ct::forward, caught, ct::Duplicated{20.0, 1.0});
  CHECK(tangent == 1 + 1);
}

TEST_CASE("a handler of the program does not swallow the message") {
  CHECK(ct::gradient(catches_all, 3.0) == 6);
  CHECK(contains(message_of([] { ct::gradient(catches_all, 11.0); }), "'measure(double)'"));
  CHECK(contains(message_of([] { ct::autodiff(ct::forward, catches_all, ct::Duplicated{11.0, 1.0}); }), "'measure(double)'"));
}

TEST_CASE("paths with a derivative work") {
  CHECK(ct::gradient(guarded, 3.0) == 6);
  double x[3] = {1, 2, 3}, dx[3] = {};
  ct::autodiff(ct::reverse, sum_of_guarded, ct::Duplicated{x, dx}, 3);
  CHECK(dx[0] == 2);
  CHECK(dx[2] == 6);
  auto [value, tangent] = ct::autodiff(ct::forward.with_primal(), guarded, ct::Duplicated{3.0, 1.0});
  CHECK(value == 9);
  CHECK(tangent == 6);
}

TEST_CASE("the exception says what and where") {
  std::string message = message_of([] { ct::gradient(guarded, 11.0); });
  CHECK(contains(message, "[no-derivative] "));
  CHECK(contains(message, "'measure(double)'"));
  CHECK(contains(message, place));
  message = message_of([] { ct::autodiff(ct::forward, guarded, ct::Duplicated{11.0, 1.0}); });
  CHECK(contains(message, place));
  message = message_of([] {
    auto [augmented, adjoint] = ct::autodiff_thunk(ct::reverse_split, guarded, ct::Active<double>{});
    augmented(ct::Active{11.0});
  });
  CHECK(contains(message, place));
}

TEST_CASE("shadows are as before") {
  double x[4] = {1, 2, 30, 3}, dx[4] = {5, 6, 7, 8};
  CHECK(message_of([&] { ct::autodiff(ct::reverse, sum_of_guarded, ct::Duplicated{x, dx}, 4); }) != "");
  CHECK(std::vector(dx, dx + 4) == std::vector<double>{5, 6, 7, 8});

  double y[2] = {11, 2}, dy[2] = {5, 6};
  CHECK(message_of([&] { ct::autodiff(ct::reverse, in_place, ct::Duplicated{y, dy}, 2); }) != "");
  CHECK(dy[0] == 5);
  CHECK(dy[1] == 6);
  double z[2] = {1.5, 2}, dz[2] = {};
  ct::autodiff(ct::reverse, in_place, ct::Duplicated{z, dz}, 2);
  CHECK(dz[0] == doctest::Approx(2 * 1.5 * 4));
  CHECK(dz[1] == doctest::Approx(2 * 2 * 2.25));
}

TEST_CASE("shadows are as before, many lanes") {
  double x[3] = {1, 30, 3};
  std::array<std::array<double, 3>, 2> shadows{{{1, 2, 3}, {4, 5, 6}}};
  CHECK(message_of([&] {
          ct::autodiff(ct::reverse, sum_of_guarded, ct::BatchDuplicated{x, std::array{shadows[0].data(), shadows[1].data()}}, 3);
        }) != "");
  CHECK(shadows[0][0] == 1);
  CHECK(shadows[1][2] == 6);
}

TEST_CASE("each way of a switch for itself") {
  std::vector<double> x{2, 5};
  CHECK(ct::gradient(by_switch, x, ct::Const{0}) == std::vector<double>{5, 2});
  CHECK(ct::gradient(by_switch, x, ct::Const{3}) == std::vector<double>{0, 1});
  CHECK(contains(message_of([&] { ct::gradient(by_switch, x, ct::Const{1}); }), "[no-derivative] "));
  CHECK(contains(message_of([&] { ct::gradient(by_switch, x, ct::Const{2}); }), "[unsupported] "));
}

TEST_CASE("bits changed on one side of a condition only") {
  CHECK(ct::gradient(rounded, 3.0) == 6);
  CHECK(contains(message_of([] { ct::gradient(rounded, 11.0); }), "[unsupported] "));
  CHECK(std::get<0>(ct::autodiff(ct::forward, rounded, ct::Duplicated{3.0, 1.0})) == 6);
  CHECK(contains(message_of([] { ct::autodiff(ct::forward, rounded, ct::Duplicated{11.0, 1.0}); }), "[unsupported] "));
}

TEST_CASE("a call that receives constants only is no problem") {
  auto [dx] = ct::autodiff(ct::reverse, constant_use, ct::Active{2.0}, ct::Const{5.0});
  CHECK(dx == 15);
}

TEST_CASE("function pointers: those of this file work, others throw") {
  Function functions[] = {square, cube, nullptr, measure};
  auto with = [&](int i) { return ct::gradient(through_pointer, 2.0, ct::Const{functions[i]}); };
  CHECK(with(0) == 4);
  CHECK(with(1) == 12);
  CHECK(with(2) == 1);
  CHECK(contains(message_of([&] { with(3); }), "[no-derivative] "));
}

TEST_CASE("after an exception the same derivative works again") {
  for (int repeat = 0; repeat < 3; ++repeat) {
    CHECK(message_of([] { ct::gradient(guarded, 11.0); }) != "");
    CHECK(ct::gradient(guarded, 4.0) == 8);
  }
}

namespace {

// Flags and states of a future are atomic integers beside the result.
double in_the_background(double x, int tasks) {
  if (tasks > 1) return std::async(std::launch::async, [](double v) { return v * v; }, x).get();
  return x * x;
}

}  // namespace

TEST_CASE("a task that could have been started elsewhere") {
  volatile int one = 1, two = 2;
  CHECK(ct::gradient(in_the_background, 3.0, int(one)) == doctest::Approx(6));
  __lsan::ScopedDisabler leaks;  // it is thrown amid an atomic update, where the program has nothing that cleans up
  CHECK_THROWS_AS(ct::gradient(in_the_background, 3.0, int(two)), ct::RuntimeException);
}

namespace {

// What cannot be differentiated throws, also out of functions that promise not to throw; and what it would have returned is needed later.
double silent(double x, int n) noexcept {
  if (n > 1) return measure(x) * x;
  return x * x;
}
double around_silent(const std::vector<double>& x, int n) {
  const std::vector<double> copy = x;
  return silent(copy[0], n) * copy[1];
}
double with_cleanup(const std::vector<double>& x, int n) {
  double result = x[0];
  if (n > 1) {
    const std::vector<double> copy = x;
    result = measure(copy[0]) * copy[0] * measure(copy[1]);
  }
  return result * x[1];
}

}  // namespace

TEST_CASE("functions that promise not to throw, and that clean up") {
  volatile int one = 1, two = 2;
  const std::vector<double> x{3, 5};
  __lsan::ScopedDisabler leaks;  // functions that promise not to throw have no code that cleans up
  CHECK(ct::gradient(silent, 3.0, int(one)) == doctest::Approx(6));
  CHECK_THROWS_AS(ct::gradient(silent, 3.0, int(two)), ct::RuntimeException);
  CHECK(ct::gradient(around_silent, x, int(one))[0] == doctest::Approx(30));
  CHECK_THROWS_AS(ct::gradient(around_silent, x, int(two)), ct::RuntimeException);
  CHECK(ct::gradient(with_cleanup, x, int(one))[1] == doctest::Approx(3));
  CHECK_THROWS_AS(ct::gradient(with_cleanup, x, int(two)), ct::RuntimeException);
  CHECK(std::get<1>(ct::jvp(silent, std::tuple{3.0, int(one)}, std::tuple{1.0, 0})) == doctest::Approx(6));
  CHECK_THROWS_AS(ct::jvp(with_cleanup, std::tuple{x, int(two)}, std::tuple{x, 0}), ct::RuntimeException);
}
