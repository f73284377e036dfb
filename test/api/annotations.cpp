// What annotations deduce, hold and refer to.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

namespace ct = cotangent;
template <class A, class B> constexpr bool same = std::is_same_v<A, B>;
using Vector = std::vector<double>;

TEST_CASE("numbers and pointers are held, arrays decay") {
  double x = 1, dx = 0, array[3] = {}, shadow[3] = {};
  const double constant[3] = {};
  static_assert(same<decltype(ct::Const{x}), ct::Const<double>>);
  static_assert(same<decltype(ct::Active{x}), ct::Active<double>>);
  static_assert(same<decltype(ct::Duplicated{x, dx}), ct::Duplicated<double>>);
  static_assert(same<decltype(ct::Duplicated{3.0, 1}), ct::Duplicated<double>>);
  static_assert(same<decltype(ct::Duplicated{array, shadow}), ct::Duplicated<double *>>);
  static_assert(same<decltype(ct::Duplicated{constant, shadow}), ct::Duplicated<const double *, double *>>);
  static_assert(same<decltype(ct::Duplicated{array, nullptr}), ct::Duplicated<double *>>);
  static_assert(same<decltype(ct::Duplicated{std::ref(x), std::ref(dx)}), ct::Duplicated<double &>>);
  ct::Duplicated<double &> reference{x, dx};
  CHECK(&reference.value == &x);
  CHECK(&reference.shadow == &dx);
}

TEST_CASE("class lvalues are referred to, rvalues held") {
  Vector v{1, 2}, dv{0, 0};
  const Vector constant;
  static_assert(same<decltype(ct::Const{v}), ct::Const<Vector &>>);
  static_assert(same<decltype(ct::Const{constant}), ct::Const<const Vector &>>);
  static_assert(same<decltype(ct::Const{Vector()}), ct::Const<Vector>>);
  static_assert(same<decltype(ct::Duplicated{constant, dv}), ct::Duplicated<const Vector &, Vector &>>);
  static_assert(same<decltype(ct::Duplicated{Vector(), Vector()}), ct::Duplicated<Vector>>);
  auto annotation = ct::Duplicated{v, dv};
  annotation.shadow[1] = 5;
  CHECK(dv[1] == 5);
  auto [value, shadow] = annotation;
  CHECK(&value == &v);
  CHECK(&shadow == &dv);
}

TEST_CASE("batches") {
  double x = 1, array[2] = {};
  Vector v, dv0{1}, dv1{2};
  std::array<double, 2> a{}, da0{}, da1{};
  static_assert(same<decltype(ct::BatchDuplicated{x, std::array{1.0, 2.0}}), ct::BatchDuplicated<double, 2>>);
  static_assert(same<decltype(ct::BatchDuplicated{x, 1.0, 2.0}), ct::BatchDuplicated<double, 2>>);
  static_assert(same<decltype(ct::BatchDuplicated{array, std::array{array, array}}), ct::BatchDuplicated<double *, 2>>);
  static_assert(same<decltype(ct::BatchDuplicated{v, dv0, dv1}), ct::BatchDuplicated<Vector &, 2>>);
  static_assert(same<decltype(ct::BatchDuplicated{a, da0, da1}), ct::BatchDuplicated<std::array<double, 2> &, 2>>);
  static_assert(same<decltype(ct::BatchDuplicated{a, da0}), ct::BatchDuplicated<std::array<double, 2> &, 1>>);
  ct::BatchDuplicated objects{v, dv0, dv1};
  CHECK(objects.shadow.size() == 2);
  CHECK(&objects.shadow[1] == &dv1);
  ct::BatchDuplicated numbers{x, std::array{1.0, 2.0}};
  auto [value, shadow] = numbers;
  CHECK(value == 1.0);
  CHECK(shadow[1] == 2.0);
  std::array<Vector, 2> shadows{Vector{1}, Vector{2}};
  ct::BatchDuplicated elements{v, shadows};
  CHECK(&elements.shadow[1] == &shadows[1]);
  ct::BatchDuplicatedFunc made{x, [] { return std::array{3.0, 4.0}; }};
  CHECK(made.shadow[1] == 4.0);
}

TEST_CASE("value-initialised annotations stand for their type") {
  ct::Const<int> number{};
  CHECK(number.value == 0);
  [[maybe_unused]] ct::Duplicated<const Vector &> reference{};
  [[maybe_unused]] ct::BatchDuplicated<Vector &, 3> batch{};
  [[maybe_unused]] ct::Active<double> active{};
  [[maybe_unused]] ct::BatchDuplicated<double *, 2> pointers{};
}

TEST_CASE("const does not matter at any level") {
  struct Base {};
  CHECK(ct::detail::same_but_const<const double *, double *>);
  CHECK(ct::detail::same_but_const<const Base *, Base *>);
  CHECK(ct::detail::same_but_const<const double *const *, double **>);
  CHECK(ct::detail::same_but_const<std::shared_ptr<const double>, std::shared_ptr<double>>);
  CHECK(ct::detail::same_but_const<std::span<const double>, std::span<double>>);
  CHECK_FALSE(ct::detail::same_but_const<double *, float *>);
}

TEST_CASE("modes are types") {
  constexpr auto mode = ct::reverse.with_primal().strong_zero().runtime_activity().with_return<ct::Const>();
  CHECK(mode.options.primal);
  CHECK(mode.options.strong_zero);
  CHECK(mode.options.runtime_activity);
  CHECK_FALSE(mode.options.atomic_add);
  [[maybe_unused]] auto finished = ct::forward.with_return<ct::Duplicated<double>>();
  [[maybe_unused]] auto batch = ct::forward.with_return<ct::BatchDuplicated>();
  [[maybe_unused]] auto split = ct::reverse_split.modified_between<false, true>().shadow_init();
}
