// What reaches the plugin: a recorder stands in for it, notes the marker's arguments and runs the primal.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

#include <cstdarg>
#include <string>

namespace ct = cotangent;

namespace {

struct Parameter {
  int kind = -1;
  void *object = nullptr;
  std::vector<void *> shadows;
};
struct Recorded {
  std::string request;
  int width = 0, options = 0, return_kind = 0;
  double *primal = nullptr;
  double *derivative = nullptr; // tangents or seeds
  std::vector<double> seeds;
  std::vector<Parameter> parameters; // callee first
};

std::size_t parameters_to_read = 0; // of the wrapper: the marker's list has no end mark
std::vector<Recorded> calls;
int live_tapes = 0;

template <class T>
__attribute__((no_sanitize("function"))) double call_wrapper(const void *wrapper,
                                                             const std::vector<Parameter> &parameters, T pick) {
  void *objects[6] = {};
  for (std::size_t i = 0; i < parameters.size(); ++i)
    objects[i] = pick(parameters[i]);
  return reinterpret_cast<double (*)(void *, void *, void *, void *, void *, void *)>(const_cast<void *>(wrapper))(
      objects[0], objects[1], objects[2], objects[3], objects[4], objects[5]);
}

/// Reads the arguments; fills the primal, and derivatives with what the function gives for the shadows.
void record(const char *request, const void *wrapper, va_list arguments) {
  Recorded call;
  call.request = request;
  const bool augmented = call.request == "augmented", adjoint = call.request == "adjoint";
  call.width = va_arg(arguments, int);
  call.options = va_arg(arguments, int);
  call.return_kind = va_arg(arguments, int);
  if (call.return_kind != 0 && !adjoint)
    call.primal = va_arg(arguments, double *);
  if (call.return_kind == 2 && !augmented)
    call.derivative = va_arg(arguments, double *);
  void **tape = augmented ? va_arg(arguments, void **) : nullptr;
  if (adjoint)
    cotangent_tape_free(va_arg(arguments, void *));
  for (std::size_t i = 0; i < parameters_to_read; ++i) {
    Parameter parameter;
    parameter.kind = va_arg(arguments, int);
    parameter.object = va_arg(arguments, void *);
    for (int lane = 0; (parameter.kind & 3) != 0 && lane < call.width; ++lane)
      parameter.shadows.push_back(va_arg(arguments, void *));
    call.parameters.push_back(parameter);
  }
  const auto shadow = [](int lane) {
    return
        [lane](const Parameter &p) { return p.shadows.empty() ? p.object : p.shadows[static_cast<std::size_t>(lane)]; };
  };
  if (!adjoint) {
    const double primal = call_wrapper(wrapper, call.parameters, [](const Parameter &p) { return p.object; });
    if (call.primal != nullptr)
      *call.primal = primal;
  }
  if (call.request == "forward" || augmented) {
    for (int lane = 0; lane < call.width; ++lane) {
      const double tangent = call_wrapper(wrapper, call.parameters, shadow(lane));
      if (call.derivative != nullptr)
        call.derivative[lane] = tangent;
    }
  } else if (call.derivative != nullptr) {
    call.seeds.assign(call.derivative, call.derivative + call.width);
  }
  if (augmented) {
    *tape = new int(0);
    ++live_tapes;
  }
  calls.push_back(call);
}

std::vector<int> kinds(const Recorded &call) {
  std::vector<int> result;
  for (const Parameter &parameter : call.parameters)
    result.push_back(parameter.kind);
  return result;
}

double product(double x, double y) { return x * y; }
double dot(const double *a, const double *b, int n) { return n == 0 ? 0.0 : a[0] * b[0] + dot(a + 1, b + 1, n - 1); }
std::vector<double> copy(const std::vector<double> &v) { return v; }
struct Pair {
  double first, second;
};
Pair both(double x, double y) { return {x, y}; }
double *same(double *p) { return p; }
void fails(double) { throw std::domain_error("primal"); }
struct Scale {
  double factor;
  double operator()(double x) const { return factor * x; }
  double scaled(double x) const { return factor * x; }
};

} // namespace

#define RECORD(NAME)                                                                                                   \
  extern "C" void cotangent_plugin_missing_build_with_cotangent_cxx_##NAME(const void *wrapper, ...) {                 \
    va_list arguments;                                                                                                 \
    va_start(arguments, wrapper);                                                                                      \
    record(#NAME, wrapper, arguments);                                                                                 \
    va_end(arguments);                                                                                                 \
  }
RECORD(forward)
RECORD(reverse)
RECORD(augmented)
RECORD(adjoint)
extern "C" unsigned long cotangent_tape_bytes(const void *handle) noexcept { return handle == nullptr ? 0 : 8; }
extern "C" void cotangent_tape_free(void *handle) noexcept {
  if (handle != nullptr)
    --live_tapes;
  delete static_cast<int *>(handle);
}

TEST_CASE("reverse: by-value numbers") {
  parameters_to_read = 3;
  auto [y, dx, dy] =
      ct::autodiff(ct::reverse.with_primal().strong_zero().nan_check(), product, ct::Active{2.0}, ct::Active{3.0});
  const Recorded &call = calls.back();
  CHECK(call.request == "reverse");
  CHECK(call.width == 1);
  CHECK(call.options == (1 | 8));
  CHECK(call.return_kind == 2);
  CHECK(kinds(call) == std::vector{0, 1, 1});
  CHECK(call.seeds == std::vector{1.0});
  CHECK(y == 6);
  CHECK(dx == 0);
  static_assert(std::is_same_v<decltype(dy), double>);
  ct::autodiff(ct::reverse, product, ct::Active{2.0}, ct::Const{3.0}, ct::Seed{5});
  CHECK(calls.back().primal == nullptr);
  CHECK(calls.back().seeds == std::vector{5.0});
  CHECK(kinds(calls.back()) == std::vector{0, 1, 0});
}

TEST_CASE("reverse: pointers, bare integers, constant return") {
  double a[2] = {1, 2}, da[2] = {}, b[2] = {3, 4}, db[2] = {};
  parameters_to_read = 4;
  auto result = ct::autodiff(ct::reverse.with_return<ct::Const>().with_primal(), dot, ct::DuplicatedNoNeed{a, da},
                             ct::Duplicated{b, db}, 2);
  static_assert(std::is_same_v<decltype(result), std::tuple<double>>);
  CHECK(std::get<0>(result) == 11);
  const Recorded &call = calls.back();
  CHECK(call.return_kind == 1);
  CHECK(kinds(call) == std::vector{0, 2, 1, 0});
  CHECK(call.parameters[2].shadows.size() == 1);
}

TEST_CASE("forward: widths") {
  parameters_to_read = 3;
  auto [y, dy] =
      ct::autodiff(ct::forward.with_primal(), product, ct::BatchDuplicated{2.0, std::array{1.0, 2.0}}, ct::Const{3.0});
  static_assert(std::is_same_v<decltype(dy), std::array<double, 2>>);
  CHECK(y == 6);
  CHECK(dy == std::array{3.0, 6.0});
  CHECK(calls.back().width == 2);
}

TEST_CASE("objects returned in slots") {
  std::vector<double> v{1, 2}, dv{3, 4};
  parameters_to_read = 3;
  auto [y, dy] = ct::autodiff(ct::forward.with_primal(), copy, ct::Duplicated{v, dv});
  CHECK(y == v);
  CHECK(dy == dv);
  CHECK(calls.back().parameters[1].object == &v);
  CHECK(calls.back().parameters[1].shadows[0] == &dv);
  CHECK(kinds(calls.back()) == std::vector{0, 1, 1});
  auto [only] = ct::autodiff(ct::reverse.with_primal().with_return<ct::Const>(), copy, ct::Duplicated{v, dv});
  CHECK(only == v);
  CHECK(kinds(calls.back()) == std::vector{0, 1, 0});
  parameters_to_read = 4;
  auto [pair, dx] =
      ct::autodiff(ct::reverse.with_primal(), both, ct::Active{1.0}, ct::Const{2.0}, ct::Seed{Pair{5, 6}});
  CHECK(pair.second == 2);
  CHECK(dx == 0);
}

TEST_CASE("a vector's seed is added into the shadow between the halves") {
  std::vector<double> v{1, 2}, dv{0, 0};
  parameters_to_read = 3;
  calls.clear();
  ct::autodiff(ct::reverse, copy, ct::Duplicated{v, dv}, ct::Seed{std::vector{5.0, 6.0}});
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].request == "augmented");
  CHECK(calls[1].request == "adjoint");
  CHECK(calls[0].parameters[2].object == calls[1].parameters[2].object);
  CHECK(live_tapes == 0);
}

TEST_CASE("split mode") {
  double x = 2, dx = 0;
  parameters_to_read = 3;
  {
    auto [augmented, adjoint] =
        ct::autodiff_thunk(ct::reverse_split.with_primal().modified_between<false>(), same, ct::Duplicated<double *>{});
    auto forward = augmented(ct::Duplicated{&x, &dx});
    CHECK(kinds(calls.back()) == std::vector{0, 9, 1});
    CHECK(forward.primal == &x);
    CHECK(forward.shadow == &dx);
    CHECK(forward.tape.bytes() == 8);
    adjoint(ct::Duplicated{&x, &dx}, std::move(forward.tape));
    CHECK(live_tapes == 0);
    CHECK_THROWS_AS(adjoint(ct::Duplicated{&x, &dx}, std::move(forward.tape)), ct::Error);
    auto unused = augmented(ct::Duplicated{&x, &dx});
    CHECK(live_tapes == 1);
  }
  CHECK(live_tapes == 0);
  auto [augmented, adjoint] = ct::autodiff_thunk(ct::reverse_split, product, ct::Active<double>{}, ct::Const<double>{});
  auto forward = augmented(ct::Active{2.0}, ct::Const{3.0});
  auto [adjoint_x] = adjoint(ct::Active{2.0}, ct::Const{3.0}, 7.0, std::move(forward.tape));
  CHECK(calls.back().seeds == std::vector{7.0});
  static_assert(std::is_same_v<decltype(adjoint_x), double>);
}

TEST_CASE("shadows of class objects live as long as the tape") {
  const std::vector<double> v{1, 2};
  std::vector<double> dv{0, 0};
  parameters_to_read = 3;
  auto [augmented, adjoint] =
      ct::autodiff_thunk(ct::reverse_split.with_primal(), copy, ct::Duplicated<const std::vector<double> &>{});
  auto forward = augmented(ct::Duplicated{v, dv});
  CHECK(forward.primal == v);
  forward.shadow[0] = 1;
  CHECK(&forward.shadow == calls.back().parameters[2].shadows[0]);
  adjoint(ct::Duplicated{v, dv}, std::move(forward.tape));
  CHECK(live_tapes == 0);
}

TEST_CASE("callees") {
  Scale scale{2.0}, shadow{0.0};
  parameters_to_read = 2;
  ct::autodiff(ct::reverse, scale, ct::Active{3.0});
  CHECK(kinds(calls.back()) == std::vector{0, 1});
  CHECK(calls.back().parameters[0].object == &scale);
  ct::autodiff(ct::reverse, ct::Duplicated{scale, shadow}, ct::Active{3.0});
  CHECK(kinds(calls.back()) == std::vector{1, 1});
  CHECK(calls.back().parameters[0].shadows[0] == &shadow);
  parameters_to_read = 3;
  auto [y, dx] =
      ct::autodiff(ct::reverse.with_primal(), &Scale::scaled, ct::Duplicated{scale, shadow}, ct::Active{3.0});
  CHECK(y == 6);
  CHECK(calls.back().parameters[1].object == &scale);
  static_cast<void>(dx);
}

TEST_CASE("thunks") {
  parameters_to_read = 3;
  auto thunk = ct::autodiff_thunk(ct::reverse, product, ct::Active<double>{}, ct::Const<double>{});
  auto [dx] = thunk(ct::Active{2.0}, ct::Const{3}, ct::Seed{4.0});
  CHECK(calls.back().seeds == std::vector{4.0});
  thunk(ct::Active{2.0}, ct::Const{3.0});
  CHECK(calls.back().seeds == std::vector{1.0});
  static_cast<void>(dx);
}

TEST_CASE("exceptions of the primal pass through") {
  parameters_to_read = 2;
  CHECK_THROWS_AS(ct::autodiff(ct::reverse, fails, ct::Active{1.0}), std::domain_error);
}

TEST_CASE("helpers give the shapes of their arguments") {
  std::vector<double> v{1, 2};
  parameters_to_read = 3;
  auto [dx, dy] = ct::gradient(product, 2.0, 3.0);
  static_assert(std::is_same_v<decltype(dx), double> && std::is_same_v<decltype(dy), double>);
  CHECK(kinds(calls.back()) == std::vector{0, 1, 1});
  auto [value, g] = ct::value_and_gradient(product, 2.0, ct::Const{3.0});
  CHECK(value == 6);
  static_assert(std::is_same_v<decltype(g), double>);
  auto [y, ty] = ct::jvp(product, std::tuple{2.0, 3.0}, std::tuple{5.0, 7.0});
  CHECK(y == 6);
  CHECK(ty == 35); // the recorder runs the function on the shadows
  {
    auto [copied, pull] = ct::vjp(copy, v);
    CHECK(copied == v);
    std::vector<double> pulled = pull(std::vector{1.0, 2.0});
    pulled = pull(std::vector{1.0, 2.0});
    CHECK(pulled.size() == 2);
    CHECK_THROWS_AS(pull(std::vector{1.0}), ct::Error);
  }
  const ct::Matrix<double> jacobian = ct::jacobian(copy, v);
  CHECK(jacobian == ct::Matrix<double>{{1, 0}, {0, 1}});
  double array[2] = {1, 2};
  parameters_to_read = 4;
  std::array<double, 2> of_array = ct::gradient(dot, array, ct::Const{v.data()}, 2);
  CHECK(of_array.size() == 2);
  CHECK(live_tapes == 0);
}
