// Which memory is differentiated shows at run time: where the shadow of a pointer is the pointer itself, it is constant, and what is
// stored in constant memory is constant from then on.
#include <cotangent/autodiff.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace ct = cotangent;

namespace {

double read_one(const double* x, const double* table, int n, int which) {
  const double* chosen = which ? x : table;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += chosen[i] * chosen[i] * x[n - 1 - i];
  return sum;
}

double write_one(double* x, double* table, int which) {
  double* chosen = which ? x : table;
  chosen[0] *= x[1];
  return chosen[0] * chosen[1] + x[0];
}

double copies_between(double* x, double* table, int n, int which) {
  double* to = which & 1 ? x : table;
  const double* from = which & 2 ? x + 1 : table + 1;
  double scratch[3];
  std::memcpy(scratch, from, 2 * sizeof(double));
  scratch[2] = x[0];
  std::memmove(to, from, (n - 1) * sizeof(double));
  std::fill(to + n - 1, to + n, 0.0);
  double sum = scratch[0] * scratch[1] * scratch[2];
  for (int i = 0; i < n; ++i) sum += (i + 1) * to[i] * to[i] + x[i] * table[i];
  return sum;
}

struct Node {
  double value;
  const Node* next;
};
double list(const Node* x, const Node* table, int which) {
  Node first{x->value * table->value, which ? x : table};
  double product = 1;
  for (const Node* node = &first; node; node = node->next) product *= node->value;
  return product;
}

/// Central differences of f in x[i].
template <class F> double slope(F f, std::vector<double> x, std::vector<double> table, std::size_t i) {
  const double step = 1e-5;
  auto value = [&](double change) {
    auto at = x;
    auto other = table;
    at[i] += change;
    return f(at.data(), other.data());
  };
  return (value(step) - value(-step)) / (2 * step);
}

/// f(x, table, rest...) in every mode, with `table` constant; primal results must be those of the program itself.
template <auto f, class... Rest> void check(std::vector<double> x, std::vector<double> table, Rest... rest) {
  auto call = [&](double* at, double* other) { return f(at, other, rest...); };
  auto expected_x = x, expected_table = table;
  double expected = call(expected_x.data(), expected_table.data());
  std::vector<double> slopes;
  for (std::size_t i = 0; i < x.size(); ++i) slopes.push_back(slope(call, x, table, i));
  auto unchanged = [&](const std::vector<double>& at, const std::vector<double>& other) {
    CHECK(at == expected_x);
    CHECK(other == expected_table);
  };
  {
    auto at = x, other = table;
    std::vector<double> shadow(x.size());
    auto [value] = std::tuple(std::get<0>(ct::autodiff(ct::reverse.with_primal().runtime_activity(), f, ct::Duplicated{at.data(), shadow.data()}, ct::Const{other.data()}, ct::Const{rest}...)));
    CHECK(value == doctest::Approx(expected));
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(shadow[i] == doctest::Approx(slopes[i]).epsilon(1e-7));
    unchanged(at, other);
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto at = x, other = table;
    std::vector<double> shadow(x.size());
    shadow[i] = 1;
    auto [tangent] = ct::autodiff(ct::forward.runtime_activity(), f, ct::Duplicated{at.data(), shadow.data()}, ct::Const{other.data()}, ct::Const{rest}...);
    CHECK(tangent == doctest::Approx(slopes[i]).epsilon(1e-7));
    unchanged(at, other);
  }
  {
    auto at = x, other = table;
    std::array<std::vector<double>, 2> shadows{std::vector<double>(x.size()), std::vector<double>(x.size())};
    ct::autodiff(ct::reverse.runtime_activity(), f, ct::BatchDuplicated{at.data(), std::array{shadows[0].data(), shadows[1].data()}}, ct::Const{other.data()}, ct::Const{rest}...);
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(shadows[1][i] == doctest::Approx(slopes[i]).epsilon(1e-7));
    unchanged(at, other);
  }
}

double read_one_of(double* x, double* table, int n, int which) { return read_one(x, table, n, which); }

}  // namespace

TEST_CASE("memory that is only read") {
  for (int which : {0, 1}) check<read_one_of>({0.5, 1.5, 2}, {3, 0.25, 0.75}, 3, which);
}

TEST_CASE("memory that is written") {
  for (int which : {0, 1}) check<write_one>({0.5, 1.5}, {3, 0.25}, which);
}

TEST_CASE("copies and fills") {
  for (int which : {0, 1, 3}) check<copies_between>({0.5, 1.5, 2, 0.75}, {3, 0.25, 0.125, 2}, 4, which);
}

TEST_CASE("structs with pointers") {
  Node x[2] = {{2, nullptr}, {3, nullptr}}, table[1] = {{5, nullptr}};
  x[0].next = &x[1];
  for (int which : {0, 1}) {
    Node shadow[2] = {{0, nullptr}, {0, nullptr}};
    shadow[0].next = &shadow[1];
    ct::autodiff(ct::reverse.runtime_activity(), list, ct::Duplicated<const Node*>{x, shadow}, ct::Const<const Node*>{table}, ct::Const{which});
    CHECK(shadow[0].value == (which ? 2 * 2 * 5 * 3 : 25)); // x0 * 5 * x0 * x1, or x0 * 5 * 5
    CHECK(shadow[1].value == (which ? 4 * 5 : 0));
    CHECK(table[0].value == 5);
  }
}

TEST_CASE("split mode") {
  double x[2] = {0.5, 1.5}, dx[2] = {}, table[2] = {3, 0.25};
  auto [augmented, adjoint] = ct::autodiff_thunk(ct::reverse_split.runtime_activity(), write_one, ct::Duplicated<double*>{}, ct::Const<double*>{}, ct::Const<int>{});
  auto result = augmented(ct::Duplicated{x, dx}, ct::Const{table}, ct::Const{0});
  adjoint(ct::Duplicated{x, dx}, ct::Const{table}, ct::Const{0}, 1.0, std::move(result.tape));
  CHECK(table[0] == 4.5);
  CHECK(dx[0] == 1);
  CHECK(dx[1] == doctest::Approx(3 * 0.25));
}
